// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/kernels/gru_rows.h"
#include "engine/kernels/lstm_rows.h"

namespace engine::cuda::caffe {

// One step of an LSTM's or a GRU's cells as on the CPU (engine/kernels/lstm_rows.h, gru_rows.h: shapes, which pointers
// may be null or one another), as one launch on the device's stream.

void lstmStepForward(CudaDevice& device, const LstmStep& step, const float* a, float* gates, float* c, float* h);
void lstmStepBackward(CudaDevice& device, const LstmStep& step, const float* gates, const float* c,
                      const LstmStepGradients& gradients);
void lstmStepBackwardFromInputs(CudaDevice& device, const LstmStep& step, const float* a, const float* c,
                                const LstmStepGradients& gradients);

void gruStepForward(CudaDevice& device, const GruStep& step, float* h);
void gruStepBackward(CudaDevice& device, const GruStep& step, const GruStepGradients& gradients);

} // namespace engine::cuda::caffe

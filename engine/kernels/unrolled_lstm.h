// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

namespace engine {

/// An LSTM as Caffe runs it: the unrolled inner net (engine/graph/unroll.h), layer by layer and step by step, with the
/// kernels of `engine`. Stacked layers are several such nets, with dropout between them.
std::unique_ptr<Kernel> makeUnrolledLstm(const LayerSetup& layer, const Engine& engine);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/open_library.h"
#include "engine/graph/sentence.h"

#include <cudnn.h>

#include <optional>

namespace engine::cuda {

/// Why cuDNN cannot be used, after the engine's name; nothing where its library was found. Other engines need none of
/// it.
std::optional<Sentence> cudnnRefusal();

/// cuDNN's version as it counts, 91900 for 9.19.0; 0 where it was not found.
std::size_t cudnnRelease();

/// cuDNN 9, opened where this is first called.
const OpenedLibrary& cudnnLibrary();

// By the library's own names, which hide its declarations in this namespace.
#define HAMNET_CUDNN(name) inline const LibraryFunction<cudnnLibrary, decltype(&::name)> name(#name)
HAMNET_CUDNN(cudnnBuildRNNDynamic);
HAMNET_CUDNN(cudnnCreate);
HAMNET_CUDNN(cudnnCreateDropoutDescriptor);
HAMNET_CUDNN(cudnnCreateRNNDataDescriptor);
HAMNET_CUDNN(cudnnCreateRNNDescriptor);
HAMNET_CUDNN(cudnnCreateTensorDescriptor);
HAMNET_CUDNN(cudnnDestroy);
HAMNET_CUDNN(cudnnDestroyDropoutDescriptor);
HAMNET_CUDNN(cudnnDestroyRNNDataDescriptor);
HAMNET_CUDNN(cudnnDestroyRNNDescriptor);
HAMNET_CUDNN(cudnnDestroyTensorDescriptor);
HAMNET_CUDNN(cudnnDropoutGetStatesSize);
HAMNET_CUDNN(cudnnGetErrorString);
HAMNET_CUDNN(cudnnGetLastErrorString);
HAMNET_CUDNN(cudnnGetRNNTempSpaceSizes);
HAMNET_CUDNN(cudnnGetRNNWeightParams);
HAMNET_CUDNN(cudnnGetRNNWeightSpaceSize);
HAMNET_CUDNN(cudnnGetTensorNdDescriptor);
HAMNET_CUDNN(cudnnGetVersion);
HAMNET_CUDNN(cudnnRNNBackwardData_v8);
HAMNET_CUDNN(cudnnRNNBackwardWeights_v8);
HAMNET_CUDNN(cudnnRNNForward);
HAMNET_CUDNN(cudnnSetDropoutDescriptor);
HAMNET_CUDNN(cudnnSetRNNDataDescriptor);
HAMNET_CUDNN(cudnnSetRNNDescriptor_v8);
HAMNET_CUDNN(cudnnSetStream);
HAMNET_CUDNN(cudnnSetTensorNdDescriptor);
#undef HAMNET_CUDNN

} // namespace engine::cuda

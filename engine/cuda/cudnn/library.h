// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <cudnn.h>

#include <atomic>
#include <optional>

namespace engine::cuda {

/// Why cuDNN cannot be used, after the engine's name; nothing where its library was found. Other engines need none of
/// it.
std::optional<Sentence> cudnnRefusal();

/// cuDNN's version as it counts, 91900 for 9.19.0; 0 where it was not found.
std::size_t cudnnRelease();

/// One of the library's functions; throws UnavailableError where the library or the function was not found.
void* findInCudnn(const char* name);

/// A function of cuDNN that is looked up where it is first called.
template <typename Function>
class CudnnFunction;

template <typename Result, typename... Arguments>
class CudnnFunction<Result (*)(Arguments...)> {
public:
    explicit constexpr CudnnFunction(const char* name) : m_name(name) {}

    Result operator()(Arguments... arguments) const
    {
        Function found = m_found;
        if (found == nullptr) {
            m_found = found = reinterpret_cast<Function>(findInCudnn(m_name));
        }
        return found(arguments...);
    }

private:
    using Function = Result (*)(Arguments...);
    const char* m_name;
    mutable std::atomic<Function> m_found = nullptr;
};

// By the library's own names, which hide its declarations in this namespace.
#define HAMNET_CUDNN(name) inline const CudnnFunction<decltype(&::name)> name(#name)
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"

#include "engine/cuda/cudnn/library.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

namespace engine::cuda {
namespace {

/// After these errors nothing works any more in this process: the GPU or its context is lost.
bool isLost(cudaError_t status)
{
    switch (status) {
    case cudaErrorAssert:
    case cudaErrorDevicesUnavailable:
    case cudaErrorDeviceUninitialized:
    case cudaErrorECCUncorrectable:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorMisalignedAddress:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorSystemNotReady:
    case cudaErrorUnknown:
        return true;
    default:
        return false;
    }
}

} // namespace

void check(cudaError_t status, std::string_view what)
{
    if (status == cudaSuccess) {
        return;
    }
    static_cast<void>(cudaGetLastError()); // so that the next call does not find this error again
    const std::string_view words = cudaGetErrorString(status);
    if (isLost(status)) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "CUDA: the GPU no longer responds (%1: %2); what was saved last is whole"),
                what, words));
    }
    if (status == cudaErrorMemoryAllocation) {
        throw OutOfMemory(say(ENGINE_TEXT("Sentences", "CUDA: %1: %2"), what, words));
    }
    throw Error(say(ENGINE_TEXT("Sentences", "CUDA: %1: %2"), what, words));
}

void check(cublasStatus_t status, std::string_view what)
{
    if (status != CUBLAS_STATUS_SUCCESS) {
        check(cudaGetLastError(), what); // where the GPU is gone, that is what counts
        const Sentence text = say(ENGINE_TEXT("Sentences", "cuBLAS: %1: %2"), what, cublasGetStatusString(status));
        if (status == CUBLAS_STATUS_ALLOC_FAILED) {
            throw OutOfMemory(text);
        }
        throw Error(text);
    }
}

void check(cudnnStatus_t status, std::string_view what)
{
    if (status != CUDNN_STATUS_SUCCESS) {
        check(cudaGetLastError(), what);
        const Sentence text = say(ENGINE_TEXT("Sentences", "cuDNN: %1: %2"), what, cudnnGetErrorString(status));
        if (status == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED) {
            throw OutOfMemory(text);
        }
        throw Error(text);
    }
}

} // namespace engine::cuda

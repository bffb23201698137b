// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/group/nccl.h"

#include "engine/cuda/open_library.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <dlfcn.h>

namespace engine::cuda {
namespace {

constexpr const char* file = "libnccl.so.2";

// Of ncclDataType_t and ncclRedOp_t.
constexpr int float32 = 7, float64 = 8, sumOf = 0;

template <typename Function>
void find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    if (function == nullptr) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "%1 lacks %2; several GPUs need NCCL 2.4 or newer"), file, name));
    }
}

} // namespace

const Nccl& Nccl::instance()
{
    static const Nccl nccl;
    return nccl;
}

Nccl::Nccl()
{
    const auto [name, library, refusal] = openLibrary(file);
    if (library == nullptr) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "several GPUs need NCCL, but %1: install NVIDIA's package "
                                                            "libnccl2, run scripts/get_cuda, or name its folder in "
                                                            "HAMNET_CUDA_LIBRARIES"),
                                   refusal));
    }
    find(library, "ncclGetVersion", m_functions.version);
    find(library, "ncclGetUniqueId", m_functions.newId);
    find(library, "ncclCommInitRank", m_functions.join);
    find(library, "ncclAllReduce", m_functions.allReduce);
    find(library, "ncclGroupStart", m_functions.beginGroup);
    find(library, "ncclGroupEnd", m_functions.endGroup);
    find(library, "ncclCommDestroy", m_functions.leave);
    find(library, "ncclCommAbort", m_functions.abort);
    find(library, "ncclGetErrorString", m_functions.words);
}

void Nccl::check(int result, const char* what) const
{
    if (result != 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "NCCL: %1: %2"), what, m_functions.words(result)));
    }
}

int Nccl::version() const
{
    int version = 0;
    check(m_functions.version(&version), "its version");
    return version;
}

Nccl::Id Nccl::newId() const
{
    Id id{};
    check(m_functions.newId(&id), "a new group of GPUs");
    return id;
}

Nccl::Communicator Nccl::join(const Id& id, int rank, int size) const
{
    Communicator communicator = nullptr;
    check(m_functions.join(&communicator, size, id, rank), "joining the group of GPUs");
    return communicator;
}

void Nccl::sum(float* values, std::size_t count, double* more, std::size_t moreCount, Communicator communicator,
               cudaStream_t stream) const
{
    check(m_functions.beginGroup(), "a sum");
    check(m_functions.allReduce(values, values, count, float32, sumOf, communicator, stream), "the gradients' sum");
    check(m_functions.allReduce(more, more, moreCount, float64, sumOf, communicator, stream), "the losses' sum");
    check(m_functions.endGroup(), "a sum");
}

void Nccl::leave(Communicator communicator) const noexcept
{
    static_cast<void>(m_functions.leave(communicator));
}

void Nccl::abort(Communicator communicator) const noexcept
{
    static_cast<void>(m_functions.abort(communicator));
}

} // namespace engine::cuda

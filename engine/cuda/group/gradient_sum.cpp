// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/group/gradient_sum.h"

#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/group/nccl.h"
#include "engine/graph/error.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <chrono>
#include <cstring>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace engine::cuda {
namespace {

/// What rank 0 tells of the group of GPUs.
struct Invitation {
    int version;
    Nccl::Id id;
};

/// A rank that has no NCCL says so before any other waits for it.
Invitation exchanged(ProcessGroup& group)
{
    const Nccl& nccl = Nccl::instance();
    Invitation invitation{};
    if (group.rank() == 0) {
        invitation = {.version = nccl.version(), .id = nccl.newId()};
        group.tell({reinterpret_cast<const char*>(&invitation), sizeof(invitation)});
        group.answers();
        return invitation;
    }
    const std::string told = group.hear();
    if (told.size() != sizeof(invitation)) {
        throw CancelledError(ENGINE_TEXT("Sentences", "the process that leads the run has ended"));
    }
    std::memcpy(&invitation, told.data(), sizeof(invitation));
    if (invitation.version != nccl.version()) {
        throw Error(say(ENGINE_TEXT("Sentences", "NCCL is %1 here, but %2 in the process that leads the run"),
                        nccl.version(), invitation.version));
    }
    group.answer({});
    return invitation;
}

/// Waits until all ranks have joined. On a thread of its own, which is left behind where another process is lost: NCCL
/// may wait for it for ever.
Nccl::Communicator joined(const Nccl::Id& id, const CudaDevice& device, ProcessGroup& group)
{
    using namespace std::chrono_literals;
    std::packaged_task<Nccl::Communicator()> join(
        [id, gpu = device.settings().index, rank = group.rank(), size = group.size()] {
            check(cudaSetDevice(gpu), "choosing the GPU");
            return Nccl::instance().join(id, rank, size);
        });
    std::future<Nccl::Communicator> communicator = join.get_future();
    std::thread(std::move(join)).detach();
    while (communicator.wait_for(100ms) != std::future_status::ready) {
        group.requireAll();
    }
    return communicator.get();
}

class NcclSum final : public GradientSum {
public:
    NcclSum(CudaDevice& device, ProcessGroup& group)
        : m_device(device), m_group(group), m_communicator(joined(exchanged(group).id, device, group))
    {
        group.whenLost([this] { abort(); });
    }

    ~NcclSum() override
    {
        m_group.whenLost({});
        if (const Nccl::Communicator mine = taken()) {
            Nccl::instance().leave(mine);
        }
    }
    NcclSum(const NcclSum&) = delete;
    NcclSum& operator=(const NcclSum&) = delete;

    void add(std::span<float> gradients, double* losses) override
    {
        const std::scoped_lock lock(m_mutex);
        if (m_communicator == nullptr) {
            m_group.requireAll();
            throw Error(ENGINE_TEXT("Sentences", "the group of GPUs has ended"));
        }
        Nccl::instance().sum(gradients.data(), gradients.size(), losses, 2, m_communicator, m_device.stream());
    }

    /// From any thread. Not under the mutex: it may wait until the thread of the device has let go of recordings.
    void abort() override
    {
        if (const Nccl::Communicator mine = taken()) {
            Nccl::instance().abort(mine);
        }
    }

private:
    Nccl::Communicator taken()
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_communicator, nullptr);
    }

    CudaDevice& m_device;
    ProcessGroup& m_group;
    std::mutex m_mutex; ///< of the communicator
    Nccl::Communicator m_communicator;
};

} // namespace

std::unique_ptr<GradientSum> makeNcclSum(CudaDevice& device, ProcessGroup& group)
{
    return std::make_unique<NcclSum>(device, group);
}

} // namespace engine::cuda

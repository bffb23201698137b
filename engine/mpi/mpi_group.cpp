// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/group/process_group.h"
#include "engine/graph/error.h"

#include <mpi.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace engine {
namespace {

// How messages to rank 0 begin.
constexpr char isAnswer = 'a', isFailure = 'e';

/// Sees that all processes live: a thread of each meets those of the others every second. Where one does not come for
/// fifteen seconds, it is stopped or its machine is gone, and the launcher ends all.
class MpiWatch {
public:
    explicit MpiWatch(int rank) : m_rank(rank)
    {
        MPI_Comm_dup(MPI_COMM_WORLD, &m_meeting);
        m_thread = std::jthread([this](const std::stop_token& ending) { watch(ending); });
    }
    ~MpiWatch()
    {
        m_thread.request_stop();
        m_thread.join();
        MPI_Comm_free(&m_meeting);
    }
    MpiWatch(const MpiWatch&) = delete;
    MpiWatch& operator=(const MpiWatch&) = delete;

private:
    /// Until one of the processes ends its watch: then all do, in the same meeting.
    void watch(const std::stop_token& ending)
    {
        for (int endsSomewhere = 0; endsSomewhere == 0;) {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, ending, std::chrono::seconds(1), [] { return false; });
            const int endsHere = ending.stop_requested() ? 1 : 0;
            MPI_Request request = MPI_REQUEST_NULL;
            MPI_Iallreduce(&endsHere, &endsSomewhere, 1, MPI_INT, MPI_MAX, m_meeting, &request);
            if (!comesToPass(request)) {
                std::fprintf(stderr, "hamnet: rank %d: another process of the run has not answered for 15 s\n", m_rank);
                MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
            }
        }
    }

    /// Counts pauses, not time: processes that are all suspended for an hour are not late.
    static bool comesToPass(MPI_Request& request)
    {
        int isDone = 0;
        for (int pause = 0; pause < 300; ++pause) {
            MPI_Test(&request, &isDone, MPI_STATUS_IGNORE);
            if (isDone != 0) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return false;
    }

    int m_rank = 0;
    MPI_Comm m_meeting = MPI_COMM_NULL;
    std::mutex m_mutex; ///< of m_wake alone
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

/// The processes that mpirun or srun has started, perhaps on several machines. Where one of them is lost, the launcher
/// ends all of them.
class MpiGroup final : public ProcessGroup {
public:
    MpiGroup()
    {
        int threads = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &threads);
        MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
        MPI_Comm_size(MPI_COMM_WORLD, &m_size);
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, m_rank, MPI_INFO_NULL, &here);
        MPI_Comm_rank(here, &m_localRank);
        MPI_Comm_size(here, &m_localSize);
        MPI_Comm_free(&here);
        if (m_rank > 0) { // a stop is for rank 0, which saves and then ends the others
            ::signal(SIGINT, SIG_IGN);
            ::signal(SIGTERM, SIG_IGN);
        }
        if (threads == MPI_THREAD_MULTIPLE) {
            m_watch.emplace(m_rank);
        } else if (m_rank == 0) {
            std::fprintf(stderr, "hamnet: this MPI was built without threads: a process that hangs is not noticed\n");
        }
    }
    ~MpiGroup() override
    {
        if (m_rank == 0) {
            MpiGroup::tell({}); // that the group ends, also where no run has begun
        }
        m_watch.reset();
        MPI_Finalize();
    }
    MpiGroup(const MpiGroup&) = delete;
    MpiGroup& operator=(const MpiGroup&) = delete;

    int rank() const override { return m_rank; }
    int size() const override { return m_size; }
    int localRank() const override { return m_localRank; }
    int localSize() const override { return m_localSize; }

    void tell(std::string_view message) override
    {
        std::int64_t size = std::ssize(message);
        MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
        inPieces(size, [&](std::int64_t first, int count) {
            MPI_Bcast(const_cast<char*>(message.data()) + first, count, MPI_CHAR, 0, MPI_COMM_WORLD);
        });
    }

    std::string hear() override
    {
        std::int64_t size = 0;
        MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
        std::string message(static_cast<std::size_t>(size), '\0');
        inPieces(size, [&](std::int64_t first, int count) {
            MPI_Bcast(message.data() + first, count, MPI_CHAR, 0, MPI_COMM_WORLD);
        });
        return message;
    }

    void answer(std::string_view message) override
    {
        send(isAnswer, message);
        m_hasAnswered = true;
    }

    /// Rank 0 waits for answers only before the run begins; later it may wait in a sum.
    void fail(std::string_view sentence) override
    {
        if (!m_hasAnswered) {
            send(isFailure, sentence);
            return;
        }
        std::fprintf(stderr, "hamnet: rank %d: %.*s\n", m_rank, static_cast<int>(sentence.size()), sentence.data());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }

    std::vector<std::string> answers() override
    {
        std::vector<std::string> all;
        for (int rank = 1; rank < m_size; ++rank) {
            std::int64_t size = 0;
            MPI_Recv(&size, 1, MPI_INT64_T, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            std::string message(static_cast<std::size_t>(size), '\0');
            inPieces(size, [&](std::int64_t first, int count) {
                MPI_Recv(message.data() + first, count, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            });
            if (message.front() == isFailure) {
                throw Error("rank " + std::to_string(rank) + ": " + message.substr(1));
            }
            all.push_back(message.substr(1));
        }
        return all;
    }

    void sum(std::span<float> values, std::span<double> more) override
    {
        inPieces(std::ssize(values), [&](std::int64_t first, int count) {
            MPI_Allreduce(MPI_IN_PLACE, values.data() + first, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        });
        MPI_Allreduce(MPI_IN_PLACE, more.data(), static_cast<int>(more.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }

private:
    /// MPI counts by int.
    template <typename Work>
    static void inPieces(std::int64_t size, const Work& work)
    {
        constexpr std::int64_t most = std::int64_t{1} << 30;
        for (std::int64_t first = 0; first < size; first += most) {
            work(first, static_cast<int>(std::min(most, size - first)));
        }
    }

    static void send(char kind, std::string_view words)
    {
        const std::string message = kind + std::string(words);
        const std::int64_t size = std::ssize(message);
        MPI_Send(&size, 1, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
        inPieces(size, [&](std::int64_t first, int count) {
            MPI_Send(message.data() + first, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        });
    }

    int m_rank = 0, m_size = 0, m_localRank = 0, m_localSize = 0;
    bool m_hasAnswered = false;
    std::optional<MpiWatch> m_watch;
};

} // namespace
} // namespace engine

/// See engine/backends/launched_group.h.
extern "C" __attribute__((visibility("default"))) engine::ProcessGroup* hamnetMpiGroup(const char* version)
{
    return std::string_view(version) == HAMNET_VERSION ? new engine::MpiGroup : nullptr;
}

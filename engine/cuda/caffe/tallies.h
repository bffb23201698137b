// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/caffe/teams.h"
#include "engine/cuda/device_array.h"

#include <algorithm>
#include <string_view>

/// For .cu files: sums over all tasks of a layer, always in the same order.
namespace engine::cuda::caffe {

using engine::caffe::Tally;
using engine::caffe::Teams;

/// What one block found.
struct BlockTally {
    double sum;
    long long counted;
};

/// One team a task; the block that ends last adds up what all have found, in the order of the blocks, and finishes.
template <int threads, typename Task, typename Finish>
__global__ void runTallies(std::int64_t tasks, const Task task, const Finish finish, BlockTally* blocks, unsigned* done)
{
    BlockTally mine{0.0, 0};
    Team<threads>::forEach(tasks, [&](std::int64_t index) {
        const Tally found = task(Team<threads>(), index);
        if (Team<threads>::member() == 0) {
            mine.sum += found.sum;
            mine.counted += found.counted;
        }
    });
    mine = {blockSum(mine.sum), blockSum(mine.counted)};
    if (threadIdx.x == 0) {
        blocks[blockIdx.x] = mine;
    }
    if (!isLastBlock(done, gridDim.x)) {
        return;
    }
    BlockTally all{0.0, 0};
    for (unsigned block = threadIdx.x; block < gridDim.x; block += blockThreads) {
        all.sum += __ldcg(&blocks[block].sum);
        all.counted += __ldcg(&blocks[block].counted);
    }
    all = {blockSum(all.sum), blockSum(all.counted)};
    if (threadIdx.x == 0) {
        finish(Tally{all.sum, all.counted});
    }
}

/// finish(Σ task(team, i)) as one launch.
class Tallies {
public:
    Tallies(CudaDevice& device, const Teams& teams, std::string_view what)
        : m_device(&device),
          m_teams(teams),
          m_blocks(blocksOf(teams)),
          m_found(device, m_blocks),
          m_done(device, 1),
          m_what(what)
    {}

    template <typename Task, typename Finish>
    void run(const Task& task, const Finish& finish) const
    {
        withTeam(m_teams.size, [&](auto team) {
            runTallies<decltype(team)::value><<<m_blocks, blockThreads, 0, m_device->stream()>>>(
                m_teams.tasks, task, finish, m_found.data(), m_done.data());
        });
        checkLaunch(m_what);
    }

    std::int64_t bytes() const { return m_blocks * std::int64_t{sizeof(BlockTally)} + std::int64_t{sizeof(unsigned)}; }

private:
    static unsigned blocksOf(const Teams& teams)
    {
        unsigned blocks = 1;
        withTeam(teams.size, [&](auto team) { blocks = blocksForTeams<decltype(team)::value>(teams.tasks); });
        constexpr unsigned most = 512; // more would only lengthen what one block adds up at the end
        return std::min(blocks, most);
    }

    CudaDevice* m_device;
    Teams m_teams;
    unsigned m_blocks;
    DeviceArray<BlockTally> m_found;
    DeviceArray<unsigned> m_done; ///< how many blocks are done; 0 before and after
    std::string_view m_what;
};

} // namespace engine::cuda::caffe

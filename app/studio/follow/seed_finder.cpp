// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/seed_finder.h"

#include "app/watch/seed_folders.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

namespace studio {
namespace {

using namespace std::chrono_literals;

constexpr auto betweenFinds = 1s;

} // namespace

void SeedFinder::start()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { look(stop); });
}

/// The signals reach other threads through their event loops.
void SeedFinder::look(const std::stop_token& stop)
{
    std::map<std::uint64_t, bool> known; // whether it has begun
    std::mutex mutex;
    std::condition_variable_any stopped;
    while (!stop.stop_requested()) {
        for (const std::uint64_t seed : watch::seedsIn(m_folder)) {
            const auto [one, isNew] = known.try_emplace(seed, false);
            const bool hasBegun = one->second || watch::holdsRun(watch::seedFolder(m_folder, seed));
            if (isNew || hasBegun != one->second) {
                one->second = hasBegun;
                emit found(seed, hasBegun);
            }
        }
        std::unique_lock lock(mutex);
        stopped.wait_for(lock, stop, betweenFinds, [] { return false; });
    }
}

} // namespace studio

#include "moc_seed_finder.cpp"

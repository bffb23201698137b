// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "engine/devices/monitor/device_monitor.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/patience.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>

// The threads of the studio without Qt, so that ThreadSanitizer can watch them (it does not know Qt's own locks).

namespace studio {

namespace {

using namespace std::chrono_literals;

/// What a screen would be told.
class Screen {
    std::mutex m_mutex;

    template <typename Read>
    auto locked(const Read& read)
    {
        const std::scoped_lock lock(m_mutex);
        return read();
    }

public:
    void take(const TrainingReport& report)
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto* const curve = std::get_if<engine::Curve>(&report)) {
            m_curve.follow(*curve);
        } else if (const auto* const event = std::get_if<engine::Event>(&report)) {
            const auto* const pause = std::get_if<engine::PauseEvent>(event);
            m_paused = pause != nullptr ? pause->paused : m_paused;
            m_samples += std::holds_alternative<engine::SampleEvent>(*event) ? 1 : 0;
        }
    }
    void take(std::shared_ptr<const NetSnapshot> net)
    {
        const std::scoped_lock lock(m_mutex);
        m_snapshot = std::move(net);
    }

    std::size_t iterations()
    {
        return locked([this] { return m_curve.size(); });
    }
    int samples()
    {
        return locked([this] { return m_samples; });
    }
    bool paused()
    {
        return locked([this] { return m_paused; });
    }
    std::shared_ptr<const NetSnapshot> snapshot()
    {
        return locked([this] { return m_snapshot; });
    }

private:
    engine::Curve m_curve;
    int m_samples = 0;
    bool m_paused = false;
    std::shared_ptr<const NetSnapshot> m_snapshot; ///< shared with who writes
};

} // namespace

TEST(Threads, ARunIsWatchedPausedAndStoppedWhileItsNetWrites)
{
    const SmallBench bench;
    TrainingRequest request = bench.request();
    request.run.settings["iterations"] = 100'000'000;
    engine::RunControl control;
    Screen screen;
    TrainingEnd end;
    std::jthread training([&](const std::stop_token& stop) {
        end = train(
            request, stop, control, [&](const TrainingReport& report) { screen.take(report); }, [] { return true; });
    });
    ASSERT_TRUE(comesTrue([&] { return screen.iterations() > 20; }));
    control.between([&](const engine::Trainer& trainer) { screen.take(snapshotOf(trainer, {})); });
    ASSERT_TRUE(comesTrue([&] { return screen.snapshot() != nullptr; }));
    GenerationRequest text{.threads = 1};
    text.wish.length = 1'000'000'000;
    WritingReport written;
    std::jthread writing([&, snapshot = screen.snapshot()](const std::stop_token& stop) {
        TextWriter writer;
        written = writer.work(
            {.request = text, .snapshot = snapshot}, engine::until(stop), [](const WritingReport&) {},
            [] { return true; });
    });
    control.validate();
    control.pause();
    ASSERT_TRUE(comesTrue([&] { return screen.paused(); }));
    control.step();
    control.resume();
    ASSERT_TRUE(comesTrue([&] { return !screen.paused() && screen.samples() > 2; }));
    writing.request_stop();
    writing.join();
    EXPECT_EQ(written.failure, "");
    EXPECT_EQ(written.end, WritingEnd::Stopped);
    training.request_stop();
    training.join();
    EXPECT_EQ(end.failure, "");
}

TEST(Threads, TheMonitorGoesWhileItSamples)
{
    for (int turn = 0; turn < 5; ++turn) {
        engine::DeviceMonitor monitor({.interval = 200ms, .root = "/", .nvml = "/nowhere/libnvidia-ml.so.1"});
        passTime(5ms * turn); // where the end hits
        monitor.take();
    }
}

} // namespace studio

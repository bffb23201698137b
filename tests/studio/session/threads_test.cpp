// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_work.h"
#include "app/studio/session/writing_thread.h"
#include "engine/devices/monitor/device_monitor.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/patience.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

// The threads of the studio without Qt, so that ThreadSanitizer can watch them (it does not know Qt's own locks).

namespace studio {

namespace {

using namespace std::chrono_literals;

/// What a screen would do: looks into the mailbox again and again.
class Screen {
public:
    explicit Screen(ReportMailbox& mailbox) : m_mailbox(mailbox) {}

    template <typename Condition>
    bool sees(const Condition& condition)
    {
        return comesTrue([&] {
            const TrainingReports reports = m_mailbox.take();
            iterations = std::max(iterations, reports.curve.size());
            for (const engine::Event& event : reports.events) {
                const auto* const pause = std::get_if<engine::PauseEvent>(&event);
                paused = pause != nullptr ? pause->paused : paused;
                samples += std::holds_alternative<engine::SampleEvent>(event) ? 1 : 0;
            }
            over = over || reports.over;
            if (!reports.snapshots.empty()) {
                snapshot = reports.snapshots.back();
            }
            failure = reports.failure ? std::string(*reports.failure) : failure;
            return condition();
        });
    }

    std::size_t iterations = 0, samples = 0;
    bool paused = false, over = false;
    std::string failure;
    std::shared_ptr<const NetSnapshot> snapshot; ///< shared with who writes

private:
    ReportMailbox& m_mailbox;
};

} // namespace

TEST(Threads, ARunIsWatchedPausedAndStoppedWhileItsNetWrites)
{
    const SmallBench bench;
    TrainingRequest request = bench.request();
    request.run.settings["iterations"] = 100'000'000;
    ReportMailbox mailbox;
    engine::RunControl control;
    Screen screen(mailbox);
    WritingThread writer;
    std::jthread thread([&](const std::stop_token& stop) { train(request, stop, control, mailbox); });
    ASSERT_TRUE(screen.sees([&] { return screen.iterations > 20; })) << screen.failure;
    control.between([&](const engine::Trainer& trainer) {
        const std::shared_ptr<const NetSnapshot> net = snapshotOf(trainer, {});
        mailbox.put([&](TrainingReports& reports) { reports.snapshots.push_back(net); });
    });
    ASSERT_TRUE(screen.sees([&] { return screen.snapshot != nullptr; }));
    GenerationRequest text{.threads = 1};
    text.sampling.length = 1'000'000'000;
    writer.begin({.request = text, .snapshot = screen.snapshot});
    control.validate();
    control.pause();
    ASSERT_TRUE(screen.sees([&] { return screen.paused; }));
    control.step();
    control.resume();
    ASSERT_TRUE(screen.sees([&] { return !screen.paused && screen.samples > 2; }));
    writer.stop();
    WritingReports written;
    ASSERT_TRUE(comesTrue([&] {
        written = writer.take();
        return written.end || written.failure;
    }));
    ASSERT_TRUE(written.end) << written.failure.value_or("");
    EXPECT_EQ(*written.end, WritingEnd::Stopped);
    thread.request_stop();
    EXPECT_TRUE(screen.sees([&] { return screen.over; }));
    EXPECT_EQ(screen.failure, "");
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

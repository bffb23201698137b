// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/studio/race/race.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/qt_patience.h"

#include <cstdint>
#include <filesystem>
#include <QTest>
#include <string>
#include <vector>

namespace studio {

inline contest::Contender contenderOn(const std::string& device, const std::string& engine)
{
    return {.name = device + "/" + engine, .device = {.name = device, .engine = engine}};
}

inline std::vector<contest::Contender> both()
{
    return {contenderOn("CPU", "CAFFE"), contenderOn("CPU", "ONEDNN")};
}

/// What a race needs: a small net, and the sessions that it waits for.
struct RaceBench {
    SmallBench bench;
    TrainingSession run;
    GenerationSession writing{run};

    /// A file of those that training comes to, to start from.
    std::filesystem::path weightsAfter(std::int64_t iterations)
    {
        TrainingRequest request = bench.request();
        request.run.settings["iterations"] = iterations;
        request.checkpoint = bench.folder.path() / ("after_" + std::to_string(iterations) + ".hamnet");
        run.start(request);
        static_cast<void>(QTest::qWaitFor([&] { return !run.isBusy(); }, patience));
        return request.checkpoint;
    }
};

struct SmallRace : RaceBench, Race {
    SmallRace() : Race(run, writing) {}

    void toTheEnd(const TrainingRequest& request, const std::vector<contest::Contender>& all,
                  const contest::Trial& trial)
    {
        start(request, all, trial);
        TRY_COMPARE(state(), State::Idle);
    }
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_workshop.h"

#include "tests/formats/checkpoint_sample.h"

#include <stdlib.h>

namespace {

/// The whole lines of one kind of event.
std::vector<nlohmann::json> wholeEvents(const std::string& out, const std::string& kind)
{
    return events(out.substr(0, out.rfind('\n') + 1), kind);
}

void forgetTheClock(engine::Checkpoint& checkpoint)
{
    checkpoint.seconds = 0;
    std::vector<engine::CurvePoint> points = checkpoint.curve.points();
    for (engine::CurvePoint& point : points) {
        point.seconds = 0;
    }
    checkpoint.curve = engine::Curve(points);
}

} // namespace

CrashWorkshop::CrashWorkshop()
{
    std::filesystem::create_directory(folder() / "temporary");
    ::setenv("TMPDIR", (folder() / "temporary").c_str(), 1);
}

CrashWorkshop::~CrashWorkshop()
{
    ::unsetenv("TMPDIR");
}

std::string CrashWorkshop::rescued() const
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder() / "temporary")) {
        if (entry.is_regular_file()) {
            return std::filesystem::relative(entry.path(), folder()).string();
        }
    }
    return {};
}

std::vector<std::string> CrashWorkshop::training(std::int64_t iterations, const std::string& checkpoint) const
{
    std::vector<std::string> words = {"train", has(checkpoint) ? "--resume=" + checkpoint : "tiny.prototxt"};
    words.insert(words.end(), {"--data", "text.txt", "--checkpoint", checkpoint, "--iterations",
                               std::to_string(iterations), "--checkpoint-every", "1", "--validate-every",
                               std::to_string(validateEvery), "--threads", "1", "--json"});
    return words;
}

std::vector<std::string> CrashWorkshop::temporaries() const
{
    std::vector<std::string> found;
    for (const std::string& name : engine::namesIn(folder())) {
        if (name.starts_with(".hamnet-") && name.ends_with(".hamnet-tmp")) {
            found.push_back(name);
        }
    }
    return found;
}

std::map<std::int64_t, Step> stepsOf(const std::string& out)
{
    std::map<std::int64_t, Step> steps;
    for (const nlohmann::json& event : wholeEvents(out, "train")) {
        steps[event.at("iteration")] = {.loss = event.at("loss").dump(),
                                        .gradientNorm = event.at("gradient_norm").dump(),
                                        .learningRate = event.at("learning_rate").dump()};
    }
    return steps;
}

std::int64_t lastAnnounced(const std::string& out)
{
    std::int64_t last = 0;
    for (const nlohmann::json& event : wholeEvents(out, "checkpoint")) {
        const std::filesystem::path file = event.at("file").get<std::string>();
        if (!event.at("best").get<bool>() && file.filename() != "rescued.hamnet") {
            last = event.at("iteration");
        }
    }
    return last;
}

testing::AssertionResult sameRunToTheBit(engine::Checkpoint a, engine::Checkpoint b)
{
    forgetTheClock(a);
    forgetTheClock(b);
    if (engine::sameBits(a, b)) {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "iterations " << a.iteration << " and " << b.iteration << ", best at "
                                       << a.bestIteration << " and " << b.bestIteration << ", without gain "
                                       << a.validationsWithoutGain << " and " << b.validationsWithoutGain << ", "
                                       << a.curve.size() << " and " << b.curve.size() << " points, " << a.samples.size()
                                       << " and " << b.samples.size() << " samples";
}

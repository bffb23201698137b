// SPDX-License-Identifier: GPL-3.0-or-later
// Tables by a seed, read by Hamnet and by peers/with_numpy.py, which has its own reading and makes them. Skipped, with
// the reason, where Python lacks numpy; the variable HAMNET_PYTHON names another interpreter than python3.
#include "engine/data/read_samples.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/run.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace engine {
namespace {

using Json = nlohmann::json;

std::string variable(const char* name, const char* fallback)
{
    const char* const given = std::getenv(name);
    return given != nullptr && *given != '\0' ? given : fallback;
}

Json numberOrNull(double number)
{
    return std::isnan(number) ? Json() : Json(number);
}

/// The sequences of a part: what the net reads of each, and its answer in the unit of the file.
Json part(const Samples& samples, Split split)
{
    Json all = Json::array();
    for (const std::int32_t sample : samples.part(split)) {
        Json values = Json::array();
        for (std::int64_t t = 0; t < samples.layout.steps; ++t) {
            for (std::int64_t i = 0; i < samples.layout.width; ++i) {
                values.push_back(samples.valueOf(sample, t, i));
            }
        }
        const bool isKnown = engine::isKnown(samples.answers[static_cast<std::size_t>(sample)], samples.facts);
        const double target = isKnown ? samples.targetOf(sample) : std::nan("");
        all.push_back({{"values", values}, {"answer", numberOrNull(target)}});
        if (!samples.times.empty()) {
            all.back()["time"] = samples.times[static_cast<std::size_t>(sample)];
        }
    }
    return all;
}

Json reading(const Json& table)
{
    try {
        const Model model = readModel(table.at("model").get<std::string>(), "model");
        const Samples samples = readSamples(table.at("file").get<std::string>(), sampleSettings(model));
        Json scales = Json::array();
        for (const Standardisation& scale : samples.facts.inputScales) {
            scales.push_back({scale.mean, scale.deviation});
        }
        return {{"train", part(samples, Split::Train)},
                {"validation", part(samples, Split::Validation)},
                {"test", part(samples, Split::Test)},
                {"inputs", samples.facts.inputs},
                {"scales", scales},
                {"target", samples.facts.target},
                {"target scale", {samples.facts.targetScale.mean, samples.facts.targetScale.deviation}},
                {"classes", samples.facts.classes}};
    } catch (const Error& error) {
        return {{"refusal", error.what()}};
    }
}

TEST(RandomTables, AreReadAsNumpyReadsThem)
{
    const std::string python = variable("HAMNET_PYTHON", "python3");
    if (std::system((python + " -c 'import numpy' > /dev/null 2>&1").c_str()) != 0) { // NOLINT
        GTEST_SKIP() << python << " lacks numpy (HAMNET_PYTHON names another)";
    }
    const TemporaryFolder folder;
    const std::string peer = python + " " + (sourceRoot() / "tests/random/peers/with_numpy.py").string(),
                      words = (folder.path() / "words").string();
    const auto run = [&](const std::string& step) {
        const int code = std::system((peer + step + " > " + words + " 2>&1").c_str()); // NOLINT
        std::ifstream stream(words);
        const std::string said(std::istreambuf_iterator<char>(stream), {});
        std::cout << said;
        ASSERT_EQ(code, 0) << said;
    };
    run(" make " + folder.path().string() + " " + variable("HAMNET_RANDOM_TABLES", "6") + " " +
        variable("HAMNET_RANDOM_SEED", "1"));
    std::ifstream tables(folder.path() / "tables.jsonl");
    std::ofstream readings(folder.path() / "readings.jsonl");
    for (std::string line; std::getline(tables, line);) {
        readings << reading(Json::parse(line)) << '\n';
    }
    readings.close();
    run(" compare " + folder.path().string());
}

} // namespace
} // namespace engine

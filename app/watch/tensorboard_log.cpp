// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/tensorboard_log.h"

#include "app/watch/run_folder.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <concepts>
#include <string>
#include <system_error>
#include <utility>

namespace watch {
namespace {

namespace fs = std::filesystem;
using engine::TensorBoardEvent;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;
constexpr auto betweenSteps = 100ms;

double now()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

fs::path eventFile(const fs::path& folder)
{
    engine::makeFolder(folder);
    static std::atomic<int> made = 0;
    const auto seconds = static_cast<std::int64_t>(now()); // TensorBoard reads the files of a folder by their names
    return folder / engine::say("events.out.tfevents.%1.%2.%3", seconds, ::getpid(), made++);
}

/// A new file in the folder.
class EventFile : public LogWriter {
public:
    EventFile(const fs::path& folder, std::int64_t iteration)
        : LogWriter(
              eventFile(folder), Start::Anew, [] {}, engine::chooseAnotherFolder)
    {
        LogWriter::put(engine::firstRecords(now(), iteration));
    }

    void put(const TensorBoardEvent& told)
    {
        if (!told.empty()) {
            LogWriter::put(told.record());
        }
    }
};

/// The last part of the name of the run's folder, of seeds with that of the folder around it; else of its checkpoint or
/// its net.
std::string nameOf(const engine::StartEvent& start)
{
    const fs::path file = start.checkpoint;
    if (file.empty()) {
        std::string name = start.modelName.substr(0, start.modelName.find(" ("));
        std::ranges::replace(name, '/', '_');
        return name.empty() ? "run" : name;
    }
    const fs::path folder = fs::absolute(file).parent_path();
    const std::string inFolder = folder.filename().string();
    if (file.filename() != RunFolder(folder).checkpoint().filename()) {
        return file.stem().string();
    }
    const bool isOfSeeds = !seedsIn(folder.parent_path()).empty() && inFolder.starts_with("seed");
    return isOfSeeds ? folder.parent_path().filename().string() + '-' + inFolder : inFolder;
}

/// The folder of the run's name, or with -2, -3, ... behind it: for a new run the first that is not there, for one that
/// goes on the newest, since the checkpoint of that name is its own.
fs::path folderFor(const engine::StartEvent& start, const fs::path& folder)
{
    const std::string name = nameOf(start);
    fs::path newest = folder / name, unused = newest;
    std::error_code unknown;
    for (int number = 2; fs::exists(unused, unknown); ++number) {
        newest = unused;
        unused = folder / (name + '-' + std::to_string(number));
    }
    return start.iteration > 0 ? newest : unused;
}

/// What tells the run from others.
engine::Params settingsOf(const engine::StartEvent& start)
{
    engine::Params settings = {{"engine", start.engine},
                               {"device", start.device},
                               {"precision", std::string(engine::nameOf(start.precision))},
                               {"seed", static_cast<std::int64_t>(start.seed)},
                               {"batch_units", start.batchUnits},
                               {"parameters", start.parameters},
                               {"data", start.data},
                               {"model", start.modelName}};
    for (const auto& [key, value] : engine::readSolver(start.solver, "solver").params) {
        settings.emplace("solver." + key, value);
    }
    return settings;
}

} // namespace

struct TensorBoardLog::Files {
    Files(const fs::path& folder, const engine::StartEvent& start)
        : settings(folder, start.iteration),
          training(folder / "train", start.iteration),
          validation(folder / "validation", start.iteration),
          last(start.iterations)
    {
        TensorBoardEvent told(now(), start.iteration);
        told.settings(settingsOf(start), start.time);
        settings.put(told);
    }

    std::array<EventFile*, 3> all() { return {&settings, &training, &validation}; }

    /// What was in the net during a step: a histogram of each weight, and of the gradients by it.
    void put(const engine::NetLook& look)
    {
        constexpr double maxShare = 0.01; // of the time that looks may take
        wantsLook = false;
        nextLook = Clock::now() +
                   std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(look.seconds / maxShare));
        TensorBoardEvent told(now(), look.iteration);
        for (const engine::LayerLook& layer : look.layers) {
            for (const engine::TensorLook& weight : layer.weights) {
                const std::string tensor = layer.layer + '/' + weight.name;
                told.histogram("weights/" + tensor, weight.values);
                if (weight.gradients) {
                    told.histogram("gradients/" + tensor, *weight.gradients);
                }
            }
        }
        training.put(told);
    }

    void put(const engine::TrainEvent& event)
    {
        const auto time = Clock::now();
        if (time < next && event.iteration != last) {
            return;
        }
        next = time + betweenSteps;
        TensorBoardEvent told(now(), event.iteration);
        fields(event, [&](std::string_view key, const auto& value) {
            if (key != "iteration" && key != "seconds") {
                told.scalar(key, static_cast<double>(value));
            }
        });
        training.put(told);
    }

    void put(const engine::ValidationEvent& event)
    {
        TensorBoardEvent told(now(), event.iteration), ofTraining(now(), event.iteration);
        told.scalar("loss", event.loss);
        for (const engine::Metric& metric : event.metrics) {
            told.scalar(metric.name, metric.value);
        }
        for (const engine::Metric& metric : event.training) {
            ofTraining.scalar(metric.name, metric.value);
        }
        validation.put(told);
        training.put(ofTraining);
        wantsLook = Clock::now() >= nextLook;
    }

    void put(const engine::ChangeEvent& event) { last = event.iterations; }

    void put(const engine::SampleEvent& event)
    {
        TensorBoardEvent told(now(), event.iteration);
        told.text("sample", event.text);
        training.put(told);
    }

    void put(const engine::MetersEvent& event)
    {
        TensorBoardEvent told(now(), event.iteration);
        for (std::size_t index = 0; index < event.devices.size(); ++index) {
            const std::string device = index == 0 ? "device/" : "device" + std::to_string(index + 1) + '/';
            fields(event.devices[index], [&]<typename Value>(std::string_view key, const Value& value) {
                if constexpr (!std::same_as<Value, std::string>) {
                    told.scalar(device + std::string(key), value ? static_cast<double>(*value) : std::nan(""));
                }
            });
        }
        training.put(told);
    }

    void put(const engine::EndEvent& event)
    {
        TensorBoardEvent told(now(), event.iterations);
        told.end(event.reason == engine::EndReason::Diverged, now());
        settings.put(told);
    }

    void put(const auto& /*other*/) {} ///< checkpoints and pauses: not shown

    EventFile settings, training, validation;
    bool wantsLook = false; ///< a validation was told since the last look
    Clock::time_point nextLook = {}, next = {};
    std::int64_t last; ///< iteration of the run
};

TensorBoardLog::TensorBoardLog(fs::path folder, Look look) : m_folder(std::move(folder)), m_look(std::move(look)) {}

void TensorBoardLog::take(const engine::Event& event)
{
    if (const auto* const start = std::get_if<engine::StartEvent>(&event); start && !m_files) { // not after a failure
        m_files = std::make_shared<Files>(folderFor(*start, m_folder), *start);
    }
    if (!m_files) {
        return;
    }
    if (std::holds_alternative<engine::TrainEvent>(event) && m_files->wantsLook) { // not within a validation
        m_look([files = m_files](const engine::NetLook& look) { files->put(look); });
    }
    std::visit([this](const auto& one) { m_files->put(one); }, event);
    std::ranges::for_each(m_files->all(), &EventFile::check);
}

void TensorBoardLog::finish()
{
    if (m_files) {
        std::ranges::for_each(m_files->all(), &EventFile::finish);
    }
}

} // namespace watch

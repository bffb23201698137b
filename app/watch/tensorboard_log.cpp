// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/tensorboard_log.h"

#include "app/watch/run_folder.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/exchange/tensorboard.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
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
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the folder %1 cannot be made: %2; choose another folder"),
                        folder.string(), error.message()));
    }
    static std::atomic<int> made = 0;
    const auto seconds = static_cast<std::int64_t>(now()); // TensorBoard reads the files of a folder by their names
    return folder / engine::say("events.out.tfevents.%1.%2.%3", seconds, ::getpid(), made++);
}

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

/// One file in each of the three folders.
struct TensorBoardLog::Files {
    Files(const fs::path& folder, std::int64_t iteration)
        : settings(
              eventFile(folder), LogWriter::Start::Anew, [] {}, engine::chooseAnotherFolder),
          training(
              eventFile(folder / "train"), LogWriter::Start::Anew, [] {}, engine::chooseAnotherFolder),
          validation(
              eventFile(folder / "validation"), LogWriter::Start::Anew, [] {}, engine::chooseAnotherFolder)
    {
        forAll([&](LogWriter& file) { file.put(engine::firstRecords(now(), iteration)); });
    }

    void check()
    {
        forAll([](const LogWriter& file) { file.check(); });
    }
    void finish()
    {
        forAll([](LogWriter& file) { file.finish(); });
    }

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
        if (!told.empty()) {
            training.put(told.record());
        }
    }

    LogWriter settings, training, validation;
    bool wantsLook = false; ///< a validation was told since the last look
    Clock::time_point nextLook = {};

private:
    void forAll(auto&& does)
    {
        for (LogWriter* const file : {&settings, &training, &validation}) {
            does(*file);
        }
    }
};

TensorBoardLog::TensorBoardLog(fs::path folder, Look look) : m_folder(std::move(folder)), m_look(std::move(look)) {}

void TensorBoardLog::take(const engine::Event& event)
{
    std::visit([this](const auto& one) { put(one); }, event);
    if (m_files) {
        m_files->check();
    }
}

void TensorBoardLog::finish()
{
    if (m_files) {
        m_files->finish();
    }
}

void TensorBoardLog::put(const engine::StartEvent& start)
{
    if (m_files) {
        return; // it goes on after a failure
    }
    m_files = std::make_shared<Files>(folderFor(start, m_folder), start.iteration);
    m_last = start.iterations;
    TensorBoardEvent told(now(), start.iteration);
    told.settings(settingsOf(start), start.time);
    m_files->settings.put(told.record());
}

void TensorBoardLog::put(const engine::TrainEvent& event)
{
    if (m_files->wantsLook) { // not while a validation is under way, within which others may ask for looks
        m_look([files = m_files](const engine::NetLook& look) { files->put(look); });
    }
    const auto time = Clock::now();
    if (time < m_next && event.iteration != m_last) {
        return;
    }
    m_next = time + betweenSteps;
    TensorBoardEvent told(now(), event.iteration);
    fields(event, [&](std::string_view key, const auto& value) {
        if (key != "iteration" && key != "seconds") {
            told.scalar(key, static_cast<double>(value));
        }
    });
    m_files->training.put(told.record());
}

void TensorBoardLog::put(const engine::ValidationEvent& event)
{
    TensorBoardEvent validation(now(), event.iteration), training(now(), event.iteration);
    validation.scalar("loss", event.loss);
    for (const engine::Metric& metric : event.metrics) {
        validation.scalar(metric.name, metric.value);
    }
    for (const engine::Metric& metric : event.training) {
        training.scalar(metric.name, metric.value);
    }
    m_files->validation.put(validation.record());
    if (!training.empty()) {
        m_files->training.put(training.record());
    }
    m_files->wantsLook = Clock::now() >= m_files->nextLook;
}

void TensorBoardLog::put(const engine::ChangeEvent& event)
{
    m_last = event.iterations;
}

void TensorBoardLog::put(const engine::SampleEvent& event)
{
    TensorBoardEvent told(now(), event.iteration);
    told.text("sample", event.text);
    m_files->training.put(told.record());
}

void TensorBoardLog::put(const engine::MetersEvent& event)
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
    m_files->training.put(told.record());
}

void TensorBoardLog::put(const engine::EndEvent& event)
{
    TensorBoardEvent told(now(), event.iterations);
    told.end(event.reason == engine::EndReason::Diverged, now());
    m_files->settings.put(told.record());
}

} // namespace watch

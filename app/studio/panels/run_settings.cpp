// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_settings.h"

#include "editor/words/numbers.h"
#include "engine/cells/equations_line.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <QCoreApplication>
#include <QHash>
#include <QSet>

namespace studio {
namespace {

void add(std::vector<RunSetting>& settings, std::span<const engine::ParamSpec> specs, const engine::Params& params,
         const char* context, const QString& owner)
{
    for (const engine::ParamSpec& spec : specs) {
        const auto found = params.find(spec.key);
        if (found != params.end()) {
            const QString value =
                spec.key == "equations"
                    ? QString::fromStdString(engine::cells::equationsLine(std::get<std::string>(found->second)))
                    : editor::valueText(found->second);
            settings.push_back({owner + editor::engineText(context, spec.label), value});
        }
    }
}

/// What the run was given of the setting, or what counted without it.
QString valueOf(const engine::RunSpec& spec, const engine::Params& given, const engine::SolverSettings& solver,
                const engine::DataKind& kind)
{
    const auto found = given.find(spec.param.key);
    std::optional<engine::ParamValue> value =
        found != given.end() ? std::optional(found->second) : engine::solversValue(spec, given, solver, kind);
    if (!value && !spec.unset.empty()) {
        return editor::engineText("Run", spec.unset);
    }
    value = value ? value : engine::fallbackOf(spec.param, engine::Dialect::Bvlc);
    const QString word = wordFor(spec, *value);
    return word.isEmpty() ? editor::valueText(*value) : word;
}

/// Engine, device, precision and seed are told as they came to be.
bool isToldOtherwise(const engine::RunSpec& spec)
{
    const std::string_view key = spec.param.key;
    return key == "engine" || key == "device" || key == "precision" || key == "seed" ||
           spec.place == engine::RunSpec::Place::Terminal;
}

/// Whether it is known how it was started: in this window, or by the queue.
bool isDescribed(const RunRecord& run)
{
    return run.run.settings.contains("seed") || !run.run.model.layers.empty();
}

/// As it came to be, or else as it was asked for; null: not known.
QString toldOf(const RunRecord& run, const char* key, const std::string& asItCame)
{
    const auto given = run.run.settings.find(key);
    const bool isAsked = asItCame.empty() && given != run.run.settings.end();
    const std::string known = isAsked ? engine::optionText(given->second) : asItCame;
    return known.empty() ? QString() : QString::fromStdString(known);
}

void addRun(std::vector<RunSetting>& settings, const RunRecord& run, const engine::SolverSettings& solver)
{
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        if (isToldOtherwise(spec)) {
            continue;
        }
        const QString name = spec.param.key == "iterations" // another one than how many it has made
                                 ? QCoreApplication::translate("RunSettings", "Iterations at most")
                                 : editor::engineText("Run", spec.param.label);
        // Of a run that was not started here, the solver's own value is all that is known.
        const bool isKnown = isDescribed(run) || solver.params.contains(spec.solverKey);
        settings.push_back({name, isKnown ? valueOf(spec, run.run.settings, solver, *run.start.kind) : QString()});
    }
}

/// Without those in place of which the run's own are told.
void addSolver(std::vector<RunSetting>& settings, const engine::SolverSettings& solver)
{
    engine::Params params = engine::completeParams(solver);
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        if (spec.solverKeySays == engine::RunSpec::SolverKey::SaysTheSame) {
            params.erase(std::string(spec.solverKey));
        }
    }
    add(settings, engine::solverSpecs(), params, "Solver", {});
}

void addLayers(std::vector<RunSetting>& settings, const std::string& text)
{
    const engine::Model model = engine::readModel(text, "the run's model");
    for (const engine::Layer& layer : model.layers) {
        const QString owner = QString::fromStdString(layer.name) + QStringLiteral(": ");
        settings.push_back(
            {owner + QCoreApplication::translate("RunSettings", "Type"), QString::fromStdString(layer.type)});
        add(settings, engine::layerType(layer.type).params, engine::completeParams(layer, model.dialect), "Layers",
            owner);
    }
}

} // namespace

std::vector<RunSetting> settingsOf(const RunRecord& run)
{
    const auto nameOf = [](const std::string& file) {
        return QString::fromStdString(std::filesystem::path(file).filename().string());
    };
    std::vector<RunSetting> settings = {
        {QCoreApplication::translate("RunSettings", "Data"), nameOf(run.start.data)},
        {QCoreApplication::translate("RunSettings", "Engine"), toldOf(run, "engine", run.start.engine)},
        {QCoreApplication::translate("RunSettings", "Device"), toldOf(run, "device", run.start.device).toUpper()},
        {QCoreApplication::translate("RunSettings", "Precision"),
         toldOf(run, "precision", run.hasBegun() ? std::string(engine::nameOf(run.start.precision)) : "")},
        {QCoreApplication::translate("RunSettings", "Seed"), QString::number(run.start.seed)}};
    try {
        const engine::SolverSettings solver = engine::readSolver(run.start.solver, "the run's solver");
        addRun(settings, run, solver);
        addSolver(settings, solver);
        addLayers(settings, run.start.model);
    } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): then no layer is told
    }
    return settings;
}

const std::vector<RunSetting>& RunSettingsCache::of(const RunRecord& run)
{
    Entry& entry = m_runs[run.id];
    const std::vector<std::string> texts = {run.start.model,
                                            run.start.solver,
                                            run.start.data,
                                            run.start.engine,
                                            run.start.device,
                                            run.hasBegun() ? std::string(engine::nameOf(run.start.precision)) : "",
                                            std::to_string(run.start.seed)};
    if (entry.of != texts || entry.given != run.run.settings) {
        entry = {.of = texts, .given = run.run.settings, .settings = settingsOf(run)};
    }
    return entry.settings;
}

QString wordFor(const engine::RunSpec& spec, const engine::ParamValue& value)
{
    return spec.word && value == engine::ParamValue(spec.word->value) ? editor::engineText("Run", spec.word->meaning)
                                                                      : QString();
}

QString valueOf(std::span<const RunSetting> settings, const QString& name)
{
    const auto found = std::ranges::find(settings, name, &RunSetting::name);
    return found == settings.end() ? QString() : found->value;
}

QStringList differingSettings(std::span<const std::vector<RunSetting>> runs)
{
    QHash<QString, QStringList> valuesOf; // one for each run that has it
    QStringList names;
    for (const std::vector<RunSetting>& run : runs) {
        QSet<QString> seen; // of two with one name the first one counts, as in valueOf()
        for (const RunSetting& setting : run) {
            if (!seen.contains(setting.name)) {
                seen.insert(setting.name);
                names += valuesOf.contains(setting.name) ? QStringList() : QStringList(setting.name);
                valuesOf[setting.name].append(setting.value);
            }
        }
    }
    names.removeIf([&](const QString& name) {
        QStringList values = valuesOf[name];
        const bool isLacking = static_cast<std::size_t>(values.size()) < runs.size(); // as an empty value
        values.removeIf([](const QString& value) { return value.isNull(); });
        values.removeDuplicates();
        return values.size() < 2 && !(isLacking && !values.value(0).isEmpty());
    });
    return names;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_settings.h"

#include "editor/words/numbers.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <filesystem>
#include <QCoreApplication>

namespace studio {
namespace {

void add(std::vector<RunSetting>& settings, std::span<const engine::ParamSpec> specs, const engine::Params& params,
         const char* context, const QString& owner)
{
    for (const engine::ParamSpec& spec : specs) {
        const auto found = params.find(spec.key);
        if (found != params.end() && spec.key != "random_seed") { // the run's own seed is told already
            settings.push_back({owner + editor::engineText(context, spec.label), editor::valueText(found->second)});
        }
    }
}

void addSolver(std::vector<RunSetting>& settings, const std::string& text)
{
    const engine::Params params = engine::completeParams(engine::readSolver(text, "the run's solver"));
    add(settings, engine::solverSpecs(), params, "Solver", {});
}

void addLayers(std::vector<RunSetting>& settings, const std::string& text)
{
    const engine::Model model = engine::readModel(text, "the run's model");
    for (const engine::Layer& layer : model.layers) {
        add(settings, engine::layerType(layer.type).params, engine::completeParams(layer, model.dialect), "Layers",
            QString::fromStdString(layer.name) + QStringLiteral(": "));
    }
}

} // namespace

std::vector<RunSetting> settingsOf(const RunRecord& run)
{
    const auto nameOf = [](const std::string& file) {
        return QString::fromStdString(std::filesystem::path(file).filename().string());
    };
    std::vector<RunSetting> settings = {
        {QCoreApplication::translate("RunSettings", "Data"), nameOf(run.corpus)},
        {QCoreApplication::translate("RunSettings", "Device"), QString::fromStdString(run.device)},
        {QCoreApplication::translate("RunSettings", "Seed"), QString::number(run.seed)}};
    try {
        addSolver(settings, run.solver);
        addLayers(settings, run.model);
    } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): a project may be of another version
    }
    return settings;
}

QString valueOf(std::span<const RunSetting> settings, const QString& name)
{
    const auto found =
        std::find_if(settings.begin(), settings.end(), [&](const RunSetting& one) { return one.name == name; });
    return found == settings.end() ? QString() : found->value;
}

QStringList differingSettings(std::span<const std::vector<RunSetting>> runs)
{
    QStringList names;
    for (const std::vector<RunSetting>& run : runs) {
        for (const RunSetting& setting : run) {
            const bool same = std::all_of(runs.begin(), runs.end(), [&](const std::vector<RunSetting>& other) {
                return valueOf(other, setting.name) == setting.value;
            });
            if (!same && !names.contains(setting.name)) {
                names.append(setting.name);
            }
        }
    }
    return names;
}

} // namespace studio

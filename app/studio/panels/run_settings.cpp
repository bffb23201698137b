// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_settings.h"

#include "editor/words/numbers.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <filesystem>
#include <QCoreApplication>
#include <QHash>

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

const std::vector<RunSetting>& RunSettingsCache::of(const RunRecord& run)
{
    Entry& entry = m_runs[run.id];
    const std::vector<std::string> texts = {run.started, run.ending, run.model, run.solver, run.corpus, run.device};
    if (entry.of != texts) {
        entry = {.of = texts, .settings = settingsOf(run)};
    }
    return entry.settings;
}

QString valueOf(std::span<const RunSetting> settings, const QString& name)
{
    const auto found =
        std::find_if(settings.begin(), settings.end(), [&](const RunSetting& one) { return one.name == name; });
    return found == settings.end() ? QString() : found->value;
}

QStringList differingSettings(std::span<const std::vector<RunSetting>> runs)
{
    struct Seen {
        QString value;
        std::size_t runs = 0; ///< that have it
        std::size_t last = 0; ///< the last of them, from 1
        bool differs = false;
    };
    QHash<QString, Seen> all;
    QStringList order;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (const RunSetting& setting : runs[run]) {
            Seen& seen = all[setting.name];
            if (seen.runs == 0) {
                seen.value = setting.value;
                order.append(setting.name);
            }
            if (seen.last == run + 1) {
                continue; // of two with one name the first one counts, as in valueOf()
            }
            seen.differs = seen.differs || seen.value != setting.value;
            seen.last = run + 1;
            ++seen.runs;
        }
    }
    QStringList names;
    for (const QString& name : order) {
        const Seen& seen = all[name];
        if (seen.differs ||
            (seen.runs < runs.size() && !seen.value.isEmpty())) { // one that lacks it has an empty value
            names.append(name);
        }
    }
    return names;
}

} // namespace studio

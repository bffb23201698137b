// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/remedies.h"

#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <string>
#include <vector>

namespace studio {
namespace {

constexpr double dropoutStep = 0.1, maxDropout = 0.8;
constexpr double stackedStep = 0.2;
constexpr double newDropout = 0.3;
constexpr std::int64_t unitStep = 8;

/// The texts' context, where lupdate sees it.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Remedies)
};

const engine::LayerType& typeOf(const editor::Node& node)
{
    return engine::layerType(node.layer.type);
}

engine::Params paramsOf(const editor::Content& content, const editor::Node& node)
{
    return engine::completeParams(node.layer, content.dialect);
}

QString numberOf(double value)
{
    return QLocale().toString(value, 'g', 3);
}

/// Another value of a layer's setting.
struct Step {
    std::string key;
    engine::ParamValue value;
    QString words = {}; ///< empty: it goes with another one
};

Step stepTo(const editor::Node& node, const char* key, std::int64_t before, std::int64_t after, const QString& words)
{
    const QLocale locale;
    return {.key = key,
            .value = after,
            .words = words.arg(QString::fromStdString(node.layer.name), locale.toString(static_cast<qlonglong>(before)),
                               locale.toString(static_cast<qlonglong>(after)))};
}

/// Adds to the share that a layer drops; nothing where it is at its maximum.
std::optional<Step> moreOf(const editor::Node& node, const engine::Params& params, double more)
{
    const std::string key = "dropout_ratio";
    const double before = engine::floatParam(params, key);
    const double after = std::min(maxDropout, std::round(100 * (before + more)) / 100);
    if (!(after > before)) {
        return std::nullopt;
    }
    return Step{.key = key,
                .value = after,
                .words = Text::tr("dropout of %1 from %2 to %3")
                             .arg(QString::fromStdString(node.layer.name), numberOf(before), numberOf(after))};
}

/// With the step that each layer takes; nothing where none says one.
template <class StepOf>
std::optional<Remedy> changed(const editor::Content& content, StepOf stepOf)
{
    Remedy remedy{.content = content, .change = {}};
    QStringList changes;
    for (const editor::Node& node : content.nodes) {
        if (const std::optional<Step> step = stepOf(node, paramsOf(content, node))) {
            editor::setParam(remedy.content, node.id, step->key, step->value);
            changes << step->words;
        }
    }
    changes.removeAll(QString());
    remedy.change = changes.join(QStringLiteral(", "));
    return changes.isEmpty() ? std::nullopt : std::optional(remedy);
}

/// Whether all layers are of the catalogue, with settings in their ranges: of others nothing is known.
bool isKnown(const editor::Content& content)
{
    try {
        std::ranges::for_each(content.nodes, [&](const editor::Node& node) { paramsOf(content, node); });
        return true;
    } catch (const engine::Error&) {
        return false;
    }
}

bool isRecurrent(const editor::Node& node, const engine::Params& params)
{
    return typeOf(node).group == engine::LayerGroup::Recurrent && params.contains("num_output");
}

/// Behind the last recurrent layer, where one wire leads on.
std::optional<Remedy> withNewLayer(const editor::Content& content)
{
    const auto last = std::find_if(content.nodes.rbegin(), content.nodes.rend(), [&](const editor::Node& node) {
        return isRecurrent(node, paramsOf(content, node));
    });
    if (last == content.nodes.rend()) {
        return std::nullopt;
    }
    std::vector<editor::Wire> leaving = editor::wires(content);
    std::erase_if(leaving, [&](const editor::Wire& wire) { return wire.from != editor::Output{last->id, 0}; });
    if (leaving.size() != 1) {
        return std::nullopt;
    }
    Remedy remedy{.content = content, .change = {}};
    const QPointF to = content.find(leaving.front().to.node)->position;
    const editor::Id id =
        editor::insertOnWire(remedy.content, engine::layerType("DROPOUT"), leaving.front(), (last->position + to) / 2);
    editor::makeRoom(remedy.content, id);
    editor::setParam(remedy.content, id, "dropout_ratio", newDropout);
    remedy.change = Text::tr("a DROPOUT layer with %1 after %2")
                        .arg(numberOf(newDropout), QString::fromStdString(last->layer.name));
    return remedy;
}

} // namespace

std::optional<Remedy> moreDropout(const editor::Content& content)
{
    if (!isKnown(content)) {
        return std::nullopt;
    }
    const auto isDropout = [](const editor::Node& node) { return typeOf(node).name == "DROPOUT"; };
    if (std::ranges::any_of(content.nodes, isDropout)) {
        return changed(content, [&](const editor::Node& node, const engine::Params& params) {
            return isDropout(node) ? moreOf(node, params, dropoutStep) : std::nullopt;
        });
    }
    const auto first = [hasOne = false](const editor::Node& node, const engine::Params& params) mutable {
        const bool isStacked = isRecurrent(node, params) && params.contains("num_layers") &&
                               params.contains("dropout_ratio") && engine::intParam(params, "num_layers") > 1;
        const std::optional<Step> step =
            isStacked && !hasOne ? moreOf(node, params, stackedStep) : std::optional<Step>();
        hasOne = hasOne || step;
        return step;
    };
    const std::optional<Remedy> remedy = changed(content, first);
    return remedy ? remedy : withNewLayer(content);
}

std::optional<Remedy> smallerNet(const editor::Content& content)
{
    if (!isKnown(content)) {
        return std::nullopt;
    }
    return changed(content, [](const editor::Node& node, const engine::Params& params) -> std::optional<Step> {
        const std::int64_t before = isRecurrent(node, params) ? engine::intParam(params, "num_output") : 0;
        const std::int64_t after = std::max(unitStep, before * 3 / 4 / unitStep * unitStep);
        return after < before
                   ? std::optional(stepTo(node, "num_output", before, after, Text::tr("units of %1 from %2 to %3")))
                   : std::nullopt;
    });
}

std::optional<Remedy> largerBatch(const editor::Content& content)
{
    constexpr std::int64_t most = 4096;
    bool isTooLarge = !isKnown(content);
    if (isTooLarge) {
        return std::nullopt;
    }
    const auto twice = [&](const editor::Node& node, const engine::Params& params) -> std::optional<Step> {
        const engine::LayerType& type = typeOf(node);
        const bool isSource = type.group == engine::LayerGroup::Source;
        const std::string key = isSource ? "batch_size" : std::string(type.streamsKey);
        if (key.empty() || !params.contains(key)) {
            return std::nullopt;
        }
        const std::int64_t before = engine::intParam(params, key);
        isTooLarge = isTooLarge || 2 * before > most;
        return isSource ? stepTo(node, "batch_size", before, 2 * before, Text::tr("batch_size of %1 from %2 to %3"))
                        : Step{.key = key, .value = 2 * before};
    };
    const std::optional<Remedy> remedy = changed(content, twice);
    return isTooLarge ? std::nullopt : remedy;
}

} // namespace studio

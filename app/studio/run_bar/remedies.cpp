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

std::vector<editor::Id> recurrentLayers(const editor::Content& content)
{
    std::vector<editor::Id> found;
    for (const editor::Node& node : content.nodes) {
        const engine::Params params = paramsOf(content, node);
        if (typeOf(node).group == engine::LayerGroup::Recurrent && params.contains("num_output")) {
            found.push_back(node.id);
        }
    }
    return found;
}

/// Adds to a share between 0 and 1, and says so. False where it is at its maximum.
bool raise(Remedy& remedy, editor::Id id, const std::string& key, double step)
{
    const editor::Node& node = *remedy.content.find(id);
    const double before = engine::floatParam(paramsOf(remedy.content, node), key);
    const double after = std::min(maxDropout, std::round(100 * (before + step)) / 100);
    if (!(after > before)) {
        return false;
    }
    remedy.change = Text::tr("dropout of %1 from %2 to %3")
                        .arg(QString::fromStdString(node.layer.name), numberOf(before), numberOf(after));
    editor::setParam(remedy.content, id, key, after);
    return true;
}

std::optional<Remedy> raisedLayers(const editor::Content& content)
{
    Remedy remedy{.content = content, .change = {}};
    QStringList changes;
    for (const editor::Node& node : content.nodes) {
        if (typeOf(node).name == "DROPOUT" && raise(remedy, node.id, "dropout_ratio", dropoutStep)) {
            changes << remedy.change;
        }
    }
    remedy.change = changes.join(QStringLiteral(", "));
    return changes.isEmpty() ? std::nullopt : std::optional(remedy);
}

std::optional<Remedy> raisedStack(const editor::Content& content)
{
    Remedy remedy{.content = content, .change = {}};
    for (const editor::Id id : recurrentLayers(content)) {
        const engine::Params params = paramsOf(content, *content.find(id));
        if (params.contains("num_layers") && params.contains("dropout_ratio") &&
            engine::intParam(params, "num_layers") > 1 && raise(remedy, id, "dropout_ratio", stackedStep)) {
            return remedy;
        }
    }
    return std::nullopt;
}

/// Behind the last recurrent layer, where one wire leads on.
std::optional<Remedy> withNewLayer(const editor::Content& content)
{
    const std::vector<editor::Id> recurrent = recurrentLayers(content);
    if (recurrent.empty()) {
        return std::nullopt;
    }
    std::vector<editor::Wire> leaving = editor::wires(content);
    std::erase_if(leaving, [&](const editor::Wire& wire) { return wire.from != editor::Output{recurrent.back(), 0}; });
    if (leaving.size() != 1) {
        return std::nullopt;
    }
    Remedy remedy{.content = content, .change = {}};
    const QPointF from = content.find(recurrent.back())->position;
    const QPointF to = content.find(leaving.front().to.node)->position;
    const editor::Id id =
        editor::insertOnWire(remedy.content, engine::layerType("DROPOUT"), leaving.front(), (from + to) / 2);
    editor::makeRoom(remedy.content, id);
    editor::setParam(remedy.content, id, "dropout_ratio", newDropout);
    remedy.change = Text::tr("a DROPOUT layer with %1 after %2")
                        .arg(numberOf(newDropout), QString::fromStdString(content.find(recurrent.back())->layer.name));
    return remedy;
}

} // namespace

std::optional<Remedy> moreDropout(const editor::Content& content)
{
    if (!isKnown(content)) {
        return std::nullopt;
    }
    const bool hasLayers =
        std::ranges::any_of(content.nodes, [](const editor::Node& node) { return typeOf(node).name == "DROPOUT"; });
    if (hasLayers) {
        return raisedLayers(content);
    }
    std::optional<Remedy> remedy = raisedStack(content);
    return remedy ? remedy : withNewLayer(content);
}

std::optional<Remedy> smallerNet(const editor::Content& content)
{
    if (!isKnown(content)) {
        return std::nullopt;
    }
    Remedy remedy{.content = content, .change = {}};
    QStringList changes;
    for (const editor::Id id : recurrentLayers(content)) {
        const editor::Node& node = *content.find(id);
        const std::int64_t before = engine::intParam(paramsOf(content, node), "num_output");
        const std::int64_t after = std::max(unitStep, before * 3 / 4 / unitStep * unitStep);
        if (after < before) {
            editor::setParam(remedy.content, id, "num_output", after);
            const QLocale locale;
            changes << Text::tr("units of %1 from %2 to %3")
                           .arg(QString::fromStdString(node.layer.name),
                                locale.toString(static_cast<qlonglong>(before)),
                                locale.toString(static_cast<qlonglong>(after)));
        }
    }
    remedy.change = changes.join(QStringLiteral(", "));
    return changes.isEmpty() ? std::nullopt : std::optional(remedy);
}

std::optional<Remedy> largerBatch(const editor::Content& content)
{
    constexpr std::int64_t most = 4096;
    if (!isKnown(content)) {
        return std::nullopt;
    }
    Remedy remedy{.content = content, .change = {}};
    QStringList changes;
    const QLocale locale;
    for (const editor::Node& node : content.nodes) {
        const engine::LayerType& type = typeOf(node);
        const bool isSource = type.group == engine::LayerGroup::Source;
        const std::string key = isSource ? "batch_size" : std::string(type.streamsKey);
        const engine::Params params = paramsOf(content, node);
        if (key.empty() || !params.contains(key)) {
            continue;
        }
        const std::int64_t before = engine::intParam(params, key), after = 2 * before;
        if (after > most) {
            return std::nullopt;
        }
        editor::setParam(remedy.content, node.id, key, after);
        if (isSource) {
            changes << Text::tr("batch_size of %1 from %2 to %3")
                           .arg(QString::fromStdString(node.layer.name),
                                locale.toString(static_cast<qlonglong>(before)),
                                locale.toString(static_cast<qlonglong>(after)));
        }
    }
    remedy.change = changes.join(QStringLiteral(", "));
    return changes.isEmpty() ? std::nullopt : std::optional(remedy);
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_scale.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QStringList>
#include <string_view>
#include <utility>

namespace studio {

QString layerWords(const engine::UnitValues& layer)
{
    QStringList parts = {QString::fromStdString(layer.layer)};
    if (layer.stackedOf > 1) {
        parts << LensLegend::tr("layer %1").arg(layer.stacked + 1);
    }
    if (layer.bidirectional) {
        parts << (layer.direction == engine::Direction::Forward ? LensLegend::tr("forward")
                                                                : LensLegend::tr("backward"));
    }
    return parts.join(QStringLiteral(" · "));
}

QString quantityWords(const engine::UnitValues& layer, std::int64_t quantity)
{
    const std::string_view name = layer.nameOf(quantity);
    if (layer.cell->typed) { // its equations say what it is
        return QString::fromUtf8(name);
    }
    if (layer.isState(quantity)) {
        return name == "h" ? LensLegend::tr("Hidden state h")
                           : LensLegend::tr("Cell state %1").arg(QString::fromUtf8(name));
    }
    const std::map<std::string_view, QString> gates = {{"i", LensLegend::tr("Input gate i")},
                                                       {"f", LensLegend::tr("Forget gate f")},
                                                       {"o", LensLegend::tr("Output gate o")},
                                                       {"r", LensLegend::tr("Reset gate r")},
                                                       {"z", LensLegend::tr("Update gate z")},
                                                       {"g", LensLegend::tr("Candidate %1").arg(QStringLiteral("g"))},
                                                       {"n", LensLegend::tr("Candidate %1").arg(QStringLiteral("n"))}};
    const auto gate = gates.find(name);
    return gate == gates.end() ? LensLegend::tr("Gate %1").arg(QString::fromUtf8(name)) : gate->second;
}

namespace {

constexpr float strongest = 0.7f; ///< how much of the colour covers the ground at the ends

QString valueAt(const LensScale& scale, float side)
{
    return QLocale().toString(static_cast<double>(scale.middle + side * scale.half), 'g', 2);
}

/// Of the units from `first` up to `last`, not with it.
std::pair<float, float> extremes(const engine::UnitValues& layer, std::int64_t quantity, std::int64_t first,
                                 std::int64_t last)
{
    float low = 0, high = 0;
    for (std::int64_t step = 0; step < layer.steps; ++step) {
        const float* const row = layer.row(quantity, step);
        for (std::int64_t unit = first; unit < last; ++unit) {
            if (std::isfinite(row[unit])) {
                low = std::min(low, row[unit]);
                high = std::max(high, row[unit]);
            }
        }
    }
    return {low, high};
}

LensScale aroundZero(float low, float high)
{
    return {.middle = 0, .half = std::max({-low, high, 1e-6f})};
}

} // namespace

QColor LensScale::colour(float value) const
{
    const bool isFinite = std::isfinite(value);
    const float side = isFinite ? std::clamp((value - middle) / half, -1.0f, 1.0f) : 1.0f;
    const QColor ground = editor::theme().canvas;
    const QColor end = !isFinite  ? QColor(0xa0, 0x20, 0xb0)
                       : side < 0 ? QColor(0x1f, 0x77, 0xd4)
                                  : QColor(0xe6, 0x7e, 0x0a);
    const float share = strongest * std::abs(side);
    const auto mix = [share](int from, int to) {
        return static_cast<int>(std::lround(static_cast<float>(from) + share * static_cast<float>(to - from)));
    };
    return {mix(ground.red(), end.red()), mix(ground.green(), end.green()), mix(ground.blue(), end.blue())};
}

LensScale lensScaleOf(const engine::UnitValues& layer, std::int64_t quantity)
{
    const auto [low, high] = extremes(layer, quantity, 0, layer.units);
    const bool opens = !layer.isState(quantity) && low >= 0 && high <= 1;
    return opens ? LensScale{.middle = 0.5f, .half = 0.5f} : aroundZero(low, high);
}

LensScale lensScaleOf(const engine::UnitValues& layer, std::int64_t quantity, std::int64_t unit)
{
    const LensScale all = lensScaleOf(layer, quantity);
    const auto [low, high] = extremes(layer, quantity, unit, unit + 1);
    return all.middle == 0 ? aroundZero(low, high) : all;
}

LensLegend::LensLegend(QWidget* parent) : ColourLegend(parent)
{
    setScale({});
}

void LensLegend::setScale(const LensScale& scale, const LensScale& all)
{
    constexpr int steps = 120;
    setColours(valueAt(scale, -1), valueAt(scale, 1), steps, [scale](int step) {
        return scale.colour(scale.middle + (2.0f * static_cast<float>(step) / (steps - 1) - 1) * scale.half);
    });
    setAccessibleName(tr("Colours from %1 to %2").arg(valueAt(scale, -1), valueAt(scale, 1)));
    setToolTip(tr("The unit's value at a character, by the colour behind it. In the map of all units the colours go "
                  "from %1 to %2.")
                   .arg(valueAt(all, -1), valueAt(all, 1)));
}

} // namespace studio

#include "moc_lens_scale.cpp"

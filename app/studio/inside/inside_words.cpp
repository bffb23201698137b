// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/inside_words.h"

#include "app/studio/lens/lens_scale.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <string_view>
#include <utility>

namespace studio {

std::optional<editor::NodeValues>
nodeValues(const engine::NetLook& look, const std::vector<engine::LookFinding>& findings, const engine::Layer& layer)
{
    const engine::LayerLook* const seen = look.find(layer.name);
    if (seen == nullptr || seen->type != layer.type) {
        return std::nullopt;
    }
    editor::NodeValues values{.weights = seen->weights};
    for (std::size_t port = 0; port < seen->outputs.size(); ++port) {
        const engine::TensorLook& output = seen->outputs[port];
        if (output.gradients && output.values.count > 1) {
            values.outputs.push_back({.port = port, .tensor = output});
        }
    }
    const auto found = std::ranges::find(findings, layer.name, &engine::LookFinding::layer);
    if (found != findings.end()) {
        values.warning = wordsOf(*found, look).brief;
    }
    return values;
}

namespace {

using Kind = engine::LookFinding::Kind;

constexpr std::size_t maxNumbers = 8;

/// Translates with the words of this folder.
struct Inside {
    Q_DECLARE_TR_FUNCTIONS(studio::Inside)
};

/// "3, 17, 40", of many the first ones.
QString numbersOf(const std::vector<std::int64_t>& units)
{
    QStringList words;
    for (const std::int64_t unit : units) {
        if (words.size() == static_cast<qsizetype>(maxNumbers)) {
            words << QStringLiteral("…");
            break;
        }
        words << QLocale().toString(static_cast<qlonglong>(unit));
    }
    return words.join(QStringLiteral(", "));
}

QString percentOf(double share)
{
    return QLocale().toString(100 * share, 'f', 0);
}

/// What it means for the layer that a gate stays at one of its ends.
QString meaningOf(std::string_view gate, bool high)
{
    const std::map<std::string_view, std::pair<QString, QString>> ofGates = {
        {"i",
         {Inside::tr("hardly anything new goes into the cell state"),
          Inside::tr("all of the candidate goes into the cell state")}},
        {"f", {Inside::tr("the cell state is forgotten at once"), Inside::tr("the cell state hardly decays")}},
        {"o",
         {Inside::tr("hardly anything of the cell state is output"), Inside::tr("the whole cell state is output")}},
        {"r",
         {Inside::tr("the candidate hardly sees the previous state"),
          Inside::tr("the candidate sees the whole previous state")}},
        {"z", {Inside::tr("hardly anything of the state is kept"), Inside::tr("the state hardly changes")}}};
    const auto found = ofGates.find(gate);
    return found == ofGates.end() ? Inside::tr("its gradient is near 0 there")
           : high                 ? found->second.second
                                  : found->second.first;
}

/// "i 0.44 (0.02 to 0.97)", ... of every gate and state.
QString quantitiesAt(const engine::UnitValues& values, std::int64_t step)
{
    QStringList words;
    const QLocale locale;
    for (std::int64_t quantity = 0; quantity < values.quantities(); ++quantity) {
        const float* const row = values.row(quantity, step);
        const auto [smallest, largest] = std::minmax_element(row, row + values.units);
        const double mean = std::accumulate(row, row + values.units, 0.0) / static_cast<double>(values.units);
        const auto number = [&](double value) { return locale.toString(value, 'f', 2); };
        words << Inside::tr("%1 %2 (%3 to %4)")
                     .arg(QString::fromUtf8(values.nameOf(quantity)))
                     .arg(number(mean), number(double{*smallest}), number(double{*largest}));
    }
    return words.join(QStringLiteral(" · "));
}

FindingWords gateWords(const engine::LookFinding& finding, const engine::UnitValues& values)
{
    const bool high = finding.kind == Kind::GateHigh;
    const QString name = QString::fromUtf8(values.nameOf(finding.gate)), percent = percentOf(finding.share);
    const QString gate = Inside::tr("%1 of %2").arg(quantityWords(values, finding.gate), layerWords(values));
    const QString meaning = meaningOf(values.nameOf(finding.gate), high);
    FindingWords words;
    if (engine::boundsOf(*values.cell, finding.gate)->low < 0) { // a tanh
        words.brief = Inside::tr("%1 saturated %2 %").arg(name, percent);
        words.sentence = (high ? Inside::tr("%1 is saturated near 1 in %2 % of its values: %3.")
                               : Inside::tr("%1 is saturated near -1 in %2 % of its values: %3."))
                             .arg(gate, percent, meaning);
    } else {
        words.brief = (high ? Inside::tr("gate %1 open %2 %") : Inside::tr("gate %1 closed %2 %")).arg(name, percent);
        words.sentence = (high ? Inside::tr("%1 is open in %2 % of its values: %3. Saturated, it hardly learns.")
                               : Inside::tr("%1 is closed in %2 % of its values: %3. Saturated, it hardly learns."))
                             .arg(gate, percent, meaning);
    }
    if (!finding.units.empty()) {
        words.sentence += QLatin1Char(' ') + Inside::tr("At every step seen: units %1.").arg(numbersOf(finding.units));
    }
    return words;
}

} // namespace

FindingWords wordsOf(const engine::LookFinding& finding, const engine::NetLook& look)
{
    const QString layer = QString::fromStdString(finding.layer);
    const auto count = static_cast<int>(finding.count);
    switch (finding.kind) {
    case Kind::NotFinite:
        return {Inside::tr("not finite"),
                Inside::tr("%1: %n sampled value(s) are not finite.", nullptr, count).arg(layer)};
    case Kind::NoGradient:
        return {Inside::tr("no gradient"),
                Inside::tr("%1: no gradient reaches its weights, so they do not learn.").arg(layer)};
    case Kind::DeadUnits:
        return {Inside::tr("%n dead unit(s)", nullptr, count),
                Inside::tr("%1: %n of %2 units are dead, zero at every position seen: %3.", nullptr, count)
                    .arg(layer, QLocale().toString(static_cast<qlonglong>(finding.of)), numbersOf(finding.units))};
    case Kind::GateLow:
    case Kind::GateHigh:
        return gateWords(finding, look.units[finding.part]);
    }
    return {};
}

QString stepWords(const engine::NetLook& look, const std::string& layer, std::int64_t step)
{
    const QLocale locale;
    QStringList lines;
    for (const engine::UnitValues& values : look.units) {
        if (values.layer != layer) {
            continue;
        }
        if (step > values.steps) {
            return Inside::tr("Values: only the first %n step(s) are recorded.", nullptr,
                              static_cast<int>(values.steps));
        }
        lines << Inside::tr("%1: %2").arg(layerWords(values), quantitiesAt(values, step - 1));
    }
    if (lines.isEmpty()) {
        return {};
    }
    lines.prepend(Inside::tr("Iteration %1, first stream, all units: mean (smallest to largest)")
                      .arg(locale.toString(static_cast<qlonglong>(look.iteration))));
    return lines.join(QLatin1Char('\n'));
}

QString valueWords(double value)
{
    return QLocale().toString(value, 'g', 3);
}

} // namespace studio

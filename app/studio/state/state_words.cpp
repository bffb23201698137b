// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/state/state_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace studio {

namespace {

/// Translates with the words of the state panel.
struct State {
    Q_DECLARE_TR_FUNCTIONS(studio::State)
};

QString layerOf(const std::string& layer, std::int64_t stacked, bool several)
{
    const QString name = QString::fromStdString(layer);
    return several ? State::tr("%1 · layer %2").arg(name).arg(stacked + 1) : name;
}

} // namespace

QString stateWords(const engine::UnitState& state)
{
    const QString letter = state.state == "h" ? State::tr("hidden state h")
                                              : State::tr("cell state %1").arg(QString::fromStdString(state.state));
    return layerOf(state.layer, state.stacked, state.stackedOf > 1) + QStringLiteral(" · ") + letter;
}

QString heldWords(const engine::HeldUnit& unit, std::int64_t place)
{
    const QLocale locale;
    const QString what =
        State::tr("%1 · %2 of unit %3 = %4")
            .arg(layerOf(unit.layer, unit.stacked, unit.stacked > 0), QString::fromStdString(unit.state),
                 locale.toString(qint64{unit.unit}), locale.toString(static_cast<double>(unit.value), 'g', 4));
    if (unit.to == unit.from) {
        return unit.from == place ? State::tr("%1, set here").arg(what) : State::tr("%1, set earlier").arg(what);
    }
    if (unit.to < place) {
        return State::tr("%1, clamped earlier").arg(what);
    }
    return unit.from == place ? State::tr("%1, clamped from here on").arg(what) : State::tr("%1, clamped").arg(what);
}

QString characterWords(const std::string& character)
{
    if (character == "\n") {
        return State::tr("a line's end");
    }
    return character == " " ? State::tr("a space") : State::tr("“%1”").arg(QString::fromStdString(character));
}

} // namespace studio

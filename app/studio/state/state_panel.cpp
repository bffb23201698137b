// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/state/state_panel.h"

#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStringList>
#include <QToolButton>
#include <tuple>
#include <utility>

namespace studio {

namespace {

QString layerOf(const std::string& layer, std::int64_t stacked, bool several)
{
    const QString name = QString::fromStdString(layer);
    return several ? StatePanel::tr("%1 · layer %2").arg(name).arg(stacked + 1) : name;
}

} // namespace

QString stateWords(const engine::UnitState& state)
{
    const QString letter = state.state == "h"
                               ? StatePanel::tr("hidden state h")
                               : StatePanel::tr("cell state %1").arg(QString::fromStdString(state.state));
    return layerOf(state.layer, state.stacked, state.stackedOf > 1) + QStringLiteral(" · ") + letter;
}

QString heldWords(const engine::HeldUnit& unit, std::int64_t place)
{
    const QLocale locale;
    const QString what =
        StatePanel::tr("%1 · %2 of unit %3 = %4")
            .arg(layerOf(unit.layer, unit.stacked, unit.stacked > 0), QString::fromStdString(unit.state),
                 locale.toString(qint64{unit.unit}), locale.toString(static_cast<double>(unit.value), 'g', 4));
    if (unit.to == unit.from) {
        return unit.from == place ? StatePanel::tr("%1, set here").arg(what)
                                  : StatePanel::tr("%1, set earlier").arg(what);
    }
    if (unit.to < place) {
        return StatePanel::tr("%1, clamped earlier").arg(what);
    }
    return unit.from == place ? StatePanel::tr("%1, clamped from here on").arg(what)
                              : StatePanel::tr("%1, clamped").arg(what);
}

QString characterWords(const std::string& character)
{
    if (character == "\n") {
        return StatePanel::tr("a line's end");
    }
    return character == " " ? StatePanel::tr("a space") : StatePanel::tr("“%1”").arg(QString::fromStdString(character));
}

namespace {

bool isSame(const engine::HeldUnit& a, const engine::HeldUnit& b)
{
    return std::tie(a.layer, a.stacked, a.state, a.unit) == std::tie(b.layer, b.stacked, b.state, b.unit);
}

} // namespace

void HeldEdits::begin(Units units)
{
    *this = HeldEdits();
    m_units = std::move(units);
}

/// An earlier clamp ends before the place; what was done at the place or behind it is gone.
HeldEdits::Units HeldEdits::without(const engine::HeldUnit& unit, std::int64_t place) const
{
    Units units;
    for (engine::HeldUnit one : m_units) {
        if (isSame(one, unit)) {
            if (one.from >= place) {
                continue;
            }
            one.to = std::min(one.to, place - 1);
        }
        units.push_back(one);
    }
    return units;
}

void HeldEdits::hold(const engine::HeldUnit& unit, std::int64_t place, std::int64_t until)
{
    Units units = without(unit, place);
    units.push_back(unit);
    units.back().from = place;
    units.back().to = until;
    change(std::move(units));
}

void HeldEdits::release(const engine::HeldUnit& unit, std::int64_t place)
{
    change(without(unit, place));
}

bool HeldEdits::isHeld(const engine::HeldUnit& unit, std::int64_t place) const
{
    return std::ranges::any_of(m_units,
                               [&](const engine::HeldUnit& one) { return isSame(one, unit) && one.holdsAt(place); });
}

void HeldEdits::change(Units units)
{
    if (units == m_units) {
        return;
    }
    m_past.push_back(std::exchange(m_units, std::move(units)));
    m_future.clear();
}

void HeldEdits::step(std::vector<Units>& from, std::vector<Units>& to)
{
    if (!from.empty()) {
        to.push_back(std::exchange(m_units, std::move(from.back())));
        from.pop_back();
    }
}

namespace {

constexpr double maxValue = 1000; ///< that a unit is set to
constexpr int maxHeld = 3;        ///< units that are listed
constexpr int stripHeight = 48;   ///< pixels

QHBoxLayout* rowOf(std::initializer_list<editor::Part> parts)
{
    return editor::inRow(parts, QMargins(8, 1, 8, 1), 4);
}

} // namespace

StatePanel::StatePanel(QWidget* parent) : QWidget(parent)
{
    const auto makeTool = [this](const char* icon, const QString& tip, auto act) {
        return editor::iconButton(this, icon, tip, this, act);
    };
    m_where = editor::label({}, nullptr, editor::Look::Plain | editor::Look::Wraps);
    m_save = makeTool("save", tr("Save this state as a file"), &StatePanel::saveRequested);
    m_load = makeTool("open", tr("Continue from a state in a file"), &StatePanel::loadRequested);
    m_undo = makeTool("undo", tr("Undo the last change of a unit"), [this] {
        m_edits.undo();
        changed();
    });
    m_redo = makeTool("redo", tr("Redo the change of a unit"), [this] {
        m_edits.redo();
        changed();
    });
    m_strip = editor::described(new HeatMap, {.title = tr("Units of the state")});
    m_strip->setFixedHeight(stripHeight);
    m_held = editor::label({}, nullptr, editor::Look::Plain | editor::Look::Wraps, "heldUnits");
    m_write =
        editor::described(new QPushButton(tr("Continue here")),
                          {.tip = tr("Continue from this character with the same seed and settings, as a branch")},
                          this, &StatePanel::writeOnRequested);
    editor::inColumn(this,
                     {rowOf({{m_where, 1}, m_save, m_load}), makeUnitRow(), rowOf({{m_strip, 1}}), makeChangeRow(),
                      rowOf({m_undo, m_redo, {m_write, 1}}),
                      rowOf({{m_held, 1}}), // last: it grows, and moves no button
                      editor::stretch()},
                     QMargins(0, 2, 0, 2), 0);
    connect(m_strip, &HeatMap::chosen, m_unit, &QSpinBox::setValue);
    clear({});
}

QLayout* StatePanel::makeUnitRow()
{
    m_state = editor::described(new QComboBox,
                                {.title = tr("State"), .tip = tr("The recurrent layer, and which of its states")});
    m_state->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_state->setMinimumContentsLength(10);
    m_unit = editor::described(new editor::WholeBox,
                               {.title = tr("Unit"), .tip = tr("The unit; a click on the strip below chooses one too")},
                               this, &StatePanel::showUnit);
    m_unit->setPrefix(tr("Unit "));
    m_unit->setWrapping(true);
    m_now = new QLabel;
    m_now->setMinimumWidth(
        m_now->fontMetrics().horizontalAdvance(tr("Now %1").arg(QStringLiteral("-00.000")))); // as it fills
    connect(m_state, &QComboBox::currentIndexChanged, this, &StatePanel::showState);
    return rowOf({{m_state, 1}, m_unit, m_now});
}

QLayout* StatePanel::makeChangeRow()
{
    m_value = editor::described(new editor::RealBox,
                                {.title = tr("Value to set"), .tip = tr("The value that the unit is set to")});
    m_value->setRange(-maxValue, maxValue);
    m_value->setDecimals(3);
    m_value->setSingleStep(0.1);
    const auto make = [this](const QString& text, const QString& tip, auto change) {
        return editor::described(new QPushButton(text), {.tip = tip}, this, [this, change] {
            if (m_place) {
                (m_edits.*change)(unit(), m_place->state.place);
                changed();
            }
        });
    };
    m_set = make(tr("Set"), tr("Set the unit at this character; the net changes it again from the next one on"),
                 &HeldEdits::set);
    m_clamp =
        make(tr("Clamp"), tr("Hold the unit at the value at this character and all that follow"), &HeldEdits::clamp);
    m_release =
        make(tr("Release"), tr("Let the net change the unit again, from this character on"), &HeldEdits::release);
    for (QPushButton* button : {m_set, m_clamp, m_release}) { // styles want 80 pixels for any word
        button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 16);
    }
    return rowOf({{m_value, 1}, m_set, m_clamp, m_release});
}

engine::HeldUnit StatePanel::unit() const
{
    return {.layer = state()->layer,
            .stacked = state()->stacked,
            .state = state()->state,
            .unit = m_unit->value(),
            .value = static_cast<float>(m_value->value())};
}

void StatePanel::begin(const std::vector<engine::HeldUnit>& held)
{
    m_edits.begin(held);
}

void StatePanel::changed()
{
    emit heldChanged(m_edits.units());
}

void StatePanel::say(const QString& words)
{
    m_where->setText(words);
}

void StatePanel::clear(const QString& words)
{
    m_strip->show({}); // it points into the place
    m_place.reset();
    m_where->setText(words);
    showHeld({});
    m_now->clear();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_state, m_unit, m_value, m_set, m_clamp, m_release, m_write,
                                                           m_undo, m_redo, m_save}) {
        widget->setEnabled(false);
    }
}

void StatePanel::setPlace(const engine::WritingPlace& place, const QString& words)
{
    if (place.units.empty()) {
        clear(tr("No layer of this net keeps a state: it needs a recurrent layer, such as LSTM."));
        return;
    }
    m_strip->show({}); // it points into the place before
    m_place = place;
    m_where->setText(words);
    {
        const QSignalBlocker quiet(m_state);
        const int before = std::max(0, m_state->currentIndex());
        m_state->clear();
        for (const engine::UnitState& state : m_place->units) {
            m_state->addItem(stateWords(state));
        }
        m_state->setCurrentIndex(std::min(before, m_state->count() - 1));
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{m_state, m_unit, m_value, m_set, m_clamp, m_write, m_save}) {
        widget->setEnabled(true);
    }
    m_undo->setEnabled(m_edits.canUndo());
    m_redo->setEnabled(m_edits.canRedo());
    showHeld(m_edits.units());
    showState();
}

/// A line for each, as far as there is room; under the mouse all of them.
void StatePanel::showHeld(const std::vector<engine::HeldUnit>& units)
{
    QStringList held;
    for (const engine::HeldUnit& unit : units) {
        held << heldWords(unit, m_place->state.place);
    }
    m_held->setToolTip(held.join(QLatin1Char('\n')));
    if (const auto more = static_cast<int>(held.size()) - maxHeld; more > 0) {
        held = held.mid(more);
        held.prepend(tr("%n earlier", nullptr, more));
    }
    m_held->setText(held.join(QLatin1Char('\n')));
    m_held->setVisible(!held.isEmpty());
}

const engine::UnitState* StatePanel::state() const
{
    const int row = m_state->currentIndex();
    return m_place && row >= 0 ? &m_place->units.at(static_cast<std::size_t>(row)) : nullptr;
}

void StatePanel::showState()
{
    if (state()) {
        {
            const QSignalBlocker quiet(m_unit);
            m_unit->setRange(0, static_cast<int>(state()->values.size()) - 1);
        }
        showUnit();
    }
}

void StatePanel::showUnit()
{
    if (!state()) {
        return;
    }
    const engine::UnitState& state = *this->state();
    const float value = state.values.at(static_cast<std::size_t>(m_unit->value()));
    float most = 1e-6f;
    std::vector<int> held;
    for (int number = 0; number < static_cast<int>(state.values.size()); ++number) {
        const engine::HeldUnit one{
            .layer = state.layer, .stacked = state.stacked, .state = state.state, .unit = number};
        if (m_edits.isHeld(one, m_place->state.place)) {
            held.push_back(number);
        }
        most = std::max(most, std::abs(state.values[static_cast<std::size_t>(number)]));
    }
    m_strip->show({.characters = {state.values.data()},
                   .units = static_cast<int>(state.values.size()),
                   .scale = {.middle = 0, .half = most},
                   .unit = m_unit->value(),
                   .held = std::move(held)});
    m_now->setText(tr("Now %1").arg(QLocale().toString(static_cast<double>(value), 'f', 3)));
    m_release->setEnabled(m_edits.isHeld(unit(), m_place->state.place));
}

void StatePanel::choose(const engine::HeldUnit& unit)
{
    if (!m_place) {
        return;
    }
    const auto found = std::ranges::find_if(m_place->units, [&](const engine::UnitState& state) {
        return state.layer == unit.layer && state.stacked == unit.stacked && state.state == unit.state;
    });
    if (found != m_place->units.end()) {
        m_state->setCurrentIndex(static_cast<int>(found - m_place->units.begin()));
        m_unit->setValue(static_cast<int>(unit.unit));
    }
}

/// Undo and redo belong to what has the focus: here they take back changes of units, not of the drawing.
bool StatePanel::event(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) {
        return QWidget::event(event);
    }
    auto* key = static_cast<QKeyEvent*>(event);
    const bool undo = key->matches(QKeySequence::Undo), redo = key->matches(QKeySequence::Redo);
    if (!undo && !redo) {
        return QWidget::event(event);
    }
    if (event->type() == QEvent::KeyPress && (undo ? m_edits.canUndo() : m_edits.canRedo())) {
        (undo ? m_undo : m_redo)->click();
    }
    event->accept();
    return true;
}

} // namespace studio

#include "moc_state_panel.cpp"

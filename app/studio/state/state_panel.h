// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/heat_map.h"
#include "engine/graph/held_unit.h"
#include "engine/training/write/unit_state.h"

#include <optional>
#include <QString>
#include <QWidget>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace studio {

QString stateWords(const engine::UnitState& state); ///< "lstm1 · layer 2 · cell state c"

/// "lstm1 · unit 17 · h = 0.5 from here on", seen from a place of the text.
QString heldWords(const engine::HeldUnit& unit, std::int64_t place);

QString characterWords(const std::string& character); ///< "“e”", "a line's end"

/// Which units are set and clamped, edited at one place of a text. What was done before that place stays.
class HeldEdits {
public:
    using Units = std::vector<engine::HeldUnit>;

    void begin(Units units); ///< of another text or place; what could be undone is gone

    const Units& units() const { return m_units; }

    // Of `unit` layer, state and number count, and the value; once, or from the place on.
    void set(const engine::HeldUnit& unit, std::int64_t place) { hold(unit, place, place); }
    void clamp(const engine::HeldUnit& unit, std::int64_t place) { hold(unit, place, engine::HeldUnit::always); }
    void release(const engine::HeldUnit& unit, std::int64_t place);

    /// Whether the unit is set at the place, by an earlier clamp or by one of here.
    bool isHeld(const engine::HeldUnit& unit, std::int64_t place) const;

    bool canUndo() const { return !m_past.empty(); }
    bool canRedo() const { return !m_future.empty(); }
    void undo() { step(m_past, m_future); }
    void redo() { step(m_future, m_past); }

private:
    void hold(const engine::HeldUnit& unit, std::int64_t place, std::int64_t until);
    void step(std::vector<Units>& from, std::vector<Units>& to);
    void change(Units units);
    Units without(const engine::HeldUnit& unit, std::int64_t place) const;

    Units m_units;
    std::vector<Units> m_past, m_future;
};

/// What the units held at one character of the text in view. Sets and clamps them, asks for the text from there on,
/// saves and loads states. Knows nothing of nets: what it asks for comes back through its slots.
class StatePanel : public QWidget {
    Q_OBJECT

public:
    explicit StatePanel(QWidget* parent = nullptr);

    /// Another place is asked for, where these units are held; setPlace() answers.
    void begin(const std::vector<engine::HeldUnit>& held);

    /// The answer: of begin(), or of heldChanged(). `words`: where that is, for a person.
    void setPlace(const engine::WritingPlace& place, const QString& words);
    void say(const QString& words);   ///< above the units, which stay
    void clear(const QString& words); ///< no place: why

    void choose(const engine::HeldUnit& unit); ///< layer, state and number count
    const std::optional<engine::WritingPlace>& place() const { return m_place; }

signals:
    void heldChanged(const std::vector<engine::HeldUnit>& held); ///< the state with these is wanted
    void writeOnRequested();
    void saveRequested();
    void loadRequested();

protected:
    bool event(QEvent* event) override;

private:
    QLayout* makeUnitRow();
    QLayout* makeChangeRow();
    const engine::UnitState* state() const; ///< that is chosen; null: none is there
    engine::HeldUnit unit() const;          ///< of it
    void changed();
    void showState();
    void showUnit();
    void showHeld(const std::vector<engine::HeldUnit>& units);

    HeldEdits m_edits;
    std::optional<engine::WritingPlace> m_place;

    QLabel *m_where, *m_now, *m_held;
    QComboBox* m_state;
    QSpinBox* m_unit;
    HeatMap* m_strip;
    QDoubleSpinBox* m_value;
    QPushButton *m_set, *m_clamp, *m_release, *m_write;
    QToolButton *m_undo, *m_redo, *m_save, *m_load;
};

} // namespace studio

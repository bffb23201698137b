// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/state/held_edits.h"
#include "engine/training/write/unit_state.h"

#include <optional>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace studio {

class StateStrip;

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
    QWidget* makeHead();
    QWidget* makeUnitRow();
    QWidget* makeChangeRow();
    engine::HeldUnit unit() const;
    void changed();
    void showState();
    void showUnit();
    void showHeld(const std::vector<engine::HeldUnit>& units);

    HeldEdits m_edits;
    std::optional<engine::WritingPlace> m_place;

    QLabel *m_where, *m_now, *m_held;
    QWidget* m_heldRow;
    QComboBox* m_state;
    QSpinBox* m_unit;
    StateStrip* m_strip;
    QDoubleSpinBox* m_value;
    QPushButton *m_set, *m_clamp, *m_release, *m_write;
    QToolButton *m_undo, *m_redo, *m_save, *m_load;
};

} // namespace studio

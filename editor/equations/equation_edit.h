// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <optional>
#include <QTimer>
#include <QWidget>

namespace editor {

class CellTextEdit;
class TintedLabel;

/// Edits the equations of a cell. What is wrong is marked at each key, where it stands, with its sentence below.
/// Whoever owns the text takes it when it is right and the keys rest, and undoes it.
class EquationEdit : public QWidget {
    Q_OBJECT

public:
    explicit EquationEdit(QWidget* parent = nullptr);
    ~EquationEdit() override;

    /// Time without a key after which a text is settled, in milliseconds.
    static constexpr int restTime = 300;

    QString text() const { return m_text; }

    /// The owner's text; changed only where it differs, so that the cursor stays. settled() does not follow.
    void setText(const QString& text);

    /// What the layer has: heads have to divide H, and x element by element asks for I = H.
    void setSizes(std::optional<engine::cells::CellSizes> sizes);
    const std::optional<engine::cells::CellSizes>& sizes() const { return m_sizes; }

    const std::optional<engine::cells::Definition>& cell() const { return m_cell; } ///< none where the text is wrong
    QString problem() const { return m_problem; }                                   ///< empty: none

    CellTextEdit* edit() const { return m_edit; }

    void settleNow(); ///< without waiting for the keys to rest

signals:
    void cellChanged();                ///< cell() is another one, at each key
    void settled(const QString& text); ///< it is right, another than before, and the keys rest
    void undoRequested();              ///< the text has nothing to undo
    void redoRequested();

private:
    void typed();
    void read();
    void showError(const engine::cells::CellError& error);

    CellTextEdit* m_edit;
    TintedLabel* m_sentence;
    QTimer m_rest;
    QString m_text, m_settled, m_problem;
    std::optional<engine::cells::CellSizes> m_sizes;
    std::optional<engine::cells::Definition> m_cell;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <cstdint>
#include <functional>
#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;

namespace editor {

class TintedLabel;

/// The comments at the head of a cell's text: its paper, what is special.
QString commentsOf(const QString& text);

/// What a cell costs and has, worked out from its equations.
struct CellFigures {
    std::int64_t parameters, flops; ///< of one direction of one layer; of a step of one stream, forward
    int matrices, vectors;          ///< that are learned
    int waits;                      ///< products of a step that wait for each other; 0: none depends on a state
    QStringList states;

    bool operator==(const CellFigures&) const = default;
};

CellFigures figuresOf(const engine::cells::Definition& cell, engine::cells::CellSizes sizes);

/// The sizes at which cells are compared.
inline constexpr engine::cells::CellSizes comparedSizes{.width = 128, .units = 128};

/// A cell beside the library's LSTM as the rows of a table: what, of this one, of the LSTM.
QString comparisonHtml(const engine::cells::Definition& cell);

/// What it adds and leaves out: "50 % of the LSTM's parameters · 50 % of its work · leaves out the state c". Empty
/// where it has and costs what the LSTM does.
QString comparisonSentence(const engine::cells::Definition& cell);

/// The cells of the library to choose from: a list, and beside it what the chosen one is, its equations as mathematics,
/// and the LSTM beside it.
class CellGallery : public QWidget {
    Q_OBJECT

public:
    /// Gets the name of the cell that is chosen, or its equations with the comments; the other is empty.
    using Take = std::function<void(const QString& name, const QString& equations)>;

    explicit CellGallery(const Take& take, QWidget* parent = nullptr);

    QLineEdit* filter() const { return m_filter; } ///< shows the cells that have its words in their name or text
    QListWidget* list() const { return m_list; }

private:
    void find();
    void show(int row);                            ///< -1: none is found
    void keyPressEvent(QKeyEvent* event) override; ///< of the filter: down to the list

    QLineEdit* m_filter;
    QListWidget* m_list;
    QWidget* m_buttons; ///< that take the chosen one
    QLabel* m_title;
    TintedLabel* m_about;
    QLabel *m_equations, *m_comparison;
};

} // namespace editor

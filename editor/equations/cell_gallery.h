// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;

namespace editor {

class MathematicsView;
class TintedLabel;

/// The comments at the head of a cell's text: its paper, what is special.
QString commentsOf(const QString& text);

/// The cells of the library to choose from: a list, and beside it what the chosen one is, its equations as mathematics,
/// and the LSTM beside it.
class CellGallery : public QWidget {
    Q_OBJECT

public:
    explicit CellGallery(QWidget* parent = nullptr);

    QLineEdit* filter() const { return m_filter; } ///< shows the cells that have its words in their name or text
    QListWidget* list() const { return m_list; }

signals:
    void use(const QString& name);      ///< of the library's cell
    void editCopy(const QString& text); ///< its equations, with the comments

private:
    void find();
    void show(int row);
    void keyPressEvent(QKeyEvent* event) override; ///< of the filter: down to the list

    QLineEdit* m_filter;
    QListWidget* m_list;
    QWidget* m_cell; ///< what is told of the chosen one
    QLabel* m_title;
    TintedLabel* m_about;
    MathematicsView* m_equations;
    QLabel* m_comparison;
};

} // namespace editor

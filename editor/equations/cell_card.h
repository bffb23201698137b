// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/library.h"

#include <QWidget>
#include <string_view>

class QVBoxLayout;

namespace editor {

/// The comments at the head of a cell's text: its paper, what is special.
QString commentsOf(const QString& text);

/// A cell of the library: its name, what it is, its equations as mathematics, and the LSTM beside it.
class CellCard : public QWidget {
    Q_OBJECT

public:
    explicit CellCard(const engine::cells::LibraryCell& cell, QWidget* parent = nullptr);

    QString name() const { return m_name; }

    /// Adds the mathematics and the LSTM beside it, which take a while to set.
    void fill();
    bool isFilled() const { return m_isFilled; }

    /// Whether each of the words stands in its name or text.
    bool matches(const QStringList& words) const;

signals:
    void useRequested();
    void copyRequested();
    void arrowPressed(int key); ///< Qt::Key

protected:
    void keyPressEvent(QKeyEvent* event) override; ///< Enter uses it
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::string_view m_text; ///< of the library
    QString m_name, m_searched;
    QVBoxLayout* m_filled;
    bool m_isFilled = false;
};

} // namespace editor

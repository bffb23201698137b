// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QAbstractScrollArea>
#include <QColor>
#include <string>
#include <utility>
#include <vector>

namespace studio {

/// A text in cells of equal size, each on a ground that tells a value. The mouse or the arrow keys choose a character
/// or a selection.
class LensText : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit LensText(QWidget* parent = nullptr);

    void setText(const std::u32string& text); ///< cursor and place stay where it begins with the text before

    /// Of a character.
    struct Look {
        QColor ground = {};  ///< none: it is left out
        bool isTurn = false; ///< marked at its left edge
    };
    /// Of each character; none: nothing is tinted. `tipOf` tells what is said of one.
    void setLooks(std::vector<Look> looks, std::function<QString(int character)> tipOf);
    const std::vector<Look>& looks() const { return m_looks; }

    int cursor() const { return m_cursor; }
    void setCursor(int character);
    std::pair<int, int> selection() const;      ///< [first, last); empty: first == last
    std::pair<int, int> inView() const;         ///< the characters, [first, last)
    QRect cellOf(int character) const;          ///< in the viewport
    int characterAt(const QPoint& point) const; ///< of the viewport; -1: none
    QSize sizeHint() const override;            ///< as high as all of the text
    QSize minimumSizeHint() const override;

signals:
    void cursorMoved(int character);
    void viewMoved(); ///< the cursor, or other characters are in view

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        int first, count;
    };
    QSize cell() const;
    int rowOf(int character) const;
    void layOut();
    void moveTo(int character, bool selects);
    QString hintAt(int character) const;
    void paintRow(QPainter& painter, const Row& row, int top) const;

    std::u32string m_text;
    std::vector<Look> m_looks;
    std::function<QString(int character)> m_tipOf;
    std::vector<Row> m_rows;
    int m_cursor = 0, m_anchor = 0;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>
#include <string>
#include <vector>

namespace studio {

/// A line of text, each character on a ground of its own, with a marker under one of them. Wraps where it is long; the
/// mouse moves the marker.
class TintedLine : public QWidget {
    Q_OBJECT

public:
    struct Character {
        QString text;
        QColor ground = {}; ///< none: it is not read
        QString tip = {};
        bool turns = false; ///< another class leads than before
    };

    explicit TintedLine(QWidget* parent = nullptr);

    void setCharacters(std::vector<Character> characters);
    const std::vector<Character>& characters() const { return m_characters; }
    void setMarker(int character); ///< -1: none
    QRect cellOf(int character) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

signals:
    void moved(int character);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    QSize cell() const;
    int columns(int width) const;
    int characterAt(QPoint point) const;

    std::vector<Character> m_characters;
    int m_marker = -1;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"

#include <cstdint>
#include <QImage>
#include <QWidget>
#include <utility>
#include <vector>

namespace studio {

/// All units of a layer, one below the other, over some characters of a text; of a single character in as few rows as
/// give each unit some pixels. A click chooses a unit and a character, the arrow keys another unit.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    explicit HeatMap(QWidget* parent = nullptr);

    struct Shown {
        std::vector<const float*> characters; ///< the values of all units at each; outlive what is shown
        int units = 0;
        LensScale scale;
        int first = 0;         ///< the number of the first character
        std::int64_t unit = 0; ///< chosen
        int character = 0;     ///< where the cursor is
        std::vector<int> held; ///< units that are framed
    };
    void show(Shown shown);

    QSize sizeHint() const override { return {300, 120}; }

signals:
    void chosen(qint64 unit, int character);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { draw(); }
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void draw();
    bool isEmpty() const { return m_shown.characters.empty() || m_shown.units == 0; }
    bool isWrapped() const { return m_shown.characters.size() == 1; }
    std::pair<int, int> at(int column, int row) const; ///< a unit and a place among the characters
    std::pair<int, int> at(const QPoint& point) const;
    QRectF cellOf(int column, int row) const;

    Shown m_shown;
    QImage m_image; ///< a pixel for each unit and character
};

/// HeatMap::Shown::characters of the characters [first, last).
std::vector<const float*> charactersOf(const engine::UnitValues& layer, std::int64_t quantity, int first, int last);

} // namespace studio

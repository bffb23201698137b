// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"

#include <QImage>
#include <QWidget>

namespace studio {

/// All units of a layer, one below the other, over some characters of the text. A click chooses a unit and a character,
/// the arrow keys another unit.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    explicit HeatMap(QWidget* parent = nullptr);

    struct Shown {
        const engine::UnitValues* layer = nullptr; ///< outlives what is shown
        std::int64_t quantity = 0;
        LensScale scale;
        int first = 0, last = 0; ///< characters
        std::int64_t unit = 0;   ///< chosen
        int character = 0;       ///< where the cursor is
    };
    void show(const Shown& shown);

    QSize sizeHint() const override { return {300, 120}; }

signals:
    void chosen(qint64 unit, int character);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void draw();
    bool isEmpty() const { return m_shown.layer == nullptr || m_shown.last <= m_shown.first; }
    qint64 unitAt(const QPoint& point) const;
    int characterAt(const QPoint& point) const;

    Shown m_shown;
    QImage m_image; ///< a pixel for each unit and character
};

} // namespace studio

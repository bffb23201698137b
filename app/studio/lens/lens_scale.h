// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lens/unit_values.h"

#include <QColor>
#include <QWidget>

namespace studio {

/// Which value has which colour: blue below the middle, orange above, both of which people who see fewer colours tell
/// apart. An open or closed gate lies around 0.5, everything else around 0.
struct LensScale {
    float middle = 0, half = 1; ///< the ends are middle - half and middle + half

    /// A ground that Theme::text is legible on; of a value that is not finite a purple, which no other value has.
    QColor colour(float value) const;
};

/// Of all units and characters, by their finite values.
LensScale lensScaleOf(const engine::UnitValues& layer, std::int64_t quantity);

/// The colours with their values.
class LensLegend : public QWidget {
    Q_OBJECT

public:
    explicit LensLegend(QWidget* parent = nullptr);

    void setScale(const LensScale& scale);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString valueAt(float side) const; ///< -1 .. 1

    LensScale m_scale;
};

} // namespace studio

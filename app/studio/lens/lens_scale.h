// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/colour_legend.h"
#include "engine/lens/unit_values.h"

#include <QColor>
#include <QString>
#include <QWidget>

namespace studio {

QString layerWords(const engine::UnitValues& layer);                           ///< "lstm1 · layer 2 · backward"
QString quantityWords(const engine::UnitValues& layer, std::int64_t quantity); ///< "Forget gate f"

/// Which value has which colour: blue below the middle, orange above, both of which people who see fewer colours tell
/// apart. An open or closed gate lies around 0.5, everything else around 0.
struct LensScale {
    float middle = 0, half = 1; ///< the ends are middle - half and middle + half

    /// A ground that Theme::text is legible on; of a value that is not finite a purple, which no other value has.
    QColor colour(float value) const;
};

/// Of all units and characters, by their finite values: for units side by side.
LensScale lensScaleOf(const engine::UnitValues& layer, std::int64_t quantity);

/// Of one unit alone, whose own extremes have the full colours; a gate's are 0 and 1 all the same.
LensScale lensScaleOf(const engine::UnitValues& layer, std::int64_t quantity, std::int64_t unit);

/// The colours with their values.
class LensLegend : public ColourLegend {
    Q_OBJECT

public:
    explicit LensLegend(QWidget* parent = nullptr);

    /// `all`: of the units side by side, which the tip tells.
    void setScale(const LensScale& scale, const LensScale& all = {});
};

} // namespace studio

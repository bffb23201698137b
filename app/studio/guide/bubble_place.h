// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>
#include <vector>

namespace studio {

/// What the guide points at, in the window's pixels.
struct GuideSight {
    std::vector<QRect> marks = {};  ///< what the user needs: never covered
    std::vector<QRect> layers = {}; ///< of the drawing, or what is read: covered where there is no other place
    std::vector<QRect> clear = {};  ///< better not covered: an open list, tools
    QRect room = {};                ///< for the bubble, where nothing is marked
    bool operator==(const GuideSight&) const = default;
};

/// Which edge of a bubble its arrow leaves.
enum class ArrowAt { Left, Right, Top, Bottom, Nowhere };

struct BubblePlace {
    QRect area;
    ArrowAt arrow = ArrowAt::Nowhere;
    QPoint tip = {}; ///< of the arrow
    bool operator==(const BubblePlace&) const = default;
};

/// Beside the first mark where that fits into the window without covering a mark, as little of layers and `clear` as
/// can be.
BubblePlace placeBubble(QSize bubble, const GuideSight& sight, const QRect& window);

} // namespace studio

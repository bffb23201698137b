// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/model.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QString>
#include <string>
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

struct BubblePlace {
    QRect area = {};
    std::optional<QPoint> tip = {}; ///< of its arrow
    bool operator==(const BubblePlace&) const = default;
};

/// Beside the first mark where that fits into the window without covering a mark, as little of layers and `clear` as
/// can be.
BubblePlace placeBubble(QSize bubble, const GuideSight& sight, const QRect& window);

/// The guided first net, a char-RNN: what is drawn, trained and seen, in this order.
enum class GuideStep {
    Text,   ///< a text to read
    Memory, ///< a vector for each character, and a recurrent layer
    Scores, ///< a score for each character that may come next, and the loss
    Train,
    Read, ///< the loss falls, the net writes
    Done
};
inline constexpr int guideStepCount = 5; ///< before Done

enum class GuideTask { AddLayer, Connect, SolveProblem, StartTraining, TrainLonger, Watch, Nothing };

/// What the guide asks for now. It follows from drawing and run alone: what is undone is asked for again.
struct GuideWish {
    GuideStep step = GuideStep::Text;
    GuideTask task = GuideTask::AddLayer;
    std::string type = {};  ///< AddLayer: LayerType::name
    std::string from = {};  ///< AddLayer, Connect: name of the layer before; empty: none
    std::size_t output = 0; ///< its port
    std::string to = {};    ///< Connect: name of the layer that is there
    std::size_t input = 0;  ///< its port
    bool operator==(const GuideWish&) const = default;
};

/// What is seen of the run that was started while the guide was there.
struct GuideRun {
    bool started = false;
    bool ended = false;
    std::size_t samples = 0; ///< texts that it has written
    double firstLoss = std::numeric_limits<double>::quiet_NaN(), newestLoss = firstLoss;
};

/// `problems`: whether the drawing has any, besides what is not connected yet.
GuideWish guideWish(const engine::Model& model, bool problems, const GuideRun& run);

/// What the guide says: a few words, and one or two sentences on what to do and why.
struct GuideWords {
    QString title, text;
};

GuideWords guideWords(const GuideWish& wish);

/// Draws what a step still wants: layers below those that feed them, the first with its upper left corner at `first`.
/// Gives the layer that came or was connected last; 0 where the step wants nothing of the drawing.
editor::Id completeStep(editor::Content& content, GuideStep step, QPointF first);

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_steps.h"

#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <optional>
#include <QCoreApplication>
#include <set>
#include <string_view>

namespace studio {

namespace {

constexpr int gap = 14;          ///< from the mark to the bubble: the arrow's length
constexpr int edge = 6;          ///< to the window's edge
constexpr double ofMarks = 1000; ///< how much worse it is to cover a mark than what should be clear
constexpr double ofLayers = 4;   ///< the same of layers: a covered one, just added, seems not to be there
constexpr double onLayer =
    100'000;                      ///< for each of them besides, however small it is shown: all other places come first
constexpr double farOff = 25'000; ///< pixels² that being away from the mark is worth: then no arrow shows the way
constexpr double outOfRoom = 60'000; ///< the same, for lying on what the room has around it
constexpr double beyond = 1e9;

double overlap(const QRect& a, const QRect& b)
{
    const QRect both = a.intersected(b);
    return both.isEmpty() ? 0 : double(both.width()) * both.height();
}

double cost(const BubblePlace& place, const GuideSight& sight, const QRect& window)
{
    double sum = place.tip ? 0 : sight.room.contains(place.area) ? farOff : farOff + outOfRoom;
    for (const QRect& mark : sight.marks) {
        sum += ofMarks * overlap(place.area, mark);
    }
    for (const QRect& layer : sight.layers) {
        sum += place.area.intersects(layer) ? onLayer + ofLayers * overlap(place.area, layer) : 0;
    }
    for (const QRect& rect : sight.clear) {
        sum += overlap(place.area, rect);
    }
    return window.contains(place.area) ? sum : sum + beyond;
}

/// Slid along the edge as far as the window needs it.
QRect inside(QRect area, const QRect& window)
{
    area.moveLeft(std::clamp(area.left(), window.left(), std::max(window.left(), window.right() + 1 - area.width())));
    area.moveTop(std::clamp(area.top(), window.top(), std::max(window.top(), window.bottom() + 1 - area.height())));
    return area;
}

std::vector<BubblePlace> beside(QSize size, const QRect& mark, const QRect& window)
{
    std::vector<BubblePlace> places;
    for (const double along : {0.5, 0.2, 0.8, 0.06, 0.94}) {
        for (const QPoint way : {QPoint(1, 0), QPoint(0, 1), QPoint(0, -1), QPoint(-1, 0)}) {
            const QPoint tip(mark.center().x() + way.x() * (mark.width() / 2 + 1),
                             mark.center().y() + way.y() * (mark.height() / 2 + 1));
            const auto corner = [&](int to, int length) { // on one axis
                return to > 0 ? gap : to < 0 ? -gap - length : -int(along * length);
            };
            QRect area(tip + QPoint(corner(way.x(), size.width()), corner(way.y(), size.height())), size);
            const QRect kept = inside(area, window);
            way.x() == 0 ? area.moveLeft(kept.left()) : area.moveTop(kept.top());
            places.push_back({area, tip});
        }
    }
    return places;
}

/// Over the room, from its lower left corner on.
std::vector<BubblePlace> within(QSize size, const QRect& room)
{
    const int left = room.left() + gap, right = room.right() - gap - size.width();
    const int top = room.top() + gap, bottom = room.bottom() - gap - size.height();
    std::vector<BubblePlace> places;
    for (const double down : {1.0, 0.5, 0.0}) {
        for (const double across : {0.0, 0.25, 0.5, 0.75, 1.0}) {
            const QPoint corner(left + int(across * (right - left)), top + int(down * (bottom - top)));
            places.push_back({.area = QRect(corner, size)});
        }
    }
    return places;
}

} // namespace

BubblePlace placeBubble(QSize bubble, const GuideSight& sight, const QRect& window)
{
    const QRect inner = window.adjusted(edge, edge, -edge, -edge);
    std::vector<BubblePlace> places;
    if (!sight.marks.empty()) {
        places = beside(bubble, sight.marks.front(), inner);
    }
    for (const QRect& room : {sight.room, inner}) {
        const std::vector<BubblePlace> more = within(bubble, room);
        places.insert(places.end(), more.begin(), more.end());
    }
    BubblePlace best = {.area = inside(QRect(inner.topLeft(), bubble), inner)};
    double least = std::numeric_limits<double>::infinity();
    for (const BubblePlace& place : places) {
        const double price = cost(place, sight, inner);
        if (price < least) {
            least = price;
            best = place;
        }
    }
    return best;
}

namespace {

using engine::Layer;
using engine::LayerType;
using engine::Model;

/// One layer of the net, in the order of the data. Any recurrent layer does for the LSTM.
struct Link {
    GuideStep step;
    std::string_view type;
    const char* words; ///< how it is added, and what it does
};
constexpr std::array<Link, 5> chain = {
    {{GuideStep::Text, "TEXTDATA",
      QT_TRANSLATE_NOOP("Guide",
                        "Double-click TEXTDATA in the panel Layers, or drag it onto the canvas. It reads a text and "
                        "gives the net its characters, at many places of the text in parallel.")},
     {GuideStep::Memory, "EMBED",
      QT_TRANSLATE_NOOP("Guide", "Double-click EMBED. It turns each character into a vector of numbers, with which the "
                                 "net can compute.")},
     {GuideStep::Memory, "LSTM",
      QT_TRANSLATE_NOOP("Guide", "Double-click LSTM. It reads the vectors one by one and remembers what came before. "
                                 "The size of what it gives stands in its box: steps × streams × width.")},
     {GuideStep::Scores, "INNERPRODUCT",
      QT_TRANSLATE_NOOP("Guide", "Double-click INNERPRODUCT. From the LSTM's output it computes a score for each "
                                 "character that may come next.")},
     {GuideStep::Scores, "SOFTMAXWITHLOSS",
      QT_TRANSLATE_NOOP("Guide", "Double-click SOFTMAXWITHLOSS. It compares the scores with the character that really "
                                 "follows. The result is the loss; training makes it small.")}}};

constexpr std::size_t enoughSamples = 3; ///< to see babble become words
constexpr double fallen = 0.75;          ///< of the first loss

bool serves(const Layer& layer, std::string_view type)
{
    const LayerType* found = engine::findLayerType(layer.type);
    const bool recurrent = engine::layerType(type).group == engine::LayerGroup::Recurrent;
    return found && (found->name == type || (recurrent && found->group == engine::LayerGroup::Recurrent));
}

/// Tensors that follow from the layer's first output by first inputs: labels and cont do not count.
std::set<std::string> following(const Model& model, const Layer& from)
{
    std::set<std::string> tensors;
    if (!from.tops.empty()) {
        tensors.insert(from.tops.front());
    }
    for (const Layer& layer : model.layers) {
        if (!layer.bottoms.empty() && tensors.contains(layer.bottoms.front())) {
            tensors.insert(layer.tops.begin(), layer.tops.end());
        }
    }
    return tensors;
}

/// The first that serves and reads one of the tensors, or else the first that serves.
const Layer* find(const Model& model, std::string_view type, const std::set<std::string>& tensors)
{
    const Layer* loose = nullptr;
    for (const Layer& layer : model.layers) {
        if (!serves(layer, type)) {
            continue;
        }
        if (!layer.bottoms.empty() && tensors.contains(layer.bottoms.front())) {
            return &layer;
        }
        loose = loose ? loose : &layer;
    }
    return loose;
}

/// The wire that a required input besides the first still wants from the text.
std::optional<GuideWish> sideWire(const Layer& text, const Layer& layer)
{
    const std::vector<engine::Port>& inputs = engine::layerType(layer.type).inputs;
    const std::vector<engine::Port>& outputs = engine::layerType(text.type).outputs;
    for (std::size_t port = 1; port < inputs.size(); ++port) {
        const bool wired = port < layer.bottoms.size() && !layer.bottoms[port].empty();
        const auto source = std::find_if(outputs.begin(), outputs.end(),
                                         [&](const engine::Port& output) { return output.role == inputs[port].role; });
        if (inputs[port].presence == engine::Presence::Required && !wired && source != outputs.end()) {
            return GuideWish{.task = GuideTask::Connect,
                             .from = text.name,
                             .output = static_cast<std::size_t>(source - outputs.begin()),
                             .to = layer.name,
                             .input = port};
        }
    }
    return std::nullopt;
}

/// What the drawing still wants; nothing where the chain is whole.
std::optional<GuideWish> drawingWish(const Model& model)
{
    const Layer* text = nullptr;
    const Layer* before = nullptr;
    for (const Link& link : chain) {
        const std::set<std::string> tensors = before ? following(model, *before) : std::set<std::string>();
        const Layer* found = find(model, link.type, tensors);
        if (!found) {
            return GuideWish{.step = link.step,
                             .task = GuideTask::AddLayer,
                             .type = std::string(link.type),
                             .from = before ? before->name : std::string()};
        }
        if (before && (found->bottoms.empty() || !tensors.contains(found->bottoms.front()))) {
            return GuideWish{.step = link.step, .task = GuideTask::Connect, .from = before->name, .to = found->name};
        }
        text = text ? text : found;
        if (std::optional<GuideWish> wire = sideWire(*text, *found)) {
            wire->step = link.step;
            return wire;
        }
        before = found;
    }
    return std::nullopt;
}

GuideWish runWish(const GuideRun& run)
{
    if (!run.started) {
        return {.step = GuideStep::Train, .task = GuideTask::StartTraining};
    }
    const bool learned = run.newestLoss < fallen * run.firstLoss;
    if (learned && (run.samples >= enoughSamples || run.ended)) {
        return {.step = GuideStep::Done, .task = GuideTask::Nothing};
    }
    return {.step = GuideStep::Read, .task = run.ended ? GuideTask::TrainLonger : GuideTask::Watch};
}

} // namespace

GuideWish guideWish(const Model& model, bool problems, const GuideRun& run)
{
    if (std::optional<GuideWish> wish = drawingWish(model)) {
        return *wish;
    }
    if (problems) {
        return {.step = GuideStep::Scores, .task = GuideTask::SolveProblem};
    }
    return runWish(run);
}

GuideWords guideWords(const GuideWish& wish)
{
    constexpr std::array titles = {QT_TRANSLATE_NOOP("Guide", "Input: a text"),
                                   QT_TRANSLATE_NOOP("Guide", "Vectors and memory: EMBED and LSTM"),
                                   QT_TRANSLATE_NOOP("Guide", "Prediction and loss"),
                                   QT_TRANSLATE_NOOP("Guide", "Train it"),
                                   QT_TRANSLATE_NOOP("Guide", "Watch it learn"),
                                   QT_TRANSLATE_NOOP("Guide", "Your first net")};
    const auto words = [&]() -> const char* {
        switch (wish.task) {
        case GuideTask::AddLayer:
            return std::ranges::find(chain, wish.type, &Link::type)->words;
        case GuideTask::Connect:
            return QT_TRANSLATE_NOOP("Guide", "Connect the two marked ports: drag from the lower edge of %1 to the "
                                              "upper edge of %2, so that data flow between them.");
        case GuideTask::SolveProblem:
            return QT_TRANSLATE_NOOP("Guide",
                                     "The drawing has a problem. The panel Problems describes it and offers fixes.");
        case GuideTask::StartTraining:
            return QT_TRANSLATE_NOOP("Guide", "Press F5 or click Start. The net learns from a bundled play; the panel "
                                              "Data takes a text of your own.");
        case GuideTask::TrainLonger:
            return QT_TRANSLATE_NOOP("Guide", "The run ended before the net had learned much. Set more iterations in "
                                              "the panel Training and press F5 again.");
        case GuideTask::Watch:
            return QT_TRANSLATE_NOOP("Guide", "In Curves the loss falls. In Samples the net writes a few lines from "
                                              "time to time: noise at first, then words. The bar below shows how busy "
                                              "this computer is.");
        case GuideTask::Nothing:
            return QT_TRANSLATE_NOOP("Guide", "You have drawn a recurrent net, and it learns to write. Next: in Write "
                                              "it continues your words, Lens shows what one of its units follows, "
                                              "Training › Race engines… compares engines, File › Export… saves the "
                                              "drawing.");
        }
        return "";
    };
    const QString text = QCoreApplication::translate("Guide", words());
    return {QCoreApplication::translate("Guide", titles[static_cast<std::size_t>(wish.step)]),
            wish.task == GuideTask::Connect
                ? text.arg(QString::fromStdString(wish.from), QString::fromStdString(wish.to))
                : text};
}

namespace {

editor::Id carryOut(editor::Content& content, const GuideWish& wish, QPointF first)
{
    if (wish.task == GuideTask::Connect) {
        const editor::Id to = content.findNamed(wish.to)->id;
        editor::addWire(content, {content.findNamed(wish.from)->id, wish.output}, {to, wish.input});
        return to;
    }
    const engine::LayerType& type = engine::layerType(wish.type);
    if (wish.from.empty()) {
        return editor::addLayer(content, type, editor::freePlace(content, first));
    }
    const editor::Id before = content.findNamed(wish.from)->id;
    return editor::addAfter(content, type, {before, wish.output}, editor::placeBelow(content, before));
}

} // namespace

editor::Id completeStep(editor::Content& content, GuideStep step, QPointF first)
{
    editor::Id last = 0;
    constexpr int most = 8; // layers and wires of a step
    for (int done = 0; done < most; ++done) {
        const GuideWish wish = guideWish(editor::model(content), false, {});
        if (wish.step != step || (wish.task != GuideTask::AddLayer && wish.task != GuideTask::Connect)) {
            break;
        }
        last = carryOut(content, wish, first);
    }
    return last;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/net_maker.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <numeric>

namespace engine::test {
namespace {

using IntList = std::vector<std::int64_t>;
using FloatList = std::vector<double>;

constexpr std::int64_t elementsPerUnit = 50, weightsPerUnit = 100; ///< limits that keep the reference quick

ParamValue whole(std::int64_t value)
{
    return value;
}

ParamValue word(std::string value)
{
    return value;
}

/// The activations that work element by element.
std::vector<std::string_view> activations()
{
    std::vector<std::string_view> names;
    for (const LayerType& type : catalog()) {
        if (type.group == LayerGroup::Activation && type.inPlace) {
            names.push_back(type.name);
        }
    }
    return names;
}

} // namespace

// What there is.

bool NetMaker::isSequence(const Shape& shape) const
{
    return shape.axes() >= 3 && shape[0] == m_plan.steps && shape[1] == m_plan.streams;
}

std::string NetMaker::newName(std::string_view stem)
{
    return std::string(stem) + m_draw.one<const char*>({"", "_", "/", "-", "."}) + std::to_string(++m_names);
}

Layer NetMaker::layer(std::string_view type, std::vector<std::string> bottoms, std::size_t tops)
{
    std::string stem(type);
    std::ranges::transform(stem, stem.begin(), [](unsigned char letter) { return std::tolower(letter); });
    Layer made{.name = newName(stem), .type = std::string(type), .bottoms = std::move(bottoms)};
    for (std::size_t top = 0; top < tops; ++top) {
        made.tops.push_back(tops == 1 && m_draw.chance(0.7) ? made.name : newName("t"));
    }
    return made;
}

/// The shapes of the last layer's tops.
std::vector<Shape> NetMaker::topShapes(const Model& model, Phase phase) const
{
    const LayerSizes last = inferSizes(forPhase(model, phase)).back();
    for (const WeightSpec& weight : last.sizes.weights) {
        if (weight.shape.count() > weightsPerUnit * m_plan.width) {
            return {};
        }
    }
    const bool large = std::ranges::any_of(
        last.sizes.outputs, [&](const Shape& one) { return one.count() > elementsPerUnit * m_plan.width; });
    return large ? std::vector<Shape>() : last.sizes.outputs;
}

/// Puts the layer at the model's end, if it fits and stays small.
bool NetMaker::append(Layer layer)
{
    m_model.layers.push_back(std::move(layer));
    std::vector<Shape> shapes;
    try {
        shapes = topShapes(m_model, Phase::Train);
    } catch (const Error& error) {
        m_refusals.emplace_back(error.what());
    }
    const Layer& last = m_model.layers.back();
    if (shapes.size() != last.tops.size()) {
        m_model.layers.pop_back();
        return false;
    }
    for (const std::string& bottom : last.bottoms) {
        const auto found = std::ranges::find(m_blobs, bottom, &Blob::name);
        if (found != m_blobs.end()) {
            found->read = true;
        }
    }
    for (std::size_t top = 0; top < last.tops.size(); ++top) {
        std::erase_if(m_blobs, [&](const Blob& blob) { return blob.name == last.tops[top]; });
        const bool isLoss = !last.lossWeights.empty() || layerType(last.type).loss;
        if (m_plan.faulty || !isLoss) {
            m_blobs.push_back({last.tops[top], shapes[top]});
        }
    }
    return true;
}

/// One of the tensors that fit, rather a new one; null where there is none.
const NetMaker::Blob* NetMaker::pick(const std::function<bool(const Shape&)>& fits)
{
    std::vector<const Blob*> found;
    for (const Blob& blob : m_blobs) {
        if (fits(blob.shape)) {
            found.push_back(&blob);
        }
    }
    if (found.empty()) {
        return nullptr;
    }
    const Blob* const first = m_draw.one(found);
    return std::max(first, m_draw.one(found));
}

const NetMaker::Blob* NetMaker::pickSequence()
{
    return pick([&](const Shape& shape) { return isSequence(shape); });
}

/// An axis as files may write it: from the front or from the end.
std::int64_t NetMaker::shown(std::int64_t axis, const Shape& shape)
{
    return m_draw.chance(0.3) ? axis - static_cast<std::int64_t>(shape.axes()) : axis;
}

Filler NetMaker::filler()
{
    switch (m_draw.between(0, 4)) {
    case 0:
        return {.type = "gaussian", .mean = m_draw.one({0.0, 0.1}), .std = m_draw.number(0.2, 0.6)};
    case 1:
        return {.type = "xavier", .varianceNorm = m_draw.one<const char*>({"FAN_IN", "FAN_OUT", "AVERAGE"})};
    case 2:
        return {.type = "msra", .varianceNorm = m_draw.one<const char*>({"FAN_IN", "FAN_OUT", "AVERAGE"})};
    default:
        return {.type = "uniform", .min = -m_draw.number(0.3, 0.8), .max = m_draw.number(0.3, 0.8)};
    }
}

void NetMaker::fill(Layer& layer, bool bias)
{
    layer.params["weight_filler"] = filler();
    if (bias && m_draw.chance(0.7)) {
        layer.params["bias_filler"] = m_draw.chance(0.5) ? filler() : Filler{.value = m_draw.number(-0.5, 0.5)};
    }
}

Layer NetMaker::product(const std::string& read, std::int64_t outputs)
{
    Layer made = layer("INNERPRODUCT", {read});
    made.params = {{"num_output", whole(outputs)}, {"axis", whole(2)}};
    fill(made);
    return made;
}

Layer NetMaker::cut(const std::string& sequence)
{
    Layer made = layer("SLICE", {sequence}, static_cast<std::size_t>(m_plan.steps));
    made.params["axis"] = whole(0);
    return made;
}

/// [T, N, ...] as [T·N, ...]; empty where that did not work out.
std::string NetMaker::asRows(const Blob& blob)
{
    Layer rows = layer("RESHAPE", {blob.name});
    rows.params = {{"shape", IntList{-1}}, {"num_axes", whole(2)}};
    const std::string name = rows.tops[0];
    return append(std::move(rows)) ? name : std::string();
}

// Where numbers come from, and where they go.

void NetMaker::addSources()
{
    const Shape grid{m_plan.steps, m_plan.streams}, row{m_plan.steps * m_plan.streams};
    m_tops = {"data", "clip", "label"};
    if (m_draw.chance(0.5)) {
        if (m_draw.chance(0.3)) {
            m_tops = {"characters", "cont", "next"};
        }
        Layer text = layer("TEXTDATA", {});
        text.tops = {m_tops.ids, m_tops.cont, m_tops.label};
        text.params = {{"time_steps", whole(m_plan.steps)},
                       {"batch_size", whole(m_plan.streams)},
                       {"order", word(m_draw.one<const char*>({"STREAMS", "WINDOWS"}))},
                       {"validation", m_draw.one({0.1, 0.2, 0.3})}};
        append(std::move(text));
    } else if (m_draw.chance(0.5)) {
        Layer input = layer("INPUT", {});
        input.tops = {m_tops.ids, m_tops.cont, m_tops.label};
        input.params["shape"] = std::vector<Shape>{grid, grid, m_draw.chance(0.5) ? row : grid};
        append(std::move(input));
    } else {
        for (const std::string& top : {m_tops.ids, m_tops.cont, m_tops.label}) {
            Layer input = layer("INPUT", {});
            input.tops = {top};
            input.params["shape"] = std::vector<Shape>{top == m_tops.label && m_draw.chance(0.5) ? row : grid};
            append(std::move(input));
        }
    }
    m_blobs.clear(); // identifiers, cont and labels are no signals
}

void NetMaker::addEmbedding()
{
    Layer embed = layer("EMBED", {m_tops.ids});
    embed.params = {
        {"input_dim", whole(m_plan.vocabulary)}, {"num_output", whole(width())}, {"bias_term", m_draw.chance(0.7)}};
    fill(embed);
    append(std::move(embed));
}

Layer NetMaker::lossLayer(const std::string& scores, std::int64_t axis)
{
    Layer loss = layer("SOFTMAXWITHLOSS", {scores, m_tops.label}, m_draw.chance(0.2) ? 2 : 1);
    loss.params["axis"] = whole(axis);
    if (m_draw.chance(0.5)) {
        loss.params["normalization"] = word(m_draw.one<const char*>({"VALID", "FULL", "BATCH_SIZE", "NONE"}));
    } else if (m_draw.chance(0.2)) {
        loss.params["normalize"] = false;
    }
    if (m_plan.ignored >= 0 && m_draw.chance(0.8)) {
        loss.params["ignore_label"] = whole(m_plan.ignored);
    }
    if (m_draw.chance(0.3)) {
        loss.lossWeights = {m_draw.one({0.25, 0.5, 1.0, 2.0})};
    }
    return loss;
}

/// From what was made to the scores and their loss.
void NetMaker::addHead()
{
    std::vector<std::string> parts;
    for (const Blob& blob : m_blobs) {
        if (!blob.read && isSequence(blob.shape) && blob.shape.axes() == 3 && parts.size() < 3) {
            parts.push_back(blob.name);
        }
    }
    const bool asRow = parts.empty() && m_draw.chance(0.7);
    const Blob* const blob =
        asRow ? pick([&](const Shape& shape) { return shape.axes() >= 2 && shape[0] == m_plan.steps * m_plan.streams; })
              : pickSequence();
    std::string input = parts.empty() ? blob ? blob->name : pickSequence()->name : parts.front();
    std::int64_t axis = parts.empty() && blob && !isSequence(blob->shape) ? 1 : 2;
    if (parts.size() > 1) {
        Layer joined = layer("CONCAT", parts);
        joined.params["axis"] = whole(m_draw.one<std::int64_t>({2, -1}));
        input = joined.tops[0];
        if (!append(std::move(joined))) {
            input = parts.front();
        }
    }
    Layer scores = layer("INNERPRODUCT", {input});
    scores.params = {
        {"num_output", whole(m_plan.vocabulary)}, {"axis", whole(axis)}, {"bias_term", m_draw.chance(0.8)}};
    fill(scores);
    std::string top = scores.tops[0];
    append(std::move(scores));
    if (axis == 2 && m_draw.chance(0.3)) {
        Layer rows = layer("RESHAPE", {top});
        rows.params = {{"shape", IntList{-1, m_plan.vocabulary}}};
        if (m_draw.chance(0.5)) {
            rows.params = {{"shape", IntList{-1}}, {"num_axes", whole(2)}};
        }
        top = rows.tops[0];
        axis = 1;
        append(std::move(rows));
    }
    if (m_draw.chance(0.3)) {
        Layer accuracy = layer("ACCURACY", {top, m_tops.label}, m_draw.chance(0.3) ? 2 : 1);
        accuracy.params = {{"axis", whole(axis)},
                           {"top_k", whole(m_draw.between(1, std::min<std::int64_t>(3, m_plan.vocabulary)))}};
        append(std::move(accuracy));
    }
    Layer loss = lossLayer(top, axis);
    m_losses.push_back(loss.tops[0]);
    append(std::move(loss));
}

/// Takes in some of what nobody reads; the rest dangles.
void NetMaker::addSilence()
{
    std::vector<std::string> unread;
    for (const Blob& blob : m_blobs) {
        if (!blob.read && m_draw.chance(0.5)) {
            unread.push_back(blob.name);
        }
    }
    if (!unread.empty()) {
        append(layer("SILENCE", unread, 0));
    }
}

// Recurrent layers.

void NetMaker::addRecurrent()
{
    const Blob* const x = pickSequence();
    if (!x) {
        return;
    }
    std::vector<std::string> types = {"LSTM"}; // the commonest
    for (const Cell* const cell : recurrentCells()) {
        if (types.size() == 1 || types.back() != cell->layer) {
            types.emplace_back(cell->layer);
        }
    }
    Layer made = layer(m_draw.one(types), {x->name, m_tops.cont});
    const bool remembers = made.type == "LSTM"; // has c besides h
    std::int64_t units = width(), layers = m_draw.one<std::int64_t>({1, 1, 1, 2, 3});
    std::int64_t directions = m_draw.chance(0.25) ? 2 : 1;
    if (m_draw.chance(0.25)) { // the first state from tensors of [L·D, N, H]
        const Blob* const first = pick([&](const Shape& shape) {
            return shape.axes() == 3 && shape[0] <= 4 && shape[1] == m_plan.streams && shape[2] <= 6;
        });
        if (first) {
            directions = first->shape[0] % 2 == 0 ? directions : 1;
            layers = first->shape[0] / directions;
            units = first->shape[2];
            const Blob* const second = pick([&](const Shape& shape) { return shape == first->shape; });
            made.bottoms.push_back(first->name);
            if (remembers) {
                made.bottoms.push_back(second->name);
            }
            made.params[m_draw.chance(0.5) ? "expose_hidden" : "expose_hidden_input"] = true;
        }
    }
    if (m_draw.chance(0.2)) {
        made.tops.push_back(newName("hT"));
        if (remembers) {
            made.tops.push_back(newName("cT"));
        }
        made.params[made.params.contains("expose_hidden") ? "expose_hidden" : "expose_hidden_output"] = true;
    }
    made.params["num_output"] = whole(units);
    if (layers > 1) {
        made.params["num_layers"] = whole(layers);
        if (m_draw.chance(0.3)) {
            made.params["dropout_ratio"] = m_draw.one({0.25, 0.5});
            if (m_draw.chance(0.5)) {
                made.params["dropout_seed"] = whole(m_draw.between(1, 99));
            }
        }
    }
    if (directions == 2) {
        made.params["bidirectional"] = true;
    }
    if (made.type == "LSTM" && m_draw.chance(0.3)) {
        made.params["forget_bias"] = m_draw.one({1.0, -0.5});
    }
    std::vector<Cell::Choice> choices;
    for (const Cell* const cell : recurrentCells()) {
        if (cell->layer == made.type && cell->choice) {
            choices.push_back(*cell->choice);
        }
    }
    if (!choices.empty() && m_draw.chance(0.7)) {
        const Cell::Choice& choice = m_draw.one(choices);
        made.params[std::string(choice.key)] = std::string(choice.value);
    }
    fill(made);
    append(std::move(made));
}

void NetMaker::addLstmSimple()
{
    const Blob* x = pick([&](const Shape& shape) {
        return shape.axes() == 2 && shape[0] == m_plan.steps * m_plan.streams && shape[1] <= 8;
    });
    std::string rows = x && m_draw.chance(0.5) ? x->name : "";
    if (rows.empty()) {
        x = pickSequence();
        rows = x ? asRows(*x) : "";
    }
    if (rows.empty()) {
        return;
    }
    Layer lstm = layer("LSTM_SIMPLE", {rows});
    if (m_draw.chance(0.7)) {
        lstm.bottoms.push_back(m_tops.cont);
    }
    lstm.params = {{"num_output", whole(width())}, {"batch_size", whole(m_plan.streams)}};
    if (m_draw.chance(0.3)) {
        lstm.params["clipping_threshold"] = m_draw.one({0.01, 0.1});
    }
    if (m_draw.chance(0.2)) {
        lstm.params["enable_clockwork_forgetgate_bias"] = true;
    }
    fill(lstm);
    append(std::move(lstm));
}

/// An LSTM by hand, whose gates see the input only: T times LSTM_UNIT.
void NetMaker::addLstmUnits()
{
    const Blob* const x = pickSequence();
    if (!x) {
        return;
    }
    const std::int64_t units = m_draw.between(1, 4);
    const Layer gates = product(x->name, 4 * units), first = product(x->name, units), gateCuts = cut(gates.tops[0]),
                firstCuts = cut(first.tops[0]), contCuts = cut(m_tops.cont);
    for (const Layer& one : {gates, first, gateCuts, firstCuts, contCuts}) {
        if (!append(one)) {
            return;
        }
    }
    std::string c = firstCuts.tops[0];
    std::vector<std::string> all;
    for (std::size_t step = 0; step < contCuts.tops.size(); ++step) {
        const Layer unit = layer("LSTM_UNIT", {c, gateCuts.tops[step], contCuts.tops[step]}, 2);
        append(unit);
        c = unit.tops[0];
        all.push_back(unit.tops[1]);
    }
    Layer joined = layer("CONCAT", all);
    joined.params["axis"] = whole(0);
    append(std::move(joined));
    std::erase_if(m_blobs, [&](const Blob& blob) { return std::ranges::count(contCuts.tops, blob.name) > 0; });
}

/// A GRU by hand, in the steps of an unrolled one but for cont: T times INNERPRODUCT and GRU_UNIT.
void NetMaker::addGruUnits()
{
    const Blob* const x = pickSequence();
    if (!x) {
        return;
    }
    const std::int64_t units = m_draw.between(1, 4);
    const Layer gates = product(x->name, 3 * units), first = product(x->name, units), gateCuts = cut(gates.tops[0]),
                firstCuts = cut(first.tops[0]);
    for (const Layer& one : {gates, first, gateCuts, firstCuts}) {
        if (!append(one)) {
            return;
        }
    }
    std::string h = firstCuts.tops[0];
    std::vector<std::string> all;
    for (const std::string& ofInput : gateCuts.tops) {
        const Layer ofState = product(h, 3 * units), unit = layer("GRU_UNIT", {h, ofInput, ofState.tops[0]});
        if (!append(ofState) || !append(unit)) {
            return;
        }
        h = unit.tops[0];
        all.push_back(h);
    }
    Layer joined = layer("CONCAT", all);
    joined.params["axis"] = whole(0);
    append(std::move(joined));
}

// Layers element by element.

void NetMaker::addCellUnit()
{
    const Blob* const a = pick([this](const Shape& shape) { return isSequence(shape); }); // vectors as wide as x
    if (!a) {
        return;
    }
    const Blob* const b = pick([&](const Shape& shape) { return shape == a->shape; });
    Layer made = layer("CELL_UNIT", {a->name, b->name});
    made.params = {{"equation", word(m_draw.one<const char*>(
                                    {"f = sigmoid(a + w * b + v)", "f = a * tanh(b) + (1 - w) * b",
                                     "f = max(a, v) - softplus(b) / (2 + abs(a))", "f = -square(a - 0.5) * relu(w)"}))},
                   {"reads", word("a b")},
                   {"bias_filler", filler()}};
    append(std::move(made));
}

/// Of few units the variance is often so small that roundings are made large.
void NetMaker::addLayerNorm()
{
    const Blob* const x = pick([this](const Shape& shape) { return isSequence(shape) && shape.extents().back() > 2; });
    if (x) {
        append(layer("LAYERNORM", {x->name}));
    }
}

void NetMaker::addActivation()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    Layer made = layer(m_draw.one(activations()), {x->name});
    if (made.type == "RELU" && m_draw.chance(0.6)) {
        made.params["negative_slope"] = m_draw.one({0.1, 0.5, -0.3, 1.5});
    }
    if (m_draw.chance(0.4)) {
        made.tops = made.bottoms;
    }
    append(std::move(made));
}

void NetMaker::addDropout()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    Layer made = layer("DROPOUT", {x->name});
    made.params["dropout_ratio"] = m_draw.one({0.0, 0.25, 0.5});
    if (m_draw.chance(0.3)) {
        made.params["active"] = m_draw.chance(0.5);
    }
    if (m_draw.chance(0.4)) {
        made.params["seed"] = whole(m_draw.between(1, 99));
    }
    if (m_draw.chance(0.5)) {
        made.tops = made.bottoms;
    }
    append(std::move(made));
}

void NetMaker::addLearnedScale()
{
    const Blob* const x = pick([](const Shape& shape) { return shape.axes() > 0; });
    if (!x) {
        return;
    }
    const auto axes = static_cast<std::int64_t>(x->shape.axes());
    Layer made = layer("SCALE", {x->name});
    const bool scalable = isSequence(x->shape) && m_draw.chance(0.7); // a factor for the width, not for steps
    const std::int64_t axis = scalable ? m_draw.between(2, axes - 1) : m_draw.between(0, axes - 1);
    made.params = {{"axis", whole(shown(axis, x->shape))},
                   {"num_axes", whole(m_draw.chance(0.3) ? -1 : m_draw.between(0, axes - axis))},
                   {"filler", filler()},
                   {"bias_term", m_draw.chance(0.5)}};
    if (m_draw.chance(0.5)) {
        made.params["bias_filler"] = filler();
    }
    append(std::move(made));
}

void NetMaker::addScale()
{
    const Blob* const x = pick([](const Shape& shape) { return shape.axes() > 0; });
    if (!x) {
        return;
    }
    const auto axes = static_cast<std::int64_t>(x->shape.axes());
    const std::int64_t axis = m_draw.between(0, axes - 1);
    const Blob* const factor = pick([&](const Shape& shape) {
        const auto covered = static_cast<std::int64_t>(shape.axes());
        return axis + covered <= axes &&
               std::equal(shape.extents().begin(), shape.extents().end(), x->shape.extents().begin() + axis);
    });
    const bool byCont = isSequence(x->shape) && axis == 0 && m_draw.chance(0.5);
    if (!factor && !byCont) {
        return;
    }
    Layer made = layer("SCALE", {x->name, byCont ? m_tops.cont : factor->name});
    made.params = {{"axis", whole(shown(axis, x->shape))}, {"bias_term", m_draw.chance(0.3)}};
    append(std::move(made));
}

void NetMaker::addEltwise()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    Layer made = layer("ELTWISE", {x->name});
    const std::string operation = m_draw.one<const char*>({"SUM", "PROD", "MAX"});
    for (std::int64_t more = m_draw.between(1, 2); more > 0; --more) {
        made.bottoms.push_back(pick([&](const Shape& shape) { return shape == x->shape; })->name);
    }
    if (m_draw.chance(0.8)) {
        made.params["operation"] = word(operation);
    }
    if ((operation == "SUM" || !made.params.contains("operation")) && m_draw.chance(0.5)) {
        FloatList coefficients;
        for (std::size_t input = 0; input < made.bottoms.size(); ++input) {
            coefficients.push_back(m_draw.one({-1.0, 0.5, 1.0, 1.5, 0.0}));
        }
        made.params["coeff"] = coefficients;
    }
    if (operation == "PROD" && m_draw.chance(0.3)) {
        made.params["stable_prod_grad"] = m_draw.chance(0.5);
    }
    append(std::move(made));
}

void NetMaker::addSoftmax()
{
    const Blob* const x = pick([](const Shape& shape) { return shape.axes() > 0; });
    if (!x || !m_plan.faulty) {
        return;
    }
    const auto last = static_cast<std::int64_t>(x->shape.axes()) - 1;
    Layer made = layer("SOFTMAX", {x->name});
    made.params["axis"] = whole(shown(m_draw.chance(0.7) ? last : m_draw.between(0, last), x->shape));
    append(std::move(made));
}

void NetMaker::addInnerProduct()
{
    const bool scalable = m_draw.chance(0.8);
    const Blob* const x = pick([&](const Shape& shape) { return scalable ? isSequence(shape) : shape.axes() > 0; });
    if (!x) {
        return;
    }
    const auto axes = static_cast<std::int64_t>(x->shape.axes());
    Layer made = layer("INNERPRODUCT", {x->name});
    made.params = {
        {"num_output", whole(width())},
        {"axis", whole(shown(scalable ? m_draw.between(2, axes - 1) : m_draw.between(0, axes - 1), x->shape))},
        {"bias_term", m_draw.chance(0.7)},
        {"transpose", m_draw.chance(0.3)}};
    const std::int64_t depth =
        x->shape.count(static_cast<std::size_t>((std::get<std::int64_t>(made.params["axis"]) + axes) % axes));
    const bool isEven = depth % 2 == 0 && std::get<std::int64_t>(made.params["num_output"]) % 2 == 0;
    if (isEven && !std::get<bool>(made.params["transpose"]) && m_draw.chance(0.4)) {
        made.params["heads"] = whole(2);
    }
    fill(made);
    append(std::move(made));
}

// Layers that join, cut and rename axes.

void NetMaker::addConcat()
{
    const Blob* const x = pick([](const Shape& shape) { return shape.axes() > 0; });
    if (!x) {
        return;
    }
    const auto axes = x->shape.axes();
    const auto last = static_cast<std::int64_t>(axes) - 1;
    const std::int64_t axis = m_draw.chance(0.7) ? last : m_draw.between(0, last);
    const auto joins = [&](const Shape& shape) {
        for (std::size_t one = 0; one < axes && shape.axes() == axes; ++one) {
            if (one != static_cast<std::size_t>(axis) && shape[one] != x->shape[one]) {
                return false;
            }
        }
        return shape.axes() == axes;
    };
    Layer made = layer("CONCAT", {x->name});
    for (std::int64_t more = m_draw.between(0, 2); more > 0; --more) {
        made.bottoms.push_back(pick(joins)->name);
    }
    if (axis >= 0 && m_draw.chance(0.2)) {
        made.params["concat_dim"] = whole(axis);
    } else {
        made.params["axis"] = whole(shown(axis, x->shape));
    }
    append(std::move(made));
}

void NetMaker::addSlice()
{
    const Blob* const x = pick([](const Shape& shape) { return shape.axes() > 0 && shape.count() > 1; });
    if (!x) {
        return;
    }
    const auto last = static_cast<std::int64_t>(x->shape.axes()) - 1;
    const std::int64_t axis = m_draw.chance(0.7) ? last : m_draw.between(0, last);
    const std::int64_t extent = x->shape[static_cast<std::size_t>(axis)];
    const auto pieces = static_cast<std::size_t>(m_draw.between(1, std::min<std::int64_t>(3, extent)));
    Layer made = layer("SLICE", {x->name}, pieces);
    made.params["axis"] = whole(shown(axis, x->shape));
    if (m_draw.chance(0.7) && pieces > 1) {
        IntList places(static_cast<std::size_t>(extent - 1));
        std::iota(places.begin(), places.end(), 1);
        while (places.size() >= pieces) {
            places.erase(places.begin() + m_draw.between(0, std::ssize(places) - 1));
        }
        made.params["slice_point"] = places;
    }
    append(std::move(made));
}

void NetMaker::addSplit()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    append(layer("SPLIT", {x->name}, static_cast<std::size_t>(m_draw.between(1, 3))));
}

void NetMaker::addReshape()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    const Shape before = x->shape;
    Layer made = layer("RESHAPE", {x->name});
    switch (m_draw.between(0, 5)) {
    case 0:
        made.params["shape"] = IntList{0, -1};
        break;
    case 1:
        made.params["shape"] = IntList{0, 0, 1, -1};
        break;
    case 2:
        made.params = {{"shape", IntList{-1, 1}}, {"axis", whole(-1)}, {"num_axes", whole(1)}};
        break;
    case 3:
        made.params = {{"shape", IntList{1}}, {"axis", whole(m_draw.between(0, 3))}, {"num_axes", whole(0)}};
        break;
    case 4: { // the last two extents change places, the numbers do not
        IntList extents = before.extents();
        if (extents.size() > 1) {
            std::swap(extents[extents.size() - 1], extents[extents.size() - 2]);
        }
        made.params["shape"] = extents;
        break;
    }
    default:
        made.params["shape"] = IntList{-1, m_draw.between(1, 6)};
    }
    const std::string top = made.tops[0];
    if (append(std::move(made)) && m_draw.chance(0.6)) {
        Layer back = layer("RESHAPE", {top});
        back.params["shape"] = before.extents();
        if (isSequence(before) && m_draw.chance(0.5)) { // in words that also hold for other batches
            IntList extents = before.extents();
            extents[0] = -1;
            back.params["shape"] = extents;
        }
        append(std::move(back));
    }
}

// What is minimised or counted besides.

void NetMaker::addReduction()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    Layer made = layer("REDUCTION", {x->name});
    made.params["operation"] = word(m_draw.one<const char*>({"SUM", "ASUM", "SUMSQ", "MEAN"}));
    if (x->shape.axes() > 0) {
        made.params["axis"] = whole(shown(m_draw.between(0, static_cast<std::int64_t>(x->shape.axes()) - 1), x->shape));
    }
    if (m_draw.chance(0.5)) {
        made.params["coeff"] = m_draw.number(-0.5, 0.5);
    }
    if (m_draw.chance(0.6)) {
        made.lossWeights = {m_draw.one({0.01, 0.05, 0.1})};
    }
    append(std::move(made));
}

/// A tensor of a layer that is no loss, with a loss_weight.
void NetMaker::addAuxiliaryLoss()
{
    const Blob* const x = pick([](const Shape&) { return true; });
    Layer made = layer(m_draw.one<const char*>({"TANH", "SIGMOID", "RELU"}), {x->name});
    made.lossWeights = {m_draw.one({0.01, -0.02, 0.05})};
    append(std::move(made));
}

/// A second head with a loss of its own.
void NetMaker::addLossOfOther()
{
    const Blob* const x = pickSequence();
    if (!x) {
        return;
    }
    std::string scores = x->name;
    if (x->shape.axes() != 3 || x->shape[2] < m_plan.vocabulary) {
        Layer sums = layer("INNERPRODUCT", {x->name});
        sums.params = {{"num_output", whole(m_plan.vocabulary + m_draw.between(0, 1))}, {"axis", whole(2)}};
        fill(sums);
        scores = sums.tops[0];
        if (!append(std::move(sums))) {
            return;
        }
    }
    Layer loss = lossLayer(scores, m_draw.one<std::int64_t>({2, -1}));
    if (m_draw.chance(0.15)) {
        loss.lossWeights = {0.0}; // only to look at
    }
    const std::string name = loss.tops[0];
    if (append(std::move(loss))) {
        m_losses.push_back(name);
    }
}

/// A layer that reads a loss.
void NetMaker::addLossReader()
{
    if (m_losses.empty() || !m_plan.faulty) {
        return;
    }
    const std::string loss = m_draw.one(m_losses), other = m_draw.one(m_losses);
    switch (m_draw.between(0, 4)) {
    case 0:
        append(layer("SILENCE", {loss}, 0));
        break;
    case 1: {
        Layer sum = layer("ELTWISE", {loss, other});
        sum.lossWeights = {m_draw.one({0.5, 1.0})};
        append(std::move(sum));
        break;
    }
    case 2: {
        Layer made = layer(m_draw.one<const char*>({"RELU", "TANH"}), {loss});
        made.tops = {loss};
        append(std::move(made));
        break;
    }
    case 3: {
        Layer square = layer("REDUCTION", {loss});
        square.params["operation"] = word("SUMSQ");
        square.lossWeights = {0.1};
        append(std::move(square));
        break;
    }
    default:
        append(layer("SPLIT", {loss}, 2));
    }
}

// What the whole net is given at its end.

/// Some layers are of one phase only: those in place, and those that nobody reads.
void NetMaker::setPhases()
{
    for (std::size_t index = 0; index < m_model.layers.size(); ++index) {
        Layer& one = m_model.layers[index];
        const LayerType& type = layerType(one.type);
        const bool inPlace = one.tops == one.bottoms && m_plan.faulty;
        const bool looks = type.name == "ACCURACY" || type.name == "SILENCE";
        const bool isLast = looks || !one.lossWeights.empty();
        if (!m_draw.chance(inPlace || isLast ? 0.4 : 0.02) || (!looks && !m_plan.faulty)) {
            continue;
        }
        const Layer before = one;
        const PhaseRule rule{.phase = m_draw.one({Phase::Train, Phase::Test})};
        (m_draw.chance(0.7) ? one.include : one.exclude).push_back(rule);
        if (type.loss && !inPhase(one, Phase::Train)) { // what is validated by is what is trained by
            one = before;
        }
        try {
            inferSizes(forPhase(m_model, Phase::Train));
            inferSizes(forPhase(m_model, Phase::Test));
        } catch (const Error& error) {
            m_refusals.emplace_back(error.what());
            one = before;
        }
    }
}

/// Two layers of one kind with the same weights: a twin of a layer, or two that happen to fit.
void NetMaker::shareWeights()
{
    std::vector<std::size_t> learning;
    for (std::size_t index = 0; index < m_model.layers.size(); ++index) {
        const std::string& type = m_model.layers[index].type;
        if (type == "INNERPRODUCT" || type == "EMBED" || layerType(type).recurrent) {
            learning.push_back(index);
        }
    }
    if (learning.empty()) {
        return;
    }
    const std::size_t first = m_draw.one(learning);
    const std::vector<LayerSizes> sizes = inferSizes(m_model);
    Layer twin = m_model.layers[first];
    if (!m_model.layers[first].weights.empty()) {
        return;
    }
    const bool embeds = twin.type == "EMBED";
    const Blob* const x = embeds ? nullptr : pick([&](const Shape& shape) { return shape == sizes[first].inputs[0]; });
    if ((!embeds && !x) || twin.tops.size() > 1) {
        return;
    }
    std::vector<WeightSettings> names;
    for (std::size_t weight = 0; weight < sizes[first].sizes.weights.size(); ++weight) {
        const bool shares = weight == 0 || m_draw.chance(0.7);
        names.push_back({.name = shares ? newName("shared") : std::string()});
    }
    twin.name = newName("twin");
    twin.tops = {newName("t")};
    twin.bottoms[0] = x ? x->name : twin.bottoms[0];
    twin.weights = names;
    if (append(twin)) {
        if (m_draw.chance(0.3)) {
            names[0].lrMult = m_draw.one({0.5, 2.0});
            m_model.layers.back().weights[0].lrMult = names[0].lrMult;
        }
        m_model.layers[first].weights = names;
    }
}

void NetMaker::setPaces()
{
    const std::vector<LayerSizes> sizes = inferSizes(m_model);
    for (std::size_t index = 0; index < m_model.layers.size(); ++index) {
        Layer& one = m_model.layers[index];
        if (sizes[index].sizes.weights.empty() || !one.weights.empty() || !m_draw.chance(0.4)) {
            continue;
        }
        const auto fields = m_draw.between(1, std::ssize(sizes[index].sizes.weights));
        for (std::int64_t field = 0; field < fields; ++field) {
            WeightSettings& pace = one.weights.emplace_back();
            if (m_draw.chance(0.7)) {
                pace.lrMult = m_draw.one({0.0, 0.5, 1.0, 2.0});
            }
            if (m_draw.chance(0.5)) {
                pace.decayMult = m_draw.one({0.0, 1.0, 3.0});
            }
            if (m_draw.chance(0.2)) {
                pace.name = newName("named");
            }
        }
    }
}

/// Layers may ask for an engine themselves; a run may override them.
void NetMaker::setEngines()
{
    for (Layer& one : m_model.layers) {
        if (one.type == "LSTM" && m_draw.chance(0.6)) {
            one.params["engine"] = word(m_draw.one<const char*>({"CAFFE", "ONEDNN", "DEFAULT"}));
        } else if (one.type == "TANH" || one.type == "SIGMOID" || one.type == "RELU" || one.type == "SOFTMAX") {
            one.params["engine"] = word(m_draw.one<const char*>({"CAFFE", "DEFAULT"}));
        }
    }
}

void NetMaker::setPropagateDown()
{
    Layer& one = m_model.layers[static_cast<std::size_t>(m_draw.between(0, std::ssize(m_model.layers) - 1))];
    for (std::size_t bottom = 0; bottom < one.bottoms.size(); ++bottom) {
        const bool label = one.bottoms[bottom] == m_tops.label || one.bottoms[bottom] == m_tops.cont ||
                           one.bottoms[bottom] == m_tops.ids;
        one.propagateDown.push_back(!label && m_draw.chance(0.5));
    }
}

/// Something that no net may have, so that it must be refused before it trains.
void NetMaker::makeOdd()
{
    std::vector<std::size_t> learning;
    for (std::size_t index = 0; index < m_model.layers.size(); ++index) {
        if (m_model.layers[index].type == "INNERPRODUCT" || m_model.layers[index].type == "EMBED") {
            learning.push_back(index);
        }
    }
    Layer& one = m_model.layers[m_draw.one(learning)];
    Layer& other = m_model.layers[m_draw.one(learning)];
    switch (m_draw.between(0, 3)) {
    case 0: // mostly weights of two shapes under one name
        one.weights = {{.name = "shared by chance"}};
        other.weights = {{.name = "shared by chance"}};
        break;
    case 1: // weights that were never trained
        one.exclude = {{.phase = Phase::Train}};
        break;
    case 2:
        one.bottoms[0] += "?";
        break;
    default:
        m_model.layers.back().name = one.name;
    }
}

const std::vector<NetMaker::Drawer>& NetMaker::drawers()
{
    static const std::vector<Drawer> all = {
        {4, &NetMaker::addRecurrent},       {1.5, &NetMaker::addLstmSimple}, {0.6, &NetMaker::addLstmUnits},
        {0.6, &NetMaker::addGruUnits},      {2, &NetMaker::addInnerProduct}, {2, &NetMaker::addActivation},
        {0.7, &NetMaker::addDropout},       {1, &NetMaker::addLearnedScale}, {1, &NetMaker::addScale},
        {2, &NetMaker::addEltwise},         {1.5, &NetMaker::addConcat},     {1.5, &NetMaker::addSlice},
        {0.5, &NetMaker::addSplit},         {1.5, &NetMaker::addReshape},    {0.7, &NetMaker::addSoftmax},
        {0.7, &NetMaker::addReduction},     {0.4, &NetMaker::addEmbedding},  {0.5, &NetMaker::addLossOfOther},
        {0.3, &NetMaker::addAuxiliaryLoss}, {0.5, &NetMaker::addLossReader}, {0.6, &NetMaker::addCellUnit},
        {0.4, &NetMaker::addLayerNorm},
    };
    return all;
}

Model NetMaker::make()
{
    m_model = {.name = "random"};
    if (m_draw.chance(0.2)) {
        m_model.dialect = Dialect::MyCaffe;
    }
    addSources();
    addEmbedding();
    double total = 0;
    for (const Drawer& one : drawers()) {
        total += one.weight;
    }
    for (std::int64_t left = m_draw.between(1, 9); left > 0; --left) {
        double at = total * m_draw.uniform();
        const auto drawn = std::ranges::find_if(drawers(), [&](const Drawer& one) { return (at -= one.weight) < 0; });
        (this->*(drawn == drawers().end() ? drawers().front() : *drawn).draw)();
    }
    if (m_draw.chance(0.35)) {
        shareWeights();
    }
    addHead();
    if (m_draw.chance(0.25)) {
        addLossReader();
    }
    if (m_draw.chance(0.4)) {
        addSilence();
    }
    if (m_draw.chance(0.3)) {
        setPhases();
    }
    if (m_draw.chance(0.3)) {
        setPaces();
    }
    if (m_draw.chance(0.15)) {
        setPropagateDown();
    }
    if (m_draw.chance(0.15)) {
        setEngines();
    }
    if (m_draw.chance(0.06)) {
        makeOdd();
    }
    return m_model;
}

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_meanings.h"

#include "engine/formats/exchange/weight_places.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace engine::onnx {
namespace {

using Kind = Meaning::Kind;
using Element = Value::Element;

/// What nodes may have that only cut, join, repeat or reshape numbers, so that zeros stay zeros.
struct Arranging {
    std::set<std::string_view> attributes;
    std::size_t inputs, outputs = 1;
};

const Arranging* arranging(const std::string& type)
{
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    static const std::map<std::string_view, Arranging> types = {{"Cast", {{"to", "saturate"}, 1}},
                                                                {"Concat", {{"axis"}, any}},
                                                                {"Dropout", {{"ratio", "seed", "is_test"}, 3, 2}},
                                                                {"Expand", {{}, 2}},
                                                                {"Flatten", {{"axis"}, 1}},
                                                                {"Gather", {{"axis"}, 2}},
                                                                {"Identity", {{}, 1}},
                                                                {"Reshape", {{"allowzero"}, 2}},
                                                                {"Slice", {{"axes", "ends", "starts"}, 5}},
                                                                {"Split", {{"axis", "num_outputs", "split"}, 2, any}},
                                                                {"Squeeze", {{"axes"}, 2}},
                                                                {"Tile", {{}, 2}},
                                                                {"Transpose", {{"perm"}, 1}},
                                                                {"Unsqueeze", {{"axes"}, 2}}};
    const auto found = types.find(type);
    return found == types.end() ? nullptr : &found->second;
}

/// Whether exporters compute shapes with it.
bool computesSizes(const std::string& type)
{
    static const std::set<std::string_view> types = {
        "Add",     "And",      "Cast",      "Concat",    "Div",        "Equal",     "Expand",  "Gather",
        "Greater", "Identity", "Less",      "Max",       "Min",        "Mod",       "Mul",     "Not",
        "Or",      "Range",    "ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum", "Reshape", "Slice",
        "Split",   "Squeeze",  "Sub",       "Tile",      "Transpose",  "Unsqueeze", "Where"};
    return types.contains(type);
}

/// The axes of an input. Nothing where more than two of them may be longer than 1: no text has so many.
std::optional<Layout> layoutOf(const Value& value)
{
    Layout layout;
    std::size_t moving = 0;
    for (const Value::Axis& axis : value.axes) {
        const bool fixed = axis.word.empty() && axis.extent > 0;
        if (fixed && axis.extent == 1) {
            layout.axes.emplace_back();
            continue;
        }
        if (moving == 2) {
            return std::nullopt;
        }
        const Factor factor = moving == 0 ? Factor::First : Factor::Second;
        layout.axes.emplace_back(factor);
        layout.of(factor) = fixed         ? Extent{.number = axis.extent}
                            : moving == 0 ? Extent{.number = 1, .first = 1}
                                          : Extent{.number = 1, .second = 1};
        ++moving;
    }
    return value.shaped && layout.axes.size() <= mostLayoutAxes ? std::optional(layout) : std::nullopt;
}

Relaid either(std::optional<Layout> layout, Sentence why)
{
    return layout ? Relaid{.layout = std::move(layout)} : Relaid{.why = std::move(why)};
}

} // namespace

bool isArranging(const CheckedNode& node)
{
    const Arranging* const known = arranging(node.type());
    if (known != nullptr) {
        node.requireAttributes(known->attributes);
        node.requirePorts(known->inputs, known->outputs);
    }
    return known != nullptr;
}

Meanings::Meanings(const Graph& graph, const std::string& fileName, TransferReport& report)
    : m_graph(&graph), m_file(&fileName), m_report(&report)
{
    for (const Tensor& tensor : graph.constants) {
        addConstant(tensor);
    }
    for (std::size_t place = 0; place < graph.inputs.size(); ++place) {
        addInput(graph.inputs[place], place);
    }
}

void Meanings::addConstant(const Tensor& tensor)
{
    if (!m_meanings.emplace(tensor.name, Meaning{.kind = Kind::Constant, .tensor = &tensor, .sizes = sizesOf(tensor)})
             .second) {
        m_report->skipped.push_back(
            say(ENGINE_TEXT("Sentences",
                            "the constant %1 %2 was left out: the graph has another one of that name before it"),
                shortened(tensor.name), tensor.shape));
        return;
    }
    m_numbers += tensor.values.size();
}

/// In old files a constant is an input, too, that may be replaced.
void Meanings::addInput(const Value& value, std::size_t place)
{
    const std::optional<Layout> layout = layoutOf(value);
    m_meanings.emplace(
        value.name, Meaning{.kind = Kind::Input,
                            .layout = layout.value_or(Layout()),
                            .tracked = layout.has_value(),
                            .element = value.element == Value::Element::Double ? Value::Element::Real : value.element,
                            .place = place});
}

const Meaning* Meanings::of(const std::string& value) const
{
    const auto found = m_meanings.find(value);
    return value.empty() || found == m_meanings.end() ? nullptr : &found->second;
}

const Meaning* Meanings::of(const CheckedNode& node, std::size_t place) const
{
    const std::string& name = node.input(place);
    const Meaning* const found = of(name);
    if (found == nullptr && !name.empty()) {
        node.refuse(say(ENGINE_TEXT("Sentences", "its input %1 is made by nothing before it"), shortened(name)));
    }
    return found;
}

std::vector<const Sizes*> Meanings::settingsOf(const CheckedNode& node) const
{
    std::vector<const Sizes*> settings;
    for (std::size_t place = 0; place < node.node().inputs.size() && place < mostSizes; ++place) {
        const Meaning* const meaning = of(node, place);
        settings.push_back(meaning == nullptr ? nullptr : &meaning->sizes);
    }
    return settings;
}

void Meanings::define(const CheckedNode& node, std::size_t output, Meaning meaning)
{
    const std::vector<std::string>& outputs = node.node().outputs;
    if (output < outputs.size() && !outputs[output].empty() &&
        !m_meanings.emplace(outputs[output], std::move(meaning)).second) {
        node.refuse(say(ENGINE_TEXT("Sentences", "its output %1 has been made before"), shortened(outputs[output])));
    }
}

void Meanings::add(const CheckedNode& node)
{
    const Meaning meaning = meaningOf(node);
    if (meaning.kind == Kind::Computed && m_strange == nullptr) {
        m_strange = meaning.node;
    }
    for (std::size_t output = 0; output < node.node().outputs.size(); ++output) {
        define(node, output, meaning);
    }
}

/// Counts numbers that are copied. A graph may use a constant several times, but not so that a small file becomes a
/// large net.
void Meanings::charge(const CheckedNode& node, std::size_t numbers)
{
    constexpr std::size_t times = 8;
    m_copied += numbers;
    if (m_copied > times * m_numbers) {
        node.refuse(ENGINE_TEXT("Sentences", "the graph's constants are used more often than a net uses its weights"));
    }
}

const Tensor& Meanings::numbers(const CheckedNode& node, std::size_t place, const char* what)
{
    const Meaning* const meaning = of(node, place);
    if (meaning == nullptr) {
        node.refuse(say(ENGINE_TEXT("Sentences", "it has no %1"), what));
    }
    if (meaning->kind == Kind::Computed) {
        checked(*meaning->node)
            .refuse(say(ENGINE_TEXT("Sentences", "it computes the %1 of node %2, but a constant is wanted there"), what,
                        labelOf(node.node())));
    }
    if (meaning->kind != Kind::Constant) {
        node.refuse(say(ENGINE_TEXT("Sentences", "its %1 is no constant of the file, but one is wanted"), what));
    }
    const Tensor& tensor = *meaning->tensor;
    if (tensor.known && tensor.shape.count() == 0) {
        node.refuse(say(ENGINE_TEXT("Sentences",
                                    "its %1, the constant %2 %3, has an extent of 0, but a net's weights have numbers"),
                        what, shortened(tensor.name), tensor.shape));
    }
    if (!hasFloats(tensor)) {
        node.refuse(say(ENGINE_TEXT("Sentences", "its %1, the constant %2 %3, is none of floats in this file"), what,
                        shortened(tensor.name), tensor.shape));
    }
    charge(node, tensor.values.size());
    return tensor;
}

bool Meanings::isStart(const Meaning& meaning)
{
    return meaning.kind == Kind::Start || (meaning.kind == Kind::Input && meaning.element == Element::Real) ||
           (meaning.kind == Kind::Constant && commonOf(*meaning.tensor) == 0.0F);
}

void Meanings::noteState(const Meaning& meaning)
{
    if (meaning.kind == Kind::Input) {
        m_stateInputs.insert(meaning.place);
    }
}

// Nodes
// -----------------------------------------------------------------------------------------------------------------

Meaning Meanings::meaningOf(const CheckedNode& node)
{
    if (node.type() == "Constant") {
        return constantOf(node);
    }
    const Meaning strange{.kind = Kind::Computed, .node = &node.node()};
    bool sizes = !node.node().inputs.empty();
    for (std::size_t place = 0; place < node.node().inputs.size(); ++place) {
        const Meaning* const meaning = of(node, place);
        if (meaning != nullptr && meaning->kind == Kind::Computed) {
            return *meaning;
        }
        sizes = sizes && (meaning == nullptr || meaning->kind == Kind::Sizes ||
                          (meaning->kind == Kind::Constant && !meaning->tensor->integers.empty()));
    }
    if (node.type() == "Shape" || node.type() == "Size") {
        return shapeOf(node);
    }
    if (node.type() == "ConstantOfShape") {
        return filledShape(node);
    }
    if (sizes && computesSizes(node.type())) {
        return {.kind = Kind::Sizes, .node = &node.node(), .sizes = computed(node, settingsOf(node))};
    }
    const Meaning* const first = of(node, 0);
    if (first != nullptr && first->kind == Kind::Constant) {
        if (const Meaning constant = foldedConstant(node); constant.kind == Kind::Constant) {
            return constant;
        }
    }
    if (first != nullptr && first->kind == Kind::Input && node.type() != "Concat") {
        return changedInput(node, *first);
    }
    return startOf(node).value_or(strange);
}

Meaning Meanings::made(const Node& node, Tensor tensor)
{
    m_made.push_back(std::make_unique<Tensor>(std::move(tensor)));
    const Tensor* const kept = m_made.back().get();
    return {.kind = Kind::Constant, .node = &node, .tensor = kept, .sizes = sizesOf(*kept)};
}

Meaning Meanings::constantOf(const CheckedNode& node)
{
    const Attribute* const given = node.node().attributes.size() == 1 ? &node.node().attributes.front() : nullptr;
    if (given == nullptr || node.node().outputs.size() != 1) {
        node.refuse(say(ENGINE_TEXT("Sentences", "it has %1 attributes and %2 outputs, but one of each is wanted"),
                        node.node().attributes.size(), node.node().outputs.size()));
    }
    if (given->name == "value" && given->tensor) {
        m_numbers += given->tensor->values.size();
        return {
            .kind = Kind::Constant, .node = &node.node(), .tensor = &*given->tensor, .sizes = sizesOf(*given->tensor)};
    }
    Tensor tensor{.name = node.node().outputs[0], .shape = {}};
    if (given->name == "value_float" && given->real) {
        tensor.values = {*given->real};
    } else if (given->name == "value_int" && given->integer) {
        tensor.integers = {*given->integer};
    } else if (given->name == "value_floats") {
        tensor.values = given->reals;
        tensor.shape = {static_cast<std::int64_t>(given->reals.size())};
    } else if (given->name == "value_ints") {
        tensor.integers = given->integers;
        tensor.shape = {static_cast<std::int64_t>(given->integers.size())};
    } else {
        tensor.known = false;
    }
    m_numbers += tensor.values.size();
    return made(node.node(), std::move(tensor));
}

Meaning Meanings::shapeOf(const CheckedNode& node) const
{
    const Meaning* const value = of(node, 0);
    if (value == nullptr) {
        node.refuse(ENGINE_TEXT("Sentences", "it has no input"));
    }
    node.requireAttributes({"end", "start"});
    const std::optional<std::vector<std::optional<Extent>>> all = extentsOf(*value);
    std::vector<Extent> extents;
    if (all && node.type() == "Shape") {
        const auto count = static_cast<std::int64_t>(all->size());
        const auto [first, last] =
            bounds({.axis = 0, .begin = node.integer("start", 0), .end = node.integer("end", count)}, count);
        for (std::int64_t axis = first; axis < last && (*all)[static_cast<std::size_t>(axis)]; ++axis) {
            extents.push_back(*(*all)[static_cast<std::size_t>(axis)]);
        }
        if (static_cast<std::int64_t>(extents.size()) == last - first) {
            return {.kind = Kind::Sizes, .node = &node.node(), .sizes = listOf(std::move(extents))};
        }
    }
    return {.kind = Kind::Sizes, .node = &node.node()};
}

/// Nothing where not even their number is known.
std::optional<std::vector<std::optional<Extent>>> Meanings::extentsOf(const Meaning& value) const
{
    std::vector<std::optional<Extent>> extents;
    if (value.kind == Kind::Text || (value.kind == Kind::Input && value.tracked)) {
        for (const Axis& axis : value.layout.axes) {
            extents.push_back(value.layout.extentOf(axis));
        }
        return extents;
    }
    if (value.kind == Kind::Input && m_graph->inputs[value.place].shaped) {
        for (const Value::Axis& axis : m_graph->inputs[value.place].axes) {
            const bool fixed = axis.word.empty() && axis.extent > 0;
            extents.push_back(fixed ? std::optional(Extent{.number = axis.extent}) : std::nullopt);
        }
        return extents;
    }
    if (value.kind == Kind::Constant) {
        for (const std::int64_t extent : value.tensor->shape.extents()) {
            extents.emplace_back(Extent{.number = extent});
        }
        return extents;
    }
    if (value.kind == Kind::Start && value.sizes.known) {
        return std::vector<std::optional<Extent>>(value.sizes.numbers.begin(), value.sizes.numbers.end());
    }
    return std::nullopt;
}

Meaning Meanings::filledShape(const CheckedNode& node) const
{
    node.requireAttributes({"value"});
    node.requirePorts(1, 1);
    const Attribute* const value = node.node().attribute("value"); // 0 where it is left out
    const Meaning* const shape = of(node, 0);
    const Tensor* const tensor = value != nullptr && value->tensor ? &*value->tensor : nullptr;
    if (tensor != nullptr && !tensor->integers.empty()) {
        return {.kind = Kind::Sizes, .node = &node.node(), .sizes = {.every = sizesOf(*tensor).every}};
    }
    const bool zeros = value == nullptr || (tensor != nullptr && commonOf(*tensor) == 0.0F);
    return {.kind = zeros ? Kind::Start : Kind::Computed,
            .node = &node.node(),
            .sizes = shape == nullptr ? Sizes() : shape->sizes};
}

/// Not of kind Constant where the node does something else than to arrange constants.
Meaning Meanings::foldedConstant(const CheckedNode& node)
{
    const Meaning strange{.kind = Kind::Computed, .node = &node.node()};
    const Tensor& first = *of(node, 0)->tensor;
    const bool cast = node.type() == "Cast" && isReal(node.integer("to", 0)) && hasFloats(first);
    if ((cast || node.type() == "Identity") && isArranging(node)) {
        return {.kind = Kind::Constant, .node = &node.node(), .tensor = &first, .sizes = sizesOf(first)};
    }
    std::vector<const Tensor*> tensors;
    std::size_t count = 0;
    const std::size_t inputs = node.type() == "Concat" ? node.node().inputs.size() : 1;
    for (std::size_t place = 0; place < inputs; ++place) {
        const Meaning* const meaning = of(node, place);
        if (meaning == nullptr || meaning->kind != Kind::Constant || !hasFloats(*meaning->tensor)) {
            return strange;
        }
        tensors.push_back(meaning->tensor);
        count += meaning->tensor->values.size();
    }
    if (!isArranging(node)) {
        return strange;
    }
    charge(node, count);
    std::optional<Tensor> result = folded(node, tensors, settingsOf(node));
    return result ? made(node.node(), std::move(*result)) : strange;
}

Meaning Meanings::changedInput(const CheckedNode& node, const Meaning& input)
{
    Meaning changed = input;
    changed.node = &node.node();
    if (node.type() == "Cast") {
        const std::int64_t to = node.integer("to", 0);
        const bool narrower = to == halfType || to == bfloatType;
        if (isInteger(to) || (input.element == Element::Real && isReal(to) && !narrower)) {
            changed.element = isInteger(to) ? Element::Integer : Element::Real;
            return changed;
        }
    } else if (input.tracked) {
        if (std::optional<Layout> layout = relaid(node, input.layout).layout; layout) {
            changed.layout = std::move(*layout);
            return changed;
        }
    }
    const std::optional<Meaning> start = input.element == Element::Real ? startOf(node) : std::nullopt;
    return start.value_or(Meaning{.kind = Kind::Computed, .node = &node.node()});
}

/// Where it arranges what a text may start from. Expand tells the shape of what it makes.
std::optional<Meaning> Meanings::startOf(const CheckedNode& node)
{
    if (!isArranging(node) || node.node().inputs.empty()) {
        return std::nullopt;
    }
    Meaning start{.kind = Kind::Start, .node = &node.node()};
    const std::size_t count = node.type() == "Concat" ? node.node().inputs.size() : 1;
    for (std::size_t place = 0; place < count; ++place) {
        const Meaning* const part = of(node, place);
        if (part == nullptr || !isStart(*part)) {
            return std::nullopt;
        }
        const bool outside = part->outside || part->kind == Kind::Input;
        start.outside = start.outside || outside;
        start.backwardIsZeros = count == 2 && place == 1 && !outside && node.integer("axis", 0) == 0;
        noteState(*part);
    }
    const Meaning* const first = of(node, 0);
    const Meaning* const target = of(node, 1);
    if (node.type() == "Expand" && target != nullptr && first->kind == Kind::Constant &&
        first->tensor->shape.axes() == 0) {
        start.sizes = target->sizes;
    }
    return start;
}

Relaid Meanings::relaid(const CheckedNode& node, const Layout& layout) const
{
    const std::string& type = node.type();
    if (!isArranging(node)) {
        return {.why = say(ENGINE_TEXT("Sentences", "Hamnet has no such layer"))};
    }
    const std::vector<const Sizes*> settings = settingsOf(node);
    const Sizes* const setting = settings.size() > 1 ? settings[1] : nullptr;
    const std::size_t rank = layout.axes.size();
    if (type == "Identity") {
        return {.layout = layout};
    }
    if (type == "Concat") {
        const bool alone =
            node.node().inputs.size() == 1 && node.has("axis") && axisFrom(node.integer("axis", 0), rank);
        return either(alone ? std::optional(layout) : std::nullopt,
                      say(ENGINE_TEXT("Sentences", "it joins what lies on several axes")));
    }
    if (type == "Transpose") {
        std::vector<std::int64_t> order(rank);
        std::iota(order.rbegin(), order.rend(), std::int64_t{0});
        return either(transposed(layout, node.integers("perm").value_or(order)),
                      say(ENGINE_TEXT("Sentences", "its perm is no order of its axes")));
    }
    if (type == "Flatten") {
        return either(flattened(layout, node.integer("axis", 1)), say(ENGINE_TEXT("Sentences", "it has no such axis")));
    }
    if (type == "Squeeze" || type == "Unsqueeze") {
        const std::optional<std::vector<std::int64_t>> axes = axesOf(node, setting);
        return !axes ? Relaid{.why = say(ENGINE_TEXT("Sentences", "its axes are not given as constants"))}
               : type == "Squeeze"
                   ? either(squeezed(layout, *axes),
                            say(ENGINE_TEXT("Sentences", "it takes away an axis that may be longer than 1")))
                   : either(unsqueezed(layout, *axes), say(ENGINE_TEXT("Sentences", "it adds no such axes")));
    }
    if (type == "Reshape") {
        const bool copies = node.integer("allowzero", 0) == 0; // a 0 means the extent as it was
        const bool known = setting != nullptr && setting->known &&
                           (copies || std::find(setting->numbers.begin(), setting->numbers.end(),
                                                Extent{.number = 0}) == setting->numbers.end());
        return either(known ? reshaped(layout, setting->numbers) : std::nullopt,
                      say(ENGINE_TEXT("Sentences", "its shape is none that keeps steps, streams and width apart")));
    }
    if (type == "Slice") {
        const std::optional<std::vector<SliceRange>> parts = partsOf(node, settings, rank);
        const bool whole =
            parts && std::all_of(parts->begin(), parts->end(), [&](const SliceRange& part) {
                constexpr std::int64_t most = std::int64_t{1} << 31; // as all of an axis is written
                const std::optional<Extent> extent = layout.extentOf(layout.axes[static_cast<std::size_t>(part.axis)]);
                const bool fits = extent && extent->first == 0 && extent->second == 0 && part.end >= extent->number;
                return part.begin == 0 && (part.end >= most - 1 || fits);
            });
        return either(whole ? std::optional(layout) : std::nullopt,
                      say(ENGINE_TEXT("Sentences", "it takes a part only")));
    }
    return {.why = type == "Gather" ? say(ENGINE_TEXT("Sentences", "it takes a part only"))
                                    : say(ENGINE_TEXT("Sentences", "Hamnet has no such layer"))};
}

void Meanings::reportUnused(std::set<std::string_view> taken) const
{
    for (auto node = m_graph->nodes.rbegin(); node != m_graph->nodes.rend(); ++node) {
        if (std::any_of(node->outputs.begin(), node->outputs.end(),
                        [&](const std::string& output) { return taken.contains(output); })) {
            taken.insert(node->inputs.begin(), node->inputs.end());
        }
    }
    const auto report = [&](const std::string& name, const Tensor& tensor) {
        const bool setting = !tensor.integers.empty() || tensor.shape.axes() == 0;
        if (!setting && !taken.contains(name)) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "the constant %1 %2 was left out: no layer of the net takes it"),
                    shortened(name), tensor.shape));
        }
    };
    std::set<std::string_view> told;
    for (const Tensor& tensor : m_graph->constants) {
        if (told.insert(tensor.name).second) {
            report(tensor.name, tensor);
        }
    }
    for (const Node& node : m_graph->nodes) {
        const Attribute* const value = node.type == "Constant" ? node.attribute("value") : nullptr;
        if (value != nullptr && value->tensor && !node.outputs.empty()) {
            report(node.outputs[0], *value->tensor);
        }
    }
}

} // namespace engine::onnx

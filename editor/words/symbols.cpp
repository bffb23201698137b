// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/symbols.h"

#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <array>
#include <optional>
#include <QStringList>
#include <utility>

namespace editor {
namespace {

using Shapes = std::map<Output, engine::Shape>;

/// Steps, streams and vocabulary that a model is sized at. Unusual primes, so that nothing is equal by chance.
struct Trial {
    std::int64_t steps, streams, vocabulary;
};
constexpr std::array<Trial, 2> trials = {{{1009, 1013, 1019}, {1021, 1031, 1033}}};

void addShapes(Shapes& shapes, const Content& content, const engine::Model& model, engine::Phase phase)
{
    const std::vector<engine::LayerSizes> sizes = engine::sizesOrProblems(engine::forPhase(model, phase));
    std::size_t row = 0;
    for (const Node& node : content.nodes) {
        if (!inPhase(node.layer, phase)) {
            continue;
        }
        const std::vector<engine::Shape>& outputs = sizes[row++].sizes.outputs;
        for (std::size_t port = 0; port < outputs.size(); ++port) {
            shapes.emplace(Output{node.id, port}, outputs[port]);
        }
    }
}

/// The model with the trial's steps, streams and vocabulary in its data layers; `widths` are those that follow from the
/// vocabulary. Throws Error where it reads neither a text nor sequences.
engine::Model modelAt(const engine::Model& model, const std::vector<engine::VocabularyWidth>& widths,
                      const Trial& trial)
{
    engine::Model changed = model;
    bool sequences = false;
    for (engine::Layer& layer : changed.layers) {
        const engine::LayerType* type = engine::findLayerType(layer.type);
        if (type && type->name == "SEQUENCEDATA") {
            layer.params["batch_size"] = trial.streams;
            layer.params["time_steps"] = trial.steps;
            sequences = true;
        }
    }
    return sequences
               ? changed
               : engine::withVocabulary(engine::withBatch(model, trial.steps, trial.streams), widths, trial.vocabulary);
}

/// The shapes of all tensors at other steps, streams and vocabulary; none where the model cannot be changed so.
Shapes shapesAt(const Content& content, const Derived& derived, engine::Phase phase,
                const std::vector<engine::VocabularyWidth>& widths, const Trial& trial)
{
    Shapes shapes;
    engine::Model model = derived.settled;
    try {
        model = modelAt(model, widths, trial);
    } catch (const engine::Error&) {
        return shapes; // neither text nor sequences: the numbers stay numbers
    }
    addShapes(shapes, content, model, phase);
    for (const engine::Phase other : {engine::Phase::Train, engine::Phase::Test, engine::Phase::Run}) {
        if (!derived.outsidePhase.empty() && other != phase) {
            addShapes(shapes, content, model, other);
        }
    }
    return shapes;
}

QString times(std::int64_t factor, const QString& letters)
{
    return factor == 1 ? letters : QString::number(factor) + QStringLiteral("·") + letters;
}

/// What an axis depends on, from its extents in the two trials; nothing where it stays the same or does neither.
std::optional<QString> dependence(std::int64_t first, std::int64_t second)
{
    struct Form {
        const char* letters;
        std::int64_t first, second;
    };
    const auto& [a, b] = trials;
    const std::array<Form, 4> forms = {{{"T·N", a.steps * a.streams, b.steps * b.streams},
                                        {"T", a.steps, b.steps},
                                        {"N", a.streams, b.streams},
                                        {"V", a.vocabulary, b.vocabulary}}};
    for (const Form& form : forms) {
        if (first % form.first == 0 && second % form.second == 0 && first / form.first == second / form.second &&
            first != 0) {
            return times(first / form.first, QString::fromUtf8(form.letters));
        }
    }
    return std::nullopt;
}

bool isLetter(const QString& symbol)
{
    return !symbol.isEmpty() && !symbol.front().isDigit();
}

/// Whether a letter stands for a width that some layer chose: then layers behind it may pass it on.
bool isWidth(const QString& symbol)
{
    return symbol.size() == 1 && isLetter(symbol) && !QStringLiteral("TNV").contains(symbol);
}

/// The layer's own letter for a width that it makes: the axis of a weight that is as long, but not that of its input;
/// "2·H" where two directions stand beside each other.
QString ownLetter(const engine::Sizes& sizes, std::int64_t extent, std::int64_t directions = 1)
{
    if (directions > 1 && extent % directions == 0) {
        const QString each = ownLetter(sizes, extent / directions);
        return each.isEmpty() ? each : times(directions, each);
    }
    for (const engine::WeightSpec& weight : sizes.weights) {
        const QStringList letters = QString::fromStdString(weight.axes).split(QStringLiteral(", "));
        for (std::size_t axis = 0; axis < weight.shape.axes() && std::cmp_less(axis, letters.size()); ++axis) {
            const QString& letter = letters[static_cast<qsizetype>(axis)];
            if (isWidth(letter) && letter != QLatin1String("I") && weight.shape[axis] == extent) {
                return letter;
            }
        }
    }
    return {};
}

/// Goes through a drawing in its order and finds the symbols of each tensor.
class SymbolSearch {
public:
    SymbolSearch(const Content& content, const Derived& derived, engine::Phase phase) : m_derived(derived)
    {
        const std::vector<engine::VocabularyWidth> widths = engine::vocabularyWidths(derived.model);
        m_first = shapesAt(content, derived, phase, widths, trials[0]);
        m_second = shapesAt(content, derived, phase, widths, trials[1]);
        for (const Wire& wire : derived.wires) {
            m_sources[wire.to.node].push_back(wire.from);
        }
        for (const Node& node : content.nodes) {
            visit(node);
        }
    }

    std::map<Output, std::vector<QString>> takeAxes() { return std::move(m_axes); }

private:
    void visit(const Node& node)
    {
        const auto found = m_derived.sizes.find(node.id);
        if (found == m_derived.sizes.end()) {
            return;
        }
        const engine::Sizes& sizes = found->second.sizes;
        for (std::size_t port = 0; port < sizes.outputs.size(); ++port) {
            std::vector<QString>& symbols = m_axes[{node.id, port}];
            for (std::size_t axis = 0; axis < sizes.outputs[port].axes(); ++axis) {
                symbols.push_back(
                    symbolOf({node.id, port}, sizes, axis, port == 0 && readsBackwardToo(node.layer) ? 2 : 1));
            }
        }
    }

    QString symbolOf(Output output, const engine::Sizes& sizes, std::size_t axis, std::int64_t directions) const
    {
        const engine::Shape& shape = sizes.outputs[output.port];
        const auto first = m_first.find(output), second = m_second.find(output);
        const bool tried = first != m_first.end() && second != m_second.end() && first->second.axes() == shape.axes() &&
                           second->second.axes() == shape.axes();
        const auto depends = tried ? dependence(first->second[axis], second->second[axis]) : std::nullopt;
        if (depends) {
            return *depends;
        }
        QString letter;
        if (shape[axis] != 1) {
            letter = axis + 1 == shape.axes() ? ownLetter(sizes, shape[axis], directions) : QString();
            letter = letter.isEmpty() ? inherited(output.node, shape[axis]) : letter;
        }
        return letter.isEmpty() ? countText(shape[axis]) : letter;
    }

    /// The letter of a width that one of the node's inputs has.
    QString inherited(Id node, std::int64_t extent) const
    {
        const auto sources = m_sources.find(node);
        for (const Output& source : sources == m_sources.end() ? std::vector<Output>() : sources->second) {
            const auto shape = m_derived.shapes.find(source);
            const auto symbols = m_axes.find(source);
            if (shape == m_derived.shapes.end() || symbols == m_axes.end()) {
                continue;
            }
            for (std::size_t axis = 0; axis < shape->second.axes(); ++axis) {
                if (shape->second[axis] == extent && isWidth(symbols->second[axis])) {
                    return symbols->second[axis];
                }
            }
        }
        return {};
    }

    const Derived& m_derived;
    Shapes m_first, m_second;
    std::map<Id, std::vector<Output>> m_sources;
    std::map<Output, std::vector<QString>> m_axes;
};

} // namespace

Symbols::Symbols(const Content& content, const Derived& derived, engine::Phase phase)
    : m_axes(SymbolSearch(content, derived, phase).takeAxes())
{}

std::vector<QString> Symbols::axes(Output output) const
{
    const auto found = m_axes.find(output);
    return found == m_axes.end() ? std::vector<QString>() : found->second;
}

QString Symbols::text(Output output) const
{
    const std::vector<QString> symbols = axes(output);
    if (std::none_of(symbols.begin(), symbols.end(), isLetter)) {
        return {};
    }
    return QStringList(symbols.begin(), symbols.end()).join(QStringLiteral(" × "));
}

const Symbols& LiveSymbols::now()
{
    if (std::exchange(m_revision, m_document.revision()) != m_document.revision()) {
        m_symbols = Symbols(m_document.content(), m_document.derived(), m_document.shownPhase());
    }
    return m_symbols;
}

} // namespace editor

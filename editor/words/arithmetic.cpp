// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/arithmetic.h"

#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <QStringList>

namespace editor {
namespace {

constexpr std::int64_t bytesOfFloat = 4;

/// "4H, I" and 2048 × 128 as 4 × 512 × 128: a coefficient before a letter is a factor of its own.
std::vector<Factor> weightFactors(const engine::WeightSpec& weight)
{
    const QStringList names = QString::fromStdString(weight.axes).split(QStringLiteral(", "));
    const bool named = std::cmp_equal(names.size(), weight.shape.axes());
    std::vector<Factor> factors;
    for (std::size_t axis = 0; axis < weight.shape.axes(); ++axis) {
        const QString name = named ? names[static_cast<qsizetype>(axis)] : QString();
        qsizetype digits = 0;
        while (digits < name.size() && name[digits].isDigit()) {
            ++digits;
        }
        const std::int64_t coefficient = digits > 0 ? name.left(digits).toLongLong() : 1;
        if (coefficient > 1 && weight.shape[axis] % coefficient == 0) {
            factors.push_back({coefficient});
            factors.push_back({weight.shape[axis] / coefficient, name.mid(digits)});
        } else {
            factors.push_back({weight.shape[axis], digits == 0 ? name : QString()});
        }
    }
    return factors;
}

/// "2·H" and 1024 as 2 × 512.
std::vector<Factor> shapeFactors(const engine::Shape& shape, const std::vector<QString>& axes)
{
    std::vector<Factor> factors;
    for (std::size_t axis = 0; axis < shape.axes(); ++axis) {
        const QString symbol = axis < axes.size() ? axes[axis] : QString();
        const qsizetype dot = symbol.indexOf(QChar(0xb7));
        const std::int64_t coefficient = symbol.left(dot).toLongLong(); // 0 where it is a letter
        const bool letter = !symbol.isEmpty() && !symbol.front().isDigit();
        if (dot > 0 && coefficient > 1 && shape[axis] % coefficient == 0) {
            factors.push_back({coefficient});
            factors.push_back({shape[axis] / coefficient, symbol.mid(dot + 1)});
        } else {
            factors.push_back({shape[axis], letter ? symbol : QString()});
        }
    }
    return factors;
}

std::vector<Factor> joined(std::vector<Factor> first, const std::vector<Factor>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::int64_t valueOf(const std::vector<Term>& terms)
{
    std::int64_t value = 0;
    for (const Term& term : terms) {
        if (__builtin_add_overflow(value, term.value(), &value)) {
            return std::numeric_limits<std::int64_t>::max();
        }
    }
    return value;
}

/// Sizes::weights as products.
std::vector<Term> weightTerms(const engine::LayerSizes& layer)
{
    std::vector<Term> terms;
    for (const engine::WeightSpec& weight : layer.sizes.weights) {
        terms.push_back({QString::fromStdString(weight.name), weightFactors(weight), static_cast<int>(terms.size())});
    }
    return terms;
}

using OutputAxes = std::vector<std::vector<QString>>;

std::vector<QString> axesAt(const OutputAxes& axes, std::size_t port)
{
    return port < axes.size() ? axes[port] : std::vector<QString>();
}

/// "h"; "top 2" where the port is repeated.
QString outputName(const engine::LayerType* type, std::size_t port)
{
    if (!type || type->outputs.empty()) {
        return Words::tr("output %1").arg(port + 1);
    }
    const std::size_t last = type->outputs.size() - 1;
    const QString name = QString::fromUtf8(type->outputs[std::min(port, last)].name.data());
    return port <= last ? name : name + QLatin1Char(' ') + QString::number(port - last + 1);
}

std::vector<Term> activationTerms(const engine::LayerSizes& layer, const OutputAxes& axes)
{
    const engine::Sizes& sizes = layer.sizes;
    const engine::LayerType* type = engine::findLayerType(layer.type);
    const bool own = sizes.sharing == engine::Sharing::None || sizes.sharing == engine::Sharing::InputsInsideOutput;
    std::vector<Term> terms;
    for (std::size_t port = 0; own && port < sizes.outputs.size(); ++port) {
        terms.push_back(
            {outputName(type, port), joined({{bytesOfFloat}}, shapeFactors(sizes.outputs[port], axesAt(axes, port)))});
    }
    if (layer.memory.kept > 0) {
        terms.push_back({Words::tr("kept for the backward pass"), {{layer.memory.kept}}});
    }
    return terms;
}

/// Layers that multiply their input with each matrix of theirs at every place.
bool multipliesByItsMatrices(const engine::LayerSizes& layer)
{
    const engine::LayerType* type = engine::findLayerType(layer.type);
    return type && (type->recurrent || type->name == "INNERPRODUCT");
}

/// Work as products: `perProduct` operations for each number of a matrix at each place (2 forward, 4 back), and a few
/// for each number of the output or of the input.
std::vector<Term> workTerms(const engine::LayerSizes& layer, std::int64_t work, std::int64_t perProduct,
                            const OutputAxes& axes)
{
    std::vector<Term> terms;
    const engine::Sizes& sizes = layer.sizes;
    const std::vector<Factor> all =
        sizes.outputs.empty() ? std::vector<Factor>() : shapeFactors(sizes.outputs[0], axesAt(axes, 0));
    if (!all.empty() && multipliesByItsMatrices(layer)) {
        std::vector<std::int64_t> extents = sizes.outputs[0].extents();
        extents.pop_back();
        const std::vector<Factor> places = shapeFactors(engine::Shape(extents), axesAt(axes, 0));
        for (std::size_t weight = 0; weight < sizes.weights.size(); ++weight) {
            if (sizes.weights[weight].shape.axes() == 2) {
                terms.push_back({QString::fromStdString(sizes.weights[weight].name),
                                 joined(joined({{perProduct}}, places), weightFactors(sizes.weights[weight])),
                                 static_cast<int>(weight)});
            }
        }
    }
    const std::int64_t rest = work - valueOf(terms);
    const std::vector<Factor> ofInput =
        layer.inputs.empty() ? std::vector<Factor>() : shapeFactors(layer.inputs.front(), {});
    for (const std::vector<Factor>& numbers : {all, ofInput}) {
        const std::int64_t count = Term{{}, numbers}.value();
        if (rest > 0 && count > 1 && rest % count == 0) {
            const std::vector<Factor> each =
                rest == count ? std::vector<Factor>() : std::vector<Factor>{{rest / count}};
            terms.push_back({Words::tr("elementwise"), joined(each, numbers)});
            return terms;
        }
    }
    if (rest != 0) {
        terms.push_back({Words::tr("in addition"), {{rest}}});
    }
    return terms;
}

// As text
// ---------------------------------------------------------------------------------------------------------------------

using FactorText = std::function<QString(const Factor&)>;
using TermPaint = std::function<QString(const QString& text, const Term& term)>;

QString product(std::span<const Factor> factors, const FactorText& text)
{
    return listed(factors, QStringLiteral(" × "), text);
}

/// Whether two products are of matrices that differ in their last factor only.
bool shareAllButLast(const Term& one, const Term& other)
{
    return one.matrix >= 0 && other.matrix >= 0 && one.factors.size() > 1 &&
           one.factors.size() == other.factors.size() &&
           std::equal(one.factors.begin(), one.factors.end() - 1, other.factors.begin());
}

/// Some words, and the same with their colours.
struct Part {
    QString plain, painted;
};

QString plus(std::span<const Part> parts)
{
    return listed(parts, QStringLiteral(" + "), &Part::painted);
}

/// How often the first `length` of the parts stand there one after the other.
std::size_t repeats(std::span<const Part> parts, std::size_t length)
{
    std::size_t times = 1;
    while ((times + 1) * length <= parts.size() &&
           std::ranges::equal(parts.first(length), parts.subspan(times * length, length), {}, &Part::plain,
                              &Part::plain)) {
        ++times;
    }
    return times;
}

/// The parts as a sum, what comes again in a row written once: "2 × (a + b)", as of both directions. One part alone
/// that comes again stays as it is.
QString summed(std::span<const Part> parts)
{
    QStringList words;
    while (!parts.empty()) {
        std::size_t length = parts.size() / 2;
        while (length > 1 && repeats(parts, length) == 1) {
            --length;
        }
        const std::size_t times = length > 1 ? repeats(parts, length) : 1;
        length = times > 1 ? length : 1;
        words << (times > 1 ? QStringLiteral("%1 × (%2)").arg(times).arg(plus(parts.first(length)))
                            : parts.front().painted);
        parts = parts.subspan(times * length);
    }
    return words.join(QStringLiteral(" + "));
}

QString written(const std::vector<Term>& terms, const FactorText& text, const TermPaint& paint)
{
    std::vector<Part> parts;
    const auto part = [&](const QString& words, const Term& term) { return Part{words, paint(words, term)}; };
    for (std::size_t first = 0; first < terms.size();) {
        std::size_t last = first + 1;
        while (last < terms.size() && shareAllButLast(terms[first], terms[last])) {
            ++last;
        }
        const std::span<const Factor> factors = terms[first].factors;
        if (last == first + 1) {
            parts.push_back(part(product(factors, text), terms[first]));
        } else {
            std::vector<Part> inner;
            for (std::size_t term = first; term < last; ++term) {
                inner.push_back(part(text(terms[term].factors.back()), terms[term]));
            }
            const QString shared = product(factors.first(factors.size() - 1), text) + QStringLiteral(" × ");
            const std::size_t half = inner.size() / 2;
            const bool twice = half > 1 && inner.size() % 2 == 0 && repeats(inner, half) == 2;
            const std::span<const Part> once = twice ? std::span<const Part>(inner).first(half) : inner;
            const QString head = shared + (twice ? QStringLiteral("2 × (") : QStringLiteral("("));
            parts.push_back({head + QLatin1Char(')'), head + plus(once) + QLatin1Char(')')});
            for (const Part& one : once) {
                parts.back().plain += one.plain + QLatin1Char(' ');
            }
        }
        first = last;
    }
    return summed(parts);
}

/// The weights of the backward direction on a line of their own.
QStringList shares(const std::vector<Term>& terms, const TermPaint& paint)
{
    QStringList forward, backward;
    for (const Term& term : terms) {
        QStringList& line = term.matrix >= 0 && term.name.contains(QStringLiteral("back.")) ? backward : forward;
        line << paint(term.name.toHtmlEscaped(), term) + QLatin1Char(' ') + countText(term.value());
    }
    QStringList lines{forward.join(QStringLiteral(" · "))};
    if (!backward.isEmpty()) {
        lines << backward.join(QStringLiteral(" · "));
    }
    return lines;
}

QString asNumber(const Factor& factor)
{
    return countText(factor.number);
}

QString asLetter(const Factor& factor)
{
    return factor.letter.isEmpty() ? countText(factor.number) : factor.letter;
}

QString unpainted(const QString& text, const Term&)
{
    return text;
}

QString exactText(const Sum& sum)
{
    return sum.what == Sum::What::Activations ? Words::tr("%1 bytes").arg(countText(sum.value)) : countText(sum.value);
}

/// "12.3 MiB" beside the exact number.
QString roundText(const Sum& sum)
{
    switch (sum.what) {
    case Sum::What::Activations:
        return bytesText(sum.value);
    case Sum::What::Forward:
    case Sum::What::Back:
        return flopsText(sum.value);
    case Sum::What::Parameters:
        break;
    }
    return countText(sum.value);
}

QString colouredSpan(const QString& text, const QColor& colour)
{
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), text);
}

} // namespace

std::int64_t Term::value() const
{
    std::int64_t value = 1;
    for (const Factor& factor : factors) {
        if (__builtin_mul_overflow(value, factor.number, &value)) {
            return std::numeric_limits<std::int64_t>::max(); // as the size report's sums stay there
        }
    }
    return value;
}

std::vector<Sum> arithmetic(const engine::LayerSizes& layer, const std::vector<std::vector<QString>>& outputAxes)
{
    const engine::Sizes& sizes = layer.sizes;
    if (!layer.problem.empty()) {
        return {};
    }
    std::vector<Sum> sums = {
        {Sum::What::Parameters, Words::tr("Parameters"), weightTerms(layer), layer.parameters},
        {Sum::What::Activations, Words::tr("Activations"), activationTerms(layer, outputAxes), layer.activationBytes},
        {Sum::What::Forward, Words::tr("Work forward"), workTerms(layer, sizes.flopsForward, 2, outputAxes),
         sizes.flopsForward},
        {Sum::What::Back, Words::tr("Work backward"), workTerms(layer, sizes.flopsBackward, 4, outputAxes),
         sizes.flopsBackward},
    };
    std::erase_if(sums, [](const Sum& sum) { return sum.value == 0; });
    return sums;
}

std::vector<Sum> arithmetic(const Document& document, const Symbols& symbols, Id node)
{
    const engine::LayerSizes* sizes = document.sizes(node);
    if (!sizes) {
        return {};
    }
    OutputAxes axes;
    for (std::size_t port = 0; port < sizes->sizes.outputs.size(); ++port) {
        axes.push_back(symbols.axes({node, port}));
    }
    return arithmetic(*sizes, axes);
}

QString reshapeText(const Document& document, Id node)
{
    const engine::Layer* layer = document.settledLayer(node);
    const engine::LayerSizes* sizes = document.sizes(node);
    if (!layer || layer->type != "RESHAPE" || !sizes || !sizes->problem.empty() || sizes->inputs.empty()) {
        return {};
    }
    const engine::Shape &from = sizes->inputs.front(), &to = sizes->sizes.outputs.front();
    const QString same = Words::tr("%1 = %2 values = %3, in the same order")
                             .arg(shapeText(from), countText(from.count()), shapeText(to));
    const auto* dims = given<std::vector<std::int64_t>>(layer->params, "shape");
    const auto open = dims ? std::ranges::find(*dims, -1) : std::vector<std::int64_t>::const_iterator();
    if (!dims || open == dims->end()) {
        return same;
    }
    const auto axes = from.axes(); // of the input; `shape` begins at the axis that "axis" names
    const auto* first = given<std::int64_t>(layer->params, "axis");
    const std::int64_t axis = first ? *first : 0;
    const std::int64_t start = axis < 0 ? axis + static_cast<std::int64_t>(axes) + 1 : axis;
    const auto place = static_cast<std::size_t>(start + (open - dims->begin()));
    return place < to.axes() ? same + QStringLiteral(". ") +
                                   Words::tr("-1 stands for what is left of them: %1").arg(countText(to[place]))
                             : same;
}

QString keptText()
{
    return Words::tr(
        "Kept for the backward pass: what a layer computes for each step and needs again for the gradients, "
        "such as its gates and states. It is freed when the backward pass has used it; writing and "
        "measuring keep nothing.");
}

QString expression(const Sum& sum)
{
    return written(sum.terms, asNumber, unpainted);
}

QString arithmeticTip(const std::vector<Sum>& sums, Sum::What what)
{
    const auto sum = std::find_if(sums.begin(), sums.end(), [&](const Sum& some) { return some.what == what; });
    return sum == sums.end() ? QString() : expression(*sum) + QStringLiteral(" = ") + exactText(*sum);
}

QString letterExpression(const Sum& sum)
{
    return written(sum.terms, asLetter, unpainted);
}

QString arithmeticHtml(const std::vector<Sum>& sums, std::span<const QColor> inks, const QColor& muted)
{
    const TermPaint paint = [&](const QString& text, const Term& term) {
        return term.matrix < 0 || inks.empty()
                   ? text
                   : colouredSpan(QStringLiteral("<b>%1</b>").arg(text),
                                  inks[static_cast<std::size_t>(term.matrix) % inks.size()]);
    };
    QString html;
    for (const Sum& sum : sums) {
        html += QStringLiteral("<p style='margin:6px 0 0 0'><b>%1</b> %2</p>")
                    .arg(sum.name.toHtmlEscaped(), roundText(sum));
        html += QStringLiteral("<p style='margin:0 0 0 8px'>%1 = %2</p>")
                    .arg(written(sum.terms, asNumber, paint), exactText(sum));
        if (letterExpression(sum) != expression(sum)) {
            html +=
                QStringLiteral("<p style='margin:0 0 0 8px'>%1</p>").arg(colouredSpan(letterExpression(sum), muted));
        }
        for (const QString& line : sum.terms.size() > 1 ? shares(sum.terms, paint) : QStringList()) {
            html += QStringLiteral("<p style='margin:0 0 0 8px'>%1</p>").arg(line);
        }
    }
    return html;
}

namespace {

QString tableRow(const Total& total, bool strong)
{
    const QString cell = strong ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1");
    return QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td align='right'>%2</td></tr>")
        .arg(cell.arg(total.name.toHtmlEscaped()), cell.arg(total.value.toHtmlEscaped()));
}

QString table(const std::vector<Total>& rows, bool lastIsSum)
{
    QString html;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        html += tableRow(rows[row], lastIsSum && row + 1 == rows.size());
    }
    return QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'>%1</table>").arg(html);
}

} // namespace

std::vector<Total> totals(const engine::SizeReport& report)
{
    const auto layers = static_cast<std::int64_t>(report.layers.size());
    return {
        {Words::tr("Layers"), countText(layers), layers},
        {Words::tr("Parameters"), countText(report.parameters), report.parameters},
        {Words::tr("Work of the forward pass"), flopsText(report.flopsForward), report.flopsForward},
        {Words::tr("Work of the backward pass"), flopsText(report.flopsBackward), report.flopsBackward},
    };
}

std::vector<Total> memoryParts(const engine::TrainingMemory& memory)
{
    const auto part = [](const QString& name, std::int64_t bytes) { return Total{name, bytesText(bytes), bytes}; };
    return {
        part(Words::tr("Weights"), memory.weights),
        part(Words::tr("Gradients of the weights"), memory.gradients),
        part(Words::tr("Solver history"), memory.history),
        part(Words::tr("Activations"), memory.activations),
        part(Words::tr("Gradients of the activations"), memory.activationGradients),
        part(Words::tr("Workspace"), memory.workspace),
        part(Words::tr("Program and checkpoint"), memory.program),
        part(Words::tr("Total"), memory.total()),
    };
}

QString totalsHtml(const Document& document)
{
    if (document.content().nodes.empty()) {
        return Words::tr("Nothing is drawn yet. Drag a layer onto the canvas, or open a sample.");
    }
    const engine::SizeReport& report = document.derived().report;
    const QString memory =
        document.shownPhase() == engine::Phase::Train ? Words::tr("Memory for training") : Words::tr("Memory");
    const auto unknown = std::count_if(report.layers.begin(), report.layers.end(),
                                       [](const engine::LayerSizes& layer) { return !layer.problem.empty(); });
    const QString without =
        unknown == 0
            ? QString()
            : QStringLiteral("<p><i>%1</i></p>")
                  .arg(Words::tr("Without %n layer(s) that have no sizes yet.", nullptr, static_cast<int>(unknown)));
    return without + table(totals(report), false) +
           QStringLiteral("<p style='margin:8px 0 2px 0'><b>%1</b></p>").arg(memory) +
           table(memoryParts(report.memory), true);
}

} // namespace editor

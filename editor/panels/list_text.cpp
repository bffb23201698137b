// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/list_text.h"

#include "editor/words/words.h"

#include <cmath>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

namespace editor {
namespace {

bool hasExtents(const engine::ParamSpec& spec)
{
    const auto* list = std::get_if<engine::IntList>(&spec.kind);
    return std::holds_alternative<engine::ShapeList>(spec.kind) || (list && list->extents);
}

QString extentsText(const std::vector<std::int64_t>& extents)
{
    QStringList parts;
    for (const std::int64_t extent : extents) {
        parts << QString::number(extent);
    }
    return parts.join(QStringLiteral(" × "));
}

QStringList pieces(const QString& text, const QString& separators)
{
    return text.split(QRegularExpression(separators), Qt::SkipEmptyParts);
}

/// Every number of the text, by C's rules: a comma parts numbers here.
template <typename Number>
std::optional<std::vector<Number>> numbers(const QStringList& texts)
{
    std::vector<Number> found;
    for (const QString& text : texts) {
        bool ok = false;
        Number number{};
        if constexpr (std::is_same_v<Number, double>) {
            number = QLocale::c().toDouble(text, &ok);
            ok = ok && std::isfinite(number);
        } else {
            number = text.toLongLong(&ok);
        }
        if (!ok) {
            return std::nullopt;
        }
        found.push_back(number);
    }
    return found;
}

const QString& extentSeparators()
{
    static const QString separators = QStringLiteral("[\\s×x*]+");
    return separators;
}

std::optional<engine::ParamValue> parsedShapes(const QString& text)
{
    std::vector<engine::Shape> shapes;
    for (const QString& part : pieces(text, QStringLiteral("[;,]"))) {
        const auto extents = numbers<std::int64_t>(pieces(part, extentSeparators()));
        if (!extents) {
            return std::nullopt;
        }
        if (!extents->empty()) {
            shapes.emplace_back(*extents);
        }
    }
    return shapes;
}

} // namespace

QString listText(const engine::ParamSpec& spec, const engine::ParamValue& value)
{
    QStringList parts;
    if (const auto* shapes = std::get_if<std::vector<engine::Shape>>(&value)) {
        for (const engine::Shape& shape : *shapes) {
            parts << extentsText(shape.extents());
        }
        return parts.join(QStringLiteral("; "));
    }
    if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&value)) {
        if (hasExtents(spec)) {
            return extentsText(*whole);
        }
        for (const std::int64_t number : *whole) {
            parts << QString::number(number);
        }
        return parts.join(QStringLiteral(", "));
    }
    for (const double number : std::get<std::vector<double>>(value)) {
        parts << QLocale::c().toString(number, 'g', QLocale::FloatingPointShortest);
    }
    return parts.join(QStringLiteral(", "));
}

std::optional<engine::ParamValue> parsedList(const engine::ParamSpec& spec, const QString& text)
{
    if (std::holds_alternative<engine::ShapeList>(spec.kind)) {
        return parsedShapes(text);
    }
    if (std::holds_alternative<engine::FloatList>(spec.kind)) {
        const auto found = numbers<double>(pieces(text, QStringLiteral("[\\s,;]+")));
        return found ? std::optional<engine::ParamValue>(*found) : std::nullopt;
    }
    const QString separators = hasExtents(spec) ? QStringLiteral("[\\s,;×x*]+") : QStringLiteral("[\\s,;]+");
    const auto found = numbers<std::int64_t>(pieces(text, separators));
    return found ? std::optional<engine::ParamValue>(*found) : std::nullopt;
}

QString listRefusal(const engine::ParamSpec& spec)
{
    if (std::holds_alternative<engine::ShapeList>(spec.kind)) {
        return Words::tr("These must be shapes such as 75 × 25, with semicolons between them.");
    }
    if (hasExtents(spec)) {
        return Words::tr("This must be a shape such as -1 × 1 × 512.");
    }
    return std::holds_alternative<engine::FloatList>(spec.kind)
               ? Words::tr("These must be numbers such as 0.5, 1, with commas between them.")
               : Words::tr("These must be whole numbers such as 100, 200, with commas between them.");
}

QString listExample(const engine::ParamSpec& spec)
{
    if (std::holds_alternative<engine::ShapeList>(spec.kind)) {
        return QStringLiteral("75 × 25; 75 × 25");
    }
    if (hasExtents(spec)) {
        return QStringLiteral("-1 × 1 × 512");
    }
    return Words::tr("none");
}

} // namespace editor

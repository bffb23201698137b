// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_words.h"

#include "editor/document/document.h"
#include "engine/cells/equations_line.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace editor {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Canvas", text);
}

QString translatedLayer(std::string_view text)
{
    return QCoreApplication::translate("Layers", std::string(text).c_str());
}

QString text(std::string_view english)
{
    return QString::fromUtf8(english.data(), qsizetype(english.size()));
}

/// "Dropout between layers" is too long for a box: these settings have a shorter word there.
QString shortLabel(const engine::ParamSpec& spec)
{
    if (spec.key == "dropout_ratio") {
        return translated(QT_TRANSLATE_NOOP("Canvas", "dropout"));
    }
    if (spec.key == "axis") {
        return translated(QT_TRANSLATE_NOOP("Canvas", "axis"));
    }
    const QString label = translatedLayer(spec.label);
    return QLocale().language() == QLocale::German ? label : label.toLower(); // its nouns keep their capitals
}

QString joined(const std::vector<std::int64_t>& numbers)
{
    QStringList parts;
    for (const std::int64_t number : numbers) {
        parts << QString::number(number);
    }
    return parts.join(QStringLiteral("×"));
}

struct SettingWords {
    const engine::ParamSpec& spec;

    QString operator()(bool value) const
    {
        return value ? shortLabel(spec) : translated(QT_TRANSLATE_NOOP("Canvas", "no %1")).arg(shortLabel(spec));
    }
    QString operator()(std::int64_t value) const
    {
        const bool counts = spec.label.ends_with('s') && spec.key != "axis"; // "512 units", but "width 32"
        if (counts && value == 1 && QLocale().language() != QLocale::German) {
            return translated(QT_TRANSLATE_NOOP("Canvas", "%1 %2")).arg(1).arg(shortLabel(spec).chopped(1));
        }
        if (counts && value != 1) {
            return translated(QT_TRANSLATE_NOOP("Canvas", "%1 %2"))
                .arg(QLocale().toString(qlonglong(value)), shortLabel(spec));
        }
        return named(QLocale().toString(qlonglong(value)));
    }
    QString operator()(double value) const { return named(QLocale().toString(value, 'g', 4)); }
    QString operator()(const std::string& value) const
    {
        return spec.key == "equations" ? QString::fromStdString(engine::cells::equationsLine(value))
               : std::holds_alternative<engine::Choices>(spec.kind) ? text(value)
                                                                    : named(text(value));
    }
    QString operator()(const std::vector<std::int64_t>& value) const
    {
        return std::get<engine::IntList>(spec.kind).extents ? joined(value) : named(joined(value));
    }
    QString operator()(const std::vector<double>& value) const
    {
        return named(QStringLiteral("×%1").arg(value.size()));
    }
    QString operator()(const std::vector<engine::Shape>& value) const
    {
        QStringList parts;
        for (const engine::Shape& shape : value) {
            parts << joined(shape.extents());
        }
        return parts.join(QStringLiteral(", "));
    }
    QString operator()(const engine::Filler& value) const { return text(value.type); }

    QString named(const QString& value) const { return QStringLiteral("%1 %2").arg(shortLabel(spec), value); }
};

/// How values start says nothing about what a layer does, and is long.
bool belongsOnTheBox(const engine::ParamSpec& spec)
{
    return !std::holds_alternative<engine::FillerKind>(spec.kind) && !spec.key.ends_with("seed");
}

/// Its size, and what is chosen or switched on; not a number by which it is tuned, nor what is left away.
bool saysWhatItIs(const engine::ParamSpec& spec, const engine::ParamValue& value)
{
    const auto* const flag = std::get_if<bool>(&value);
    const bool chosen = std::holds_alternative<engine::Choices>(spec.kind) && spec.key != "engine";
    return spec.key.starts_with("num_") || chosen || (flag && *flag);
}

QString settingsOf(const engine::Layer& layer, engine::Dialect dialect)
{
    const engine::LayerType* type = engine::findLayerType(layer.type);
    if (!type) {
        return {};
    }
    std::array<QString, 2> parts; // what the layer is, and how it is tuned: a box may have no room for the latter
    for (const engine::ParamSpec& spec : type->params) {
        const auto given = layer.params.find(spec.key);
        const engine::ParamValue fallback = engine::fallbackOf(spec, dialect);
        const engine::ParamValue value = given == layer.params.end() ? fallback : given->second;
        const bool isAllThatItDoes = type->name == "DROPOUT" && spec.key == "dropout_ratio";
        if (!belongsOnTheBox(spec) || (value == fallback && !isAllThatItDoes)) {
            continue;
        }
        const QString words = spec.key == "num_layers" ? QStringLiteral(" × %1").arg(std::get<std::int64_t>(value))
                                                       : std::visit(SettingWords{spec}, value);
        QString& part = parts[saysWhatItIs(spec, value) ? 0 : 1];
        const bool together = spec.key == "num_layers" || part.isEmpty();
        part += together ? words : QStringLiteral(", ") + words;
    }
    const bool both = !parts[0].isEmpty() && !parts[1].isEmpty();
    return parts[0] + (both ? QStringLiteral(", ") : QString()) + parts[1];
}

/// Three digits and a letter: 999, 12.3 k, 3.25 M.
QString shortCount(std::int64_t count)
{
    struct UnitPrefix {
        double size;
        const char* letter;
    };
    for (const UnitPrefix& step : {UnitPrefix{1e9, "G"}, UnitPrefix{1e6, "M"}, UnitPrefix{1e3, "k"}}) {
        if (double(count) >= step.size) {
            return QLocale().toString(double(count) / step.size, 'g', 3) + QChar(0x202f) + QLatin1String(step.letter);
        }
    }
    return count == 0 ? QString() : QLocale().toString(qlonglong(count));
}

} // namespace

QString drawnShape(const engine::Shape& shape)
{
    return shape.axes() == 0 ? QCoreApplication::translate("Words", "scalar")
                             : QString::fromStdString(engine::toString(shape));
}

QString settingsText(const Document& document, Id node)
{
    const engine::Layer* const layer = document.settledLayer(node);
    return layer ? settingsOf(*layer, document.content().dialect) : QString();
}

QString sizeText(const Document& document, const Symbols& symbols, Output output)
{
    const std::optional<engine::Shape> shape = document.shape(output);
    const QString letters = symbols.text(output), numbers = shape ? drawnShape(*shape) : QString();
    return letters.isEmpty() || !shape ? numbers : QStringLiteral("%1 = %2").arg(letters, numbers);
}

QString parametersText(const Document& document, Id node)
{
    const engine::LayerSizes* const sizes = document.sizes(node);
    return sizes ? shortCount(sizes->parameters) : QString();
}

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/tips.h"

#include "editor/words/numbers.h"
#include "editor/words/words.h"

#include <QStringList>

namespace editor {
namespace {

QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toHtmlEscaped();
}

/// Tooltips of Qt grow as wide as the screen unless a table says how wide.
QString asTip(const QString& title, const QString& body)
{
    return QStringLiteral("<table width='380'><tr><td><b>%1</b>%2</td></tr></table>").arg(title, body);
}

QString paragraph(const QString& html)
{
    return html.isEmpty() ? QString() : QStringLiteral("<p style='margin:4px 0'>%1</p>").arg(html);
}

/// Each equation on a line of its own.
QString formulaLines(std::string_view formula)
{
    QString text = shown(formula);
    text.replace(QStringLiteral("-&gt;"), QStringLiteral("→"));
    text.replace(QStringLiteral("; "), QStringLiteral("<br>"));
    return QStringLiteral("<tt>%1</tt>").arg(text);
}

QString portWords(const engine::Port& port)
{
    const QString presence = port.presence == engine::Presence::Optional   ? Words::tr(" (optional)")
                             : port.presence == engine::Presence::Repeated ? Words::tr(" (any number)")
                                                                           : QString();
    return QStringLiteral("<tt>%1</tt>%2 %3")
        .arg(shown(port.name), presence, engineText("Layers", port.help).toHtmlEscaped());
}

QString portLines(const QString& title, const std::vector<engine::Port>& ports)
{
    QStringList lines;
    for (const engine::Port& port : ports) {
        lines << portWords(port);
    }
    return lines.isEmpty() ? QString() : paragraph(title + QStringLiteral("<br>") + lines.join(QStringLiteral("<br>")));
}

/// The least and the most of a range in words; a bound that nobody reaches is left out.
QString rangeText(const QString& least, const QString& most, bool open)
{
    return open ? Words::tr("at least %1").arg(least) : Words::tr("%1 to %2").arg(least, most);
}

struct RangeWords {
    QString operator()(const engine::IntRange& range) const
    {
        if (range.least == INT64_MIN) {
            return {};
        }
        return rangeText(countText(range.least), countText(range.most), range.most >= INT32_MAX);
    }
    QString operator()(const engine::FloatRange& range) const
    {
        constexpr double endless = 1e30;
        if (range.least <= -endless) {
            return {};
        }
        return rangeText(realText(range.least), realText(range.most), range.most >= endless);
    }
    template <typename Other>
    QString operator()(const Other&) const
    {
        return {};
    }
};

/// "Default: 0.1 (MyCaffe), in files dropout_ratio".
QString defaultWords(const engine::ParamSpec& spec)
{
    const QString fallback = valueText(engine::fallbackOf(spec, engine::Dialect::Bvlc)).toHtmlEscaped();
    if (!spec.myCaffeFallback) {
        return Words::tr("Default: %1").arg(fallback);
    }
    return Words::tr("Default: %1; in MyCaffe %2").arg(fallback, valueText(*spec.myCaffeFallback).toHtmlEscaped());
}

} // namespace

QString rangeText(const engine::ParamSpec& spec)
{
    return std::visit(RangeWords(), spec.kind);
}

QString typeTip(const engine::LayerType& type)
{
    return asTip(shown(type.name),
                 paragraph(engineText("Layers", type.help).toHtmlEscaped()) + paragraph(formulaLines(type.formula)) +
                     portLines(Words::tr("Reads"), type.inputs) + portLines(Words::tr("Makes"), type.outputs));
}

QString settingTip(const engine::ParamSpec& spec, const char* context)
{
    QStringList facts;
    if (const QString range = rangeText(spec); !range.isEmpty()) {
        facts << (spec.unit.empty() ? Words::tr("Range: %1").arg(range)
                                    : Words::tr("Range: %1 %2").arg(range, engineText(context, spec.unit)));
    }
    facts << defaultWords(spec) << Words::tr("In files: %1").arg(QStringLiteral("<tt>%1</tt>").arg(shown(spec.key)));
    return asTip(engineText(context, spec.label).toHtmlEscaped(),
                 paragraph(engineText(context, spec.help).toHtmlEscaped()) +
                     paragraph(facts.join(QStringLiteral("<br>"))));
}

} // namespace editor

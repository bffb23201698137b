// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace studio {

namespace {

/// Translates with the words of the lens.
struct Lens {
    Q_DECLARE_TR_FUNCTIONS(studio::Lens)
};

} // namespace

QString layerWords(const engine::UnitValues& layer)
{
    QStringList parts = {QString::fromStdString(layer.layer)};
    if (layer.stackedOf > 1) {
        parts << Lens::tr("layer %1").arg(layer.stacked + 1);
    }
    if (layer.bidirectional) {
        parts << (layer.direction == engine::Direction::Forward ? Lens::tr("forward") : Lens::tr("backward"));
    }
    return parts.join(QStringLiteral(" · "));
}

QString quantityWords(const engine::UnitValues& layer, std::int64_t quantity)
{
    const std::string_view name = layer.nameOf(quantity);
    if (layer.cell->typed) { // its equations say what it is
        return QString::fromUtf8(name);
    }
    if (layer.isState(quantity)) {
        return name == "h" ? Lens::tr("Hidden state h") : Lens::tr("Cell state %1").arg(QString::fromUtf8(name));
    }
    switch (name.size() == 1 ? name[0] : 0) {
    case 'i':
        return Lens::tr("Input gate i");
    case 'f':
        return Lens::tr("Forget gate f");
    case 'o':
        return Lens::tr("Output gate o");
    case 'r':
        return Lens::tr("Reset gate r");
    case 'z':
        return Lens::tr("Update gate z");
    case 'g':
    case 'n':
        return Lens::tr("Candidate %1").arg(QString::fromUtf8(name));
    default:
        return Lens::tr("Gate %1").arg(QString::fromUtf8(name));
    }
}

QString patternWords(engine::TextPattern pattern)
{
    switch (pattern) {
    case engine::TextPattern::InsideQuotes:
        return Lens::tr("Inside quotes");
    case engine::TextPattern::PositionInLine:
        return Lens::tr("Position in the line");
    case engine::TextPattern::LineStart:
        return Lens::tr("First word of a line");
    case engine::TextPattern::UpperCase:
        return Lens::tr("Capital letters");
    case engine::TextPattern::Spaces:
        return Lens::tr("Spaces and line ends");
    case engine::TextPattern::Digits:
        return Lens::tr("Digits");
    case engine::TextPattern::Punctuation:
        return Lens::tr("Punctuation");
    case engine::TextPattern::PositionInWord:
        return Lens::tr("Position in the word");
    }
    return {};
}

QString whyAbsent(engine::TextPattern pattern)
{
    return pattern == engine::TextPattern::InsideQuotes
               ? Lens::tr("The text has no double quotation marks.")
               : Lens::tr("This pattern occurs nowhere in the text, or everywhere.");
}

} // namespace studio

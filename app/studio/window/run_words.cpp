// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/run_words.h"

#include "editor/document/sentence_words.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"

#include <QCoreApplication>

namespace studio {
namespace {

/// The texts' context, where lupdate sees it.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunWords)
};

} // namespace

QString whereInWords(const engine::StartEvent& begun)
{
    return Text::tr("%1 on %2 in %3")
        .arg(QString::fromStdString(begun.engine), QString::fromStdString(begun.device),
             QString::fromUtf8(engine::nameOf(begun.precision)));
}

QString whyItWritesNothing(const engine::Model& model)
{
    if (!engine::dataKindOf(model).writes) {
        return Text::tr(
            "This net writes no text: it predicts a class or a number for each sequence. See the panel Results.");
    }
    try {
        const std::optional<engine::Sentence> why = engine::whyItCannotWrite(model);
        return why ? Text::tr("This net writes no text: %1.").arg(editor::inWords(*why)) : QString();
    } catch (const engine::Error&) {
        return {}; // half a drawing: its problems are listed
    }
}

QString whyItReadsNoText(const engine::Model& model)
{
    return engine::dataKindOf(model).writes
               ? QString()
               : Text::tr("The lens looks into nets that read a text; this one predicts a class or a number for each "
                          "sequence. View › Values while it trains shows what is in it.");
}

} // namespace studio

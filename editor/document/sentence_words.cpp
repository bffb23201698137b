// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/sentence_words.h"

#include <QCoreApplication>

namespace editor {

QString inWords(const engine::Sentence& sentence)
{
    // resources/translations/engine_sentences.h lists the patterns.
    const char* const source = sentence.pattern().c_str();
    QString pattern = QCoreApplication::translate("Sentences", source);
    if (pattern == QString::fromUtf8(source)) {
        pattern = QCoreApplication::translate("Session", source); // whole sentences of the training thread
    }
    if (sentence.parts().empty()) {
        return pattern;
    }
    QString text;
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        qsizetype end = at + 1;
        while (end < pattern.size() && pattern[end].isDigit()) {
            ++end;
        }
        const auto part = pattern[at] == QLatin1Char('%') ? pattern.mid(at + 1, end - at - 1).toULongLong() : 0;
        if (part >= 1 && part <= sentence.parts().size()) {
            text += inWords(sentence.parts()[part - 1]);
            at = end - 1;
        } else {
            text += pattern[at];
        }
    }
    return text;
}

QString inWords(const engine::Error& error)
{
    return inWords(error.sentence());
}

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/sentence_words.h"

#include "engine/graph/sentence.h"

#include <QCoreApplication>
#include <vector>

namespace editor {

QString inWords(const engine::Sentence& sentence)
{
    const char* const source = sentence.pattern().c_str();
    QString pattern = QString::fromUtf8(source);
    if (sentence.isName() && !pattern.contains(QLatin1Char(' '))) {
        return pattern; // a layer may be called "numbers"
    }
    for (const char* const context : {"Sentences", "Session", "Engines"}) { // the latter two: whole sentences
        if (const QString said = QCoreApplication::translate(context, source); said != pattern) {
            pattern = said;
            break;
        }
    }
    if (sentence.parts().empty()) {
        return pattern;
    }
    std::vector<engine::Sentence> parts;
    for (const engine::Sentence& part : sentence.parts()) {
        parts.emplace_back(inWords(part).toStdString());
    }
    return QString::fromStdString(engine::filled(pattern.toStdString(), parts));
}

QString inWords(const std::exception& error)
{
    return inWords(sentenceOf(error));
}

engine::Sentence sentenceOf(const std::exception& error)
{
    const auto* const known = dynamic_cast<const engine::Error*>(&error);
    return known ? known->sentence() : engine::Sentence(error.what());
}

QString withoutLayer(const QString& sentence, const QString& layer)
{
    const QString start = QCoreApplication::translate("Sentences", "layer %1: %2").arg(layer, QString());
    return sentence.startsWith(start) ? sentence.mid(start.size()) : sentence;
}

QString withoutFullStop(QString sentence)
{
    while (sentence.endsWith(QLatin1Char('.'))) {
        sentence.chop(1);
    }
    return sentence;
}

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
#include "tests/editor/made_language.h"
#include "tests/support/layer_from.h"
#include "tests/support/qt_tests.h"
#include "tests/support/sentence_of.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace editor {
namespace {

using engine::say;
using engine::Sentence;
using engine::Shape;

/// What the size report says of an LSTM whose x is a matrix.
Sentence problemOfADrawing()
{
    engine::Model model{.name = "net"};
    model.layers = {
        {.name = "in", .type = "INPUT", .tops = {"x", "cont"}, .params = {{"shape", std::vector<Shape>{{3}, {3, 4}}}}},
        engine::layerFrom("lstm LSTM x cont -> h", {{"num_output", std::int64_t{5}}}),
    };
    return ::sentenceOf([&] { engine::inferSizes(model); });
}

} // namespace

class SentenceWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aProblemOfADrawingIsTranslated()
    {
        const MadeLanguage made;
        QCOMPARE(inWords(problemOfADrawing()),
                 QStringLiteral("«layer lstm: «input x is 3, but must be steps × streams × width»»"));
    }

    void englishStaysAsItIs()
    {
        const Sentence problem = problemOfADrawing();
        QCOMPARE(QString::fromStdString(problem),
                 QStringLiteral("layer lstm: input x is 3, but must be steps × streams × width"));
        QCOMPARE(inWords(problem), QString::fromStdString(problem));
    }

    void partsAreTranslatedToo()
    {
        const MadeLanguage made;
        const Sentence inner = say("it has %1 tops, but without expose_hidden only h is made", 3);
        QCOMPARE(inWords(say("layer %1: %2", "a" + std::string("b"), inner)),
                 QStringLiteral("«layer ab: «it has 3 tops, but without expose_hidden only h is made»»"));
        QCOMPARE(inWords(engine::bytesInWords(824)), QStringLiteral("«824 bytes»"));
    }

    void aPartMayLookLikeAPlace()
    {
        const MadeLanguage made;
        const std::string name = "%2";
        QCOMPARE(inWords(say("layer %1: %2", name, say("weight %1", std::string("%1")))),
                 QStringLiteral("«layer %2: «weight %1»»"));
    }

    void aNameThatIsAWordStays()
    {
        const MadeLanguage made;
        const std::string name = "numbers";
        QCOMPARE(inWords(say("state %1", name)), QStringLiteral("«state numbers»"));
        QCOMPARE(inWords(say("state %1", say("numbers"))), QStringLiteral("«state «numbers»»"));
    }

    void unknownPatternsStayEnglish()
    {
        QCOMPARE(inWords(say("nobody says %1 of this", 5)), QStringLiteral("nobody says 5 of this"));
        QCOMPARE(inWords(Sentence("100 % of it")), QStringLiteral("100 % of it"));
    }

    void anErrorSaysItsSentence()
    {
        QCOMPARE(inWords(std::runtime_error("disk full")), QStringLiteral("disk full"));
        const MadeLanguage made;
        QCOMPARE(inWords(engine::Error(say("weight %1", 7))), QStringLiteral("«weight 7»"));
    }

    void whatIsReadFromFilesIsTranslated()
    {
        const MadeLanguage made;
        const auto noted = [](const char* text) {
            std::vector<Sentence> notes;
            engine::readModel(text, "net.prototxt", std::nullopt, &notes);
            return std::pair(inWords(notes.at(0)), inWords(notes.back()));
        };
        QVERIFY(noted(R"(layer { name: "a" type: "TANH" include { phase: RUN } })")
                    .first.startsWith(u"«read as MyCaffe's dialect"));
        QVERIFY(noted(R"(layer { name: "a" type: "TANH" bottom: "x" top: "y" colour: 3 })")
                    .second.startsWith(u"««line 1: «layer a»»: colour "));
        const auto refused = [](const char* text) {
            try {
                engine::readModel(text, "net.prototxt");
                return QString();
            } catch (const engine::ParseError& error) {
                return inWords(error.problem());
            }
        };
        QVERIFY(refused("name: }").startsWith(u'«'));
        QVERIFY(refused(R"(layer { name: "a" type: "DROPOUT" dropout_param { dropout_ratio: "x" } })")
                    .endsWith(u"dropout_ratio« of «layer a»»»"));
    }
};

} // namespace editor

HAMNET_QT_TEST(editor::SentenceWordsTest)
#include "sentence_words_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/sentence_words.h"
#include "editor/looks/language.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
#include "tests/support/qt_tests.h"

#include <optional>
#include <QApplication>
#include <QTest>
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
        {.name = "lstm",
         .type = "LSTM",
         .bottoms = {"x", "cont"},
         .tops = {"h"},
         .params = {{"num_output", std::int64_t{5}}}},
    };
    try {
        engine::inferSizes(model);
    } catch (const engine::Error& error) {
        return error.sentence();
    }
    return {};
}

} // namespace

class SentenceWordsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { installTranslations(*qApp, QStringLiteral("de")); }
    void cleanup() { installTranslations(*qApp, QStringLiteral("en")); }
    void aProblemOfADrawingIsInGerman();
    void englishStaysAsItIs();
    void partsAreTranslatedToo();
    void aPartMayLookLikeAPlace();
    void aNameThatIsAWordStays();
    void unknownPatternsStayEnglish();
    void anErrorSaysItsSentence();
    void whatIsReadFromFilesIsInGerman();
    void whoseSettingItIsIsInGerman();
};

void SentenceWordsTest::aProblemOfADrawingIsInGerman()
{
    QCOMPARE(inWords(problemOfADrawing()),
             QStringLiteral("Schicht lstm: Eingang x ist 3, muss aber Schritte × Ströme × Breite sein"));
}

void SentenceWordsTest::englishStaysAsItIs()
{
    installTranslations(*qApp, QStringLiteral("en"));
    const Sentence problem = problemOfADrawing();
    QCOMPARE(QString::fromStdString(problem),
             QStringLiteral("layer lstm: input x is 3, but must be steps × streams × width"));
    QCOMPARE(inWords(problem), QString::fromStdString(problem));
}

void SentenceWordsTest::partsAreTranslatedToo()
{
    const Sentence inner = say("it has %1 tops, but without expose_hidden only h is made", 3);
    QCOMPARE(inWords(say("layer %1: %2", "a" + std::string("b"), inner)),
             QStringLiteral("Schicht ab: sie hat 3 tops, aber ohne expose_hidden entsteht nur h"));
    QCOMPARE(inWords(engine::bytesInWords(824)), QStringLiteral("824 Bytes"));
}

void SentenceWordsTest::aPartMayLookLikeAPlace()
{
    const std::string name = "%2 %1";
    QCOMPARE(inWords(say("layer %1: %2", name, say("weight %1", std::string("%1")))),
             QStringLiteral("Schicht %2 %1: Gewicht %1"));
}

void SentenceWordsTest::aNameThatIsAWordStays()
{
    const std::string name = "numbers";
    QCOMPARE(inWords(say("state %1", name)), QStringLiteral("Zustand numbers"));
    QCOMPARE(inWords(say("state %1", say("numbers"))), QStringLiteral("Zustand Zahlen"));
}

void SentenceWordsTest::unknownPatternsStayEnglish()
{
    QCOMPARE(inWords(say("nobody says %1 of this", 5)), QStringLiteral("nobody says 5 of this"));
    QCOMPARE(inWords(Sentence("100 % of it")), QStringLiteral("100 % of it"));
}

void SentenceWordsTest::anErrorSaysItsSentence()
{
    QCOMPARE(inWords(engine::Error(say("weight %1", 7))), QStringLiteral("Gewicht 7"));
    QCOMPARE(inWords(std::runtime_error("disk full")), QStringLiteral("disk full"));
}

void SentenceWordsTest::whatIsReadFromFilesIsInGerman()
{
    std::vector<Sentence> notes;
    engine::readModel("layer { name: \"a\" type: \"TANH\" include { phase: RUN } }", "net.prototxt", std::nullopt,
                      &notes);
    QVERIFY(!notes.empty());
    QCOMPARE(inWords(notes.front()),
             QStringLiteral("als MyCaffes Dialekt gelesen, denn Zeile 1 hat phase: 'RUN', eine Phase von MyCaffe"));
    try {
        engine::readModel("name: }", "net.prototxt");
        QFAIL("a net without a name was read");
    } catch (const engine::ParseError& error) {
        QCOMPARE(inWords(error.problem()), QStringLiteral("'}' gefunden, erwartet wird der Wert von name"));
    }
}

void SentenceWordsTest::whoseSettingItIsIsInGerman()
{
    std::vector<Sentence> notes;
    engine::readModel("layer { name: \"a\" type: \"TANH\" bottom: \"x\" top: \"y\" colour: 3 }", "net.prototxt",
                      std::nullopt, &notes);
    QVERIFY(!notes.empty());
    QCOMPARE(inWords(notes.back()),
             QStringLiteral("Zeile 1: Schicht a: colour ist nicht bekannt; es bleibt stehen und wirkt nicht"));
    try {
        engine::readModel("layer { name: \"a\" type: \"DROPOUT\" dropout_param { dropout_ratio: \"x\" } }",
                          "net.prototxt");
        QFAIL("a ratio that is a text was read");
    } catch (const engine::ParseError& error) {
        QVERIFY2(inWords(error.problem()).endsWith(QStringLiteral("für dropout_ratio von Schicht a")),
                 qPrintable(inWords(error.problem())));
    }
}

} // namespace editor

HAMNET_QT_TEST(editor::SentenceWordsTest)
#include "sentence_words_test.moc"

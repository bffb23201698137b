// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/words/arithmetic.h"
#include "editor/words/numbers.h"
#include "editor/words/symbols.h"
#include "editor/words/tips.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/editor/long_chain.h"
#include "tests/editor/samples.h"
#include "tests/support/layer_from.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <filesystem>

using namespace editor;

namespace {

Symbols symbolsOf(const Document& document)
{
    return {document.content(), document.derived(), document.shownPhase()};
}

QString symbolsOf(const Document& document, const char* layer)
{
    return symbolsOf(document).text({document.nodeNamed(layer), 0});
}

const Sum& sumNamed(const std::vector<Sum>& sums, const QString& name)
{
    return *std::find_if(sums.begin(), sums.end(), [&](const Sum& sum) { return sum.name == name; });
}

/// That the terms of each sum add up to it, and that no sum but a zero is left out.
void verifySums(const engine::LayerSizes& sizes)
{
    const std::vector<Sum> sums = arithmetic(sizes, {});
    for (const Sum& sum : sums) {
        std::int64_t total = 0;
        for (const Term& term : sum.terms) {
            total += term.value();
        }
        QVERIFY2(total == sum.value, (sizes.type + ": " + sum.name.toStdString()).c_str());
    }
    const std::int64_t all =
        sizes.parameters + sizes.activationBytes + sizes.sizes.flopsForward + sizes.sizes.flopsBackward;
    std::int64_t said = 0;
    for (const Sum& sum : sums) {
        said += sum.value;
    }
    QCOMPARE(said, all);
}

/// Layer "both" of 7 units in both directions over 6 steps of 2 streams, 5 wide.
Content sequence(const char* type, std::int64_t layers)
{
    return contentOf(
        {.layers = {engine::layerFrom("in INPUT -> x cont", {{"shape", std::vector<engine::Shape>{{6, 2, 5}, {6, 2}}}}),
                    {.name = "both",
                     .type = type,
                     .bottoms = {"x", "cont"},
                     .tops = {"h"},
                     .params = {{"num_output", std::int64_t{7}}, {"num_layers", layers}, {"bidirectional", true}}}}});
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAreThoseOfTheTerminal()
    {
        QCOMPARE(countText(1'234'567), QStringLiteral("1,234,567"));
        QCOMPARE(bytesText(824), QStringLiteral("824 byte(s)"));
        QCOMPARE(bytesText(12'897'485), QStringLiteral("12.3 MiB"));
        QCOMPARE(flopsText(4'512'000'000), QStringLiteral("4.51 GFLOP"));
        QCOMPARE(flopsText(74'000), QStringLiteral("74.0 kFLOP"));
        QCOMPARE(shapeText({75, 25, 1512}), QStringLiteral("75 × 25 × 1,512"));
        QCOMPARE(realText(1e-8), QStringLiteral("1e-8"));
        QCOMPARE(realText(0.00008), QStringLiteral("8e-5"));
        QCOMPARE(realText(0.05), QStringLiteral("0.05"));
        QCOMPARE(shareText(1, 1000), QStringLiteral("< 1 %"));
    }

    void axesHaveTheirLetters()
    {
        Opened document("char_rnn_best.prototxt");
        QCOMPARE(symbolsOf(document, "text"), QStringLiteral("T × N"));
        QCOMPARE(symbolsOf(document, "embed"), QStringLiteral("T × N × E"));
        QCOMPARE(symbolsOf(document, "lstm"), QStringLiteral("T × N × H"));
        QCOMPARE(symbolsOf(document, "dropout"), QStringLiteral("T × N × H"));
        QCOMPARE(symbolsOf(document, "scores"), QStringLiteral("T × N × V"));
        QCOMPARE(symbolsOf(document, "loss"), QString());
        QCOMPARE(symbolsOf(document).text({document.nodeNamed("text"), 2}), QStringLiteral("T·N"));
    }

    void axesThatAReshapeJoinsAreProducts()
    {
        Opened document("char_rnn_caffe.prototxt");
        QCOMPARE(symbolsOf(document, "Reshape_lstm2"), QStringLiteral("T·N × 1 × H"));
        QCOMPARE(symbolsOf(document, "ip1"), QStringLiteral("T·N × V"));
    }

    void anAxisThatOnlyHappensToBeAsLongAsTheStepsHasNotTheirLetter()
    {
        Opened document("char_rnn_best.prototxt");
        document.change(QStringLiteral("width"), [](Content& content) {
            setParam(content, content.findNamed("embed")->id, "num_output", std::int64_t{100}); // T is 100
        });
        QCOMPARE(symbolsOf(document, "embed"), QStringLiteral("T × N × E"));
    }

    /// Four times as many must not take sixteen times as long.
    void lettersTakeTimeByTheNumberOfLayers()
    {
        Document few, many;
        few.load(longChain(125));
        many.load(longChain(500));
        const Id last = many.content().nodes.back().id;
        QCOMPARE(symbolsOf(many).text({last, 0}), QStringLiteral("T × N × H"));
        const double slower = slowdown([&] { symbolsOf(few); }, [&] { symbolsOf(many); }, 8);
        QVERIFY2(slower < 8, qPrintable(QString::number(slower)));
    }

    void everyNumberOfEverySampleIsTheSumOfItsTerms()
    {
        QVERIFY(sampleModels().size() >= 7);
        for (const std::filesystem::path& file : sampleModels()) {
            const engine::MemoryOf odd = [](const auto&...) { return engine::LayerMemory{.kept = 4'321}; };
            for (const engine::MemoryOf& memory : {engine::MemoryOf(engine::memoryByFormula), odd}) {
                const engine::SizeReport report = engine::sizeReport(engine::readModelFile(file), {.memory = memory});
                for (const engine::LayerSizes& layer : report.layers) {
                    QVERIFY(layer.problem.empty());
                    verifySums(layer);
                }
            }
        }
    }

    void stackedLayersAddUpToo()
    {
        Opened document("char_rnn_best.prototxt");
        document.change(QStringLiteral("stack"), [](Content& content) {
            const Id lstm = content.findNamed("lstm")->id;
            setParam(content, lstm, "num_layers", std::int64_t{3});
            setParam(content, lstm, "dropout_ratio", 0.5);
        });
        verifySums(*document.sizes(document.nodeNamed("lstm")));
    }

    void everyCellAndBothDirectionsAddUpToo()
    {
        for (const char* type : {"LSTM", "GRU", "RNN"}) {
            for (const std::int64_t layers : {1, 2}) {
                Opened document(sequence(type, layers));
                verifySums(*document.sizes(document.nodeNamed("both")));
            }
        }
    }

    void axesOfSequencesHaveTheirLettersAlsoWhereStreamsAreAsManyAsUnits()
    {
        Opened document("rows_lstm.prototxt"); // 128 sequences, 128 units
        QCOMPARE(symbolsOf(document, "images"), QStringLiteral("T × N × 28"));
        QCOMPARE(symbolsOf(document, "lstm"), QStringLiteral("T × N × H"));
        QCOMPARE(symbolsOf(document, "end"), QStringLiteral("N × H"));
        QCOMPARE(symbolsOf(document, "scores"), QStringLiteral("N × O"));
    }

    void theArithmeticOfBothDirectionsHasBoth()
    {
        Opened document(sequence("GRU", 1));
        QCOMPARE(symbolsOf(document).axes({document.nodeNamed("both"), 0}).back(), QStringLiteral("2·H"));
        const std::vector<Sum> sums = arithmetic(document, symbolsOf(document), document.nodeNamed("both"));
        const Sum& parameters = sumNamed(sums, QStringLiteral("Parameters"));
        QCOMPARE(letterExpression(parameters), QStringLiteral("2 × (3 × H × (I + H) + 3 × (H + H))"));
        QCOMPARE(parameters.value, 2 * 3 * 7 * (5 + 7 + 2));
        const Sum& forward = sumNamed(sums, QStringLiteral("Work forward"));
        QVERIFY2(letterExpression(forward).startsWith(QStringLiteral("2 × 6 × 2 × 3 × H × 2 × (I + H) + ")),
                 qPrintable(letterExpression(forward)));
        const QStringList lines = arithmeticHtml({parameters}, {}, Qt::gray).split(QStringLiteral("<p"));
        QVERIFY2(lines.at(4).contains(QStringLiteral("Wx 105")) && !lines.at(4).contains(QStringLiteral("back")),
                 qPrintable(lines.at(4)));
        QVERIFY2(lines.at(5).contains(QStringLiteral("back.Wx 105")), qPrintable(lines.at(5)));
    }

    void aReshapeAndWhatIsKeptAreExplained()
    {
        Opened document("char_rnn_caffe.prototxt");
        const Id reshape = document.nodeNamed("Reshape_lstm2");
        QCOMPARE(reshapeText(document, reshape),
                 QStringLiteral("75 × 25 × 512 = 960,000 values = 1,875 × 1 × 512, in the same order. -1 stands for "
                                "what is left of them: 1,875"));
        QCOMPARE(reshapeText(document, document.nodeNamed("lstm1")), QString());
        QVERIFY(nodeTip(document, symbolsOf(document), reshape).contains(QStringLiteral("-1 stands for")));
        QVERIFY(!nodeTip(document, symbolsOf(document), reshape).contains(keptText()));
        QVERIFY(nodeTip(document, symbolsOf(document), document.nodeNamed("lstm1")).contains(keptText()));
    }

    void anUpperLayerReadsTheUnitsOfTheLayerBelow()
    {
        const auto letters = [](const Content& content) {
            const Opened document(content);
            return letterExpression(sumNamed(arithmetic(document, symbolsOf(document), document.nodeNamed("both")),
                                             QStringLiteral("Parameters")));
        };
        Content content = sequence("RNN", 2);
        QCOMPARE(letters(content), QStringLiteral("2 × (H × (I + H) + H) + 2 × (H × 2 × H + H × H + H)"));
        content.nodes.back().layer.params.erase("bidirectional");
        QCOMPARE(letters(content), QStringLiteral("H × (I + H) + H + H × (H + H) + H"));
    }

    void theArithmeticOfAnLstmIsWrittenAsPeopleWriteIt()
    {
        Opened document("char_rnn_best.prototxt");
        const std::vector<Sum> sums = arithmetic(document, symbolsOf(document), document.nodeNamed("lstm"));
        const Sum& parameters = sumNamed(sums, QStringLiteral("Parameters"));
        QCOMPARE(expression(parameters), QStringLiteral("4 × 512 × (128 + 512) + 4 × 512"));
        QCOMPARE(letterExpression(parameters), QStringLiteral("4 × H × (I + H) + 4 × H"));
        QCOMPARE(parameters.value, 1'312'768);
        QCOMPARE(arithmeticTip(sums, Sum::What::Parameters),
                 QStringLiteral("4 × 512 × (128 + 512) + 4 × 512 = 1,312,768"));
        const QString html = arithmeticHtml(sums, std::vector<QColor>{Qt::red, Qt::green, Qt::blue}, Qt::gray);
        QVERIFY(html.contains(QStringLiteral("1,312,768")));
        QVERIFY(html.contains(QStringLiteral("<span style='color:#ff0000'><b>128</b></span>")));
    }

    void everyLayerAndEverySettingHasATooltip()
    {
        for (const engine::LayerType& type : engine::catalog()) {
            QVERIFY(typeTip(type).contains(QString::fromUtf8(type.name.data())));
            QVERIFY(!type.help.empty() && !type.formula.empty());
            for (const engine::Port& port : type.inputs) {
                QVERIFY2(!port.help.empty(), type.name.data());
            }
            for (const engine::ParamSpec& spec : type.params) {
                const QString tip = settingTip(spec, "Layers");
                QVERIFY2(!spec.help.empty() && !spec.label.empty(), spec.key.data());
                QVERIFY(tip.contains(QString::fromUtf8(spec.key.data())));
                QVERIFY(tip.contains(QStringLiteral("efault")));
            }
        }
        for (const engine::ParamSpec& spec : engine::solverSpecs()) {
            QVERIFY2(settingTip(spec, "Solver").contains(QString::fromUtf8(spec.key.data())), spec.key.data());
        }
    }

    void aSettingsTooltipSaysWhatTwiceOfItCosts()
    {
        Opened document("char_rnn_best.prototxt");
        const engine::ParamSpec& units = engine::layerType("LSTM").params.front();
        const std::vector<Cost> all = costs(document, {document.nodeNamed("lstm")}, units);
        QCOMPARE(all.size(), 3u);
        QVERIFY(all[1].present && all[1].parameters == document.derived().report.parameters);
        document.change(QStringLiteral("double"), [](Content& content) {
            setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{1024});
        });
        QCOMPARE(all[2].parameters, document.derived().report.parameters);
        QCOMPARE(all[2].memory, document.derived().report.memory.total());
    }

    void aMeasuredSpeedMakesTimesOfCosts()
    {
        Opened document("char_rnn_best.prototxt");
        const engine::ParamSpec& units = engine::layerType("LSTM").params.front();
        const engine::SizeReport& report = document.derived().report;
        const double speed = static_cast<double>(report.flopsForward + report.flopsBackward) / 0.25;
        const std::vector<Id> nodes = {document.nodeNamed("lstm")};
        QVERIFY(settingTip(document, nodes, units, speed).contains(QStringLiteral("250 ms")));
        QVERIFY(!settingTip(document, nodes, units).contains(QStringLiteral("250 ms")));
    }

    void aSettingThatCostsNothingSaysNothingOfCosts()
    {
        Opened document("char_rnn_best.prototxt");
        const auto& params = engine::layerType("DROPOUT").params;
        const auto seed =
            std::find_if(params.begin(), params.end(), [](const auto& spec) { return spec.key == "seed"; });
        QVERIFY(costs(document, {document.nodeNamed("dropout")}, *seed).empty());
    }

    void theTotalsAreTheReports()
    {
        Document document;
        QVERIFY(totalsHtml(document).contains(QStringLiteral("Nothing is drawn yet")));
        document.load(sample("char_rnn_best.prototxt"));
        const engine::TrainingMemory& memory = document.derived().report.memory;
        std::int64_t sum = 0;
        const std::vector<Total> parts = memoryParts(memory);
        for (const Total& part : parts) {
            sum += part.number;
        }
        QCOMPARE(sum, 2 * memory.total()); // the parts, and all of it
        document.change(QStringLiteral("break"), [](Content& content) {
            setParam(content, content.findNamed("scores")->id, "axis", std::int64_t{7});
        });
        QVERIFY(totalsHtml(document).contains(QStringLiteral("Without 2 layer")));
    }
};

HAMNET_QT_TEST(WordsTest)
#include "words_test.moc"

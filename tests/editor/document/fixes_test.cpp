// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/document/warnings.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/editor/long_chain.h"
#include "tests/editor/samples.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <QSignalSpy>

using namespace editor;

namespace {

/// The document's own problem of a layer.
const Problem& problemOf(const Document& document, const char* layer)
{
    const Id id = document.nodeNamed(layer);
    const std::vector<Problem>& all = document.derived().problems;
    return *std::find_if(all.begin(), all.end(),
                         [&](const Problem& problem) { return problem.node == id && !problem.follows; });
}

QStringList labels(const std::vector<Fix>& fixes)
{
    QStringList all;
    for (const Fix& fix : fixes) {
        all << fix.label;
    }
    return all;
}

/// That each fix offered leaves nothing wrong.
void verifyEachHelps(const Document& document, const std::vector<Fix>& fixes)
{
    QVERIFY(!fixes.empty());
    for (const Fix& fix : fixes) {
        Document after;
        Content content = document.content();
        fix.edit(content);
        after.load(content);
        QVERIFY2(after.derived().problems.empty(), qPrintable(fix.label));
    }
}

struct Loose {
    Id embed, lstm;
};

/// TEXTDATA -> EMBED, and LSTM -> INNERPRODUCT -> SOFTMAXWITHLOSS that nothing leads to.
Loose drawLoose(Document& document)
{
    Loose ids{};
    document.change(QStringLiteral("draw"), [&](Content& content) {
        const Id text = addLayer(content, engine::layerType("TEXTDATA"), {});
        ids.embed = addAfter(content, engine::layerType("EMBED"), {text, 0}, {});
        ids.lstm = addLayer(content, engine::layerType("LSTM"), {});
        const Id scores = addAfter(content, engine::layerType("INNERPRODUCT"), {ids.lstm, 0}, {});
        addAfter(content, engine::layerType("SOFTMAXWITHLOSS"), {scores, 0}, {});
        addWire(content, {text, 1}, {ids.lstm, 1});
    });
    return ids;
}

std::int64_t axisOf(const Document& document, const char* layer)
{
    const engine::Params& params = document.content().findNamed(layer)->layer.params;
    const auto found = params.find("axis");
    return found == params.end() ? 1 : std::get<std::int64_t>(found->second);
}

QStringList sentences(const std::vector<Warning>& warnings)
{
    QStringList all;
    for (const Warning& warning : warnings) {
        all << warning.sentence;
    }
    return all;
}

} // namespace

class FixesTest : public QObject {
    Q_OBJECT

private slots:
    void equationsGetWhatIsSurelyMissingAndTheWayToThePlace()
    {
        Opened document("char_janet.prototxt");
        const Id cell = document.nodeNamed("janet");
        const auto type = [&](const char* equations) {
            document.change(QStringLiteral("type"), [&](Content& content) {
                setParam(content, cell, "cell", std::string());
                setParam(content, cell, "equations", std::string(equations));
            });
            return fixes(document, problemOf(document, "janet"));
        };
        const std::vector<Fix> found = type("h = sigmod(W x\n + U h[t-1]");
        QCOMPARE(labels(found), QStringList{QStringLiteral("Show the place in the equations")});
        const std::vector<Fix> sure = type("g = sigmod(W x)\nh = tanh(g + U h[t-1]");
        QCOMPARE(labels(sure), (QStringList{QStringLiteral("Write sigmoid in line 1, Insert ) in line 2"),
                                            QStringLiteral("Show the place in the equations")}));
        const QSignalSpy shown(&document, &Document::faultRequested);
        editor::apply(document, sure.back());
        QCOMPARE(shown.count(), 1);
        QCOMPARE(document.selection(), std::set<Id>{cell});
        editor::apply(document, sure.front());
        QVERIFY(document.derived().problems.empty());
        QCOMPARE(document.undoStack().undoText(), sure.front().label);
    }

    void aReshapeWithTheWrongExtentIsMended()
    {
        Opened document("char_rnn_caffe.prototxt");
        document.change(QStringLiteral("break"), [](Content& content) {
            setParam(content, content.findNamed("Reshape_lstm2")->id, "shape", std::vector<std::int64_t>{-1, 1, 511});
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "Reshape_lstm2"));
        verifyEachHelps(document, found);
        QVERIFY2(labels(found).contains(QStringLiteral("Set Shape to -1×1, keeping the last axis")),
                 qPrintable(labels(found).join(u'|')));
    }

    /// Whatever wire it is, and however far behind it the layer stands that does not take what it makes.
    void aReshapeDroppedOnAWireGetsTheShapeThatTheNextLayerTakes()
    {
        int tried = 0;
        for (const char* name : {"char_rnn_small.prototxt", "char_rnn_best.prototxt", "char_rnn_caffe.prototxt",
                                 "rows_lstm.prototxt", "series_lstm.prototxt"}) {
            const Opened sound(name);
            for (const Wire& wire : sound.derived().wires) {
                Opened document(sound.content());
                Id reshape = 0;
                document.change(QStringLiteral("drop"), [&](Content& content) {
                    reshape = insertOnWire(content, engine::layerType("RESHAPE"), wire, {});
                });
                if (document.derived().problems.empty()) {
                    continue; // the shape that it begins with is right here
                }
                const std::vector<Fix> found = fixes(document, document.derived().problems.front());
                verifyEachHelps(document, found);
                const std::string added = document.content().find(reshape)->layer.name;
                const QString wanted = QStringLiteral("Set the shape of %1 to ").arg(QString::fromStdString(added));
                QVERIFY2(found.front().label.startsWith(wanted), qPrintable(labels(found).join(u'|')));
                ++tried;
            }
        }
        QVERIFY2(tried > 9, qPrintable(QString::number(tried)));
    }

    void aReshapeBeforeALayerThatDoesNotTakeItsShapeIsMendedItself()
    {
        Opened document("char_rnn_small.prototxt");
        const Id lstm = document.nodeNamed("lstm");
        document.change(QStringLiteral("rows"), [&](Content& content) {
            const std::vector<Wire> all = wires(content);
            const auto wire = std::find_if(all.begin(), all.end(), [&](const Wire& some) {
                return some.to == Input{lstm, 0};
            });
            const Id reshape = insertOnWire(content, engine::layerType("RESHAPE"), *wire, {});
            setParam(content, reshape, "shape", std::vector<std::int64_t>{-1});
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "lstm"));
        verifyEachHelps(document, found);
        QCOMPARE(found.front().label, QStringLiteral("Set the shape of reshape to 0×0×-1"));
    }

    void aShapeThatALayerDoesNotTakeGetsAReshape()
    {
        Opened document("char_rnn_caffe.prototxt");
        document.change(QStringLiteral("break"), [](Content& content) {
            // LSTM_SIMPLE reads rows and makes rows; the LSTM behind it wants a sequence.
            Node& node = *content.find(content.findNamed("Drop1")->id);
            node.layer = {.name = "Drop1",
                          .type = "RESHAPE",
                          .bottoms = node.layer.bottoms,
                          .tops = node.layer.tops,
                          .params = {{"shape", std::vector<std::int64_t>{-1, 512}}}};
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "lstm2"));
        verifyEachHelps(document, found);
        QVERIFY2(labels(found).contains(QStringLiteral("Insert a RESHAPE to 75×25×-1")),
                 qPrintable(labels(found).join(u'|')));
    }

    void anInputWithoutAWireGetsTheSourceThatFits()
    {
        Opened document("char_rnn_caffe.prototxt");
        document.change(QStringLiteral("break"), [](Content& content) {
            removeWire(content, {content.findNamed("lstm1")->id, 1});
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "lstm1"));
        verifyEachHelps(document, found);
        QCOMPARE(found.front().label, QStringLiteral("Connect clip to cont"));
    }

    /// As layers are added one after the other from the keyboard: a loose LSTM has both inputs open.
    void anLstmThatNothingLeadsToGetsTheNearestOutputThatFits()
    {
        Document document;
        document.change(QStringLiteral("draw"), [](Content& content) {
            const Id text = addLayer(content, engine::layerType("TEXTDATA"), {});
            addAfter(content, engine::layerType("EMBED"), {text, 0}, {});
            const Id lstm = addLayer(content, engine::layerType("LSTM"), {});
            const Id scores = addAfter(content, engine::layerType("INNERPRODUCT"), {lstm, 0}, {});
            addAfter(content, engine::layerType("SOFTMAXWITHLOSS"), {scores, 0}, {});
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "lstm")); // x, which comes first
        QVERIFY(!found.empty());
        QCOMPARE(found.front().label, QStringLiteral("Connect embed to x, clip to cont"));
        editor::apply(document, found.front());
        QVERIFY(document.derived().problems.empty());
        document.undoStack().undo();
        for (const Problem& problem : document.derived().problems) {
            const QStringList offered = labels(fixes(document, problem));
            QVERIFY2(offered.filter(QStringLiteral("last input")).empty(), qPrintable(offered.join(u'|')));
        }
    }

    void whatAReshapeIsSetToFollowsTheUnits()
    {
        Opened document("char_rnn_small.prototxt");
        document.change(QStringLiteral("break"), [](Content& content) {
            const std::vector<Wire> all = wires(content);
            const Id lstm = content.findNamed("lstm")->id;
            const auto wire = std::ranges::find_if(all, [lstm](const Wire& some) {
                return some.from == Output{lstm, 0};
            });
            const Id reshape = insertOnWire(content, engine::layerType("RESHAPE"), *wire, {});
            setParam(content, reshape, "shape", std::vector<std::int64_t>{-1, 1, 511});
        });
        int followed = 0;
        for (const Fix& fix : fixes(document, document.derived().problems.front())) {
            Document after;
            Content content = document.content();
            fix.edit(content);
            setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{24});
            after.load(content);
            QVERIFY2(after.derived().problems.empty(), qPrintable(fix.label));
            ++followed;
        }
        QVERIFY(followed > 0);
    }

    void inputsTheWrongWayRoundAreSwapped()
    {
        Opened document("char_rnn_caffe.prototxt");
        document.change(QStringLiteral("break"), [](Content& content) {
            std::vector<std::string>& bottoms = content.find(content.findNamed("lstm2")->id)->layer.bottoms;
            std::swap(bottoms[0], bottoms[1]);
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "lstm2"));
        verifyEachHelps(document, found);
        QVERIFY(labels(found).contains(QStringLiteral("Swap the inputs of lstm2")));
    }

    void aWrongAxisIsSetRight()
    {
        Opened document("char_rnn_best.prototxt");
        document.change(QStringLiteral("break"), [](Content& content) {
            setParam(content, content.findNamed("loss")->id, "axis", std::int64_t{1});
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "loss"));
        verifyEachHelps(document, found);
        QCOMPARE(found.front().label, QStringLiteral("Set Class axis to 2"));
    }

    void aValueOutOfRangeGoesBackIntoIt()
    {
        Opened document("char_rnn_best.prototxt");
        Content content = document.content();
        setParam(content, content.findNamed("dropout")->id, "dropout_ratio", 7.0);
        document.load(content);
        verifyEachHelps(document, fixes(document, problemOf(document, "dropout")));
    }

    void aNameThatIsThereTwiceGetsANumber()
    {
        Opened document("char_rnn_caffe.prototxt");
        Content content = document.content();
        content.find(content.findNamed("lstm2")->id)->layer.name = "lstm1";
        document.load(content);
        const std::vector<Problem>& all = document.derived().problems;
        QVERIFY(!all.empty());
        const std::vector<Fix> found = fixes(document, all.front());
        verifyEachHelps(document, found);
    }

    void widthsThatMustBeAlikeAreMadeAlike()
    {
        Opened document("char_rnn_caffe.prototxt");
        document.change(QStringLiteral("sum"), [](Content& content) {
            const Id one = content.findNamed("Drop1")->id, two = content.findNamed("Drop2")->id;
            setParam(content, content.findNamed("lstm2")->id, "num_output", std::int64_t{256});
            setParam(content, content.findNamed("Reshape_lstm2")->id, "shape", std::vector<std::int64_t>{-1, 1, 256});
            const Id sum = addLayer(content, engine::layerType("ELTWISE"), {});
            addWire(content, {one, 0}, {sum, 0});
            addWire(content, {two, 0}, {sum, 1});
        });
        const Problem problem = document.derived().problems.front();
        QVERIFY(!fixes(document, problem).empty());
    }

    /// Four times as many must not take sixteen times as long.
    void whatIsOfferedTakesTimeByTheNumberOfLayers()
    {
        Document few, many;
        for (const auto& [document, layers] : {std::pair(&few, 125), std::pair(&many, 500)}) {
            Content content = longChain(layers);
            setParam(content, content.findNamed("loss")->id, "axis", std::int64_t{1});
            document->load(content);
        }
        QVERIFY(!fixes(many, problemOf(many, "loss")).empty());
        const double slower =
            slowdown([&] { fixes(few, problemOf(few, "loss")); }, [&] { fixes(many, problemOf(many, "loss")); }, 10);
        QVERIFY2(slower < 10, qPrintable(QString::number(slower)));
    }

    void samplesRaiseNoDoubts()
    {
        for (const char* name :
             {"char_rnn_best.prototxt", "char_rnn_caffe.prototxt", "char_rnn_cudnn.prototxt",
              "char_rnn_karpathy.prototxt", "char_rnn_small.prototxt", "rows_lstm.prototxt", "series_lstm.prototxt"}) {
            Opened document(name);
            QVERIFY2(warnings(document).empty(), qPrintable(sentences(warnings(document)).join(u'|')));
        }
        QVERIFY(warnings(Document()).empty());
    }

    void whatIsSeldomMeantIsSaid()
    {
        Opened document("char_rnn_best.prototxt");
        document.change(QStringLiteral("oddities"), [](Content& content) {
            const Id scores = content.findNamed("scores")->id, loss = content.findNamed("loss")->id;
            insertOnWire(content, engine::layerType("SOFTMAX"), {{scores, 0}, {loss, 0}}, {});
            addAfter(content, engine::layerType("TANH"), {content.findNamed("lstm")->id, 0}, {});
            setParam(content, content.findNamed("lstm")->id, "weight_filler", std::nullopt);
        });
        const std::vector<Warning> found = warnings(document);
        const QString all = sentences(found).join(u'|');
        QVERIFY2(all.contains(QStringLiteral("done twice")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("The output of tanh is not used")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("start with the same value")), qPrintable(all));
        for (const Warning& warning : found) {
            QVERIFY(!warning.fixes.empty());
            Document after;
            Content content = document.content();
            warning.fixes.front().edit(content);
            after.load(content);
            QVERIFY2(!sentences(warnings(after)).contains(warning.sentence), qPrintable(warning.sentence));
        }
    }

    void aLayerThatReadsAheadCanBeMadeToReadForwardOnly()
    {
        for (const char* type : {"LSTM", "GRU", "RNN"}) {
            Opened document("char_rnn_small.prototxt");
            document.change(QStringLiteral("both"), [&](Content& content) {
                Node& lstm = *content.find(content.findNamed("lstm")->id);
                lstm.layer.type = type;
                lstm.layer.params.erase("forget_bias");
                setParam(content, lstm.id, "bidirectional", true);
            });
            const std::vector<Warning> found = warnings(document);
            QCOMPARE(found.size(), 1u);
            QCOMPARE(found[0].node, document.nodeNamed("lstm"));
            QVERIFY(found[0].severity == Warning::Severity::Error); // no run starts
            QVERIFY2(found[0].sentence.contains(QStringLiteral("the character that the net is to predict")),
                     qPrintable(found[0].sentence));
            Content content = document.content();
            found[0].fixes.at(0).edit(content);
            Document after;
            after.load(content);
            QVERIFY(warnings(after).empty());
            QVERIFY(!after.content().findNamed("lstm")->layer.params.contains("bidirectional"));
        }
    }

    void aTextInStreamsForALayerThatReadsBackwardCanBecomeWindows()
    {
        Opened document("char_restore.prototxt");
        QVERIFY(warnings(document).empty());
        document.change(QStringLiteral("streams"), [](Content& content) {
            setParam(content, content.findNamed("text")->id, "order", std::string("STREAMS"));
        });
        const std::vector<Warning> found = warnings(document);
        QCOMPARE(found.size(), 1u);
        QCOMPARE(found[0].node, document.nodeNamed("lstm"));
        QVERIFY2(found[0].sentence.contains(QStringLiteral("gives streams, which go on in the next batch")),
                 qPrintable(found[0].sentence));
        Content content = document.content();
        found[0].fixes.at(0).edit(content);
        Document after;
        after.load(content);
        QVERIFY(warnings(after).empty());
    }

    void anInputWithMoreShapesThanOutputsGetsOutputs()
    {
        Document document;
        document.load(contentOf(engine::readModel(
            R"(layer { name: "in" type: "Input" top: "x"
                       input_param { shape { dim: 5 dim: 2 dim: 3 } shape { dim: 5 dim: 2 } shape { dim: 2 } } })",
            "test")));
        const std::vector<Fix> found = fixes(document, problemOf(document, "in"));
        QVERIFY2(labels(found).contains(QStringLiteral("Add 2 output(s) to in")), qPrintable(labels(found).join(u'|')));
        Content content = document.content();
        found.front().edit(content);
        QCOMPARE(content.findNamed("in")->layer.tops.size(), 3u);
        verifyEachHelps(document, {found.front()});
    }

    void aNetWithoutALossCannotTrainAndGetsOneByAClick()
    {
        for (const char* name : {"char_rnn_best.prototxt", "rows_lstm.prototxt", "series_lstm.prototxt"}) {
            Opened document(name);
            document.change(QStringLiteral("remove"),
                            [](Content& content) { remove(content, {content.findNamed("loss")->id}, Bypass::No); });
            const std::vector<Warning> found = warnings(document);
            const auto lost = std::ranges::find(found, lossWanted(), &Warning::sentence);
            QVERIFY2(lost != found.end(), name);
            QVERIFY(lost->severity == Warning::Severity::Error);
            QVERIFY2(!lost->fixes.empty(), name);
            Document after;
            Content content = document.content();
            lost->fixes.front().edit(content);
            after.load(content);
            QVERIFY2(warnings(after).empty(), qPrintable(sentences(warnings(after)).join(u'|')));
        }
    }

    /// An LSTM that is connected last has no sizes while the layers behind it are added.
    void layersBehindALooseLstmTakeTheirAxesWithItsWire()
    {
        Document document;
        const Loose ids = drawLoose(document);
        document.change(QStringLiteral("connect"), [&](Content& content) {
            addWire(content, {ids.embed, 0}, {ids.lstm, 0});
        });
        QVERIFY(document.derived().problems.empty());
        QCOMPARE(axisOf(document, "innerproduct"), 2);
        QCOMPARE(axisOf(document, "softmaxwithloss"), 2);
    }

    void anAxisThatWasChosenStaysWithAWire()
    {
        Document document;
        const Loose ids = drawLoose(document);
        document.change(QStringLiteral("connect"), [&](Content& content) {
            setParam(content, content.findNamed("innerproduct")->id, "axis", std::int64_t{1});
            addWire(content, {ids.embed, 0}, {ids.lstm, 0});
        });
        QCOMPARE(axisOf(document, "innerproduct"), 1);
    }

    void axesOfALayerAndOfTheLossBehindItAreSetTogether()
    {
        Document document;
        const Loose ids = drawLoose(document);
        document.change(QStringLiteral("connect"), [&](Content& content) {
            addWire(content, {ids.embed, 0}, {ids.lstm, 0});
            for (const char* name : {"innerproduct", "softmaxwithloss"}) {
                setParam(content, content.findNamed(name)->id, "axis", std::nullopt);
            }
        });
        const std::vector<Fix> found = fixes(document, problemOf(document, "softmaxwithloss"));
        verifyEachHelps(document, found);
        QCOMPARE(found.front().label, QStringLiteral("Set the axis of innerproduct, softmaxwithloss to 2"));
    }

    void oneDrawingHasOneVerdictHoweverItWasReached()
    {
        Document document;
        for (const char* const type : {"TEXTDATA", "EMBED"}) {
            document.change(QStringLiteral("add"),
                            [&](Content& content) { addLayer(content, engine::layerType(type), {}); });
        }
        const auto severities = [](const Document& drawing) {
            std::vector<std::pair<QString, Warning::Severity>> found;
            for (const Warning& warning : warnings(drawing)) {
                found.emplace_back(warning.sentence, warning.severity);
            }
            return found;
        };
        document.undoStack().undo();
        const auto undone = severities(document);
        document.undoStack().undo();
        document.undoStack().redo();
        QVERIFY(severities(document) == undone);
        QVERIFY(undone.front() == std::pair(lossWanted(), Warning::Severity::Doubt));
        document.load(document.content());
        QVERIFY(severities(document) == undone);
    }
};

HAMNET_QT_TEST(FixesTest)
#include "fixes_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/document/warnings.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/editor/long_chain.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <QSignalSpy>

using namespace editor;

namespace {

/// The wire that ends there.
Wire wireTo(const Content& content, Input input)
{
    const std::vector<Wire> all = wires(content);
    return *std::ranges::find(all, input, &Wire::to);
}

/// A drawing as the fix leaves it.
Content fixed(const Document& document, const Fix& fix)
{
    Content content = document.content();
    fix.edit(content);
    return content;
}

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
        const Opened after(fixed(document, fix));
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

    void whatDoesNotFitIsMended()
    {
        using Extents = std::vector<std::int64_t>;
        struct Damage {
            const char* file;
            QString label; ///< of a fix; empty: any
            bool isFirst;
            void (*edit)(Content& content);
        };
        const Damage damages[] = {
            {"caffe", QStringLiteral("Set Shape to -1×1, keeping the last axis"), false,
             [](Content& net) {
                 setParam(net, named(net, "Reshape_lstm2"), "shape", Extents{-1, 1, 511});
             }},
            {"small", QStringLiteral("Set the shape of reshape to 0×0×-1"), true,
             [](Content& net) {
                 const Wire wire = wireTo(net, {named(net, "lstm"), 0});
                 setParam(net, insertOnWire(net, engine::layerType("RESHAPE"), wire, {}), "shape", Extents{-1});
             }},
            {"caffe", QStringLiteral("Insert a RESHAPE to 75×25×-1"), false,
             [](Content& net) { // the LSTM behind it wants a sequence, and gets rows
                 engine::Layer& layer = net.find(named(net, "Drop1"))->layer;
                 layer = {.name = "Drop1",
                          .type = "RESHAPE",
                          .bottoms = layer.bottoms,
                          .tops = layer.tops,
                          .params = {{"shape", Extents{-1, 512}}}};
             }},
            {"caffe", QStringLiteral("Connect clip to cont"), true,
             [](Content& net) {
                 removeWire(net, {named(net, "lstm1"), 1});
             }},
            {"caffe", QStringLiteral("Swap the inputs of lstm2"), false,
             [](Content& net) {
                 std::vector<std::string>& bottoms = net.find(named(net, "lstm2"))->layer.bottoms;
                 std::swap(bottoms[0], bottoms[1]);
             }},
            {"best", QStringLiteral("Set Class axis to 2"), true,
             [](Content& net) { setParam(net, named(net, "loss"), "axis", std::int64_t{1}); }},
            {"best", {}, false, [](Content& net) { setParam(net, named(net, "dropout"), "dropout_ratio", 7.0); }},
            {"caffe", {}, false, [](Content& net) { net.find(named(net, "lstm2"))->layer.name = "lstm1"; }}};
        for (const Damage& damage : damages) {
            Content content = sample((std::string("char_rnn_") + damage.file + ".prototxt").c_str());
            damage.edit(content);
            Opened document(content);
            const auto cause = std::ranges::find(document.derived().problems, false, &Problem::follows);
            const std::vector<Fix> found = fixes(document, *cause);
            verifyEachHelps(document, found);
            const QStringList offered = labels(found);
            QVERIFY2(damage.label.isEmpty() ||
                         (damage.isFirst ? offered.front() == damage.label : offered.contains(damage.label)),
                     qPrintable(damage.label + QStringLiteral(": ") + offered.join(u'|')));
        }
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
            const Wire wire = wireTo(content, {named(content, "scores"), 0});
            const Id reshape = insertOnWire(content, engine::layerType("RESHAPE"), wire, {});
            setParam(content, reshape, "shape", std::vector<std::int64_t>{-1, 1, 511});
        });
        int followed = 0;
        for (const Fix& fix : fixes(document, document.derived().problems.front())) {
            Content content = fixed(document, fix);
            setParam(content, named(content, "lstm"), "num_output", std::int64_t{24});
            const Opened after(content);
            QVERIFY2(after.derived().problems.empty(), qPrintable(fix.label));
            ++followed;
        }
        QVERIFY(followed > 0);
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
            const Opened after(fixed(document, warning.fixes.front()));
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
            const Opened after(fixed(document, found[0].fixes.at(0)));
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
        QVERIFY(warnings(Opened(fixed(document, found[0].fixes.at(0)))).empty());
    }

    void anInputWithMoreShapesThanOutputsGetsOutputs()
    {
        Opened document(contentOf(engine::readModel(
            R"(layer { name: "in" type: "Input" top: "x"
                       input_param { shape { dim: 5 dim: 2 dim: 3 } shape { dim: 5 dim: 2 } shape { dim: 2 } } })",
            "test")));
        const std::vector<Fix> found = fixes(document, problemOf(document, "in"));
        QVERIFY2(labels(found).contains(QStringLiteral("Add 2 output(s) to in")), qPrintable(labels(found).join(u'|')));
        QCOMPARE(fixed(document, found.front()).findNamed("in")->layer.tops.size(), 3u);
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
            const Opened after(fixed(document, lost->fixes.front()));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/panels/unroll_scroll.h"
#include "editor/panels/unroll_view.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/editor/samples.h"
#include "tests/support/layer_from.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <algorithm>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>

using namespace editor;

namespace {

std::optional<UnrollGrid> grid(const Document& document, const char* layer)
{
    QString why;
    return unrollGrid(document, document.nodeNamed(layer), &why);
}

} // namespace

class UnrollTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aGridHasEveryStepsOperations();
    void stackedLayersAreBands();
    void operationsAreCountedInTheInnerNet();
    void aTypedCellHasALayerForEachEquation();
    void aTypedCellsLinesGoToWhatReadsThem();
    void bothDirectionsAreBandsOfEachLayer();
    void theBackwardDirectionGoesFromTheLastStep();
    void otherLayersSayWhyNot();
    void aLayerThatDoesNotFitSaysSo();
    void anOperationTellsItsTensors();
    void anOperationsFormulaHasALineForEachEquation();
    void theViewFollowsEdits();
    void theCursorMovesByKeysAndBox();
    void everyBandIsUnderTheMouse();
    void aFrameTakesTimeByWhatIsInView();

private:
    void loadSequence(const std::string& type, std::int64_t layers, bool bothDirections);
    void loadCell(const std::string& cell);

    Document m_document;
};

void UnrollTest::init()
{
    m_document.load(sample("char_rnn_caffe.prototxt"));
}

/// Layer "both" of 7 units over 6 steps of 2 streams, 5 wide.
void UnrollTest::loadSequence(const std::string& type, std::int64_t layers, bool bothDirections)
{
    m_document.load(contentOf(
        {.layers = {engine::layerFrom("in INPUT -> x cont", {{"shape", std::vector<engine::Shape>{{6, 2, 5}, {6, 2}}}}),
                    {.name = "both",
                     .type = type,
                     .bottoms = {"x", "cont"},
                     .tops = {"h"},
                     .params = {{"num_output", std::int64_t{7}},
                                {"num_layers", layers},
                                {"bidirectional", bothDirections}}}}}));
}

void UnrollTest::loadCell(const std::string& cell)
{
    loadSequence("CELL", 1, false);
    m_document.change("Cell",
                      [&](Content& content) { setParam(content, content.findNamed("both")->id, "cell", cell); });
}

void UnrollTest::aGridHasEveryStepsOperations()
{
    const std::optional<UnrollGrid> found = grid(m_document, "lstm1");
    QVERIFY(found);
    QCOMPARE(found->steps, std::int64_t{75});
    QCOMPARE(found->bands.size(), std::size_t{1});
    QCOMPARE(found->bands[0].steps.size(), std::size_t{75});
    const auto& step = found->bands[0].steps[11];
    QCOMPARE(step[0].layer.type, std::string("SCALE"));
    QCOMPARE(step[1].layer.type, std::string("INNERPRODUCT"));
    QCOMPARE(step[1].layer.weights[0].name, std::string("Wh"));
    QCOMPARE(step[2].layer.type, std::string("ELTWISE"));
    QCOMPARE(step[3].layer.type, std::string("LSTM_UNIT"));
    QCOMPARE(step[3].layer.tops, (std::vector<std::string>{"c_12", "h_12"}));
    QVERIFY(step[3].sizes.sizes.outputs[0] == (engine::Shape{1, 25, 512}));
}

void UnrollTest::stackedLayersAreBands()
{
    m_document.load(sample("char_rnn_cudnn.prototxt"));
    const std::optional<UnrollGrid> found = grid(m_document, "lstm1");
    QVERIFY(found);
    QCOMPARE(found->bands.size(), std::size_t{2});
    QCOMPARE(found->bands[0].width, std::int64_t{15});
    QCOMPARE(found->bands[1].width, std::int64_t{512});
}

void UnrollTest::operationsAreCountedInTheInnerNet()
{
    const std::optional<UnrollGrid> found = grid(m_document, "lstm1");
    QCOMPARE(found->operations, std::int64_t{4 * 75 + 1}); // and what only cuts and joins is none
    QVERIFY(unrollSummary(*found).contains(QLatin1String("301 operations")));
    QVERIFY(unrollSummary(*found).contains(QLatin1String("1 call")));
}

void UnrollTest::aTypedCellHasALayerForEachEquation()
{
    loadCell("janet");
    const std::optional<UnrollGrid> found = grid(m_document, "both");
    QVERIFY(found);
    const UnrollBand& band = found->bands.at(0);
    QStringList names;
    for (const UnrolledOperation& operation : band.steps.at(2)) {
        names << QString::fromStdString(operation.layer.tops.at(0));
    }
    QCOMPARE(names, (QStringList{"h[t-1]_3", "Uf h[t-1]_3", "f_3", "Ug h[t-1]_3", "h_3"}));
    QCOMPARE(band.inputs.size(), std::size_t{2}); // Wf x and Wg x
    QCOMPARE(found->operations, std::int64_t{5 * 6 + 2});
    const QString tip = operationTip(band.steps.at(2).at(2), 3, 6);
    QVERIFY2(tip.contains(QLatin1String("f = sigmoid(p1 + p3 + bf)")), qPrintable(tip));
    QVERIFY(unrollSummary(*found).contains(QLatin1String("FUSED")));
}

void UnrollTest::aTypedCellsLinesGoToWhatReadsThem()
{
    loadCell("janet");
    const UnrollLinks links = linksOf(*grid(m_document, "both"));
    QCOMPARE(links.fed, (std::vector<int>{2, 4})); // f and h read Wf x and Wg x
    QCOMPARE(links.states.size(), std::size_t{1});
    QCOMPARE(links.states[0].from, 4);
    QCOMPARE(links.states[0].to, 0);
    const auto joins = [&](int from, int to) {
        return std::ranges::any_of(links.inside,
                                   [=](const UnrollLinks::Inside& link) { return link.from == from && link.to == to; });
    };
    QVERIFY(joins(0, 3)); // h[t-1] into Ug h[t-1]
    QVERIFY(joins(2, 4)); // f into h
    QVERIFY(joins(4, 5)); // h leaves
    QVERIFY(!joins(2, 3));
}

void UnrollTest::bothDirectionsAreBandsOfEachLayer()
{
    loadSequence("GRU", 2, true);
    const std::optional<UnrollGrid> found = grid(m_document, "both");
    QVERIFY(found);
    QCOMPARE(found->bands.size(), std::size_t{4});
    for (std::size_t band = 0; band < 4; ++band) {
        QCOMPARE(found->bands[band].layer, static_cast<std::int64_t>(band / 2));
        QCOMPARE(static_cast<std::size_t>(found->bands[band].direction), band % 2);
        QCOMPARE(found->bands[band].width, std::int64_t{band < 2 ? 5 : 14});
        QCOMPARE(found->bands[band].steps.size(), std::size_t{6});
    }
    QCOMPARE(found->operations, std::int64_t{2 * (2 * (3 * 6 + 1) + 1)}); // and joins both directions
    const QString summary = unrollSummary(*found);
    QVERIFY2(summary.contains(QString::fromUtf8("6 steps × 2 layers × 2 directions")), qPrintable(summary));
    QVERIFY2(summary.contains(QLatin1String("at most 4 calls")), qPrintable(summary));
}

void UnrollTest::theBackwardDirectionGoesFromTheLastStep()
{
    loadSequence("LSTM", 1, true);
    const std::optional<UnrollGrid> found = grid(m_document, "both");
    const UnrollBand& back = found->bands.at(1);
    QCOMPARE(back.steps[5][0].layer.bottoms, (std::vector<std::string>{"back_h_7", "cont_7"}));
    QCOMPARE(back.steps[0][3].layer.tops, (std::vector<std::string>{"back_c_1", "back_h_1"}));
    QCOMPARE(back.inputs.at(0).layer.weights[0].name, std::string("back.Wx"));
    const QString tip = operationTip(back.steps[2][1], 3, 6);
    QVERIFY2(tip.contains(QLatin1String("back.Wh")), qPrintable(tip));
}

void UnrollTest::everyBandIsUnderTheMouse()
{
    loadSequence("GRU", 2, true);
    UnrollView view(m_document);
    view.setNode(m_document.nodeNamed("both"));
    view.resize(1300, 1700);
    view.show();
    QString why;
    const std::optional<UnrollGrid> grid = unrollGrid(m_document, m_document.nodeNamed("both"), &why);
    QVERIFY2(grid, qPrintable(why));
    std::multiset<std::string> wanted; // the bands of stacked layers have operations of the same names
    for (const UnrollBand& band : grid->bands) {
        wanted.insert(band.inputs.at(0).layer.name);
        for (const std::vector<UnrolledOperation>& step : band.steps) {
            for (const UnrolledOperation& operation : step) {
                wanted.insert(operation.layer.name);
            }
        }
    }
    QCOMPARE(grid->bands.size(), std::size_t{4});
    std::set<const UnrolledOperation*> found;
    std::multiset<std::string> seen;
    for (int y = 0; y < view.scroll()->viewport()->height(); y += 7) {
        for (int x = 0; x < view.scroll()->viewport()->width(); x += 7) {
            const UnrollScroll::Hit hit = view.scroll()->hit({x, y});
            if (hit.operation) {
                if (found.insert(hit.operation).second) {
                    seen.insert(hit.operation->layer.name);
                }
                QVERIFY(hit.step == 0 || hit.operation->layer.name.ends_with("_" + std::to_string(hit.step)));
            }
        }
    }
    for (const std::string& name : wanted) {
        QVERIFY2(seen.count(name) == wanted.count(name), name.c_str());
    }
    QCOMPARE(seen.size(), wanted.size());
}

void UnrollTest::otherLayersSayWhyNot()
{
    QString why;
    QVERIFY(!unrollGrid(m_document, m_document.nodeNamed("ip1"), &why));
    QVERIFY(why.contains(QLatin1String("ip1")));
    QVERIFY(!unrollGrid(m_document, 12345, &why));
    QVERIFY(!why.isEmpty());
}

void UnrollTest::aLayerThatDoesNotFitSaysSo()
{
    m_document.change("Cut", [&](Content& content) { removeWire(content, {content.findNamed("lstm1")->id, 0}); });
    QString why;
    QVERIFY(!unrollGrid(m_document, m_document.nodeNamed("lstm1"), &why));
    QVERIFY2(why.contains(QLatin1String("lstm1")), qPrintable(why));
}

void UnrollTest::anOperationTellsItsTensors()
{
    const std::optional<UnrollGrid> found = grid(m_document, "lstm1");
    const QString tip = operationTip(found->bands[0].steps[11][1], 12, 75);
    for (const char* part : {"INNERPRODUCT", "step 12 of 75", "h_conted_11", "Wh", "2,048 × 512", "W_hc_h_11"}) {
        QVERIFY2(tip.contains(QString::fromUtf8(part)), part);
    }
}

void UnrollTest::anOperationsFormulaHasALineForEachEquation()
{
    loadSequence("GRU", 1, false);
    const std::optional<UnrollGrid> found = grid(m_document, "both");
    const QString tip = operationTip(found->bands[0].steps[0].back(), 1, 6);
    QVERIFY2(tip.contains(QString::fromUtf8("<br>z = σ(a_z + u_z)<br>")), qPrintable(tip));
}

void UnrollTest::theViewFollowsEdits()
{
    UnrollView view(m_document);
    view.setNode(m_document.nodeNamed("lstm1"));
    view.show();
    QVERIFY(view.summary().contains(QLatin1String("75 step")));
    const QList<QLabel*> labels = view.findChildren<QLabel*>();
    QVERIFY(
        std::ranges::any_of(labels, [](const QLabel* label) { return label->text() == QLatin1String("of 75 steps"); }));
    const Id input = m_document.content().nodes[0].id;
    m_document.change("Steps", [&](Content& content) {
        setParam(content, input, "shape", std::vector<engine::Shape>{{10, 25}, {10, 25}, {250, 1}});
    });
    QVERIFY2(view.summary().contains(QLatin1String("41 operations")), qPrintable(view.summary()));
    m_document.load({});
    QVERIFY(view.summary().isEmpty());
}

void UnrollTest::theCursorMovesByKeysAndBox()
{
    UnrollView view(m_document);
    view.setNode(m_document.nodeNamed("lstm1"));
    view.resize(900, 500);
    view.show();
    UnrollScroll* scroll = view.scroll();
    QTest::keyClick(scroll, Qt::Key_Right);
    QCOMPARE(scroll->cursorStep(), std::int64_t{2});
    QCOMPARE(view.findChild<QSpinBox*>()->value(), 2);
    view.findChild<QSpinBox*>()->setValue(60);
    QCOMPARE(scroll->cursorStep(), std::int64_t{60});
    QVERIFY(scroll->horizontalScrollBar()->value() > 0); // it is brought into view
    QTest::keyClick(scroll, Qt::Key_End);
    QTest::keyClick(scroll, Qt::Key_Right);
    QCOMPARE(scroll->cursorStep(), std::int64_t{75});
    QTest::keyClick(scroll, Qt::Key_Home);
    QCOMPARE(scroll->cursorStep(), std::int64_t{1});
    QSignalSpy closed(&view, &UnrollView::closeRequested);
    QTest::keyClick(scroll, Qt::Key_Escape);
    QCOMPARE(closed.count(), 1);
}

/// However many steps lie beside it.
void UnrollTest::aFrameTakesTimeByWhatIsInView()
{
    const auto viewOf = [](Document& document, std::int64_t steps) {
        Content content = sample("char_rnn_karpathy.prototxt");
        setParam(content, content.findNamed("text")->id, "time_steps", steps);
        document.load(content);
        auto view = std::make_unique<UnrollView>(document);
        view->setNode(document.nodeNamed("lstm"));
        view->resize(1600, 900);
        view->show();
        return view;
    };
    Document few, many;
    const std::unique_ptr<UnrollView> ofFew = viewOf(few, 500), ofMany = viewOf(many, 5'000);
    QImage picture(ofFew->scroll()->viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    for (const double zoom : {1.0, 0.5, 0.3, 0.12}) {
        int place = 0;
        const auto pan = [&](const UnrollView& view) {
            view.scroll()->setZoom(zoom, {});
            view.scroll()->horizontalScrollBar()->setValue(++place % 12 * 37);
            view.scroll()->viewport()->render(&picture);
        };
        const double slower = slowdown([&] { pan(*ofFew); }, [&] { pan(*ofMany); }, 2);
        QVERIFY2(slower < 2, qPrintable(QStringLiteral("zoom %1: %2").arg(zoom).arg(slower)));
    }
}

HAMNET_QT_TEST(UnrollTest)
#include "unroll_test.moc"

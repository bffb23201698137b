// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/panels/unroll_view.h"
#include "tests/editor/samples.h"
#include "tests/support/layer_from.h"
#include "tests/support/qt_tests.h"
#include "tests/support/sentence_of.h"

#include <QGraphicsView>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>

using namespace editor;

class UnrollTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_document.load(sample("char_rnn_caffe.prototxt")); }

    void operationsAreCountedInTheInnerNet()
    {
        const QString words = summary("lstm1"); // what only cuts and joins is none: 4 * 75 + 1
        QVERIFY2(words.contains(QLatin1String("301 operations")) && words.contains(QLatin1String("1 call")),
                 qPrintable(words));
    }

    void aTypedCellHasALayerForEachEquation()
    {
        loadSequence("CELL", 1, false);
        m_document.change("Cell", [&](Content& content) {
            setParam(content, content.findNamed("both")->id, "cell", std::string("janet"));
        });
        const QString words = summary("both"); // 5 * 6 + 2: Wf x and Wg x once
        QVERIFY2(words.contains(QLatin1String("32 operations")) && words.contains(QLatin1String("FUSED")),
                 qPrintable(words));
    }

    void bothDirectionsOfEachLayerCount()
    {
        loadSequence("GRU", 2, true);
        const QString words = summary("both"); // 2 * (2 * (3 * 6 + 1) + 1): each joins both directions
        QVERIFY2(words.contains(QString::fromUtf8("6 steps × 2 layers × 2 directions: 78 operations")),
                 qPrintable(words));
        QVERIFY2(words.contains(QLatin1String("at most 4 calls")), qPrintable(words));
    }

    void otherLayersSayWhyNot()
    {
        QVERIFY(refusal("ip1").contains(QLatin1String("ip1")));
        QVERIFY(!refusal("nowhere").isEmpty());
        QVERIFY(refusal("lstm1").isEmpty());
    }

    void aLayerThatDoesNotFitSaysSo()
    {
        m_document.change("Cut", [&](Content& content) { removeWire(content, {content.findNamed("lstm1")->id, 0}); });
        QVERIFY(refusal("lstm1").contains(QLatin1String("lstm1")));
        QVERIFY(summary("lstm1").isEmpty());
    }

    void theViewFollowsEdits()
    {
        UnrollView view(m_document);
        view.setNode(m_document.nodeNamed("lstm1"));
        view.show();
        QVERIFY(view.summary().contains(QLatin1String("75 step")));
        const Id input = m_document.content().nodes[0].id;
        m_document.change("Steps", [&](Content& content) {
            setParam(content, input, "shape", std::vector<engine::Shape>{{10, 25}, {10, 25}, {250, 1}});
        });
        QVERIFY2(view.summary().contains(QLatin1String("41 operations")), qPrintable(view.summary()));
        m_document.load({});
        QVERIFY(view.summary().isEmpty());
    }

    void theValuesOfAStepStandAboveIt()
    {
        UnrollView view(m_document);
        view.show();
        view.setNode(m_document.nodeNamed("lstm1"));
        auto* step = view.findChild<QSpinBox*>();
        QVERIFY(!step->isVisible());
        view.setValues([](const std::string& layer, std::int64_t at) {
            return QStringLiteral("%1 at %2").arg(QString::fromStdString(layer)).arg(at);
        });
        QVERIFY(step->isVisible());
        QCOMPARE(step->maximum(), 75);
        step->setValue(60);
        QCOMPARE(view.findChild<QLabel*>(QStringLiteral("stepValues"))->text(), QStringLiteral("lstm1 at 60"));
    }

    void itZoomsAndGoesByKeys()
    {
        UnrollView view(m_document);
        view.resize(500, 400);
        view.show();
        view.setNode(m_document.nodeNamed("lstm1"));
        auto* picture = view.findChild<QGraphicsView*>();
        QVERIFY(picture->sceneRect().width() > 500 && picture->transform().m11() < 1); // all of it is in view
        const double before = picture->transform().m11();
        QTest::keyClick(picture, Qt::Key_Plus);
        QVERIFY(picture->transform().m11() > before);
        QTest::keyClick(picture, Qt::Key_Minus);
        QCOMPARE(picture->transform().m11(), before);
        QSignalSpy closed(&view, &UnrollView::closeRequested);
        QTest::keyClick(picture, Qt::Key_Escape);
        QCOMPARE(closed.count(), 1);
    }

private:
    /// Layer "both" of 7 units over 6 steps of 2 streams, 5 wide.
    void loadSequence(const std::string& type, std::int64_t layers, bool bothDirections)
    {
        m_document.load(contentOf(
            {.layers = {
                 engine::layerFrom("in INPUT -> x cont", {{"shape", std::vector<engine::Shape>{{6, 2, 5}, {6, 2}}}}),
                 {.name = "both",
                  .type = type,
                  .bottoms = {"x", "cont"},
                  .tops = {"h"},
                  .params = {
                      {"num_output", std::int64_t{7}}, {"num_layers", layers}, {"bidirectional", bothDirections}}}}}));
    }

    QString summary(const char* layer)
    {
        UnrollView view(m_document);
        view.show();
        view.setNode(m_document.nodeNamed(layer));
        return view.summary();
    }

    QString refusal(const char* layer)
    {
        return QString::fromStdString(sentenceOf([&] { drawnUnrolled(m_document, layer); }));
    }

    Document m_document;
};

HAMNET_QT_TEST(UnrollTest)
#include "unroll_test.moc"

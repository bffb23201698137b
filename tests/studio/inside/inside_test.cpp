// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/inside_words.h"
#include "app/studio/inside/values_panel.h"
#include "app/studio/lens/heat_map.h"
#include "editor/looks/theme.h"
#include "editor/widgets/report_table.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/training/run/trainer.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTabWidget>
#include <QTreeView>

using namespace studio;
using Kind = engine::LookFinding::Kind;

namespace {

/// A look into the first step of a small net.
std::shared_ptr<const engine::NetLook> someLook()
{
    const SmallBench bench;
    engine::CpuDevice device(engine::cpuBackend(), 1);
    engine::Trainer trainer(engine::RunDescription{.model = SmallBench::model(),
                                                   .solver = SmallBench::solver(),
                                                   .settings = {{"seed", std::int64_t{3}}}},
                            engine::Corpus(bench.corpus, engine::Encoding::Bytes), device);
    std::shared_ptr<const engine::NetLook> look;
    trainer.lookIntoNextStep(
        [&](engine::NetLook seen) { look = std::make_shared<const engine::NetLook>(std::move(seen)); });
    trainer.step();
    return look;
}

engine::LookFinding gate(Kind kind, std::int64_t number, double share)
{
    return {.kind = kind, .layer = "lstm", .gate = number, .share = share, .of = 12};
}

} // namespace

class InsideTest : public QObject {
    Q_OBJECT

private slots:
    void namesWhatAGateMeans()
    {
        const auto look = someLook();
        for (const auto& [kind, number, words, brief] :
             {std::tuple(Kind::GateHigh, 1, "the cell state hardly decays", "gate f open 83 %"),
              std::tuple(Kind::GateLow, 3, "hardly anything of the cell state is output", "gate o closed 83 %"),
              std::tuple(Kind::GateLow, 2, "saturated near -1 in 83 % of its values", "g saturated 83 %")}) {
            const engine::LookFinding finding = gate(kind, number, 0.834);
            const QString told = wordsOf(finding, *look).sentence;
            QVERIFY2(told.contains(QLatin1String(words)), qPrintable(told));
            QCOMPARE(wordsOf(finding, *look).brief, QLatin1String(brief));
        }
    }

    void namesUnitsAndLayers()
    {
        const engine::NetLook look;
        const engine::LookFinding dead{
            .kind = Kind::DeadUnits, .layer = "relu", .count = 10, .of = 64, .units = {0, 1, 2, 3, 4, 5, 6, 7, 40, 63}};
        QVERIFY(wordsOf(dead, look).sentence.contains(QStringLiteral("0, 1, 2, 3, 4, 5, 6, 7, …")));
        QVERIFY(wordsOf(dead, look).sentence.contains(QStringLiteral("of 64 units are dead")));
        const engine::LookFinding none{.kind = Kind::NoGradient, .layer = "embed"};
        QCOMPARE(wordsOf(none, look).sentence,
                 QStringLiteral("embed: no gradient reaches its weights, so they do not learn."));
    }

    void tellsWhatAStepOfTheUnrolledNetHeld()
    {
        const auto look = someLook();
        const float* const f = look->units[0].row(1, 2);
        const QString smallest = QLocale().toString(double{*std::min_element(f, f + 12)}, 'f', 2);
        const QString words = stepWords(*look, "lstm", 3);
        QVERIFY2(words.contains(QStringLiteral("f ")) && words.contains(QLatin1Char('(') + smallest),
                 qPrintable(words));
        QVERIFY(stepWords(*look, "lstm", 1000).contains(QStringLiteral("the first")));
        QVERIFY(stepWords(*look, "embed", 1).isEmpty());
    }

    void listsEveryTensorOfTheDrawingAndTheUnitsOfAStep()
    {
        const auto look = someLook();
        QAction toggle;
        ValuesPanel panel(toggle);
        panel.show(look, {});
        const auto& table = *panel.findChild<editor::ReportTable*>();
        const auto cell = [&](int row, const char* column) {
            return table.text(row, table.columnOf(QString::fromUtf8(column)));
        };
        QStringList names;
        for (int row = 0; row < table.names().model()->rowCount(); ++row) {
            names << cell(row, "Layer") + QLatin1Char(' ') + cell(row, "Tensor");
        }
        QVERIFY2(names.contains(QStringLiteral("lstm Wh")), qPrintable(names.join(QLatin1Char('|'))));
        QVERIFY(names.contains(QStringLiteral("lstm output lstm")));
        QVERIFY(names.filter(QStringLiteral("split")).isEmpty());
        const auto row = static_cast<int>(names.indexOf(QStringLiteral("lstm Wh")));
        const engine::TensorLook& weight = look->find("lstm")->weights.at(1);
        QCOMPARE(cell(row, "Norm"), valueWords(weight.values.norm));
        QCOMPARE(cell(row, "Gradient"), valueWords(weight.gradients->norm));
        const QModelIndex drawn = table.figures().model()->index(row, table.columnOf(QStringLiteral("Gradients")));
        QVERIFY(!drawn.data(Qt::DecorationRole).value<QIcon>().isNull());
        const auto tables = panel.findChildren<editor::ReportTable*>();
        const editor::ReportTable& units = *(tables.at(0) == &table ? tables.at(1) : tables.at(0));
        QCOMPARE(units.names().model()->columnCount(), 7); // the unit; i f g o, h c
        QCOMPARE(units.names().model()->rowCount(), 12);
        for (const int step : {2, 3}) {
            called<QSpinBox>(panel, QStringLiteral("Step of the sequence"))->setValue(step + 1);
            QCOMPARE(units.text(5, 2), QLocale().toString(double{look->units[0].at(1, step, 5)}, 'f', 3));
        }
        panel.show(nullptr, {});
        QCOMPARE(table.names().model()->rowCount(), 0);
    }

    void followsTheLayerThatIsChosen()
    {
        QAction toggle;
        toggle.setCheckable(true);
        toggle.setChecked(true);
        ValuesPanel panel(toggle);
        panel.resize(1200, 320);
        panel.show(someLook(), {gate(Kind::GateHigh, 1, 0.9)});
        expose(panel);
        QVERIFY(panel.findings().contains(QStringLiteral("Forget gate f of lstm is open in 90 %")));
        const auto* when = panel.findChild<QLabel*>(QStringLiteral("when"));
        QCOMPARE(when->text(), QStringLiteral("Iteration 1"));
        panel.showEnd(250); // it was stopped
        QCOMPARE(when->text(), QStringLiteral("Iteration 1 of 250"));
        panel.findChild<QTabWidget*>()->setCurrentIndex(1);
        auto* heat = panel.findChild<HeatMap*>();
        auto* step = called<QSpinBox>(panel, QStringLiteral("Step of the sequence"));
        QTest::mouseClick(heat, Qt::LeftButton, {}, QPoint(heat->width() - 2, heat->height() / 2));
        QCOMPARE(step->value(), step->maximum());
        panel.show(someLook(), {});
        QVERIFY(panel.findings().startsWith(QStringLiteral("No saturated gates")));
    }

    void saysWhyALookFailed()
    {
        QAction toggle;
        ValuesPanel panel(toggle);
        panel.show(someLook(), {});
        panel.show(
            std::make_shared<const engine::NetLook>(engine::NetLook{.iteration = 7, .failure = "no memory is left"}),
            {});
        QCOMPARE(panel.findings(), QStringLiteral("The values could not be read at this iteration: no memory is left"));
        panel.show(someLook(), {});
        QVERIFY(panel.findings().startsWith(QStringLiteral("No saturated gates")));
    }

    void keepsStepAndChoiceAsLooksFollow()
    {
        QAction toggle;
        ValuesPanel panel(toggle);
        panel.show(someLook(), {});
        auto* step = called<QSpinBox>(panel, QStringLiteral("Step of the sequence"));
        const QList<QComboBox*> boxes = panel.findChildren<QComboBox*>();
        QCOMPARE(boxes.size(), 2);
        step->setValue(4);
        boxes[1]->setCurrentIndex(3);
        panel.show(someLook(), {});
        QCOMPARE(step->value(), 4);
        QCOMPARE(boxes[1]->currentText(), QStringLiteral("Output gate o"));
        panel.show(nullptr, {});
        QCOMPARE(boxes[0]->count(), 0);
    }

    void marksWeightsAndWhatFlowsAtANode()
    {
        const auto look = someLook();
        const std::vector<engine::LookFinding> findings = {gate(Kind::GateHigh, 1, 0.9)};
        const engine::Model model = SmallBench::model();
        const auto layer = [&](const std::string& name) {
            return *std::ranges::find(model.layers, name, &engine::Layer::name);
        };
        const auto lstm = nodeValues(*look, findings, layer("lstm"));
        QVERIFY(lstm);
        QCOMPARE(lstm->weights.size(), std::size_t{3});
        QCOMPARE(lstm->outputs.size(), std::size_t{1});
        QCOMPARE(lstm->outputs[0].tensor.values, look->find("lstm")->outputs[0].values);
        QCOMPARE(lstm->warning, QStringLiteral("gate f open 90 %"));
        QVERIFY(nodeValues(*look, findings, layer("text"))->outputs.empty());
        engine::Layer other = layer("lstm");
        other.type = "GRU"; // the drawing was changed since
        QVERIFY(!nodeValues(*look, findings, other));
    }

    void offersItselfUntilItIsTurnedOn()
    {
        QAction toggle(QStringLiteral("Look"));
        toggle.setCheckable(true);
        ValuesPanel panel(toggle);
        panel.resize(900, 300);
        expose(panel);
        QVERIFY(!panel.findChild<editor::ReportTable*>()->isVisible());
        toggle.setChecked(true);
        QVERIFY(panel.findChild<editor::ReportTable*>()->isVisible());
    }
};

HAMNET_QT_TEST(InsideTest)
#include "inside_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A race of the processor's engines, from the menu to the picture.
#include "app/studio/race/race.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/equations/cell_check.h"
#include "editor/widgets/report_table.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/studio/gui/stage.h"

#include <filesystem>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QTreeView>
#include <QTreeWidget>

namespace studio {

namespace {

QPushButton& button(QDialog& dialog, const char* name)
{
    return *dialog.findChild<QPushButton*>(QString::fromLatin1(name));
}

const Race& raceOf(QDialog& dialog)
{
    return dynamic_cast<RaceDialog&>(dialog).race();
}

void setLimit(QDialog& dialog, const QString& iterations)
{
    auto* unit = dialog.findChild<QComboBox*>(QStringLiteral("raceUnit"));
    unit->setFocus();
    press(Qt::Key_Down);
    QCOMPARE(unit->currentIndex(), 1);
    auto* limit = dialog.findChild<QSpinBox*>(QStringLiteral("raceLimit"));
    doubleClick(*limit, QPoint(12, limit->height() / 2));
    press(Qt::Key_A, Qt::ControlModifier);
    type(iterations);
    press(Qt::Key_Tab);
}

} // namespace

class RaceWindowTest : public QObject {
    Q_OBJECT

public:
    explicit RaceWindowTest(const Home& home) : m_home(home) {}

private slots:
    void theMenuSaysWhyThereIsNoRace()
    {
        Stage stage;
        QVERIFY(stage.waitForPage(false));
        const auto* race = stage.window().findChild<QAction*>(QStringLiteral("raceEngines"));
        QVERIFY(!race->isEnabled());
        QCOMPARE(race->toolTip(), QStringLiteral("A race needs an open project."));
        press(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(stage.waitForPage(true));
        QVERIFY(!race->isEnabled());
        QVERIFY2(race->statusTip().startsWith(QStringLiteral("the drawing has no layers")),
                 qPrintable(race->statusTip()));
    }

    void theInspectorTellsHowFastEnginesTrainATypedCell()
    {
        Stage stage(Stage::With::SmallSample);
        editor::Document& document = stage.workspace().document();
        document.change(QStringLiteral("a typed cell"), [&](editor::Content& content) {
            engine::Layer& layer = content.find(document.nodeNamed("lstm"))->layer;
            layer.type = "CELL";
            layer.params = {{"num_output", std::int64_t{8}}, {"cell", std::string("janet")}};
        });
        stage.showPanel(QStringLiteral("inspector"));
        document.select({document.nodeNamed("lstm")});
        auto& check = *stage.window().findChild<editor::CellCheck*>();
        TRY_VERIFY(check.isVisible());
        check.start();
        TRY_VERIFY2(check.speed().contains(QStringLiteral("CPU/FUSED")), qPrintable(check.speed()));
        QVERIFY2(check.speed().contains(QStringLiteral("CPU/CAFFE")), qPrintable(check.speed()));
    }

    void itSaysWhatIsNotAvailableAndItsTableFits()
    {
        Stage stage(Stage::With::SmallSample);
        Answer answer({[](QDialog& dialog) {
            const auto* reasons = dialog.findChild<QLabel*>(QStringLiteral("raceReasons"));
            QVERIFY(reasons->isVisible());
            QVERIFY2(reasons->text().contains(QStringLiteral("CPU/ONEDNN tf32")), qPrintable(reasons->text()));
            const auto* list = dialog.findChild<QTreeWidget*>(QStringLiteral("contenders"));
            for (int row = 0; row < list->topLevelItemCount(); ++row) {
                const QTreeWidgetItem* const one = list->topLevelItem(row);
                QVERIFY2(!one->isDisabled() || reasons->text().contains(one->text(0)), qPrintable(one->text(0)));
            }
            setLimit(dialog, QStringLiteral("3"));
            click(button(dialog, "raceStart"));
            TRY_VERIFY(raceOf(dialog).state() == Race::State::Idle);
            const auto* table = dialog.findChild<editor::ReportTable*>();
            dialog.resize(1000, 720);
            TRY_COMPARE(dialog.width(), 1000);
            TRY_VERIFY(table->names().columnWidth(0) <= table->names().viewport()->width());
            button(dialog, "raceClose").setFocus();
            press(Qt::Key_Return); // starts no other race
        }});
        QVERIFY(answer.to([&] { stage.clickInMenu("raceEngines"); }));
    }

    void aTextThatCannotBeReadKeepsARaceFromStarting()
    {
        Stage stage(Stage::With::SmallSample);
        auto* plan = stage.window().findChild<QLabel*>(QStringLiteral("runPlan"));
        stage.workspace().data().choose(m_home.write("empty.txt", ""));
        TRY_VERIFY(plan->text().startsWith(QStringLiteral("F5 cannot train yet")));
        Answer answer({[](QDialog& dialog) {
            click(button(dialog, "raceStart"));
            QVERIFY(raceOf(dialog).state() == Race::State::Idle);
            QVERIFY(raceOf(dialog).contestants().empty());
            const QString words = dialog.findChild<QLabel*>(QStringLiteral("raceState"))->text();
            QVERIFY2(words.startsWith(QStringLiteral("The race does not start: ")), qPrintable(words));
            press(Qt::Key_Escape);
        }});
        QVERIFY(answer.to([&] { stage.clickInMenu("raceEngines"); }));
    }

    void enginesRaceAndTheirPictureIsSaved()
    {
        Stage stage(Stage::With::SmallSample);
        Answer answer({[this](QDialog& dialog) {
            setLimit(dialog, QStringLiteral("25"));
            QVERIFY(!button(dialog, "raceSave").isEnabled());
            click(button(dialog, "raceStart"));
            QVERIFY(raceOf(dialog).state() == Race::State::Running);
            TRY_VERIFY(raceOf(dialog).state() == Race::State::Idle);
            const auto* table = dialog.findChild<editor::ReportTable*>();
            QCOMPARE(table->names().model()->rowCount(), static_cast<int>(raceOf(dialog).contestants().size()));
            QVERIFY(table->names().model()->rowCount() >= 2);
            QCOMPARE(table->text(0, 2), QStringLiteral("25"));
            const QString said = dialog.findChild<QLabel*>(QStringLiteral("raceVerdict"))->text();
            const QString verdict = said.section(QLatin1Char('\n'), 0, 0);
            QVERIFY2(verdict.endsWith(QStringLiteral("over 25 iterations.")), qPrintable(said));
            click(button(dialog, "raceCopy"));
            QCOMPARE(QApplication::clipboard()->text(), verdict);
            saveAs(dialog, "race.png", "PNG");
            saveAs(dialog, "race.svg", "<svg");
            saveAs(dialog, "race.pdf", "%PDF");
            const QImage picture(QString::fromStdString(m_home.path("race.png").string()));
            QVERIFY(picture.width() >= 2000 && picture.height() >= 1000);
            press(Qt::Key_Escape);
        }});
        QVERIFY(answer.to([&] { stage.clickInMenu("raceEngines"); }));
        QVERIFY2(stage.workspace().runs().all().empty(), "nothing of a race is kept");
        m_raced = stage.document().derived().model;
        m_seed = stage.workspace().nextRun().runSettings().seed;
    }

    void aDroppedPictureOfARaceOpensItsNet()
    {
        for (const char* const name : {"race.png", "race.svg"}) {
            Stage stage;
            drop(stage.window(), stage.window().rect().center(), m_home.path(name));
            QVERIFY(stage.waitForPage(true));
            QCOMPARE(engine::writeModel(stage.document().derived().model), engine::writeModel(m_raced));
            QCOMPARE(stage.workspace().nextRun().runSettings().seed, m_seed);
            QVERIFY2(stage.said().isEmpty(), qPrintable(stage.said()));
        }
    }

    void closingAsksAndStopsTheRace()
    {
        Stage stage(Stage::With::SmallSample);
        Answer answer({[](QDialog& dialog) {
                           setLimit(dialog, QStringLiteral("1000000"));
                           click(button(dialog, "raceStart"));
                           TRY_VERIFY(!raceOf(dialog).contestants().front()->run.curve.empty());
                           QTimer::singleShot(0, &dialog, [] { press(Qt::Key_Escape); });
                       },
                       [](QDialog& question) {
                           auto& box = dynamic_cast<QMessageBox&>(question);
                           QVERIFY2(box.text().startsWith(QStringLiteral("The race is still running.")),
                                    qPrintable(box.text()));
                           press(Qt::Key_Escape); // no: it goes on
                       },
                       [](QDialog& dialog) {
                           QVERIFY(raceOf(dialog).state() == Race::State::Running);
                           QTimer::singleShot(0, &dialog, [] { press(Qt::Key_Escape); });
                       },
                       byButton(QMessageBox::Yes)});
        QVERIFY(answer.to([&] { stage.clickInMenu("raceEngines"); }));
        TRY_VERIFY(!stage.window().findChild<RaceDialog*>());
    }

    void aRaceWaitsForTheRunAndMayStopIt()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(!stage.workspace().nextRun().train());
        QVERIFY(stage.waitForIteration(5));
        Answer answer({[](QDialog& dialog) {
            setLimit(dialog, QStringLiteral("5"));
            QVERIFY(!button(dialog, "raceStopOther").isVisible());
            click(button(dialog, "raceStart"));
            QVERIFY(raceOf(dialog).state() == Race::State::Waiting);
            QVERIFY(
                dialog.findChild<QLabel*>(QStringLiteral("raceState"))->text().startsWith(QStringLiteral("Run 1 ")));
            TRY_VERIFY(button(dialog, "raceStopOther").isVisible());
            click(button(dialog, "raceStopOther"));
            TRY_VERIFY(raceOf(dialog).state() == Race::State::Idle);
            QCOMPARE(raceOf(dialog).contestants().back()->run.curve.size(), std::size_t{5});
            press(Qt::Key_Escape);
        }});
        QVERIFY(answer.to([&] { stage.clickInMenu("raceEngines"); }));
    }

private:
    void saveAs(QDialog& dialog, const char* name, const QByteArray& begin)
    {
        const std::filesystem::path path = m_home.path(name);
        QVERIFY(Answer({byFile(path)}).to([&] { click(button(dialog, "raceSave")); }));
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(file.read(200).contains(begin), name);
    }

    const Home& m_home;
    engine::Model m_raced; ///< the net of the race whose pictures are saved
    std::uint64_t m_seed = 0;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::RaceWindowTest)

#include "race_window_test.moc"

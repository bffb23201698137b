// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the pictures in resources/screenshots by working the window as a user does: scripts/screenshots runs it.
//
//     studio_pictures FOLDER [FUNCTION ...]
#include "app/cli/program.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/race/race_dialog.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/trying/image_page.h"
#include "app/studio/trying/try_page.h"
#include "app/studio/trying/try_panel.h"
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/equations/cell_gallery.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/problems_panel.h"
#include "editor/panels/size_table.h"
#include "engine/backends/engine_choices.h"
#include "engine/data/places.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"

#include <algorithm>
#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeView>
#include <QTreeWidget>

namespace studio {

using State = TrainingSession::State;

constexpr int longTime = 600'000; ///< milliseconds: a training, a race

class StudioPictures : public QObject {
    Q_OBJECT

public:
    explicit StudioPictures(QString folder) : m_folder(std::move(folder)) {}

private slots:
    void init()
    {
        const bool dark = QTest::currentDataTag() == QByteArray("dark");
        m_theme = dark ? QStringLiteral("dark") : QStringLiteral("light");
        editor::Looks::instance().setMode(dark ? editor::Looks::Mode::Dark : editor::Looks::Mode::Light);
    }

    void pictures_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void pictures()
    {
        Stage stage;
        resize(stage);
        QTest::mouseMove(stage.window().windowHandle(), {700, 880}); // nothing is under the pointer
        take(stage, QStringLiteral("start"));

        stage.openFirstSample();
        QTest::mouseMove(stage.window().windowHandle(), {700, 880});
        take(stage, QStringLiteral("drawing"));
        click(*stage.canvas().viewport(), stage.middleOf("lstm"));
        stage.showPanel(QStringLiteral("sizes"));
        auto* sizes = stage.window().findChild<editor::SizeTable*>();
        sizes->heatBox()->setCurrentIndex(1);
        take(stage, QStringLiteral("sizes"));
        sizes->heatBox()->setCurrentIndex(0);

        doubleClick(*stage.canvas().viewport(), stage.middleOf("lstm"));
        take(stage, QStringLiteral("unroll"));
        press(Qt::Key_Escape);
        QVERIFY(stage.waitForPage(true));
        stage.showPanel(QStringLiteral("solver"));
        take(stage, QStringLiteral("solver"));

        click(*stage.canvas().viewport(), stage.middleOf("embed"));
        press(Qt::Key_Delete, Qt::ControlModifier);
        stage.showPanel(QStringLiteral("problems"));
        auto* problems = stage.window().findChild<editor::ProblemsPanel*>()->findChild<QTreeWidget*>();
        click(*problems->viewport(), problems->visualItemRect(problems->topLevelItem(0)).center());
        take(stage, QStringLiteral("problems"));
        press(Qt::Key_Z, Qt::ControlModifier);

        click(*stage.canvas().viewport(), {12, 12});
        train(stage);
        take(stage, QStringLiteral("training"));
        QVERIFY(stage.stops());

        stage.showPanel(QStringLiteral("writing"));
        stage.writing().form().setPrompt(QStringLiteral("The mill"));
        stage.writing().generate();
        TRY_VERIFY(!stage.writing().isBusy() && !stage.writing().shown().text.empty());
        take(stage, QStringLiteral("writing"));
        close(stage);
    }

    void trying_data() { pictures_data(); }

    /// A digit, a line and a series of one's own, each by a net that has just learned.
    void trying()
    {
        for (const char* sample : {"rows_gru", "lines_gru", "series_lstm"}) {
            Stage stage;
            resize(stage);
            open(stage, sample);
            stage.workspace().nextRun().set("epochs", std::int64_t{2});
            press(Qt::Key_F5);
            QVERIFY(QTest::qWaitFor([&] { return stage.training().run().end.has_value(); }, longTime));
            QVERIFY(stage.waitForState(State::Idle));
            take(stage, QStringLiteral("trained_%1").arg(QLatin1String(sample)));
            stage.go(Activity::Try);
            auto& panel = *stage.window().findChild<TryPanel*>();
            TRY_VERIFY(panel.page() && panel.session().samples());
            if (auto* field = panel.page()->findChild<DrawField*>()) { // a seven
                const QRect room = field->field();
                const auto at = [&](double x, double y) {
                    return room.topLeft() + QPointF(x * room.width(), y * room.height()).toPoint();
                };
                drag(*field, at(0.25, 0.25), at(0.75, 0.25));
                drag(*field, at(0.75, 0.25), at(0.45, 0.8));
            } else if (auto* line = panel.page()->findChild<QLineEdit*>(QStringLiteral("line"))) {
                click(*line);
                type(QStringLiteral("the old mill door was slow to open"));
            }
            letComeToRest(*panel.page()); // with the net's answer
            take(stage, QStringLiteral("trying_%1").arg(QLatin1String(sample)));
            close(stage);
        }
    }

    void aCell_data() { pictures_data(); }

    /// A cell that is typed as equations, in the inspector and in the gallery.
    void aCell()
    {
        Stage stage;
        resize(stage);
        open(stage, "char_peephole");
        click(*stage.canvas().viewport(), stage.middleOf("cell"));
        stage.showPanel(QStringLiteral("inspector"));
        take(stage, QStringLiteral("cell"));
        auto* form = stage.window().findChild<editor::CellForm*>();
        form->openGallery();
        TRY_VERIFY(stage.window().findChild<editor::CellGallery*>());
        auto* gallery = stage.window().findChild<editor::CellGallery*>();
        QVERIFY(QTest::qWaitForWindowExposed(gallery->window()));
        letComeToRest(*gallery->window());
        QVERIFY(gallery->window()->grab().save(QDir(m_folder).filePath(QStringLiteral("cells_%1.png").arg(m_theme))));
        gallery->window()->hide();
        press(Qt::Key_W, Qt::ControlModifier);
        QVERIFY(stage.waitForPage(false));
    }

    /// A sweep that is done: the runs with the better learning rates are brushed.
    void aQueue()
    {
        Stage stage;
        resize(stage);
        stage.openFirstSample();
        stage.shrink();
        setNextRun(stage.workspace(), {{"iterations", 200}, {"validate_every", 100}});
        Answer answer({[](QDialog& dialog) {
            const auto lists = [&] { return dialog.findChildren<QLineEdit*>(QStringLiteral("sweepList")); };
            lists().first()->setText(QStringLiteral("0.0005, 0.002, 0.01, 0.05"));
            click(*dialog.findChild<QPushButton*>(QStringLiteral("sweepMore")));
            TRY_COMPARE(lists().size(), 2);
            lists().last()->setText(QStringLiteral("16, 32, 64"));
            dialog.findChild<QSpinBox*>(QStringLiteral("sweepSeeds"))->setValue(2);
            auto* fill = dialog.findChild<QPushButton*>(QStringLiteral("runsStart"));
            TRY_VERIFY(fill->isEnabled());
            click(*fill);
        }});
        QVERIFY(answer.to([&] { stage.window().findChild<QAction*>(QStringLiteral("trySettings"))->trigger(); }));
        auto& watch = stage.window().findChild<RunsPanel*>()->queue();
        TRY_COMPARE(watch.view().rows.size(), std::size_t{24});
        QTRY_COMPARE_WITH_TIMEOUT(watch.view().count(queue::RunState::Done), std::ptrdiff_t{24}, longTime);
        const auto* table = stage.window().findChild<RunTable*>();
        table->figures().header()->setSortIndicator(table->columnOf(QStringLiteral("Best validation")),
                                                    Qt::AscendingOrder);
        auto* plot = stage.window().findChild<ParallelPlot*>();
        const int loss = plot->axes() - 1;
        drag(*plot, plot->placeOf(loss, 0), plot->placeOf(loss, 0.25));
        QTest::mouseMove(stage.window().windowHandle(), {700, 880});
        take(stage, QStringLiteral("queue"));
        close(stage);
    }

    /// A run of a larger net, with what the GPU does beside its loss.
    void onAGpu()
    {
        if (gpus().isEmpty()) {
            QSKIP("there is no GPU that can be used");
        }
        Stage stage;
        resize(stage);
        open(stage, "char_rnn_best_gpu");
        QTest::mouseMove(stage.window().windowHandle(), {700, 880});
        QVERIFY(stage.starts());
        passTurns(45'000); // a curve, and a minute of the GPU's meters
        take(stage, QStringLiteral("gpu"));
        QVERIFY(stage.stops());
        close(stage);
    }

    /// A race of FUSED on the first GPU against CUDNN on the last one: at once where there are two.
    void raceOnGpus()
    {
        if (gpus().isEmpty()) {
            QSKIP("there is no GPU that can be used");
        }
        Stage stage;
        open(stage, "char_rnn_equal_cudnn");
        const QStringList wanted = {gpus().first() + QStringLiteral("/FUSED"),
                                    gpus().last() + QStringLiteral("/CUDNN")};
        Answer answer({[&](QDialog& dialog) {
            dialog.resize(1000, 760);
            auto* list = dialog.findChild<QTreeWidget*>(QStringLiteral("contenders"));
            int ticked = 0;
            for (int row = 0; row < list->topLevelItemCount(); ++row) {
                QTreeWidgetItem* const item = list->topLevelItem(row);
                const bool takes = wanted.contains(item->text(0));
                ticked += takes ? 1 : 0;
                item->setCheckState(0, takes ? Qt::Checked : Qt::Unchecked);
                qInfo("contender: %s", qPrintable(item->text(0)));
            }
            QCOMPARE(ticked, 2);
            click(*dialog.findChild<QPushButton*>(QStringLiteral("raceStart")));
            const Race& race = dynamic_cast<RaceDialog&>(dialog).race();
            passTurns(12'000); // of a race
            QVERIFY(dialog.grab().save(QDir(m_folder).filePath(QStringLiteral("race_gpus_running.png"))));
            QTRY_VERIFY_WITH_TIMEOUT(race.state() == Race::State::Idle, longTime);
            qInfo("%s", qPrintable(dialog.findChild<QLabel*>(QStringLiteral("raceVerdict"))->text()));
            QVERIFY(dialog.grab().save(QDir(m_folder).filePath(QStringLiteral("race_gpus_light.png"))));
            press(Qt::Key_Escape);
        }});
        QVERIFY(answer.to([&] { stage.window().findChild<QAction*>(QStringLiteral("raceEngines"))->trigger(); }));
    }

private:
    static void resize(Stage& stage)
    {
        stage.window().resize(1440, 900);
        TRY_COMPARE(stage.window().size(), QSize(1440, 900));
    }

    static void open(Stage& stage, const std::string& sample)
    {
        const auto model = engine::bundledModels() / (sample + ".prototxt");
        QVERIFY(stage.window().openFile(QString::fromStdString(model.string())));
        QVERIFY(stage.waitForPage(true));
    }

    static void close(Stage& stage)
    {
        QVERIFY(Answer({byButton(QMessageBox::Discard)}).to([&] { press(Qt::Key_W, Qt::ControlModifier); }));
        QVERIFY(stage.waitForPage(false));
    }

    /// Those that can be used.
    QStringList gpus() const
    {
        QStringList names;
        for (const engine::DeviceChoice& device : engine::deviceChoices()) {
            if (device.name.starts_with("CUDA") && !device.refusal) {
                names << QString::fromStdString(device.name);
            }
        }
        return names;
    }

    void take(Stage& stage, const QString& name)
    {
        letComeToRest(stage.window());
        QVERIFY(stage.window().grab().save(QDir(m_folder).filePath(QStringLiteral("%1_%2.png").arg(name, m_theme))));
    }

    /// A net of medium size, long enough for a curve and words.
    void train(Stage& stage)
    {
        shrink(stage.document(), {.units = 96, .streams = 16, .steps = 32});
        stage.document().undoStack().clear();
        setNextRun(stage.workspace(), {{"sample_every", 100}, {"validate_every", 150}});
        press(Qt::Key_F5);
        QVERIFY(QTest::qWaitFor([&] { return stage.training().progressNow().iteration >= 400; }, longTime));
    }

    QString m_folder, m_theme;
};

} // namespace studio

int main(int argc, char** argv)
{
    if (cli::isCalledAsTerminal(argc, argv)) { // for a queue
        return cli::runProgram(argc, argv);
    }
    return studio::runOnStage(argc, argv, [](const studio::Home&, int count, char** words) {
        if (count < 2) {
            qWarning("wanted: studio_pictures FOLDER [FUNCTION ...]");
            return 1;
        }
        studio::StudioPictures pictures(QString::fromLocal8Bit(words[1]));
        QStringList arguments{QString::fromLocal8Bit(words[0]), QStringLiteral("-nocrashhandler")};
        for (int index = 2; index < count; ++index) {
            arguments.append(QString::fromLocal8Bit(words[index]));
        }
        return QTest::qExec(&pictures, arguments);
    });
}

#include "studio_pictures.moc"

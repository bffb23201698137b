// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the pictures in resources/screenshots by working the window as a user does: scripts/screenshots runs it.
//
//     studio_pictures FOLDER [FUNCTION ...]
#include "app/cli/program.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/trying/image_page.h"
#include "app/studio/trying/try_page.h"
#include "app/studio/trying/try_panel.h"
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/equations/cell_gallery.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "engine/data/places.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/qt_patience.h"

#include <algorithm>
#include <QDir>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeView>

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

    void training_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void training()
    {
        Stage stage;
        resize(stage);
        QTest::mouseMove(stage.window().windowHandle(), {700, 880}); // nothing is under the pointer
        stage.openFirstSample();
        click(*stage.canvas().viewport(), {12, 12});
        train(stage);
        take(stage, QStringLiteral("training"));
        QVERIFY(stage.stops());
        close(stage);
    }

    void trying_data() { training_data(); }

    /// A digit of one's own by a net that has just learned.
    void trying()
    {
        Stage stage;
        resize(stage);
        open(stage, "rows_gru");
        stage.workspace().nextRun().set("epochs", std::int64_t{2});
        press(Qt::Key_F5);
        QVERIFY(QTest::qWaitFor([&] { return stage.training().run().end.has_value(); }, longTime));
        QVERIFY(stage.waitForState(State::Idle));
        stage.go(Activity::Try);
        auto& panel = *stage.window().findChild<TryPanel*>();
        TRY_VERIFY(panel.page() && panel.session().samples());
        auto& field = *panel.page()->findChild<DrawField*>();
        const QRect room = field.field();
        const auto at = [&](double x, double y) {
            return room.topLeft() + QPointF(x * room.width(), y * room.height()).toPoint();
        };
        drag(field, at(0.25, 0.25), at(0.75, 0.25)); // a seven
        drag(field, at(0.75, 0.25), at(0.45, 0.8));
        letComeToRest(*panel.page()); // with the net's answer
        take(stage, QStringLiteral("trying_rows_gru"));
        close(stage);
    }

    void aCell_data() { training_data(); }

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
        const PlottedRuns& curves = stage.window().findChild<RunsPanel*>()->findChild<CurveView*>()->runs();
        TRY_VERIFY(std::ssize(curves.shownCurves()) == table->selected().size());
        take(stage, QStringLiteral("queue"));
        close(stage);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// What must not be lost: a run across saving and reopening, a drawing under bad files, a run under way when the window
// is closed, and work when the program is killed.
#include "app/studio/lens/lens_panel.h"
#include "app/studio/panels/data_panel.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/inspector.h"
#include "editor/panels/param_field.h"
#include "editor/panels/settings_form.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "tests/editor/long_chain.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QStatusBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QWindow>

namespace studio {
namespace {

/// Presses Generate in the text panel, and waits for the text.
void generate(Stage& stage)
{
    stage.showPanel(QStringLiteral("writing"));
    click(*called<QToolButton>(stage.writing(), QStringLiteral("Generate")));
    TRY_VERIFY(!stage.writing().isBusy() && !stage.writing().shown().text.empty());
}

} // namespace

using State = TrainingSession::State;

/// A user whose window is killed as soon as a copy has the last thing that was done.
class KilledWindow : public QObject {
    Q_OBJECT

private slots:
    void whileWriting()
    {
        Stage stage;
        stage.openFirstSample();
        stage.shrink();
        QVERIFY(stage.trains(20));
        QVERIFY(!stage.workspace().files().save(stateFolder() / "killed.hamnet"));
        TRY_VERIFY(!stage.window().isWindowModified());
        stage.go(Activity::Draw);
        stage.window().findChild<QDockWidget*>(QStringLiteral("palette"))->hide();
        auto* lens = stage.window().findChild<LensPanel*>();
        lens->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("a text of my own"));
        stage.writing().form().setPrompt(QStringLiteral("KING"));
        generate(stage); // the first change of the project itself
        beKilled(stage, [](const Project& kept) { return !kept.texts.empty(); });
    }

    void whileTrying()
    {
        Stage stage;
        QVERIFY(stage.window().openFile(QString::fromStdString((modelsFolder() / "lines_gru.prototxt").string())));
        engine::RunDescription choice = stage.workspace().nextRun().choice();
        choice.settings = {{"device", "CPU"}, {"threads", 1}, {"iterations", 3}};
        stage.workspace().nextRun().setChoice(choice);
        press(Qt::Key_F5);
        TRY_VERIFY(stage.training().hasNet() && !stage.training().isBusy());
        QVERIFY(!stage.workspace().files().save(stateFolder() / "killed.hamnet"));
        stage.document().change(QStringLiteral("rename"), [](editor::Content& content) { content.name = "renamed"; });
        stage.workspace().runs().annotate(1, "#kept");
        const auto isRenamed = [](const Project& kept) { return kept.content.name == "renamed"; };
        QVERIFY(waitForCopy(*stage.window().findChild<CrashCopies*>(), isRenamed));
        goTo(stage.window(), Activity::Try);
        stage.window().findChild<QLineEdit*>(QStringLiteral("line"))->setText(QStringLiteral("what a day"));
        beKilled(stage, [](const Project& kept) { return !kept.view.panels.empty(); }); // which changes nothing else
    }

private:
    static void beKilled(Stage& stage, const std::function<bool(const Project&)>& hasTheLast)
    {
        QVERIFY(waitForCopy(*stage.window().findChild<CrashCopies*>(), hasTheLast));
        std::raise(SIGKILL);
    }
};

class WindowProjectTest : public QObject {
    Q_OBJECT

public:
    explicit WindowProjectTest(const Home& home) : m_home(home) {}

private slots:
    void thePreviousVersionIsRestoredFromTheMenu()
    {
        Stage stage(Stage::With::Sample);
        auto* restore = stage.window().findChild<QAction*>(QStringLiteral("restorePrevious"));
        QVERIFY(restore && !restore->isEnabled());
        QVERIFY(!stage.workspace().files().save(m_home.path("versions.hamnet")));
        QVERIFY(!restore->isEnabled());
        const editor::Content first = stage.document().content();
        stage.document().change(QStringLiteral("name"), [](editor::Content& content) { content.name = "second"; });
        press(Qt::Key_S, Qt::ControlModifier);
        TRY_VERIFY(restore->isEnabled());
        stage.document().change(QStringLiteral("name"), [](editor::Content& content) { content.name = "third"; });

        QVERIFY(Answer({[](QDialog&) { press(Qt::Key_Escape); }}).to([&] { restore->trigger(); }));
        QCOMPARE(stage.document().content().name, std::string("third"));
        QString words;
        Answer answer({[&](QDialog& dialog) {
            const auto& box = dynamic_cast<QMessageBox&>(dialog);
            words = box.text() + QLatin1Char(' ') + box.informativeText();
            press(Qt::Key_Return);
        }});
        QVERIFY(answer.to([&] { restore->trigger(); }));
        QVERIFY2(words.contains(QLocale().toString(QDate::currentDate(), QLocale::ShortFormat)), qPrintable(words));
        QCOMPARE(stage.document().content().name, first.name);
        TRY_VERIFY(stage.window().isWindowModified());
        press(Qt::Key_S, Qt::ControlModifier); // and so its copy against a crash goes
        TRY_VERIFY(!stage.window().isWindowModified());
        TRY_VERIFY(!stage.window().statusBar()->currentMessage().isEmpty()); // "Saved"
        stage.workspace().files().close();
        QCOMPARE(stage.window().statusBar()->currentMessage(), QString());
    }

    void aDamagedProjectIsRefusedOnTheStartPage()
    {
        Stage stage;
        drop(stage.window(), stage.window().rect().center(), m_home.write("damaged.hamnet", "no project"));
        TRY_VERIFY(notice(stage).contains(QStringLiteral("damaged.hamnet")));
        QVERIFY(stage.waitForPage(false));

        // Nobody is asked whether to save what would stay anyway, and a text that came clears what was said before.
        stage.openFirstSample();
        stage.document().change(QStringLiteral("wider"), [](editor::Content& content) { content.name = "changed"; });
        QVERIFY(stage.workspace().files().isModified());
        const QPoint middle = stage.canvas().mapTo(&stage.window(), stage.canvas().rect().center());
        drop(stage.window(), middle, m_home.path("damaged.hamnet"));
        TRY_VERIFY(stage.said().contains(QStringLiteral("damaged.hamnet")));
        QVERIFY(!QApplication::activeModalWidget());
        drop(stage.window(), middle, m_home.write("photo.png", "no picture"));
        TRY_VERIFY(stage.said().contains(QStringLiteral("photo.png")));
        QVERIFY(!QApplication::activeModalWidget());
        drop(stage.window(), middle, m_home.write("wheel.txt", "so much depends upon a red wheel barrow\n"));
        TRY_COMPARE(stage.window().statusBar()->currentMessage(),
                    QStringLiteral("The next run learns from wheel.txt."));
        QVERIFY2(stage.said().isEmpty(), qPrintable(stage.said()));
    }

    /// Also outside the folder of what was opened, and for a run that starts at once.
    void aTextThatTheInspectorNamesIsTheUsersChoice()
    {
        const auto poem = m_home.write("poem.txt", "so much depends upon a red wheel barrow glazed with rain water");
        Stage stage(Stage::With::Sample);
        stage.document().select({stage.document().nodeNamed("text")});
        auto* inspector = stage.window().findChild<editor::Inspector*>();
        auto* field = dynamic_cast<editor::ParamField*>(inspector->form()->field("source"));
        QVERIFY(field != nullptr);
        auto* line = field->findChild<QLineEdit*>();
        line->setFocus();
        line->selectAll();
        type(QString::fromStdString(poem.string()));
        QCOMPARE(stage.workspace().data().file(), poem);
    }

    /// Opened while the text before is still being read, as on a command line.
    void aTextThatWaitsIsNotMixedUpWithTheOneBefore()
    {
        const auto letters = m_home.write("letters.txt", "My dear Judith, the weir is frozen over");
        const auto file = m_home.path("theirs/letters.hamnet");
        std::filesystem::create_directories(m_home.path("theirs"));
        Project project;
        project.content.corpus = letters.string();
        saveProject(file, project);
        Stage stage(Stage::With::Sample);
        stage.workspace().data().choose(m_home.write("long.txt", std::string(4'000'000, 'x')));
        stage.window().openFile(QString::fromStdString(file.string()));
        auto* panel = stage.window().findChild<DataPanel*>();
        TRY_COMPARE(panel->facts().file, letters);
        TRY_VERIFY(!panel->isReading());
        QCoreApplication::processEvents(); // what was being read has come back
        QCOMPARE(panel->facts().file, letters);
        QVERIFY(panel->facts().problem.isEmpty() && panel->facts().characters > 0);
    }

    void whereF5WouldFailTheProblemsHaveAnErrorAndAFix()
    {
        Stage stage(Stage::With::Sample);
        NextRun& next = stage.workspace().nextRun();
        next.set("device", std::string("CPU")); // also on a machine with a GPU
        stage.shrink();
        const auto status = [&] {
            return stage.window().findChild<QToolButton*>(QStringLiteral("problemStatus"))->text();
        };
        const auto bar = [&] { return stage.window().findChild<QLabel*>(QStringLiteral("runPlan"))->text(); };
        const auto* list =
            stage.window().findChild<QDockWidget*>(QStringLiteral("problems"))->findChild<QTreeWidget*>();
        const auto isFine = [&] {
            TRY_COMPARE(status(), QStringLiteral("2 notes")); // of the vocabulary
            TRY_VERIFY2(bar().startsWith(QStringLiteral("F5 trains")), qPrintable(bar()));
        };
        const auto isMended = [&](const QString& words, const std::function<void()>& damage) {
            isFine();
            damage();
            TRY_COMPARE(status(), QStringLiteral("1 problem"));
            QVERIFY2(list->topLevelItem(0)->toolTip(0).contains(words), qPrintable(words));
            TRY_VERIFY2(bar().startsWith(QStringLiteral("F5 cannot train yet")) && bar().contains(words),
                        qPrintable(bar()));
            press(Qt::Key_F5);
            TRY_VERIFY2(stage.said().contains(words), qPrintable(stage.said()));
            QVERIFY(stage.waitForState(State::Idle));
            press(Qt::Key_Period, Qt::ControlModifier);
            isFine();
        };
        const auto edit = [&](void (*change)(editor::Content&)) {
            return [&stage, change] { stage.document().change(QStringLiteral("damage"), change); };
        };
        isMended(QStringLiteral("is too short: the part to read"), [&] {
            QVERIFY(!stage.workspace().data().choose(
                m_home.write("short.txt", "so much depends upon a red wheel barrow glazed with rain water")));
        });
        isMended(QStringLiteral("precision is tf32"), [&] { next.set("precision", std::string("tf32")); });
        isMended(QStringLiteral("gone.safetensors"), [&] {
            engine::RunDescription choice = next.choice();
            choice.first.file = m_home.path("gone.safetensors").string();
            next.setChoice(choice);
        });
        isMended(QStringLiteral("gone.hamnet"), edit([](editor::Content& content) {
                     editor::setSolverParam(content, "weights", std::string("gone.hamnet"));
                 }));
        isMended(QStringLiteral("CUDNN"), edit([](editor::Content& content) { // an engine that is not here
                     editor::setParam(content, content.findNamed("lstm")->id, "engine", std::string("CUDNN"));
                 }));
        isMended(QStringLiteral("has no loss layer"), edit([](editor::Content& content) {
                     editor::remove(content, {content.findNamed("loss")->id}, editor::Bypass::No);
                 }));
        isMended(QStringLiteral("sees the character that"), edit([](editor::Content& content) {
                     editor::setParam(content, content.findNamed("lstm")->id, "bidirectional", true);
                 }));
        QVERIFY(stage.trains(1));
    }

    void closingStopsAndSavesTheRun()
    {
        Stage stage(Stage::With::SmallSample);
        press(Qt::Key_F5);
        QVERIFY(stage.waitForIteration(5));
        const auto file = m_home.path("closed.hamnet");
        const auto yes = [](QDialog&) { press(Qt::Key_Return); }; // the button that Enter stands for is the safe one
        Answer answer({yes, byFile(file)});                       // stop the run and save, in which file
        QVERIFY(answer.to([&] { stage.window().windowHandle()->close(); }));
        QVERIFY(!stage.window().isVisible());
        QCOMPARE(stage.training().state(), State::Idle);
        const Project saved = loadProject(file);
        QCOMPARE(saved.runs.size(), 1U);
        QVERIFY(saved.runs.front().curve.size() >= 5U);
        const std::vector<engine::CheckpointEvent>& checkpoints = saved.runs.front().checkpoints;
        QVERIFY(!checkpoints.empty());
        QCOMPARE(engine::loadCheckpoint(checkpoints.back().file).iteration, saved.runs.front().curve.back().iteration);
    }

    void keepingTheRunKeepsTheWindow()
    {
        Stage stage(Stage::With::SmallSample);
        press(Qt::Key_F5);
        QVERIFY(stage.waitForIteration(2));
        QVERIFY(Answer({[](QDialog&) { press(Qt::Key_Escape); }}).to([&] { stage.window().windowHandle()->close(); }));
        QVERIFY(stage.window().isVisible());
        QVERIFY(stage.waitForIteration(stage.training().progressNow().iteration + 2));
        QVERIFY(stage.stops());
    }

    void theAnswersAboutChangesHaveLetters()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(5));
        QVERIFY(stage.workspace().files().isModified());
        QVERIFY(Answer({[](QDialog&) { press(Qt::Key_C, Qt::AltModifier); }}).to([&] {
            stage.window().windowHandle()->close();
        }));
        QVERIFY(stage.window().isVisible());
    }

    void runsBesideAProjectAreOffered()
    {
        const std::filesystem::path file = m_home.path("found.hamnet");
        {
            Stage stage(Stage::With::SmallSample);
            QVERIFY(!stage.workspace().files().save(file));
            QVERIFY(stage.trains(5));
        }
        std::filesystem::remove_all(stateFolder() / "autosave"); // that is asked for first
        Stage stage;
        QVERIFY(Answer({[](QDialog&) { press(Qt::Key_Return); }}).to([&] {
            QVERIFY(stage.window().openFile(QString::fromStdString(file.string())));
        }));
        QCOMPARE(stage.workspace().runs().all().size(), 1U);
        QVERIFY(stage.workspace().runs().all().front().curve.size() >= 5U);
        TRY_VERIFY(stage.window().isWindowModified());
        QVERIFY(!stage.workspace().files().save(file));
        QVERIFY(stage.workspace().files().runsToAdd().empty());
    }

    void aProjectWhoseWorkWasInterruptedAsksAsItIsOpened()
    {
        const std::filesystem::path file = m_home.path("interrupted.hamnet");
        Project project;
        project.content.name = "as saved";
        saveProject(file, project);
        project.content.name = "as it was then";
        std::filesystem::create_directories(stateFolder() / "autosave");
        saveCopy(stateFolder() / "autosave" / "0123456789.hamnet", project, file);
        const auto clickOn = [](const QString& words) {
            return [words](QDialog& dialog) { click(*called<QPushButton>(dialog, words)); };
        };
        Stage stage;
        const auto open = [&](const std::function<void(QDialog&)>& act) {
            const Answer answer({act});
            const bool opened = stage.window().openFile(QString::fromStdString(file.string()));
            return answer.given() && opened;
        };
        QVERIFY(!open([](QDialog&) { press(Qt::Key_Escape); }));
        QVERIFY(!stage.workspace().files().isOpen());
        QVERIFY(open(clickOn(QStringLiteral("Open as saved"))));
        QCOMPARE(stage.document().content().name, std::string("as saved"));
        QVERIFY(open(clickOn(QStringLiteral("Recover"))));
        QCOMPARE(stage.document().content().name, std::string("as it was then"));
        QCOMPARE(stage.workspace().files().path(), file);
        TRY_VERIFY(stage.window().isWindowModified());
        // What is older than the file is not asked for.
        std::filesystem::create_directories(stateFolder() / "autosave");
        saveCopy(stateFolder() / "autosave" / "0123456789.hamnet", project, file);
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
        Stage later;
        QVERIFY(later.window().openFile(QString::fromStdString(file.string())));
        QCOMPARE(later.document().content().name, std::string("as saved"));
    }

    void whatAKilledWindowHeldIsFoundAgain_data()
    {
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("whileWriting") << QStringList{"texts", "prompt", "lens", "arrangement", "runs"};
        QTest::newRow("whileTrying") << QStringList{"drawing", "notes", "tried line", "runs"};
    }

    void whatAKilledWindowHeldIsFoundAgain()
    {
        QFETCH(const QStringList, parts);
        std::filesystem::remove_all(stateFolder() / "autosave");
        QProcess killed;
        killed.setProcessChannelMode(QProcess::ForwardedChannels);
        killed.start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("--killed"), QString::fromLatin1(QTest::currentDataTag())});
        QVERIFY(killed.waitForFinished(4 * patience));
        QCOMPARE(killed.exitStatus(), QProcess::CrashExit);

        Stage stage;
        const auto buttons = stage.start().findChildren<QPushButton*>();
        const auto recover = std::ranges::find(buttons, QStringLiteral("Recover"), &QPushButton::text);
        QVERIFY2(recover != buttons.end(), "nothing is offered");
        click(**recover);
        QVERIFY(stage.waitForPage(true));
        stage.go(Activity::Draw);
        const Workspace& workspace = stage.workspace();
        const auto& lens = *stage.window().findChild<LensPanel*>();
        const std::map<QString, bool> found = {
            {"drawing", workspace.document().content().name == "renamed"},
            {"runs", workspace.runs().all().size() == 1},
            {"notes", workspace.runs().all().at(0).remark == "#kept"},
            {"texts", workspace.texts().size() == 1 && workspace.texts()[0].prompt == "KING"},
            {"prompt", stage.writing().form().prompt() == QStringLiteral("KING")},
            {"lens", lens.findChild<QPlainTextEdit*>()->toPlainText() == QStringLiteral("a text of my own")},
            {"arrangement", stage.window().findChild<QDockWidget*>(QStringLiteral("palette"))->isHidden()},
            {"tried line", stage.window().findChild<QLineEdit*>(QStringLiteral("line"))->text() == "what a day"}};
        for (const QString& part : parts) {
            QVERIFY2(found.at(part), qPrintable(part));
            qInfo("%s: found again", qPrintable(part));
        }
    }

private:
    QString notice(Stage& stage)
    {
        for (const QLabel* label : stage.start().findChildren<QLabel*>(QStringLiteral("problem"))) {
            if (label->isVisible()) {
                return label->text();
            }
        }
        return {};
    }

    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::WindowProjectTest)
/// In the home of the test that starts it.
HAMNET_QT_TEST_RUN(--killed, [](int count, char** arguments) {
    QApplication application(count, arguments);
    QCoreApplication::setOrganizationName(QStringLiteral("Hamnet"));
    QCoreApplication::setApplicationName(QStringLiteral("hamnet-studio"));
    editor::Looks::instance();
    studio::KilledWindow window;
    return QTest::qExec(&window, count, arguments);
})

#include "window_project_test.moc"

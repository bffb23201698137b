// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/qt_find.h"

#include <QAction>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>

using namespace studio;

namespace {

bool waitForText(Stage& stage)
{
    return QTest::qWaitFor([&] { return !stage.writing().isBusy() && !stage.writing().shown().text.empty(); },
                           patience);
}

/// Waits for a text that was not there before `start`, which makes the net write; it may be written in no time.
bool waitForNextText(Stage& stage, const std::function<void()>& start)
{
    const TextHistory& history = stage.writing().history();
    const std::size_t before = history.texts().size();
    start();
    return QTest::qWaitFor([&] { return history.texts().size() > before && !stage.writing().isBusy(); }, patience);
}

} // namespace

/// The state of a net in the middle of a text, worked in the window as a user does.
class StateWindowTest : public QObject {
    Q_OBJECT

public:
    explicit StateWindowTest(const Home& home) : m_home(home) {}

private slots:
    void aUnitIsClampedInTheMiddleOfATextAndTheBranchIsKept()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(20));
        stage.showPanel(QStringLiteral("writing"));
        TextPanel& writing = stage.writing();
        writing.generate();
        QVERIFY(waitForText(stage));
        const WrittenText first = writing.shown();

        // The panel opens on the state at the text's end; a click on a character goes there.
        auto& states = *stage.window().findChild<StatePanel*>();
        click(*called<QToolButton>(writing, QStringLiteral("State")));
        TRY_VERIFY(states.isVisible() && states.place());
        QCOMPARE(states.place()->state.place, static_cast<std::int64_t>((first.prompt + first.text).size()));
        WrittenView& view = writing.view();
        const auto clickBehind = [&](int position) {
            view.verticalScrollBar()->setValue(0);
            QTextCursor there(view.document());
            there.setPosition(position);
            click(*view.viewport(), view.cursorRect(there).center());
        };
        clickBehind(5);
        TRY_VERIFY(states.place() && states.place()->state.place == 5);

        // Opened after a click, it shows that character.
        QAction& opens = *stage.window().findChild<QDockWidget*>(QStringLiteral("state"))->toggleViewAction();
        opens.trigger();
        clickBehind(3);
        opens.trigger();
        TRY_VERIFY(states.place() && states.place()->state.place == 3);

        // Written on as it is, the branch is the text that is there.
        QVERIFY(waitForNextText(stage, [&] { click(*called<QPushButton>(states, QStringLiteral("Continue here"))); }));
        const std::string whole = first.prompt + first.text;
        QCOMPARE(writing.all().substr(0, whole.size()), whole);
        QCOMPARE(writing.shown().seed, first.seed);
        QCOMPARE(writing.shown().parent, first.id);

        // A unit is clamped to what it never holds, and the text is another one.
        TRY_VERIFY(states.place() && states.place()->state.place > 5);
        clickBehind(5);
        TRY_VERIFY(states.place() && states.place()->state.place == 5);
        states.findChild<QSpinBox*>()->setValue(3);
        states.findChild<QDoubleSpinBox*>()->setValue(25);
        click(*called<QPushButton>(states, QStringLiteral("Clamp")));
        TRY_COMPARE(states.place()->units.at(0).values.at(3), 25.0F);
        QVERIFY(waitForNextText(stage, [&] { click(*called<QPushButton>(states, QStringLiteral("Continue here"))); }));
        const WrittenText clamped = writing.shown();
        QCOMPARE(clamped.held.size(), std::size_t{1});
        QCOMPARE(clamped.held[0].value, 25.0F);
        QVERIFY(writing.all().substr(0, whole.size()) != whole);
        TRY_VERIFY(states.place());
        QCOMPARE(states.place()->units.at(0).values.at(3), 25.0F); // still, at the end

        // Replayed from the history it is the same to the letter.
        TextHistory& history = writing.history();
        QVERIFY(waitForNextText(stage, [&] { emit history.replayed(history.texts().back()); }));
        QCOMPARE(writing.shown().text, clamped.text);

        // Saved, and dropped on the window.
        TRY_VERIFY(states.place());
        const auto file = m_home.path("there.hamnet-state");
        QVERIFY(Answer({byFile(file)}).to([&] {
            click(*called<QToolButton>(states, QStringLiteral("Save this state as a file")));
        }));
        TRY_VERIFY(std::filesystem::exists(file));
        QVERIFY(engine::loadWritingState(file).held == clamped.held);
        drop(stage.window(), {200, 200}, file);
        TRY_COMPARE(writing.shown().state, file.string());
        TRY_VERIFY(states.place());
        QCOMPARE(states.place()->units.at(0).values.at(3), 25.0F);
    }

    void aTextThatIsRemovedStaysAway()
    {
        Stage stage(Stage::With::Sample);
        TextHistory& history = stage.writing().history();
        Project project = stage.workspace().files().project();
        project.texts = {WrittenText{{.text = "kept"}}, WrittenText{{.text = "removed"}}};
        const auto file = m_home.path("texts.hamnet");
        saveProject(file, project);
        QVERIFY(!stage.workspace().files().open(file));
        QVERIFY(!stage.workspace().files().isModified());
        goTo(stage.window(), Activity::Write);
        history.setCurrentItem(history.topLevelItem(0)); // the newest is on top
        history.setFocus();
        QTest::keyClick(&history, Qt::Key_Delete);
        QVERIFY(stage.workspace().files().isModified());
        QVERIFY(!stage.workspace().files().save(file));
        const std::vector<WrittenText> left = loadProject(file).texts;
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].text, std::string("kept"));
    }

    void aTextBelongsToItsNetAndItsProject()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(20));
        TextPanel& writing = stage.writing();
        WrittenText wish = writing.form().wish();
        wish.checkpoint.clear(); // the net in training
        emit writing.history().replayed(wish);
        QVERIFY(waitForText(stage));
        const WrittenText first = writing.shown();
        QVERIFY(first.iteration >= 20);

        QVERIFY(stage.trains(1)); // another net, in the first one's place: once it writes, that is kept no longer
        emit writing.history().replayed(wish);
        QVERIFY(waitForText(stage));
        QVERIFY(writing.shown().net != first.net);
        emit writing.history().chosen(first);
        auto& states = *stage.window().findChild<StatePanel*>();
        stage.showPanel(QStringLiteral("writing"));
        click(*called<QToolButton>(writing, QStringLiteral("State")));
        TRY_VERIFY(says(states, QStringLiteral("The net that wrote this text has changed since"), Qt::MatchStartsWith));
        QVERIFY(!states.place());
        click(*called<QToolButton>(writing, QStringLiteral("State")));

        // B is opened over A, then once more while A still writes.
        Project other = stage.workspace().files().project();
        other.texts.assign(1, WrittenText());
        other.texts.front().prompt = "of B ";
        other.texts.front().text = "alone";
        const auto a = m_home.path("a.hamnet"), b = m_home.path("b.hamnet");
        saveProject(b, other);
        QVERIFY(!stage.workspace().files().save(a));
        const std::string oldest = stage.workspace().runs().all().front().checkpoints.front().file;
        const auto isOfB = [&] {
            const std::vector<WrittenText>& texts = writing.history().texts();
            return texts.size() == 1 && texts.front().text == "alone" && stage.workspace().texts().size() == 1 &&
                   writing.form().wish().prompt.empty() && writing.form().wish().checkpoint != oldest &&
                   writing.shown().text.empty() && writing.view().toPlainText().isEmpty();
        };
        const auto wishInA = [&](std::int64_t length) {
            WrittenText more = first;
            more.prompt = "so much depends";
            more.length = length;
            writing.form().setWish(more);
            writing.form().setSource(oldest);
            emit writing.history().replayed(more);
        };
        wishInA(20);
        QVERIFY(waitForText(stage));
        QVERIFY(!stage.workspace().files().open(b));
        QVERIFY(isOfB());

        QVERIFY(!stage.workspace().files().open(a));
        writing.form().setSource(oldest);
        writing.form().setPrompt(QStringLiteral("so much depends"));
        WrittenText endless = writing.form().wish();
        QCOMPARE(endless.checkpoint, oldest);
        endless.length = 100'000;
        emit writing.history().replayed(endless);
        TRY_VERIFY(!writing.shown().text.empty());
        QVERIFY(writing.isBusy());
        QVERIFY(!stage.workspace().files().open(b));
        TRY_VERIFY(!writing.isBusy());
        QVERIFY(isOfB());

        stage.workspace().files().startNew();
        QVERIFY(writing.shown().text.empty());
        QVERIFY(writing.view().toPlainText().isEmpty());
    }

private:
    const Home& m_home;
};

HAMNET_WINDOW_TEST(StateWindowTest)

#include "state_window_test.moc"

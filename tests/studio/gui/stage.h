// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/centre.h"
#include "app/studio/window/main_window.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <functional>
#include <memory>
#include <QApplication>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>

class QDialog;
class QTabBar;

namespace studio {

class StartPage;
class TextPanel;

/// A folder that stands for the user's home, so that nothing of who runs the test is read or written.
class Home {
public:
    Home(); ///< before the QApplication
    std::filesystem::path path(const std::string& name) const;
    std::filesystem::path write(const std::string& name, const std::string& bytes) const;

private:
    QTemporaryDir m_folder;
};

// Mouse and keys go to the window under them, as from the window system: the program decides who gets them.

void click(QWidget& widget, QPoint at, Qt::KeyboardModifiers modifiers = {});
void click(QWidget& widget); ///< in its middle
void doubleClick(QWidget& widget, QPoint at);
void drag(QWidget& widget, QPoint from, QPoint to);
void press(int key, Qt::KeyboardModifiers modifiers = {}); ///< to who has the focus
void type(const QString& latin);
void drop(QWidget& window, QPoint at, const std::filesystem::path& file);

Activity activityOf(const QString& panel); ///< where it is at first
void goTo(MainWindow& window, Activity activity);

/// Answers the next dialogs, one after another, while whoever asks waits for them.
class Answer {
public:
    explicit Answer(std::vector<std::function<void(QDialog&)>> answers);
    bool given() const { return m_next == m_answers.size(); } ///< all of them
    bool to(const std::function<void()>& question);           ///< asks it; whether all is answered and closed in time

private:
    std::vector<std::function<void(QDialog&)>> m_answers;
    std::size_t m_next = 0;
    QTimer m_look;
};

/// Types a file's name into a file dialog and accepts it.
std::function<void(QDialog&)> byFile(const std::filesystem::path& file);

/// Clicks it in a message box.
std::function<void(QDialog&)> byButton(QMessageBox::StandardButton button);

/// The studio's window as it comes up on a start.
class Stage {
public:
    enum class With { StartPage, Sample, SmallSample }; ///< what is open: see openFirstSample() and shrink()

    explicit Stage(With open = With::StartPage);
    ~Stage(); ///< what is not saved is given up

    MainWindow& window() { return *m_window; }
    Workspace& workspace() { return m_window->workspace(); }
    editor::Document& document() { return workspace().document(); }
    editor::CanvasView& canvas() { return m_window->canvas(); }
    TrainingSession& training() { return workspace().training(); }
    StartPage& start();
    TextPanel& writing();

    void openFirstSample();
    void openSample(const std::string& stem); ///< by its card, in whatever group
    void shrink();                            ///< the sample that is open: quick to train

    bool waitForState(TrainingSession::State state);
    bool waitForRun(); ///< to begin: a short one may have ended before this looks
    bool waitForIteration(std::int64_t iteration);
    bool starts();                        ///< a run, by F5
    bool stops();                         ///< it, by Shift+F5
    bool trains(std::int64_t iterations); ///< both
    void clickInMenu(const char* name);   ///< through the menu bar, with the mouse
    bool waitForPage(bool open);          ///< a project's, or the start page
    void go(Activity activity);           ///< by its keys
    QRect place() const;                  ///< of the window with its frame
    QString said() const;                 ///< above what is worked on, to where the user looks
    void showPanel(const QString& dock); ///< by a click on its tab, where it is at first; "curves", "writing" are pages

    QPoint at(QPointF scene) const; ///< in the canvas's viewport
    QPoint middleOf(const std::string& layer);
    bool hasWire(const std::string& from, const std::string& to);

private:
    std::unique_ptr<MainWindow> m_window;
};

/// Sets up home and program as main.cpp does, and runs the test.
int runOnStage(int argc, char** argv, const std::function<int(const Home&, int, char**)>& run);

/// Runs a class of tests on the stage; one that wants it is given the home.
template <class Class>
int runWindowTest(int argumentCount, char** arguments)
{
    return runOnStage(argumentCount, arguments, [](const Home& home, int count, char** words) {
        if constexpr (std::is_constructible_v<Class, const Home&>) {
            Class tests(home);
            return QTest::qExec(&tests, count, words);
        } else {
            Class tests;
            return QTest::qExec(&tests, count, words);
        }
    });
}

} // namespace studio

#define HAMNET_WINDOW_TEST(name) HAMNET_QT_TEST_RUN(name, &studio::runWindowTest<name>)

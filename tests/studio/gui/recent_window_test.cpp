// SPDX-License-Identifier: GPL-3.0-or-later
// The files that were opened last, in the menu and on the start page: of each kind that File > Open takes.
#include "app/studio/start/start_page.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_view.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <QAction>
#include <QListWidget>
#include <QSettings>
#include <QSignalSpy>

namespace studio {

class RecentWindowTest : public QObject {
    Q_OBJECT

public:
    explicit RecentWindowTest(const Home& home) : m_home(home) {}

private slots:
    void init() { QSettings().remove(QStringLiteral("recentFiles")); }

    void theNewestFileComesFirstAndOnce()
    {
        RecentMenu recent{QString()};
        const QSignalSpy changed(&recent, &RecentMenu::filesChanged);
        for (const char* const file : {"/a", "/b", "/a"}) {
            recent.add(QLatin1String(file));
        }
        QCOMPARE(changed.count(), 3);
        QCOMPARE(recent.files(), QStringList({QStringLiteral("/a"), QStringLiteral("/b")}));
        recent.remove(QStringLiteral("/a"));
        QCOMPARE(recent.files(), QStringList(QStringLiteral("/b")));
    }

    void fifteenAreKept()
    {
        RecentMenu recent{QString()};
        for (int index = 0; index < 20; ++index) {
            recent.add(QStringLiteral("/file%1").arg(index));
        }
        QCOMPARE(recent.files().size(), 15);
        QCOMPARE(recent.files().front(), QStringLiteral("/file19"));
    }

    void aNetIsOfferedAgainAndOpens()
    {
        const auto file = net("mine.prototxt");
        Stage stage;
        QVERIFY(!recent(stage).isEnabled());
        openByDialog(stage, file);
        const editor::Content drawing = stage.document().content();
        QVERIFY(!drawing.nodes.empty());
        QCOMPARE(recent(stage).files(), QStringList(QString::fromStdString(file.string())));
        QCOMPARE(recent(stage).actions().first()->text(), QStringLiteral("mine.prototxt"));

        stage.workspace().files().startNew();
        QVERIFY(stage.document().content().nodes.empty());
        recent(stage).actions().first()->trigger();
        QCOMPARE(stage.document().content().nodes.size(), drawing.nodes.size());
        QCOMPARE(recent(stage).files().size(), 1);
        recent(stage).add(QStringLiteral("/nets/yours & mine.hamnet"));
        QCOMPARE(recent(stage).actions().first()->text(), QStringLiteral("yours && mine.hamnet"));
    }

    void theStartPageOpensANet()
    {
        const auto file = net("there.prototxt");
        Stage stage;
        openByDialog(stage, file);
        const editor::Content drawing = stage.document().content();
        for (QAction* action :
             stage.window().findChildren<QAction*>()) { // a key may still go to the dialog that closes
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_W)) {
                action->trigger();
                break;
            }
        }
        QVERIFY(stage.waitForPage(false));
        auto* list = stage.start().findChild<QListWidget*>();
        QCOMPARE(list->count(), 1);
        QCOMPARE(list->item(0)->text(), QStringLiteral("there.prototxt")); // the ending tells it from a project
        click(*list->viewport(), list->visualItemRect(list->item(0)).center());
        QVERIFY(stage.waitForPage(true));
        QCOMPARE(stage.document().content().nodes.size(), drawing.nodes.size());
    }

    void aFileThatIsGoneIsToldAndLeavesTheList()
    {
        const auto file = net("gone.prototxt");
        Stage stage;
        openByDialog(stage, file);
        std::filesystem::remove(file);
        stage.document().change(QStringLiteral("rename"), [](editor::Content& content) { content.name = "changed"; });
        QVERIFY(stage.workspace().files().isModified());
        const editor::Content before = stage.document().content();
        recent(stage).actions().first()->trigger(); // asks for nothing: the drawing stays
        QVERIFY(stage.document().content() == before);
        QVERIFY2(stage.said().contains(QStringLiteral("gone.prototxt no longer exists")), qPrintable(stage.said()));
        QVERIFY(recent(stage).files().isEmpty());
        QVERIFY(!recent(stage).isEnabled());
    }

    void aSampleIsOfferedByItsCardAlone()
    {
        Stage stage(Stage::With::Sample);
        QVERIFY(recent(stage).files().isEmpty());
    }

private:
    std::filesystem::path net(const std::string& name) const
    {
        return m_home.write(name, contentsOf(sourceRoot() / "models/char_rnn_small.prototxt"));
    }
    static void openByDialog(Stage& stage, const std::filesystem::path& file)
    {
        QVERIFY(Answer({byFile(file)}).to([&] { press(Qt::Key_O, Qt::ControlModifier); }));
        QVERIFY(stage.waitForPage(true));
        stage.window().activateWindow(); // the dialog may take the focus with it
        QVERIFY(QTest::qWaitForWindowActive(&stage.window(), patience));
    }
    static RecentMenu& recent(Stage& stage) { return *stage.window().findChild<RecentMenu*>(); }

    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::RecentWindowTest)

#include "recent_window_test.moc"

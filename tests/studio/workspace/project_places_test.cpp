// SPDX-License-Identifier: GPL-3.0-or-later
// Where a project finds what it names, also after it was moved or behind links, and that it writes nothing through the
// links of a stranger.
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "tests/studio/small_net.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <QSignalSpy>
#include <set>

namespace studio {
namespace {

namespace fs = std::filesystem;
using State = TrainingSession::State;

/// Each file and folder below.
std::set<std::string> namesIn(const fs::path& folder)
{
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        names.insert(fs::relative(entry.path(), folder).string());
    }
    return names;
}

bool says(const std::optional<QString>& answer, const std::string& words)
{
    return answer && answer->contains(QString::fromStdString(words));
}

/// The small sample, smaller still, that trains three steps.
void openTinyNet(Workspace& workspace)
{
    openSmall(workspace, {{"iterations", 3}});
}

void waitForTheEnd(Workspace& workspace)
{
    QVERIFY(waitFor(workspace, State::Idle));
}

void trainToTheEnd(Workspace& workspace)
{
    QVERIFY(!workspace.nextRun().train());
    waitForTheEnd(workspace);
}

} // namespace

class ProjectPlacesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_state = std::make_unique<TemporaryFolder>();
        qputenv("XDG_STATE_HOME", m_state->path().c_str());
        m_folder = std::make_unique<TemporaryFolder>();
        fs::create_directories(path("theirs/texts"));
        fs::create_directories(path("theirs/nets"));
        fs::create_directories(path("mine"));
        std::string text;
        for (int line = 0; line < 100; ++line) {
            text += "so much depends upon a red wheel barrow glazed with rain water\n";
        }
        m_folder->write("mine/poem.txt", text);
    }

    void whatLiesInTheFolderIsTaken()
    {
        const fs::path text = m_folder->write("theirs/texts/poem.txt", "so much depends\n");
        const fs::path net = m_folder->write("theirs/nets/first.safetensors", "x");
        const fs::path file = theirProject([&](Project& project) {
            project.content.corpus = text.string();
            project.choice.first.file = net.string();
        });
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QCOMPARE(workspace.data().file(), text);
        QCOMPARE(workspace.nextRun().request().run.first.file, net);
    }

    void runsAreNotWrittenThroughALink()
    {
        const fs::path file = theirProject([](Project&) {});
        fs::create_symlink(path("mine"), path("theirs/evil.runs"));
        const std::set<std::string> before = namesIn(path("mine"));
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QVERIFY(says(workspace.nextRun().train(), "is a link to another place"));
        QVERIFY(workspace.runs().all().empty());
        workspace.files().close();

        Workspace fresh; // a run that was never saved does not move there either
        openTinyNet(fresh);
        trainToTheEnd(fresh);
        QSignalSpy noted(&fresh, &Workspace::noted);
        QVERIFY(!fresh.files().save(file));
        QVERIFY(!noted.isEmpty());
        QVERIFY(noted[0][0].toString().contains(QStringLiteral("stays where it is")));
        QVERIFY(fs::exists(fresh.runs().newestCheckpoint()));
        QVERIFY(namesIn(path("mine")) == before);
    }

    void weightsAreNotCopiedThroughALink()
    {
        const fs::path mine = trained();
        const fs::path file = theirProject([](Project&) {});
        fs::create_directories(path("theirs/evil.runs"));
        fs::create_symlink(path("mine/new.hamnet"), path("theirs/evil.runs/net.hamnet"));
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QVERIFY(!workspace.importer().importWeights(mine));
        QVERIFY(!workspace.files().save(file));
        QVERIFY(!fs::exists(path("mine/new.hamnet")));
        QCOMPARE(fs::path(workspace.nextRun().choice().first.file), path("theirs/evil.runs/net-2.hamnet"));
    }

    void aCheckpointsTextIsLookedForBesideItsFile()
    {
        const fs::path file = trained();
        engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
        struct Named {
            std::string text, found;
        };
        for (const Named& named : {Named{"poem.txt", "mine/poem.txt"},
                                   Named{"../theirs/poem.txt", "mine/poem.txt"}, // its own, by its digest
                                   Named{"../theirs/none.txt", "theirs/none.txt"}}) {
            checkpoint.corpus.file = named.text;
            engine::saveCheckpoint(file, checkpoint);
            Workspace workspace;
            QVERIFY(!workspace.files().open(file));
            QCOMPARE(workspace.document().content().corpus, path(named.found).string());
        }
    }

    void aNetsTextIsLookedForBesideItsFile()
    {
        const fs::path source = trained(), file = path("theirs/net.hamnet");
        engine::Checkpoint checkpoint = engine::loadCheckpoint(source);
        checkpoint.model.insert(checkpoint.model.find("time_steps"), "source: \"poem.txt\" ");
        checkpoint.corpus.file.clear();
        engine::saveCheckpoint(file, checkpoint);
        const fs::path before = fs::current_path();
        fs::current_path(path("mine"));
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        const fs::path text = workspace.data().file();
        fs::current_path(before);
        QCOMPARE(text, path("theirs/poem.txt"));
    }

    /// A checkpoint that was opened stays where it is, as does the project that was saved under another name.
    void aProjectOfTheUsersOpensWithItsCheckpoints()
    {
        const fs::path checkpoint = trained(), file = path("own.hamnet"), copy = path("theirs/copy.hamnet");
        {
            Workspace workspace;
            QVERIFY(!workspace.files().open(checkpoint));
            setNextRun(workspace, {{"threads", 1}, {"iterations", 5}});
            QVERIFY(!workspace.files().save(file));
            QVERIFY(!workspace.nextRun().resumeFrom(checkpoint));
            waitForTheEnd(workspace);
            QVERIFY(!workspace.files().save(file));
            QVERIFY(!workspace.files().save(copy));
        }
        Workspace workspace;
        QVERIFY(!workspace.files().open(copy));
        QCOMPARE(fs::path(workspace.runs().all().front().checkpoints.front().file), checkpoint);
        QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), path("own.runs"));
        setNextRun(workspace, {{"iterations", 7}});
        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
        waitForTheEnd(workspace);
        QCOMPARE(workspace.runs().all().back().curve.back().iteration, std::int64_t{7});
    }

    void aProjectThatMovedToAnotherMachineGoesOn()
    {
        const fs::path weights = trained();
        {
            Workspace workspace;
            openTinyNet(workspace);
            QVERIFY(!workspace.data().choose(path("mine/poem.txt")));
            fs::rename(weights, path("theirs/first.hamnet"));
            engine::RunDescription choice = workspace.nextRun().choice();
            choice.first.file = path("theirs/first.hamnet").string();
            workspace.nextRun().setChoice(choice);
            trainToTheEnd(workspace);
            QVERIFY(!workspace.files().save(path("mine/own.hamnet")));
        }
        fs::rename(path("mine"), path("moved"));
        fs::create_directory_symlink(path("moved"), path("link"));
        for (const char* const folder : {"moved", "link"}) { // by its own name, and through a link to its folder
            Workspace workspace;
            QVERIFY(!workspace.files().open(path(folder) / "own.hamnet"));
            QCOMPARE(workspace.data().file(), path(folder) / "poem.txt");
            QCOMPARE(fs::path(workspace.nextRun().choice().first.file), path(folder) / "own.runs" / "first.hamnet");
            setNextRun(workspace, {{"iterations", 7}});
            QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
            waitForTheEnd(workspace);
            QCOMPARE(workspace.runs().all().back().curve.back().iteration, std::int64_t{7});
            QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), path(folder) / "own.runs");
            trainToTheEnd(workspace);
            QVERIFY(workspace.training().run().end.value().reason == engine::EndReason::Iterations);
        }
    }

    void aProjectBehindALinkHasWhatIsBesideItself()
    {
        {
            Workspace workspace;
            openTinyNet(workspace);
            QVERIFY(!workspace.data().choose(path("mine/poem.txt")));
            trainToTheEnd(workspace);
            QVERIFY(!workspace.files().save(path("mine/own.hamnet")));
        }
        fs::create_directories(path("desk"));
        fs::create_symlink("../mine/own.hamnet", path("desk/link.hamnet"));
        Workspace workspace;
        QVERIFY(!workspace.files().open(path("desk/link.hamnet")));
        QCOMPARE(workspace.data().file(), path("mine/poem.txt"));
        QCOMPARE(workspace.runs().newestCheckpoint(), path("mine/own.runs/run-1.hamnet"));
        trainToTheEnd(workspace);
        QCOMPARE(workspace.runs().newestCheckpoint(), path("mine/own.runs/run-2.hamnet"));
        QVERIFY(!workspace.files().save(path("desk/link.hamnet")));
        QCOMPARE(namesIn(path("desk")).size(), std::size_t{1});
        QVERIFY(fs::is_symlink(path("desk/link.hamnet")));
        QCOMPARE(loadProject(path("mine/own.hamnet")).runs.size(), std::size_t{2});
    }

    void aCopyThatACrashLeftKnowsItsNewestCheckpoints()
    {
        const fs::path file = trained();
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        const Project copy = workspace.files().project();
        engine::Checkpoint later = engine::loadCheckpoint(file);
        later.iteration += 7;
        engine::saveCheckpoint(file, later);
        workspace.files().restore(copy, {});
        QCOMPARE(workspace.runs().all().front().checkpoints.back().iteration, later.iteration);
        std::ofstream(file, std::ios::trunc);
        workspace.files().restore(copy, {}); // and one that a power cut emptied stays as the copy knows it
        QCOMPARE(workspace.runs().all().front().checkpoints.back().iteration, later.iteration - 7);
    }

private:
    fs::path path(const std::string& name) const { return m_folder->path() / name; }

    /// A tiny drawing, with what a stranger may put into it.
    template <typename Change>
    fs::path theirProject(const Change& change)
    {
        Workspace workspace;
        openTinyNet(workspace);
        Project project = workspace.files().project();
        change(project);
        const fs::path file = path("theirs/evil.hamnet");
        saveProject(file, project);
        return file;
    }

    /// The checkpoint of a run on the bundled text.
    fs::path trained()
    {
        Workspace workspace;
        openTinyNet(workspace);
        trainToTheEnd(workspace);
        const fs::path file = path("mine/net.hamnet");
        fs::copy_file(workspace.runs().newestCheckpoint(), file, fs::copy_options::overwrite_existing);
        return file;
    }

    std::unique_ptr<TemporaryFolder> m_folder, m_state;
};

} // namespace studio

HAMNET_QT_TEST(studio::ProjectPlacesTest)
#include "project_places_test.moc"

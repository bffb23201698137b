// SPDX-License-Identifier: GPL-3.0-or-later
// Projects and nets of strangers: what they name outside their folder is neither read nor copied nor written before the
// user names it himself, and his own projects open with all that is theirs.
#include "app/studio/project/named_files.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/edits.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/error.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
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
    QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
    shrink(workspace.document());
    setNextRun(workspace, {{"threads", 1}, {"iterations", 3}});
}

void waitForTheEnd(Workspace& workspace)
{
    QVERIFY(waitFor(workspace, State::Idle));
}

/// What the workspace warns of.
class Warnings {
public:
    explicit Warnings(Workspace& workspace) : m_spy(&workspace, &Workspace::warned) {}
    qsizetype count() const { return m_spy.count(); }
    bool name(const fs::path& file) const
    {
        return std::any_of(m_spy.begin(), m_spy.end(), [&](const QList<QVariant>& arguments) {
            return arguments[0].toString().contains(QString::fromStdString(file.string()));
        });
    }

private:
    QSignalSpy m_spy;
};

} // namespace

class StrangersTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void weightsOutsideTheFolderAreNeitherReadNorCopied();
    void aSolverStateOutsideTheFolderIsLeftOut();
    void checkpointsOutsideTheFolderAreNeitherReadNorGoneOnFrom();
    void aTextOutsideTheFolderWaitsForTheUser();
    void aLinkInTheFolderIsWhatItLeadsTo();
    void whatLiesInTheFolderIsTaken();
    void runsAreNotWrittenThroughALink();
    void weightsAreNotCopiedThroughALink();
    void aCheckpointsTextIsReadToGoOnOnly();
    void aCheckpointsTextIsLookedForBesideItsFile();
    void aNetsTextIsLookedForBesideItsFile();
    void aRecoveredCopyIsReadWithTheSameCare();

    void aProjectOfTheUsersOpensWithItsText();
    void aProjectOfTheUsersOpensWithItsCheckpoints();
    void aProjectThatMovedToAnotherMachineGoesOn();
    void aProjectBehindALinkHasWhatIsBesideItself();
    void whatTheUserChoseOutlivesACrash();

private:
    fs::path path(const std::string& name) const { return m_folder->path() / name; }

    /// As if on another machine, where the user has named nothing yet.
    void forget()
    {
        m_state = std::make_unique<TemporaryFolder>();
        qputenv("XDG_STATE_HOME", m_state->path().c_str());
    }

    /// A tiny drawing that learns from tiny.txt, with what a stranger may put into it.
    template <typename Change>
    fs::path strangersProject(const Change& change)
    {
        Workspace workspace;
        openTinyNet(workspace);
        Project project = workspace.files().project();
        change(project);
        const fs::path file = path("theirs/evil.hamnet");
        saveProject(file, project);
        return file;
    }

    /// The checkpoint of a run on the text, or on the bundled one.
    fs::path trained(const fs::path& text = {})
    {
        Workspace workspace;
        openTinyNet(workspace);
        if (!text.empty()) {
            workspace.data().choose(text);
        }
        if (workspace.nextRun().train()) {
            return {};
        }
        waitForTheEnd(workspace);
        const fs::path file = path("mine/net.hamnet");
        fs::copy_file(workspace.runs().newestCheckpoint(), file, fs::copy_options::overwrite_existing);
        return file;
    }

    std::unique_ptr<TemporaryFolder> m_folder, m_state;
};

void StrangersTest::init()
{
    forget();
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

void StrangersTest::weightsOutsideTheFolderAreNeitherReadNorCopied()
{
    const fs::path mine = trained();
    forget();
    const fs::path file = strangersProject([&](Project& project) { project.choice.firstWeights = mine.string(); });
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(file));
    QVERIFY(warnings.name(mine));
    QVERIFY(workspace.nextRun().choice().firstWeights.empty());
    QVERIFY(workspace.nextRun().request().run.first.file.empty());
    const std::set<std::string> before = namesIn(path("theirs"));
    QVERIFY(!workspace.files().save(file));
    std::set<std::string> after = namesIn(path("theirs"));
    std::erase_if(after, [](const std::string& name) { return name.ends_with('~'); }); // the version before
    QVERIFY(after == before);

    QVERIFY(!workspace.importer().importWeights(mine)); // the user names it
    QVERIFY(!workspace.files().save(file));
    QVERIFY(fs::exists(path("theirs/evil.runs/net.hamnet")));
    workspace.files().close(); // else the project is open in two windows
    Workspace again;
    const Warnings none(again);
    QVERIFY(!again.files().open(file));
    QCOMPARE(none.count(), 0);
    QCOMPARE(fs::path(again.nextRun().choice().firstWeights), path("theirs/evil.runs/net.hamnet"));
}

void StrangersTest::aSolverStateOutsideTheFolderIsLeftOut()
{
    const fs::path secret = m_folder->write("mine/their.solverstate", "secret");
    const fs::path file = strangersProject([&](Project& project) {
        project.choice.firstWeights = m_folder->write("theirs/net.caffemodel", "x").string();
        project.choice.solverState = secret.string();
    });
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(file));
    QVERIFY(warnings.name(secret));
    QVERIFY(workspace.nextRun().choice().solverState.empty());
    QCOMPARE(fs::path(workspace.nextRun().choice().firstWeights), path("theirs/net.caffemodel"));
    QVERIFY(!workspace.files().save(file));
    QVERIFY(!fs::exists(path("theirs/evil.runs")));
}

void StrangersTest::checkpointsOutsideTheFolderAreNeitherReadNorGoneOnFrom()
{
    const fs::path mine = trained();
    forget();
    const fs::path file = strangersProject([&](Project& project) {
        RunRecord& run = project.runs.emplace_back();
        run.id = project.nextRun++;
        run.checkpoints = {{3, mine.string(), false}};
        run.diary.emplace_back().checkpoint = mine.string();
        project.texts.emplace_back().checkpoint = mine.string();
    });
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(file));
    QCOMPARE(warnings.count(), 1);
    QVERIFY(warnings.name(mine));
    QVERIFY(workspace.runs().newestCheckpoint().empty());
    QVERIFY(workspace.runs().all().front().diary.front().checkpoint.empty());
    QVERIFY(workspace.texts().front().checkpoint.empty());
    QVERIFY(workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
}

void StrangersTest::aTextOutsideTheFolderWaitsForTheUser()
{
    const fs::path poem = path("mine/poem.txt");
    const fs::path file = strangersProject([&](Project& project) { project.content.corpus = poem.string(); });
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(file));
    QVERIFY(warnings.name(poem));
    QVERIFY(workspace.data().asksForText());
    QCOMPARE(workspace.document().content().corpus, poem.string()); // so that it can be seen and chosen
    QVERIFY_THROWS_EXCEPTION(engine::Error, workspace.data().file());
    QVERIFY(says(workspace.nextRun().train(), poem.string()));
    QVERIFY(workspace.runs().all().empty());
    QVERIFY(!workspace.files().save(file)); // that is no word for it
    {
        Workspace again;
        QVERIFY(!again.files().open(file));
        QVERIFY(again.data().asksForText());
    }
    QSignalSpy chosen(&workspace, &Workspace::textChosen);
    QVERIFY(!workspace.data().choose(poem));
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(workspace.data().file(), poem);
    QVERIFY(!workspace.nextRun().train());
    waitForTheEnd(workspace);
    workspace.files().close();
    Workspace again;
    const Warnings none(again);
    QVERIFY(!again.files().open(file));
    QCOMPARE(none.count(), 0);
    QCOMPARE(again.data().file(), poem);
}

void StrangersTest::aLinkInTheFolderIsWhatItLeadsTo()
{
    fs::create_symlink(path("mine"), path("theirs/below"));
    const fs::path file = strangersProject([&](Project& project) {
        project.content.corpus = path("theirs/below/poem.txt").string();
        project.choice.firstWeights = path("theirs/below/net.safetensors").string();
    });
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(file));
    QVERIFY(warnings.name(path("theirs/below/poem.txt")));
    QVERIFY(workspace.data().asksForText());
    QVERIFY(workspace.nextRun().choice().firstWeights.empty());
}

void StrangersTest::whatLiesInTheFolderIsTaken()
{
    const fs::path text = m_folder->write("theirs/texts/poem.txt", "so much depends\n");
    const fs::path net = m_folder->write("theirs/nets/first.safetensors", "x");
    const fs::path file = strangersProject([&](Project& project) {
        project.content.corpus = text.string();
        project.choice.firstWeights = net.string();
    });
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(file));
    QCOMPARE(warnings.count(), 0);
    QCOMPARE(workspace.data().file(), text);
    QCOMPARE(workspace.nextRun().request().run.first.file, net);
}

void StrangersTest::runsAreNotWrittenThroughALink()
{
    const fs::path file = strangersProject([](Project&) {});
    fs::create_symlink(path("mine"), path("theirs/evil.runs"));
    const std::set<std::string> before = namesIn(path("mine"));
    Workspace workspace;
    QVERIFY(!workspace.files().open(file));
    QVERIFY(says(workspace.nextRun().train(), "is a link to another place"));
    QVERIFY(workspace.runs().all().empty());
    workspace.files().close();

    Workspace fresh; // a run that was never saved does not move there either
    openTinyNet(fresh);
    QVERIFY(!fresh.nextRun().train());
    waitForTheEnd(fresh);
    QSignalSpy noted(&fresh, &Workspace::noted);
    QVERIFY(!fresh.files().save(file));
    QVERIFY(!noted.isEmpty());
    QVERIFY(noted[0][0].toString().contains(QStringLiteral("stays where it is")));
    QVERIFY(fs::exists(fresh.runs().newestCheckpoint()));
    QVERIFY(namesIn(path("mine")) == before);
}

void StrangersTest::weightsAreNotCopiedThroughALink()
{
    const fs::path mine = trained();
    const fs::path file = strangersProject([](Project&) {});
    fs::create_directories(path("theirs/evil.runs"));
    fs::create_symlink(path("mine/new.hamnet"), path("theirs/evil.runs/net.hamnet"));
    Workspace workspace;
    QVERIFY(!workspace.files().open(file));
    QVERIFY(!workspace.importer().importWeights(mine));
    QVERIFY(!workspace.files().save(file));
    QVERIFY(!fs::exists(path("mine/new.hamnet")));
    QCOMPARE(fs::path(workspace.nextRun().choice().firstWeights), path("theirs/evil.runs/net-2.hamnet"));
}

/// Its digest tells the text that the run has learned from; for a new run that would be anyone's word.
void StrangersTest::aCheckpointsTextIsReadToGoOnOnly()
{
    const fs::path poem = path("mine/poem.txt"), checkpoint = path("theirs/net.hamnet");
    fs::copy_file(trained(poem), checkpoint);
    forget();
    Workspace workspace;
    const Warnings warnings(workspace);
    QVERIFY(!workspace.files().open(checkpoint));
    QVERIFY(warnings.name(poem));
    QVERIFY(says(workspace.nextRun().train(), poem.string()));
    setNextRun(workspace, {{"iterations", 5}, {"threads", 1}});
    QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
    waitForTheEnd(workspace);
    QCOMPARE(workspace.runs().all().back().curve.back().iteration, std::int64_t{5});

    std::string another = contentsOf(poem);
    std::reverse(another.begin(), another.end());
    m_folder->write("mine/poem.txt", another);
    QSignalSpy failed(&workspace.training(), &TrainingSession::failed);
    QVERIFY(!workspace.nextRun().resumeFrom(checkpoint));
    waitForTheEnd(workspace);
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("digest")));
}

void StrangersTest::aCheckpointsTextIsLookedForBesideItsFile()
{
    const fs::path file = trained();
    engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    struct Named {
        std::string text, found;
        bool asks;
    };
    for (const Named& named : {Named{"poem.txt", "mine/poem.txt", false},
                               Named{"../theirs/poem.txt", "mine/poem.txt", false}, // its own, by its digest
                               Named{"../theirs/none.txt", "theirs/none.txt", true}}) {
        checkpoint.corpus.file = named.text;
        engine::saveCheckpoint(file, checkpoint);
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QCOMPARE(workspace.data().asksForText(), named.asks);
        QCOMPARE(workspace.document().content().corpus, path(named.found).string());
    }
}

void StrangersTest::aNetsTextIsLookedForBesideItsFile()
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

void StrangersTest::aRecoveredCopyIsReadWithTheSameCare()
{
    Project project;
    project.content.corpus = path("mine/poem.txt").string();
    project.choice.firstWeights = path("mine/net.safetensors").string();
    Workspace workspace;
    const Warnings warnings(workspace);
    workspace.files().restore(project, path("theirs/evil.hamnet"));
    QVERIFY(warnings.name(path("mine/net.safetensors")));
    QVERIFY(workspace.data().asksForText());
    QVERIFY(workspace.nextRun().choice().firstWeights.empty());
}

void StrangersTest::aProjectOfTheUsersOpensWithItsText()
{
    const fs::path file = path("here/own.hamnet"), poem = path("mine/poem.txt");
    fs::create_directories(path("here"));
    {
        Workspace workspace;
        openTinyNet(workspace);
        workspace.document().change("text", [&](editor::Content& content) { content.corpus = poem.string(); });
        QVERIFY(!workspace.files().save(file));
    }
    fs::rename(path("here"), path("there"));
    Workspace workspace;
    const Warnings none(workspace);
    QVERIFY(!workspace.files().open(path("there/own.hamnet")));
    QCOMPARE(none.count(), 0);
    QCOMPARE(workspace.data().file(), poem);
    QVERIFY(!workspace.nextRun().train());
    waitForTheEnd(workspace);
}

/// A checkpoint that was opened stays where it is, as does the project that was saved under another name.
void StrangersTest::aProjectOfTheUsersOpensWithItsCheckpoints()
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
    const Warnings none(workspace);
    QVERIFY(!workspace.files().open(copy));
    QCOMPARE(none.count(), 0);
    QCOMPARE(fs::path(workspace.runs().all().front().checkpoints.front().file), checkpoint);
    QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), path("own.runs"));
    setNextRun(workspace, {{"iterations", 7}});
    QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
    waitForTheEnd(workspace);
    QCOMPARE(workspace.runs().all().back().curve.back().iteration, std::int64_t{7});
}

void StrangersTest::aProjectThatMovedToAnotherMachineGoesOn()
{
    const fs::path weights = trained();
    {
        Workspace workspace;
        openTinyNet(workspace);
        QVERIFY(!workspace.data().choose(path("mine/poem.txt")));
        fs::rename(weights, path("theirs/first.hamnet"));
        RunChoice choice = workspace.nextRun().choice();
        choice.firstWeights = path("theirs/first.hamnet").string();
        workspace.nextRun().setChoice(choice);
        QVERIFY(!workspace.nextRun().train());
        waitForTheEnd(workspace);
        QVERIFY(!workspace.files().save(path("mine/own.hamnet")));
    }
    forget();
    fs::rename(path("mine"), path("moved"));
    fs::create_directory_symlink(path("moved"), path("link"));
    for (const char* const folder : {"moved", "link"}) { // by its own name, and through a link to its folder
        Workspace workspace;
        const Warnings none(workspace);
        QVERIFY(!workspace.files().open(path(folder) / "own.hamnet"));
        QCOMPARE(none.count(), 0);
        QCOMPARE(workspace.data().file(), path(folder) / "poem.txt");
        QCOMPARE(fs::path(workspace.nextRun().choice().firstWeights), path(folder) / "own.runs" / "first.hamnet");
        setNextRun(workspace, {{"iterations", 7}});
        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
        waitForTheEnd(workspace);
        QCOMPARE(workspace.runs().all().back().curve.back().iteration, std::int64_t{7});
        QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), path(folder) / "own.runs");
        QVERIFY(!workspace.nextRun().train());
        waitForTheEnd(workspace);
        QCOMPARE(workspace.training().run().record.ending, std::string("iterations"));
    }
}

void StrangersTest::aProjectBehindALinkHasWhatIsBesideItself()
{
    {
        Workspace workspace;
        openTinyNet(workspace);
        QVERIFY(!workspace.data().choose(path("mine/poem.txt")));
        QVERIFY(!workspace.nextRun().train());
        waitForTheEnd(workspace);
        QVERIFY(!workspace.files().save(path("mine/own.hamnet")));
    }
    fs::create_directories(path("desk"));
    fs::create_symlink("../mine/own.hamnet", path("desk/link.hamnet"));
    Workspace workspace;
    QVERIFY(!workspace.files().open(path("desk/link.hamnet")));
    QCOMPARE(workspace.data().file(), path("mine/poem.txt"));
    QCOMPARE(workspace.runs().newestCheckpoint(), path("mine/own.runs/run-1.hamnet"));
    QVERIFY(!workspace.nextRun().train());
    waitForTheEnd(workspace);
    QCOMPARE(workspace.runs().newestCheckpoint(), path("mine/own.runs/run-2.hamnet"));
    QVERIFY(!workspace.files().save(path("desk/link.hamnet")));
    QCOMPARE(namesIn(path("desk")).size(), std::size_t{1});
    QVERIFY(fs::is_symlink(path("desk/link.hamnet")));
    QCOMPARE(loadProject(path("mine/own.hamnet")).runs.size(), std::size_t{2});
}

void StrangersTest::whatTheUserChoseOutlivesACrash()
{
    const fs::path weights = trained(), poem = path("mine/poem.txt");
    forget();
    Project copy;
    {
        Workspace workspace;
        openTinyNet(workspace);
        QVERIFY(!workspace.data().choose(poem));
        QVERIFY(!workspace.importer().importWeights(weights));
        copy = workspace.files().project();
    }
    Workspace workspace;
    const Warnings none(workspace);
    workspace.files().restore(copy, {});
    QCOMPARE(none.count(), 0);
    QCOMPARE(workspace.data().file(), poem);
    QCOMPARE(fs::path(workspace.nextRun().choice().firstWeights), weights);
}

} // namespace studio

HAMNET_QT_TEST(studio::StrangersTest)
#include "strangers_test.moc"

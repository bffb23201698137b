// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/autosave.h"
#include "app/studio/workspace.h"
#include "editor/document/edits.h"
#include "engine/formats/checkpoint.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <fstream>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using studio::RunRecord;
using studio::TrainingSession;
using studio::Workspace;
using State = TrainingSession::State;

namespace {

const std::filesystem::path models = sourceRoot() / "models";

/// The small sample, smaller still, on the bundled play.
void openTinySample(Workspace& workspace)
{
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    workspace.document().change("small", [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{8});
        editor::setParam(content, content.findNamed("text")->id, "batch_size", std::int64_t{4});
        editor::setParam(content, content.findNamed("text")->id, "time_steps", std::int64_t{8});
    });
    studio::RunChoice choice = workspace.choice();
    choice.threads = 1;
    choice.iterations = 1'000'000;
    choice.validateEvery = 1'000'000;
    workspace.setChoice(choice);
}

bool waitFor(TrainingSession& training, State state)
{
    return QTest::qWaitFor([&] { return training.state() == state; }, patience);
}

bool waitForIteration(Workspace& workspace, std::int64_t iteration)
{
    return QTest::qWaitFor([&] { return workspace.training().progressNow().iteration >= iteration; }, patience);
}

void write(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary) << bytes;
}

} // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aSampleOpensDrawnAndSized();
    void everySampleOpensAndCouldTrain();
    void aTerminalNamesTheFilesOfAnUnchangedSample();
    void aDrawingWithProblemsIsNotTrained();
    void aRunIsTrainedPausedStoppedAndResumed();
    void aProjectIsSavedAndReopenedWithItsRunAndGoesOn();
    void aProjectSavedWhileItTrainsTakesItsRunsAlongLater();
    void twoWindowsDoNotOverwriteEachOthersProject();
    void aProjectThatWasChangedOutsideIsNotOverwritten();
    void runsOfAProjectThatNobodyWantsGo();
    void runsThatAFileNamesStay();
    void aRunKeepsTheNameThatItWasGiven();
    void aRunThatGoesOnIsStaleWhereItsNetIsAnother();
    void aRunWhoseCheckpointVanishedDoesNotBeginAnew();
    void aUsersOwnFolderIsNeverTakenAway();
    void anEditDuringARunMarksItStale();
    void aCheckpointOpensAsAProject();
    void aTextJoinsTheDrawing();
    void aSolverJoinsTheDrawing();
    void whatASolverSaysBesidesItsNumbersIsTakenOrTold();
    void aStrangersNetReadsNoTextOutsideItsFolder();
    void binaryDataIsNoText();
    void abrokenPrototxtLeavesTheDrawingAsItWas();
    void aDamagedProjectLeavesTheDrawingAsItWas();
    void aVanishedTextIsSaidWhenTrainingStarts();

private:
    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void WorkspaceTest::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_folder->path().toUtf8());
}

void WorkspaceTest::aSampleOpensDrawnAndSized()
{
    Workspace workspace;
    QSignalSpy opened(&workspace, &Workspace::opened);
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    QCOMPARE(opened.count(), 1);
    QVERIFY(workspace.isOpen());
    QVERIFY(!workspace.isModified());
    QVERIFY(workspace.document().derived().problems.empty());
    QVERIFY(workspace.document().derived().report.parameters > 100'000);
    std::set<std::pair<double, double>> places;
    for (const editor::Node& node : workspace.document().content().nodes) {
        places.insert({node.position.x(), node.position.y()});
    }
    QCOMPARE(places.size(), workspace.document().content().nodes.size());
}

void WorkspaceTest::everySampleOpensAndCouldTrain()
{
    for (const auto& entry : std::filesystem::directory_iterator(models)) {
        if (entry.path().extension() == ".prototxt" && !entry.path().stem().string().ends_with("_solver")) {
            Workspace workspace;
            QVERIFY2(!workspace.open(entry.path()), entry.path().c_str());
            QVERIFY2(workspace.document().derived().problems.empty(), entry.path().c_str());
            QVERIFY(!workspace.request().corpus.empty());
        }
    }
}

void WorkspaceTest::aTerminalNamesTheFilesOfAnUnchangedSample()
{
    Workspace workspace;
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    QCOMPARE(workspace.request().modelFile, models / "char_rnn_small.prototxt");
    workspace.document().change("units", [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{8});
    });
    QCOMPARE(workspace.request().modelFile, std::filesystem::path("net.prototxt"));
}

void WorkspaceTest::aDrawingWithProblemsIsNotTrained()
{
    Workspace workspace;
    workspace.startNew();
    QVERIFY(workspace.train()->contains("no layers"));
    openTinySample(workspace);
    workspace.document().change("cut", [](editor::Content& content) {
        editor::removeWire(content, {content.findNamed("lstm")->id, 1});
    });
    QVERIFY(workspace.train()->contains("its input cont is connected to nothing"));
    QCOMPARE(workspace.training().state(), State::Idle);
    QVERIFY(workspace.runs().empty());
}

void WorkspaceTest::aRunIsTrainedPausedStoppedAndResumed()
{
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(!workspace.train());
    QVERIFY(waitForIteration(workspace, 20));
    workspace.training().pause();
    QVERIFY(waitFor(workspace.training(), State::Paused));
    workspace.training().resume();
    QVERIFY(waitFor(workspace.training(), State::Running));
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
    QCOMPARE(workspace.runs().size(), std::size_t{1});
    const RunRecord first = workspace.runs().front();
    QCOMPARE(first.ending, std::string(engine::toString(engine::EndReason::Stopped)));
    const std::filesystem::path checkpoint = workspace.newestCheckpoint();
    QVERIFY(!checkpoint.empty());

    QVERIFY(!workspace.resumeFrom(checkpoint));
    const std::int64_t end = first.curve.back().iteration;
    QVERIFY(waitForIteration(workspace, end + 10));
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
    QCOMPARE(workspace.runs().size(), std::size_t{2});
}

void WorkspaceTest::aProjectIsSavedAndReopenedWithItsRunAndGoesOn()
{
    const std::filesystem::path file = path("play.hamnet");
    std::size_t points = 0;
    {
        Workspace workspace;
        openTinySample(workspace);
        QVERIFY(!workspace.train());
        QVERIFY(waitForIteration(workspace, 20));
        workspace.training().stop();
        QVERIFY(waitFor(workspace.training(), State::Idle));
        points = workspace.runs().front().curve.size();
        studio::WrittenText written;
        written.text = "Enter the RIVER";
        workspace.setTexts({written});
        QVERIFY(!workspace.save(file));
        QVERIFY(!workspace.isModified());
        QCOMPARE(workspace.newestCheckpoint().parent_path(), studio::runsFolder(file));
    }
    Workspace workspace;
    QVERIFY(!workspace.open(file));
    QCOMPARE(workspace.runs().size(), std::size_t{1});
    QCOMPARE(workspace.runs().front().curve.size(), points);
    QCOMPARE(workspace.texts().size(), std::size_t{1});
    QCOMPARE(workspace.texts().front().text, std::string("Enter the RIVER"));
    QCOMPARE(workspace.choice().threads, std::int64_t{1});
    QVERIFY(!workspace.newestCheckpoint().empty());
    QVERIFY(!workspace.resumeFrom(workspace.newestCheckpoint()));
    QVERIFY(waitForIteration(workspace, workspace.runs().front().curve.back().iteration + 5));
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
}

void WorkspaceTest::aProjectSavedWhileItTrainsTakesItsRunsAlongLater()
{
    const std::filesystem::path file = path("busy.hamnet");
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(!workspace.train());
    QVERIFY(waitForIteration(workspace, 5));
    QVERIFY(!workspace.save(file));
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
    QVERIFY(workspace.newestCheckpoint().parent_path() != studio::runsFolder(file));
    QVERIFY(!workspace.save(file));
    QCOMPARE(workspace.newestCheckpoint().parent_path(), studio::runsFolder(file));
}

void WorkspaceTest::twoWindowsDoNotOverwriteEachOthersProject()
{
    const std::filesystem::path file = path("shared.hamnet");
    auto first = std::make_unique<Workspace>();
    openTinySample(*first);
    QVERIFY(!first->save(file));
    Workspace second;
    QSignalSpy warned(&second, &Workspace::warned);
    QVERIFY(!second.open(file));
    QCOMPARE(warned.count(), 1);
    QVERIFY(warned[0][0].toString().contains("another window"));
    second.document().change("name", [](editor::Content& content) { content.name = "second"; });
    const auto refused = second.save(file);
    QVERIFY(refused && refused->contains("in use"));
    QVERIFY(second.isModified());
    QVERIFY(!first->save(file)); // whose file it is may go on
    QVERIFY(!second.save(path("other.hamnet")));

    // The first has saved since the second read it: its end does not make that the second's to replace.
    Workspace third;
    QVERIFY(!third.open(file));
    first->document().change("name", [](editor::Content& content) { content.name = "first"; });
    QVERIFY(!first->save(file));
    first.reset();
    const auto late = third.save(file);
    QVERIFY(late && late->contains("was changed"));
    QVERIFY(!third.open(file));
    QVERIFY(!third.save(file));
}

void WorkspaceTest::aProjectThatWasChangedOutsideIsNotOverwritten()
{
    const std::filesystem::path file = path("outside.hamnet"), other = path("newer.hamnet");
    Workspace workspace, elsewhere;
    openTinySample(workspace);
    QVERIFY(!workspace.save(file));
    QVERIFY(!workspace.save(file));
    openTinySample(elsewhere);
    QVERIFY(!elsewhere.save(other));
    std::filesystem::copy_file(other, file, std::filesystem::copy_options::overwrite_existing);
    const auto refused = workspace.save(file);
    QVERIFY(refused && refused->contains("was changed"));
    std::filesystem::remove(file);
    QVERIFY(!workspace.save(file)); // nothing to lose
}

void WorkspaceTest::runsOfAProjectThatNobodyWantsGo()
{
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(!workspace.train());
    QVERIFY(waitForIteration(workspace, 5));
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
    const std::filesystem::path folder = workspace.newestCheckpoint().parent_path();
    QVERIFY(std::filesystem::exists(folder));
    workspace.discardUnsaved();
    QVERIFY(workspace.open(path("nowhere.hamnet")));
    QVERIFY(std::filesystem::exists(folder)); // it was not left after all
    workspace.startNew();
    QVERIFY(!std::filesystem::exists(folder));
}

void WorkspaceTest::runsThatAFileNamesStay()
{
    const std::filesystem::path file = path("named.hamnet");
    std::filesystem::path checkpoint;
    {
        Workspace workspace;
        openTinySample(workspace);
        QVERIFY(!workspace.train());
        QVERIFY(waitForIteration(workspace, 5));
        workspace.training().saveNow();
        QVERIFY(QTest::qWaitFor([&] { return !workspace.newestCheckpoint().empty(); }, patience));
        QVERIFY(!workspace.save(file));
        workspace.training().stop();
        QVERIFY(waitFor(workspace.training(), State::Idle));
        checkpoint = workspace.newestCheckpoint();
        workspace.discardUnsaved();
    }
    QVERIFY(std::filesystem::exists(checkpoint));
    Workspace workspace;
    QVERIFY(!workspace.open(file));
    QCOMPARE(workspace.newestCheckpoint(), checkpoint);
    QVERIFY(!workspace.save(file));
    QCOMPARE(workspace.newestCheckpoint().parent_path(), studio::runsFolder(file));
}

void WorkspaceTest::aRunKeepsTheNameThatItWasGiven()
{
    const std::filesystem::path file = path("renamed.hamnet");
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(!workspace.train());
    QVERIFY(waitForIteration(workspace, 2));
    workspace.renameRun(workspace.runs().front().id, "the first");
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
    QVERIFY(!workspace.save(file));
    QCOMPARE(workspace.runs().front().name, std::string("the first"));
    QVERIFY(!workspace.open(file));
    QCOMPARE(workspace.runs().front().name, std::string("the first"));
}

void WorkspaceTest::aRunThatGoesOnIsStaleWhereItsNetIsAnother()
{
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(!workspace.train());
    QVERIFY(waitForIteration(workspace, 2));
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
    QVERIFY(!workspace.resumeFrom(workspace.newestCheckpoint()));
    QVERIFY(waitFor(workspace.training(), State::Running));
    QVERIFY(!workspace.isStale());
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));

    workspace.document().change("wider", [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{16});
    });
    QVERIFY(!workspace.resumeFrom(workspace.newestCheckpoint()));
    QVERIFY(waitFor(workspace.training(), State::Running));
    QVERIFY(workspace.isStale());
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
}

void WorkspaceTest::aRunWhoseCheckpointVanishedDoesNotBeginAnew()
{
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(workspace.resumeFrom(workspace.newestCheckpoint())->contains("not there any more"));
    QVERIFY(workspace.resumeFrom(path("gone.hamnet"))->contains("not there any more"));
    QCOMPARE(workspace.training().state(), State::Idle);
    QVERIFY(workspace.runs().empty());
}

void WorkspaceTest::aUsersOwnFolderIsNeverTakenAway()
{
    std::filesystem::create_directories(path("mine"));
    write(path("mine/run-1.hamnet"), "x");
    studio::Project copy;
    RunRecord& run = copy.runs.emplace_back();
    run.id = 1;
    run.checkpoints.push_back({1, path("mine/run-1.hamnet").string(), false});
    Workspace workspace;
    workspace.restore(copy, {});
    workspace.discardUnsaved();
    workspace.startNew();
    QVERIFY(std::filesystem::exists(path("mine/run-1.hamnet")));
}

void WorkspaceTest::anEditDuringARunMarksItStale()
{
    Workspace workspace;
    openTinySample(workspace);
    QVERIFY(!workspace.train());
    QVERIFY(waitForIteration(workspace, 2));
    QVERIFY(!workspace.isStale());
    QSignalSpy stale(&workspace, &Workspace::staleChanged);
    workspace.document().change("wider", [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{16});
    });
    QVERIFY(workspace.isStale());
    workspace.document().undoStack().undo();
    QVERIFY(!workspace.isStale());
    QCOMPARE(stale.count(), 2);
    workspace.training().stop();
    QVERIFY(waitFor(workspace.training(), State::Idle));
}

void WorkspaceTest::aCheckpointOpensAsAProject()
{
    std::filesystem::path checkpoint;
    std::size_t layers = 0;
    {
        Workspace workspace;
        openTinySample(workspace);
        layers = workspace.document().content().nodes.size();
        QVERIFY(!workspace.train());
        QVERIFY(waitForIteration(workspace, 5));
        workspace.training().stop();
        QVERIFY(waitFor(workspace.training(), State::Idle));
        checkpoint = workspace.newestCheckpoint();
    }
    Workspace workspace;
    QVERIFY(!workspace.open(checkpoint));
    QCOMPARE(workspace.document().content().nodes.size(), layers);
    QCOMPARE(workspace.newestCheckpoint(), checkpoint);
    const studio::CurvePoint& last = workspace.runs().front().curve.back();
    QCOMPARE(last.characters, 4.0 * 8.0 * static_cast<double>(last.iteration));
    QVERIFY(last.charsPerSecond > 0);
    QVERIFY(workspace.file().empty());
}

void WorkspaceTest::aTextJoinsTheDrawing()
{
    write(path("poem.txt"), "so much depends upon a red wheel barrow");
    Workspace workspace;
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    QVERIFY(!workspace.open(path("poem.txt")));
    QCOMPARE(workspace.corpusFile(), path("poem.txt"));
    QCOMPARE(workspace.document().content().nodes.size(), std::size_t{5});
    workspace.document().undoStack().undo();
    QVERIFY(workspace.corpusFile() != path("poem.txt"));
}

void WorkspaceTest::aSolverJoinsTheDrawing()
{
    Workspace workspace;
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    QVERIFY(!workspace.open(models / "char_rnn_karpathy_solver.prototxt"));
    QCOMPARE(engine::textParam(workspace.document().content().solver.params, "type"), std::string("RMSProp"));
    QCOMPARE(workspace.document().content().nodes.size(), std::size_t{5});
}

void WorkspaceTest::whatASolverSaysBesidesItsNumbersIsTakenOrTold()
{
    std::filesystem::create_directories(path("said"));
    std::filesystem::copy(models / "char_rnn_small.prototxt", path("said") / "net.prototxt");
    write(path("said") / "net_solver.prototxt",
          "base_lr: 0.1\nlr_policy: \"fixed\"\nclip_gradient: 5\nrandom_seed: -1\nweights: \"start.hamnet\"\n"
          "net: \"net.prototxt\"\nsnapshot_prefix: \"snap\"\nsnapshot: 7\ntest_interval: 0\n");
    Workspace workspace;
    QSignalSpy noted(&workspace, &Workspace::noted);
    QVERIFY(!workspace.open(path("said") / "net.prototxt"));
    QVERIFY(noted.count() == 1 && noted.at(0).at(0).toString().contains("did you mean clip_gradients?"));

    const studio::TrainingRequest request = workspace.request();
    QCOMPARE(request.firstWeights, path("said") / "start.hamnet");
    QCOMPARE(request.run.checkpointEvery, std::int64_t{7});
    QCOMPARE(request.run.validateEvery, std::int64_t{0});
    QCOMPARE(request.notes.size(), std::size_t{2});
    QVERIFY(QString::fromStdString(request.notes.at(0)).contains("clip_gradient is not known"));
    QVERIFY(QString::fromStdString(request.notes.at(1)).contains("snapshot_prefix has no effect"));

    const std::uint64_t drawn = workspace.choice().seed;
    QVERIFY(!workspace.train()); // it ends at once: the weights are not there
    QVERIFY(workspace.choice().seed != drawn);
    QCOMPARE(workspace.training().request().seed, drawn);
    QVERIFY(waitFor(workspace.training(), State::Idle));
    workspace.document().change("seed", [](editor::Content& content) {
        content.solver.params.insert_or_assign("random_seed", std::int64_t{42});
    });
    QCOMPARE(workspace.choice().seed, std::uint64_t{42});
}

void WorkspaceTest::aStrangersNetReadsNoTextOutsideItsFolder()
{
    Workspace workspace;
    openTinySample(workspace);
    workspace.document().change("source", [](editor::Content& content) {
        editor::setParam(content, content.findNamed("text")->id, "source", std::string("/etc/passwd"));
    });
    const auto refused = workspace.train();
    QVERIFY(refused && refused->contains("/etc/passwd"));
    QCOMPARE(workspace.training().state(), State::Idle);
}

void WorkspaceTest::binaryDataIsNoText()
{
    write(path("picture.txt"), std::string("\x89PNG\0\0\0\1", 8));
    Workspace workspace;
    const auto said = workspace.open(path("picture.txt"));
    QVERIFY(said && said->contains("binary"));
    QVERIFY(!workspace.isOpen());
}

void WorkspaceTest::abrokenPrototxtLeavesTheDrawingAsItWas()
{
    write(path("broken.prototxt"), "name: \"x\"\nlayer { name: ");
    Workspace workspace;
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    const editor::Content before = workspace.document().content();
    const auto said = workspace.open(path("broken.prototxt"));
    QVERIFY(said && said->contains("broken.prototxt:2:"));
    QVERIFY(workspace.document().content() == before);
}

void WorkspaceTest::aDamagedProjectLeavesTheDrawingAsItWas()
{
    Workspace workspace;
    QVERIFY(!workspace.open(models / "char_rnn_small.prototxt"));
    QVERIFY(!workspace.save(path("whole.hamnet")));
    std::ifstream stream(path("whole.hamnet"), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    bytes[bytes.size() / 2] ^= 0x40;
    write(path("damaged.hamnet"), bytes);
    const editor::Content before = workspace.document().content();
    const auto said = workspace.open(path("damaged.hamnet"));
    QVERIFY(said && said->contains("damaged.hamnet"));
    QVERIFY(workspace.document().content() == before);
    QCOMPARE(workspace.file(), path("whole.hamnet"));
}

void WorkspaceTest::aVanishedTextIsSaidWhenTrainingStarts()
{
    Workspace workspace;
    openTinySample(workspace);
    workspace.document().change("text", [this](editor::Content& content) { content.corpus = path("gone.txt"); });
    QSignalSpy failed(&workspace.training(), &TrainingSession::failed);
    const auto refused = workspace.train();
    if (!refused) {
        QVERIFY(failed.wait(patience));
        QVERIFY(failed.at(0).at(0).toString().contains("gone.txt"));
    } else {
        QVERIFY(refused->contains("gone.txt"));
    }
    QVERIFY(waitFor(workspace.training(), State::Idle));
}

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "workspace_test.moc"

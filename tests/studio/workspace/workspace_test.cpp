// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/autosave.h"
#include "app/studio/workspace/crash_copies.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/edits.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <QSignalSpy>
#include <QTemporaryDir>

using studio::Change;
using studio::Changes;
using studio::RunRecord;
using studio::TrainingSession;
using studio::Workspace;
using State = TrainingSession::State;

namespace {

void openTinySample(Workspace& workspace)
{
    studio::openSmall(workspace, {{"iterations", 1'000'000}, {"validate_every", 1'000'000}});
}

struct TinyWorkspace : Workspace {
    TinyWorkspace() { openTinySample(*this); }
};

bool waitForIteration(Workspace& workspace, std::int64_t iteration)
{
    return QTest::qWaitFor([&] { return workspace.training().progressNow().iteration >= iteration; }, patience);
}

/// Trains so far at least.
void trainTo(Workspace& workspace, std::int64_t iteration)
{
    QVERIFY(!workspace.nextRun().train());
    QVERIFY(waitForIteration(workspace, iteration));
}

void stop(Workspace& workspace)
{
    workspace.training().stop();
    QVERIFY(waitFor(workspace, State::Idle));
}

void write(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary) << bytes;
}

std::int64_t unitsOf(const editor::Content& content)
{
    return std::get<std::int64_t>(content.findNamed("lstm")->layer.params.at("num_output"));
}

std::int64_t unitsOf(const std::filesystem::path& project)
{
    return unitsOf(studio::loadProject(project).content);
}

} // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_folder->path().toUtf8());
    }

    void everySampleOpensAndCouldTrain()
    {
        for (const std::filesystem::path& file : sampleModels()) {
            Workspace workspace;
            QSignalSpy opened(&workspace, &Workspace::opened);
            QVERIFY2(!workspace.files().open(file), file.c_str());
            QCOMPARE(opened.count(), 1);
            QVERIFY(workspace.files().isOpen() && !workspace.files().isModified());
            QVERIFY2(workspace.document().derived().problems.empty(), file.c_str());
            std::set<std::pair<double, double>> places;
            for (const editor::Node& node : workspace.document().content().nodes) {
                places.insert({node.position.x(), node.position.y()});
            }
            QCOMPARE(places.size(), workspace.document().content().nodes.size());
            QVERIFY(!workspace.nextRun().request().run.data.empty());
        }
    }

    void aTerminalNamesTheFilesOfAnUnchangedSample()
    {
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        QCOMPARE(workspace.nextRun().request().modelFile, modelsFolder() / "char_rnn_small.prototxt");
        studio::setUnits(workspace.document(), 8);
        QCOMPARE(workspace.nextRun().request().modelFile, std::filesystem::path("net.prototxt"));
    }

    void aDrawingWithProblemsIsNotTrained()
    {
        Workspace workspace;
        workspace.files().startNew();
        QVERIFY(workspace.nextRun().train()->contains("no layers"));
        openTinySample(workspace);
        workspace.document().change("cut", [](editor::Content& content) {
            editor::removeWire(content, {content.findNamed("lstm")->id, 1});
        });
        QVERIFY(workspace.nextRun().train()->contains("its input cont is connected to nothing"));
        QCOMPARE(workspace.training().state(), State::Idle);
        QVERIFY(workspace.runs().all().empty());
    }

    void aProjectIsSavedAndReopenedWithItsRunAndGoesOn()
    {
        const std::filesystem::path file = path("play.hamnet");
        std::size_t points = 0;
        {
            TinyWorkspace workspace;
            trainTo(workspace, 20);
            stop(workspace);
            points = workspace.runs().all().front().curve.size();
            studio::WrittenText written;
            written.text = "Enter the RIVER";
            workspace.setTexts({written});
            QVERIFY(!workspace.files().save(file));
            QVERIFY(!workspace.files().isModified());
            QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), studio::runsFolder(file));
        }
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QCOMPARE(workspace.runs().all().size(), std::size_t{1});
        QCOMPARE(workspace.runs().all().front().curve.size(), points);
        QCOMPARE(workspace.texts().size(), std::size_t{1});
        QCOMPARE(workspace.texts().front().text, std::string("Enter the RIVER"));
        QCOMPARE(workspace.nextRun().runSettings().device.threads, 1);
        QVERIFY(!workspace.runs().newestCheckpoint().empty());
        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
        QVERIFY(waitForIteration(workspace, workspace.runs().all().front().curve.back().iteration + 5));
        stop(workspace);
    }

    void aProjectSavedWhileItTrainsTakesItsRunsAlongLater()
    {
        const std::filesystem::path file = path("busy.hamnet");
        TinyWorkspace workspace;
        trainTo(workspace, 5);
        QVERIFY(!workspace.files().save(file));
        stop(workspace);
        QVERIFY(workspace.runs().newestCheckpoint().parent_path() != studio::runsFolder(file));
        QVERIFY(!workspace.files().save(file));
        QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), studio::runsFolder(file));
    }

    void twoWindowsDoNotOverwriteEachOthersProject()
    {
        const std::filesystem::path file = path("shared.hamnet");
        auto first = std::make_unique<Workspace>();
        openTinySample(*first);
        QVERIFY(!first->files().save(file));
        Workspace second;
        QSignalSpy warned(&second, &Workspace::warned);
        QVERIFY(!second.files().open(file));
        QCOMPARE(warned.count(), 1);
        QVERIFY(warned[0][0].toString().contains("another window"));
        second.document().change("name", [](editor::Content& content) { content.name = "second"; });
        const auto refused = second.files().save(file);
        QVERIFY(refused && refused->contains("in use"));
        QVERIFY(second.files().isModified());
        QVERIFY(!first->files().save(file)); // whose file it is may go on
        QVERIFY(!second.files().save(path("other.hamnet")));

        // The first has saved since the second read it: its end does not make that the second's to replace.
        Workspace third;
        QVERIFY(!third.files().open(file));
        first->document().change("name", [](editor::Content& content) { content.name = "first"; });
        QVERIFY(!first->files().save(file));
        first.reset();
        const auto late = third.files().save(file);
        QVERIFY(late && late->contains("was changed"));
        QVERIFY(!third.files().open(file));
        QVERIFY(!third.files().save(file));
    }

    void aProjectThatWasChangedOutsideIsNotOverwritten()
    {
        const std::filesystem::path file = path("outside.hamnet"), other = path("newer.hamnet");
        Workspace workspace, elsewhere;
        openTinySample(workspace);
        QVERIFY(!workspace.files().save(file));
        QVERIFY(!workspace.files().save(file));
        openTinySample(elsewhere);
        QVERIFY(!elsewhere.files().save(other));
        std::filesystem::copy_file(other, file, std::filesystem::copy_options::overwrite_existing);
        const auto refused = workspace.files().save(file);
        QVERIFY(refused && refused->contains("was changed"));
        std::filesystem::remove(file);
        QVERIFY(!workspace.files().save(file)); // nothing to lose
    }

    void theVersionBeforeTheLastSaveIsKeptAndComesBack()
    {
        const std::filesystem::path file = path("kept.hamnet"), kept = studio::previousVersionFile(file);
        QCOMPARE(kept.filename().string(), std::string("kept.hamnet~"));
        TinyWorkspace workspace;
        QVERIFY(!workspace.files().save(file));
        QVERIFY(!studio::hasPreviousVersion(workspace));
        const auto saved = std::filesystem::last_write_time(file);
        const auto forOne = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
        std::filesystem::permissions(file, forOne);
        studio::setUnits(workspace.document(), 16);
        studio::setNextRun(workspace, {{"iterations", 7}});
        QVERIFY(!workspace.files().save(file));
        QVERIFY(studio::hasPreviousVersion(workspace));
        QCOMPARE(unitsOf(kept), std::int64_t{8});
        QVERIFY(std::filesystem::status(kept).permissions() == forOne);
        QVERIFY(std::filesystem::last_write_time(kept) ==
                saved);                         // when that version was saved, not when it was replaced
        QVERIFY(!workspace.files().save(file)); // nothing changed: the version before stays
        QCOMPARE(unitsOf(kept), std::int64_t{8});

        studio::setUnits(workspace.document(), 24); // and not saved
        const studio::Project previous = studio::loadProject(kept);
        QCOMPARE(
            studio::differences(previous, workspace.files().project()),
            QStringLiteral("Compared with the project that is open, it has other layers or other settings of layers "
                           "and other settings of the next run."));
        workspace.files().restorePrevious(previous);
        QCOMPARE(workspace.files().path(), file);
        QCOMPARE(unitsOf(workspace.document().content()), std::int64_t{8});
        QVERIFY(workspace.nextRun().choice().settings.at("iterations") != engine::ParamValue(std::int64_t{7}));
        QVERIFY(workspace.files().isModified());
        QCOMPARE(unitsOf(file), std::int64_t{16}); // a file changes only by a save
        QVERIFY(!workspace.files().save(file));
        QCOMPARE(unitsOf(file), std::int64_t{8});
        QCOMPARE(unitsOf(kept), std::int64_t{16}); // what was saved last is the version before, now
        for (const auto& entry : std::filesystem::directory_iterator(file.parent_path())) {
            QVERIFY2(!entry.path().string().ends_with("-tmp"), entry.path().c_str());
        }
    }

    void givingUpAPreviousVersionLeavesTheFileAsItIs()
    {
        const std::filesystem::path file = path("given-up.hamnet");
        TinyWorkspace workspace;
        studio::WrittenText written;
        written.id = 1;
        workspace.setTexts({written});
        QVERIFY(!workspace.files().save(file));
        workspace.setTexts({});
        QVERIFY(!workspace.files().save(file));
        workspace.files().restorePrevious(studio::loadProject(studio::previousVersionFile(file)));
        QCOMPARE(workspace.texts().size(), std::size_t{1});
        QVERIFY(!workspace.files().giveUpChanges());
        QVERIFY(studio::loadProject(file).texts.empty());
    }

    void runsOfADiscardedProjectAreRemoved()
    {
        TinyWorkspace workspace;
        trainTo(workspace, 5);
        stop(workspace);
        const std::filesystem::path folder = workspace.runs().newestCheckpoint().parent_path();
        QVERIFY(std::filesystem::exists(folder));
        workspace.files().giveUpChanges();
        QVERIFY(workspace.files().open(path("nowhere.hamnet")));
        QVERIFY(std::filesystem::exists(folder)); // it was not left after all
        workspace.files().startNew();
        QVERIFY(!std::filesystem::exists(folder));
    }

    void runsThatAFileNamesStay()
    {
        const std::filesystem::path file = path("named.hamnet");
        {
            TinyWorkspace workspace;
            trainTo(workspace, 3); // one that has ended before the save
            stop(workspace);
            trainTo(workspace, 5);
            workspace.training().saveNow();
            QVERIFY(QTest::qWaitFor([&] { return !workspace.runs().newestCheckpoint().empty(); }, patience));
            QVERIFY(!workspace.files().save(file));
            stop(workspace);
            QVERIFY(!workspace.files().giveUpChanges());
        }
        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QVERIFY(std::filesystem::exists(workspace.runs().newestCheckpoint()));
        for (const RunRecord& run : workspace.runs().all()) {
            QVERIFY(run.hasEnded());
            for (const engine::CheckpointEvent& mark : run.checkpoints) {
                QVERIFY2(std::filesystem::exists(mark.file), mark.file.c_str());
            }
        }
        QCOMPARE(workspace.runs().all().size(), std::size_t{2});
        QVERIFY(!workspace.files().save(file));
        QCOMPARE(workspace.runs().newestCheckpoint().parent_path(), studio::runsFolder(file));
    }

    void aRunKeepsTheNameThatItWasGiven()
    {
        const std::filesystem::path file = path("renamed.hamnet");
        TinyWorkspace workspace;
        trainTo(workspace, 2);
        workspace.runs().rename(workspace.runs().all().front().id, "the first");
        stop(workspace);
        QVERIFY(!workspace.files().save(file));
        QCOMPARE(workspace.runs().all().front().name, std::string("the first"));
        QVERIFY(!workspace.files().open(file));
        QCOMPARE(workspace.runs().all().front().name, std::string("the first"));
    }

    void aRunThatGoesOnIsStaleWhereItsNetIsAnother()
    {
        TinyWorkspace workspace;
        trainTo(workspace, 2);
        stop(workspace);
        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
        QVERIFY(waitFor(workspace, State::Running));
        QVERIFY(!workspace.nextRun().isStale());
        stop(workspace);

        studio::setUnits(workspace.document(), 16);
        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
        QVERIFY(waitFor(workspace, State::Running));
        QVERIFY(workspace.nextRun().isStale());
        stop(workspace);

        workspace.document().change("half drawn", [](editor::Content& content) {
            editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{0});
            editor::setSolverParam(content, "base_lr", -1.0);
        });
        QVERIFY(studio::problemOf(workspace.document()));
        QVERIFY(workspace.nextRun().train());
        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint())); // its own net goes on
        QVERIFY(waitFor(workspace, State::Running));
        stop(workspace);
    }

    void aRunThatWasCutOffGoesOnAsItself()
    {
        TinyWorkspace workspace;
        trainTo(workspace, 20);
        stop(workspace);
        std::vector<studio::RunRecord> runs = workspace.runs().asTheyAre();
        studio::RunRecord& cutOff = runs.front();
        cutOff.end.reset(); // as a copy has it that was made while it trained
        cutOff.remark = "cut off";
        cutOff.samples = {{.iteration = 3, .text = "an early text"},
                          {.iteration = 1'000'000'000, .text = "of what was lost"}};
        cutOff.validations.insert(cutOff.validations.begin(), {.iteration = 4, .loss = 3});
        const std::int64_t reached = cutOff.curve.back().iteration;
        const std::size_t checkpoints = cutOff.checkpoints.size();
        workspace.runs().load(runs, 2);

        QVERIFY(!workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint()));
        QVERIFY(waitForIteration(workspace, reached + 5));
        stop(workspace);
        QCOMPARE(workspace.runs().all().size(), std::size_t{1});
        const studio::RunRecord& gone = *workspace.runs().shown();
        QCOMPARE(gone.id, 1);
        QCOMPARE(workspace.runs().nextId(), 2);
        QCOMPARE(gone.remark, std::string("cut off"));
        QCOMPARE(gone.curve.iteration(0), std::int64_t{1});
        QCOMPARE(gone.samples.front().text, std::string("an early text"));
        QCOMPARE(std::ranges::count(gone.samples, std::string("of what was lost"), &engine::SampleEvent::text), 0);
        QCOMPARE(std::ranges::count(gone.validations, std::int64_t{4}, &engine::ValidationEvent::iteration), 1);
        QVERIFY(gone.checkpoints.size() > checkpoints);
        QVERIFY(gone.hasEnded());

        QVERIFY(
            !workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint())); // one that was stopped is another
        QVERIFY(waitFor(workspace, State::Running));
        stop(workspace);
        QCOMPARE(workspace.runs().all().size(), std::size_t{2});
    }

    void aRunWhoseCheckpointVanishedDoesNotBeginAnew()
    {
        TinyWorkspace workspace;
        QVERIFY(workspace.nextRun().resumeFrom(workspace.runs().newestCheckpoint())->contains("no checkpoint"));
        QVERIFY(workspace.nextRun().resumeFrom(path("gone.hamnet"))->contains("no longer exists"));
        QCOMPARE(workspace.training().state(), State::Idle);
        QVERIFY(workspace.runs().all().empty());
    }

    void aUsersOwnFolderIsNeverTakenAway()
    {
        std::filesystem::create_directories(path("mine"));
        write(path("mine/run-1.hamnet"), "x");
        studio::Project copy;
        RunRecord& run = copy.runs.emplace_back();
        run.id = 1;
        run.checkpoints.push_back({1, path("mine/run-1.hamnet").string(), false});
        Workspace workspace;
        workspace.files().restore(copy, {});
        workspace.files().giveUpChanges();
        workspace.files().startNew();
        QVERIFY(std::filesystem::exists(path("mine/run-1.hamnet")));
    }

    void eachPartOfAProjectIsInTheNextCopy()
    {
        const auto part = [this](const char* name, const std::function<void(Workspace&)>& change,
                                 const std::function<bool(const studio::Project&)>& isKept) {
            std::filesystem::remove_all(studio::stateFolder() / "autosave");
            const std::filesystem::path file = path("parts.hamnet");
            studio::Project project;
            project.runs.emplace_back().id = 1;
            project.nextRun = 2;
            studio::saveProject(file, project);
            Workspace workspace;
            const studio::CrashCopies copies(workspace);
            QVERIFY(!workspace.files().open(file));
            change(workspace);
            QVERIFY2(studio::waitForCopy(copies, isKept), name);
            QVERIFY2(!isKept(studio::loadProject(file)), name);
            QVERIFY2(!workspace.files().save(file), name);
            QVERIFY2(isKept(studio::loadProject(file)), name);
        };
        const auto write = [](const studio::WrittenText& text) {
            return [text](Workspace& workspace) { workspace.setTexts({text}); };
        };
        part(
            "drawing",
            [](Workspace& workspace) {
                workspace.document().change("rename", [](editor::Content& content) { content.name = "other"; });
            },
            [](const studio::Project& kept) { return kept.content.name == "other"; });
        part(
            "a run's name", [](Workspace& workspace) { workspace.runs().rename(1, "The first"); },
            [](const studio::Project& kept) { return kept.runs[0].name == "The first"; });
        part(
            "a run's notes", [](Workspace& workspace) { workspace.runs().annotate(1, "#good"); },
            [](const studio::Project& kept) { return kept.runs[0].remark == "#good"; });
        part(
            "runs", [](Workspace& workspace) { workspace.runs().remove(1); },
            [](const studio::Project& kept) { return kept.runs.empty(); });
        studio::WrittenText branch{{.text = "or"}};
        branch.state = "/nets/s.hamnet-state";
        branch.held = {{.layer = "lstm"}};
        part("texts", write({{.text = "To be"}}),
             [](const studio::Project& kept) { return kept.texts.size() == 1 && kept.texts[0].text == "To be"; });
        part("a text's state", write(branch), [](const studio::Project& kept) {
            return kept.texts.size() == 1 && !kept.texts[0].state.empty() && kept.texts[0].held.size() == 1;
        });
        part(
            "settings of the next run", [](Workspace& workspace) { workspace.nextRun().set("iterations", 7); },
            [](const studio::Project& kept) { return kept.choice.settings.contains("iterations"); });
        const auto show = [](const std::function<void(studio::ViewState&)>& put) {
            return [put](Workspace& workspace) {
                QObject::connect(&workspace, &Workspace::viewWanted, &workspace,
                                 [&workspace, put] { put(workspace.view()); });
            };
        };
        part("a prompt", show([](studio::ViewState& view) { view.prompt = "Who's there?"; }),
             [](const studio::Project& kept) { return kept.view.prompt == "Who's there?"; });
        part("what was made in a panel",
             show([](studio::ViewState& view) { view.panels["tried line"] = "what a day"; }),
             [](const studio::Project& kept) { return kept.view.panels.contains("tried line"); });
        part("the arrangement, along with the rest", show([](studio::ViewState& view) {
                 view.docks = "arranged";
                 view.prompt = "?";
             }),
             [](const studio::Project& kept) { return kept.view.docks == "arranged"; });
    }

    /// Nor is one whose panels give back what they were given.
    void aProjectThatIsOnlyLookedAtIsNotCopied()
    {
        std::filesystem::remove_all(studio::stateFolder() / "autosave");
        const std::filesystem::path file = path("looked_at.hamnet");
        studio::Project project;
        project.texts = {{{.text = "To be"}}};
        project.view.panels["tried line"] = "what a day";
        studio::saveProject(file, project);
        Workspace workspace;
        const studio::CrashCopies copies(workspace);
        int looks = 0;
        connect(&workspace, &Workspace::viewWanted, this, [&] {
            workspace.view().docks = "as the window has it";
            workspace.view().panels["lens"] = "";
            ++looks;
        });
        for (int round = 0; round < 2; ++round) { // also over what was open before
            QVERIFY(!workspace.files().open(file));
            looks = 0;
            TRY_VERIFY((skipPauses(copies), looks > 2)); // what the first finds to copy is begun before the third
            QVERIFY(!std::filesystem::exists(studio::stateFolder() / "autosave"));
        }
    }

    void anEditDuringARunMarksItStale()
    {
        TinyWorkspace workspace;
        trainTo(workspace, 2);
        QVERIFY(!workspace.nextRun().isStale());
        int told = 0;
        connect(&workspace, &Workspace::changed, this,
                [&](Changes changes) { told += changes & Change::Stale ? 1 : 0; });
        studio::setUnits(workspace.document(), 16);
        QVERIFY(workspace.nextRun().isStale());
        TRY_COMPARE(told, 1);
        workspace.document().undoStack().undo();
        QVERIFY(!workspace.nextRun().isStale());
        TRY_COMPARE(told, 2);
        stop(workspace);
    }

    void aCheckpointOpensAsAProject()
    {
        std::filesystem::path checkpoint;
        std::size_t layers = 0;
        {
            TinyWorkspace workspace;
            layers = workspace.document().content().nodes.size();
            trainTo(workspace, 5);
            stop(workspace);
            checkpoint = workspace.runs().newestCheckpoint();
        }
        Workspace workspace;
        QVERIFY(!workspace.files().open(checkpoint));
        QCOMPARE(workspace.document().content().nodes.size(), layers);
        QCOMPARE(workspace.runs().newestCheckpoint(), checkpoint);
        const studio::RunRecord& read = workspace.runs().all().front();
        QCOMPARE(read.start.batchUnits, std::int64_t{4 * 8});
        QVERIFY(read.perSecond(read.curve.size() - 1) > 0);
        QVERIFY(workspace.files().path().empty());
    }

    void aTextJoinsTheDrawing()
    {
        write(path("poem.txt"), "so much depends upon a red wheel barrow");
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        QVERIFY(!workspace.files().open(path("poem.txt")));
        QCOMPARE(workspace.data().file(), path("poem.txt"));
        QCOMPARE(workspace.document().content().nodes.size(), std::size_t{5});
        workspace.document().undoStack().undo();
        QVERIFY(workspace.data().file() != path("poem.txt"));
    }

    void aSolverJoinsTheDrawing()
    {
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_karpathy_solver.prototxt"));
        QCOMPARE(engine::textParam(workspace.document().content().solver.params, "type"), std::string("RMSProp"));
        QCOMPARE(workspace.document().content().nodes.size(), std::size_t{5});
    }

    void aSolverOfMyCaffesNameBesideTheNetIsItsSolver()
    {
        std::filesystem::create_directories(path("mycaffe"));
        std::filesystem::copy(modelsFolder() / "char_rnn_small.prototxt", path("mycaffe") / "train_val.prototxt");
        const auto rateWith = [&](const std::string& solver) {
            write(path("mycaffe") / "solver.prototxt", solver);
            Workspace workspace;
            QSignalSpy noted(&workspace, &Workspace::noted);
            const auto refused = workspace.files().open(path("mycaffe") / "train_val.prototxt");
            const bool named = !noted.isEmpty() && noted.back().at(0).toString().contains("solver.prototxt");
            if (named != workspace.nextRun().hasModelFile()) { // a terminal takes the same file
                return -2.0;
            }
            const engine::SolverSettings& settings = workspace.document().content().solver;
            return refused ? -1.0 : engine::floatParam(settings.params, "base_lr");
        };
        QCOMPARE(rateWith("base_lr: 0.125\nlr_policy: \"fixed\"\n"), 0.125);
        QCOMPARE(rateWith("net: \"train_val.prototxt\"\nbase_lr: 0.25\nlr_policy: \"fixed\"\n"), 0.25);
        QVERIFY(rateWith("net: \"other.prototxt\"\nbase_lr: 0.5\nlr_policy: \"fixed\"\n") != 0.5);
    }

    void binaryDataAreNoText()
    {
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        const std::filesystem::path before = workspace.data().file();
        std::string bytes;
        for (unsigned number = 1; number < 4000; ++number) {
            const auto byte = static_cast<char>(number * 2'654'435'761U >> 24);
            bytes += byte == '\0' ? 'x' : byte; // as compressed data may be: without a zero
        }
        write(path("packed.txt"), bytes);
        const auto refused = workspace.data().choose(path("packed.txt"));
        QVERIFY(refused && refused->contains("is not text but binary data"));
        QCOMPARE(workspace.data().file(), before);
        write(path("latin.txt"), "Fr\xFChling l\xE4sst sein blaues Band\r\n\twieder flattern\f");
        QVERIFY(!workspace.data().choose(path("latin.txt")));
    }

    void whatASolverSaysBesidesItsNumbersIsTakenOrTold()
    {
        std::filesystem::create_directories(path("said"));
        std::filesystem::copy(modelsFolder() / "char_rnn_small.prototxt", path("said") / "net.prototxt");
        write(path("said") / "net_solver.prototxt",
              "base_lr: 0.1\nlr_policy: \"fixed\"\nclip_gradient: 5\nrandom_seed: -1\nweights: \"start.hamnet\"\n"
              "net: \"net.prototxt\"\nsnapshot_prefix: \"snap\"\nsnapshot: 7\ntest_interval: 0\n");
        Workspace workspace;
        QSignalSpy noted(&workspace, &Workspace::noted);
        QVERIFY(!workspace.files().open(path("said") / "net.prototxt"));
        QVERIFY(noted.count() == 1 && noted.at(0).at(0).toString().contains("did you mean clip_gradients?"));

        const studio::TrainingRequest request = workspace.nextRun().request();
        QCOMPARE(request.run.first.file, path("said") / "start.hamnet");
        const engine::RunSettings run = studio::runSettingsOf(request);
        QCOMPARE(run.checkpointEvery, std::int64_t{7});
        QCOMPARE(run.validateEvery, std::int64_t{0});
        QCOMPARE(request.notes.size(), std::size_t{2});
        QVERIFY(QString::fromStdString(request.notes.at(0)).contains("clip_gradient is not known"));
        QVERIFY(QString::fromStdString(request.notes.at(1)).contains("snapshot_prefix has no effect"));

        const std::uint64_t drawn = workspace.nextRun().runSettings().seed;
        write(path("said") / "start.hamnet", "no weights");
        QVERIFY(!workspace.nextRun().train()); // it ends at once
        QVERIFY(workspace.nextRun().runSettings().seed != drawn);
        QCOMPARE(studio::runSettingsOf(workspace.training().request()).seed, drawn);
        QVERIFY(waitFor(workspace, State::Idle));
        workspace.document().change("seed", [](editor::Content& content) {
            content.solver.params.insert_or_assign("random_seed", std::int64_t{42});
        });
        QCOMPARE(workspace.nextRun().runSettings().seed, std::uint64_t{42});
    }

    void aBrokenFileLeavesTheDrawingAsItWas()
    {
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        QVERIFY(!workspace.files().save(path("whole.hamnet")));
        std::string bytes = contentsOf(path("whole.hamnet"));
        bytes[bytes.size() / 2] ^= 0x40;
        write(path("broken.hamnet"), bytes);
        write(path("broken.prototxt"), "name: \"x\"\nlayer { name: ");
        const editor::Content before = workspace.document().content();
        for (const auto& [name, words] :
             {std::pair("broken.prototxt", "broken.prototxt:2:"), std::pair("broken.hamnet", "broken.hamnet")}) {
            const auto said = workspace.files().open(path(name));
            QVERIFY(said && said->contains(words));
            QVERIFY(workspace.document().content() == before);
            QCOMPARE(workspace.files().path(), path("whole.hamnet"));
        }
    }

private:
    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

HAMNET_QT_TEST(WorkspaceTest)
#include "workspace_test.moc"

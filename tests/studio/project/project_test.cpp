// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project.h"
#include "editor/document/document.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/graph/error.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/studio/project/project_sample.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace {

using studio::Project;

std::filesystem::path goldenFile()
{
    return sourceRoot() / "tests/golden/files/project_sample.hamnet";
}

bool has(const std::string& sentence, std::string_view part)
{
    return sentence.find(part) != std::string::npos;
}

studio::RunRecord runWith(const std::filesystem::path& checkpoint)
{
    studio::RunRecord run;
    run.id = 1;
    run.checkpoints = {{1, checkpoint.string(), false}};
    return run;
}

class ProjectTest : public QObject {
    Q_OBJECT

private slots:
    void givesBackEveryFieldToTheBit()
    {
        studio::saveProject(m_file, studio::sampleProject());
        const Project read = studio::loadProject(m_file);
        QVERIFY(studio::sameBits(read, studio::sampleProject()));
        QVERIFY(std::isnan(read.runs[0].curve[1].loss));
        QCOMPARE(read.content.notes[0].text, QStringLiteral("Größe"));
    }

    void givesBackAnEmptyProject()
    {
        studio::saveProject(m_file, {});
        QVERIFY(studio::sameBits(studio::loadProject(m_file), {}));
    }

    void givesBackDrawingsThatAreNotDone()
    {
        Project project;
        project.content.nodes = {
            {.id = 1, .layer = {.name = "lstm", .type = "LSTM", .bottoms = {"", ""}}, .position = {}},
            {.id = 2, .layer = {.name = "lstm", .type = "", .bottoms = {"nowhere"}}, .position = {}}};
        project.content.nextId = 3;
        studio::saveProject(m_file, project);
        QVERIFY(studio::loadProject(m_file).content == project.content);
    }

    void savedTwiceIsTheSameFile()
    {
        studio::saveProject(m_file, studio::sampleProject());
        const std::vector<std::byte> first = engine::bytesOf(m_file);
        studio::saveProject(m_file, studio::loadProject(m_file));
        QVERIFY(engine::bytesOf(m_file) == first);
    }

    void ofAnotherBuildReads()
    {
        QVERIFY(studio::sameBits(studio::loadProject(goldenFile()), studio::sampleProject()));
    }

    void isTheSameFileOnEachSystem()
    {
        studio::saveProject(m_file, studio::sampleProject());
        QVERIFY(engine::bytesOf(m_file) == engine::bytesOf(goldenFile()));
    }

    void placesThatAreNoNumbersAreMended()
    {
        Project project = studio::sampleProject();
        project.content.nodes[0].position.setX(std::nan(""));
        project.view.zoom = std::nan("");
        studio::saveProject(m_file, project);
        const Project read = studio::loadProject(m_file);
        QCOMPARE(read.content.nodes[0].position.x(), 0.0);
        QCOMPARE(read.view.zoom, 1.0);
    }

    void projectAndCheckpointAreToldApart()
    {
        studio::saveProject(m_file, {});
        QVERIFY(studio::kindOf(m_file) == studio::FileKind::Project);
        engine::saveCheckpoint(m_file, engine::sampleCheckpoint());
        QVERIFY(studio::kindOf(m_file) == studio::FileKind::Checkpoint);
        engine::writeContainer(m_file, {});
        QVERIFY(has(sentenceOf([&] { studio::kindOf(m_file); }), "neither a project nor a checkpoint"));
    }

    void aCheckpointIsRefusedAsAProject()
    {
        engine::saveCheckpoint(m_file, engine::sampleCheckpoint());
        QVERIFY(has(sentenceOf([&] { studio::loadProject(m_file); }), "is a checkpoint of a run"));
    }

    void somethingElseIsRefused()
    {
        const std::filesystem::path text = m_folder.write("text.hamnet", std::string(1000, 'x'));
        QVERIFY(has(sentenceOf([&] { studio::loadProject(text); }), "is no Hamnet file"));
        QVERIFY(has(sentenceOf([&] { studio::loadProject(m_folder.path() / "missing.hamnet"); }), "No such file"));
    }

    void ofAnotherStructureIsRefused()
    {
        studio::saveProject(m_file, studio::sampleProject());
        std::vector<std::byte> bytes = engine::bytesOf(m_file);
        // Boost writes the version of the class at the head of the archive: tracking (1 byte), then the version.
        const std::size_t project = engine::sectionPlaces(bytes)[1].offset;
        for (const int version : {0, 99}) {
            bytes[project + 1] = std::byte(version);
            engine::sealAgain(bytes);
            engine::writeBytes(m_file, bytes);
            QVERIFY(has(sentenceOf([&] { studio::loadProject(m_file); }),
                        "its structure has version " + std::to_string(version) + ", but this is Hamnet"));
        }
    }

    void whatDoesNotAddUpIsRefused()
    {
        const std::pair<void (*)(Project&), const char*> cases[] = {
            {[](Project& project) { project.texts[1].held[0].layer.clear(); }, "a unit to clamp is"},
            {[](Project& project) { project.choice.settings["iterations"] = -3; }, "iterations is -3"},
            {[](Project& project) { project.runs[0].run.settings.emplace("colour", std::string("red")); },
             "there is no setting \"colour\""},
            {[](Project& project) { project.content.notes[0].id = project.content.nodes[0].id; },
             "a part with the number 2"},
            {[](Project& project) { project.runs.push_back(project.runs[0]); }, "a run with the number 3"},
            {[](Project& project) { project.nextRun = project.runs[0].id; }, "but the next run has the number 3"}};
        for (const auto& [damage, sentence] : cases) {
            Project project = studio::sampleProject();
            damage(project);
            QVERIFY2(has(refusalOf(project), sentence), sentence);
        }
    }

    /// The next node and the next run get these numbers.
    void countingDoesNotComeToAnEnd()
    {
        for (const int number : {0, -1, std::numeric_limits<int>::max()}) {
            Project nodes, runs;
            nodes.content.nextId = runs.nextRun = number;
            QVERIFY(has(refusalOf(nodes), "counts on from " + std::to_string(number)));
            QVERIFY(has(refusalOf(runs), "counts on from " + std::to_string(number)));
        }
    }

    void aFailedSaveLeavesTheEarlierFile()
    {
        studio::saveProject(m_file, studio::sampleProject());
        const std::filesystem::path folder = m_folder.path() / "no such folder" / "play.hamnet";
        QVERIFY(has(sentenceOf([&] { studio::saveProject(folder, {}); }), "No such file"));
        QVERIFY(studio::sameBits(studio::loadProject(m_file), studio::sampleProject()));
    }

    void pathsBelowTheProjectMoveWithIt()
    {
        const std::filesystem::path here = m_folder.path() / "here", there = m_folder.path() / "there";
        std::filesystem::create_directories(here);
        Project project = studio::sampleProject();
        project.content.corpus = (here / "texts/play.txt").string();
        project.runs[0].checkpoints[0].file = (here / "play.runs/run-3.hamnet").string();
        studio::saveProject(here / "play.hamnet", project);
        QCOMPARE(studio::loadProject(here / "play.hamnet").content.corpus, project.content.corpus);

        std::filesystem::rename(here, there);
        const Project moved = studio::loadProject(there / "play.hamnet");
        QCOMPARE(moved.content.corpus, (there / "texts/play.txt").string());
        QCOMPARE(moved.runs[0].checkpoints[0].file, (there / "play.runs/run-3.hamnet").string());
        QCOMPARE(moved.runs[0].checkpoints[1].file, project.runs[0].checkpoints[1].file); // lay elsewhere
    }

    void runsLieBesideTheProject()
    {
        QCOMPARE(studio::runsFolder("/home/me/play.hamnet"), std::filesystem::path("/home/me/play.runs"));
        QCOMPARE(studio::runsFolder("play.two.hamnet"), std::filesystem::path("play.two.runs"));
    }

    void eachRunGetsAFileOfItsOwn()
    {
        const std::filesystem::path folder = m_folder.path() / "play.runs";
        Project project;
        QCOMPARE(studio::nextRunFile(folder, project), folder / "run-1.hamnet");
        m_folder.write("play.runs/run-1.hamnet", "");
        QCOMPARE(studio::nextRunFile(folder, project), folder / "run-2.hamnet");
        project.runs = {runWith(folder / "run-2.hamnet")};
        QCOMPARE(studio::nextRunFile(folder, project), folder / "run-3.hamnet");
        QVERIFY(!sentenceOf([&] { studio::nextRunFile("/dev/null/runs", project); }).empty());
    }

    /// Whoever brought the folder may have laid it there: what is written to it would be written elsewhere.
    void aRunsNameIsTakenByALinkToo()
    {
        const std::filesystem::path folder = m_folder.path() / "linked.runs", elsewhere = m_folder.path() / "elsewhere";
        std::filesystem::create_directories(folder);
        std::filesystem::create_symlink(elsewhere, folder / "run-1.hamnet");
        std::filesystem::create_symlink(elsewhere, folder / "run-2.best.hamnet");
        QCOMPARE(studio::nextRunFile(folder, {}), folder / "run-3.hamnet");
    }

    void noRunLiesBehindALink()
    {
        const std::filesystem::path runs = m_folder.path() / "led.runs", inside = m_folder.path() / "inside";
        std::filesystem::create_directories(inside);
        std::filesystem::create_directory_symlink(m_folder.path().parent_path(), runs);
        QVERIFY(has(sentenceOf([&] { studio::nextRunFile(runs, {}); }), "is a link to another place"));
        std::filesystem::remove(runs);
        std::filesystem::create_directory_symlink(inside, runs); // beside the project all the same
        QCOMPARE(studio::nextRunFile(runs, {}), runs / "run-1.hamnet");
    }

    void theFirstSaveMovesTheRuns()
    {
        const std::filesystem::path from = m_folder.path() / "unsaved", to = m_folder.path() / "first.runs";
        std::filesystem::create_directories(from);
        m_folder.write("unsaved/run-1.hamnet", "weights");
        Project project;
        project.runs = {runWith(from / "run-1.hamnet")};
        std::vector<engine::Sentence> notes;
        studio::moveRuns(project, from, to, notes);
        QVERIFY(notes.empty());
        QCOMPARE(project.runs[0].checkpoints[0].file, (to / "run-1.hamnet").string());
        QCOMPARE(contentsOf(to / "run-1.hamnet"), std::string("weights"));
        QVERIFY(!std::filesystem::exists(from));
        studio::moveRuns(project, from, m_folder.path() / "never.runs", notes);
        QVERIFY(!std::filesystem::exists(m_folder.path() / "never.runs"));
    }

    void linksAmongTheRunsStay()
    {
        const std::filesystem::path from = m_folder.path() / "mixed", to = m_folder.path() / "mixed.runs";
        std::filesystem::create_directories(from);
        m_folder.write("mixed/run-1.hamnet", "weights");
        const std::filesystem::path secret = m_folder.write("secret.hamnet", "secret");
        std::filesystem::create_symlink(secret, from / "run-2.hamnet");
        Project project;
        std::vector<engine::Sentence> notes;
        studio::moveRuns(project, from, to, notes);
        QVERIFY(notes.empty());
        QVERIFY(std::filesystem::exists(to / "run-1.hamnet"));
        QVERIFY(!std::filesystem::exists(to / "run-2.hamnet"));
        QVERIFY(std::filesystem::is_symlink(from / "run-2.hamnet"));
        QCOMPARE(contentsOf(secret), std::string("secret"));
    }

    void whatCannotBeMovedStaysWithItsRecord()
    {
        const std::filesystem::path from = m_folder.path() / "old", to = m_folder.path() / "new.runs";
        std::filesystem::create_directories(from);
        std::filesystem::create_directories(to);
        m_folder.write("old/run-1.hamnet", "mine");
        m_folder.write("new.runs/run-1.hamnet", "another's");
        Project project;
        project.runs = {runWith(from / "run-1.hamnet")};
        std::vector<engine::Sentence> notes;
        studio::moveRuns(project, from, to, notes);
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(project.runs[0].checkpoints[0].file, (from / "run-1.hamnet").string());
        QCOMPARE(contentsOf(to / "run-1.hamnet"), std::string("another's"));
    }

private:
    std::string refusalOf(const Project& project) const
    {
        studio::saveProject(m_file, project);
        return sentenceOf([&] { studio::loadProject(m_file); });
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder.path() / "play.hamnet";
};

} // namespace

HAMNET_QT_TEST(ProjectTest)
#include "project_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/followed_runs.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/error.h"
#include "tests/support/event_line.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <QSignalSpy>

namespace studio {
namespace {

std::string start(int iteration)
{
    return eventLine(engine::StartEvent{.engine = "ONEDNN",
                                        .device = "cpu",
                                        .seed = 3,
                                        .iteration = iteration,
                                        .iterations = 40,
                                        .batchUnits = 16,
                                        .stepsPerEpoch = 10});
}

std::string step(int iteration, double loss = 1.5)
{
    engine::TrainEvent event{{.iteration = iteration,
                              .seconds = static_cast<double>(iteration),
                              .loss = loss,
                              .learningRate = 0.01,
                              .gradientNorm = 1}};
    event.perSecond = 1600;
    return eventLine(event);
}

std::string validation(int iteration)
{
    return eventLine(
        engine::ValidationEvent{.iteration = iteration, .loss = 1.25, .metrics = {{"accuracy", 0.5}}, .best = true});
}

const std::string sample = eventLine(engine::SampleEvent{.iteration = 2, .seed = 9, .text = "The bell"});
const std::string pause = eventLine(engine::PauseEvent{.iteration = 2, .paused = true});
const std::string end = eventLine(
    engine::EndEvent{.iterations = 4, .seconds = 4, .reason = engine::EndReason::Stopped, .verdict = "so it went"});

/// A folder that a test writes to in a run's place.
class Folder {
public:
    Folder() { watch::writeDown(watch::thisWriter(), m_run); }
    explicit Folder(const std::filesystem::path& path) : m_run(path)
    {
        std::filesystem::create_directories(path);
        watch::writeDown(watch::thisWriter(), m_run);
    }

    std::filesystem::path path() const { return m_run.path(); }
    const watch::RunFolder& run() const { return m_run; }
    void append(const std::string& lines) const { std::ofstream(m_run.log(), std::ios::app) << lines; }
    void replace(const std::string& lines) const { std::ofstream(m_run.log(), std::ios::trunc) << lines; }

private:
    TemporaryFolder m_home;
    watch::RunFolder m_run{m_home.path()};
};

} // namespace

class FollowTest : public QObject {
    Q_OBJECT

private slots:
    void theRecordGrowsAsTheLogDoes()
    {
        const Folder folder;
        folder.append(start(0) + step(1) + step(2) + validation(2) + sample + step(3).substr(0, 20));
        const FollowedRun run(folder.path(), 7);
        TRY_COMPARE(run.record().curve.size(), 2U);
        const RunRecord& record = run.record();
        QCOMPARE(record.id, 7);
        QCOMPARE(record.start.engine, "ONEDNN");
        QCOMPARE(record.perSecond(1), 16.0);
        QCOMPARE(record.validations.size(), 1U);
        QCOMPARE(record.validations[0].metrics, (std::vector<engine::Metric>{{"accuracy", 0.5}}));
        QCOMPARE(record.samples.at(0).text, "The bell");
        QCOMPARE(run.state(), FollowedRun::State::Training);
        QCOMPARE(run.record().start.iterations, 40);
        folder.append("tion\":\n" + step(6) + end);
        TRY_COMPARE(run.state(), FollowedRun::State::Ended);
        QCOMPARE(record.curve.size(), 3U);
        QCOMPARE(record.perSecond(2), 16.0); // four iterations in four seconds
        QCOMPARE(run.record().end.value().verdict, "so it went");
    }

    void aPartThatGoesOnReplacesWhatWasLost()
    {
        const Folder folder;
        folder.append(start(0) + step(1) + validation(1) + step(2) + step(3) + validation(3));
        const FollowedRun run(folder.path(), 1);
        TRY_COMPARE(run.record().validations.size(), 2U);
        folder.append(start(1) + step(2, 0.5) + step(3, 0.25));
        TRY_VERIFY(run.record().curve.size() == 3 && run.record().curve.loss(2) == 0.25F);
        QCOMPARE(run.record().curve.loss(1), 0.5F);
        QCOMPARE(run.record().validations.size(), 1U);
    }

    void aLogThatIsReplacedBeginsAnew()
    {
        const Folder folder;
        folder.append(start(0) + step(1) + step(2) + step(3));
        const FollowedRun run(folder.path(), 1);
        TRY_COMPARE(run.record().curve.size(), 3U);
        folder.replace(start(0) + step(1, 9));
        TRY_COMPARE(run.record().curve.size(), 1U);
        QCOMPARE(run.record().curve.loss(0), 9.F);
    }

    void aRunWhoseProcessIsGoneIsToldToBe()
    {
        const Folder folder;
        watch::RunWriter gone = watch::thisWriter();
        gone.process.start += "1";
        watch::writeDown(gone, folder.run());
        folder.append(start(0) + step(1));
        const FollowedRun run(folder.path(), 1);
        TRY_COMPARE(run.state(), FollowedRun::State::Gone);
        QCOMPARE(run.record().curve.size(), 1U);
    }

    void itIsAskedAndAnswers()
    {
        const Folder folder;
        folder.append(start(0) + step(1));
        FollowedRun run(folder.path(), 1);
        std::optional<watch::Request> request;
        const auto isAsked = [&](watch::Request wanted) { // asked again and again, but a request is taken once
            const std::optional<watch::Request> taken = watch::takeRequest(folder.run());
            request = taken ? taken : request;
            return request == wanted;
        };
        TRY_COMPARE(run.state(), FollowedRun::State::Training);
        run.ask(watch::Request::GoOn);
        QVERIFY2(!run.asked(), "it is not paused");
        run.ask(watch::Request::Pause);
        QVERIFY(run.asked());
        TRY_VERIFY(isAsked(watch::Request::Pause));
        folder.append(pause);
        TRY_COMPARE(run.state(), FollowedRun::State::Paused);
        run.ask(watch::Request::GoOn);
        TRY_VERIFY(isAsked(watch::Request::GoOn));
        folder.append(eventLine(engine::PauseEvent{.iteration = 2, .paused = false}));
        TRY_COMPARE(run.state(), FollowedRun::State::Training);
        run.ask(watch::Request::Stop);
        TRY_VERIFY(isAsked(watch::Request::Stop));
    }

    /// As where a shared disk is away for a while: the curve stays.
    void whatWasAskedEndsWithItsPartOfTheRun()
    {
        const Folder folder;
        folder.append(start(0) + step(1));
        FollowedRun run(folder.path(), 1);
        TRY_COMPARE(run.state(), FollowedRun::State::Training);
        run.ask(watch::Request::Stop);
        QCOMPARE(run.asked(), watch::Request::Stop);
        folder.append(end + start(1) + step(2)); // which one look finds
        TRY_VERIFY(!run.asked());
        QCOMPARE(run.state(), FollowedRun::State::Training);
        QVERIFY(run.problem().isEmpty()); // as that nobody answered
    }

    void aFolderThatVanishesIsSaidAndReadFurther()
    {
        const TemporaryFolder home;
        const std::filesystem::path path = home.path() / "run", away = home.path() / "away";
        const Folder folder(path);
        folder.append(start(0) + step(1) + step(2));
        const FollowedRun run(path, 1);
        TRY_COMPARE(run.record().curve.size(), 2U);
        std::filesystem::rename(path, away);
        TRY_VERIFY(run.problem().contains(QStringLiteral("is gone")));
        QCOMPARE(run.record().curve.size(), 2U);
        std::filesystem::rename(away, path);
        folder.append(step(3));
        TRY_COMPARE(run.record().curve.size(), 3U);
        TRY_VERIFY2(run.problem().isEmpty(), qPrintable(run.problem()));
    }

    void aFolderWithoutARunIsRefused()
    {
        const TemporaryFolder empty;
        FollowedRuns runs;
        QVERIFY_THROWS_EXCEPTION(engine::Error, runs.add(empty.path()));
        QVERIFY(runs.added().empty());
    }

    /// The log has their names alone.
    void netAndSolverAreThoseOfItsDescription()
    {
        const Folder folder;
        const engine::RunDescription described{.model = {.name = "net", .layers = {{.name = "text", .type = "Text"}}}};
        std::ofstream(folder.run().description()) << engine::toJson(described);
        folder.append(start(0) + step(1));
        const FollowedRun run(folder.path(), 1);
        TRY_VERIFY(run.record().start.model.find("type: \"Text\"") != std::string::npos);
        QCOMPARE(run.record().run.model.name, std::string("net"));
    }

    /// To be asked, it would fail, or stand still, in its queue.
    void aQueuesRunIsNotAskedAndItsFolderListedOnce()
    {
        const Folder folder;
        folder.append(start(0) + step(1));
        FollowedRuns runs;
        const FollowedRun& run = runs.follow(folder.path(), -1);
        TRY_COMPARE(run.state(), FollowedRun::State::Training);
        runs.ask({-1}, watch::Request::Stop);
        QVERIFY(!run.asked());
        runs.add(folder.path());
        runs.add(folder.path());
        QCOMPARE(runs.added().size(), std::size_t{1});
    }

    /// A log may tell of each hundredth iteration alone.
    void anEndedRunHasTheWholeCurveOfItsCheckpoint()
    {
        const Folder folder;
        engine::Checkpoint saved;
        saved.model = "name: \"net\"\n";
        for (int iteration = 1; iteration <= 4; ++iteration) {
            saved.curve.append({.iteration = iteration, .seconds = static_cast<double>(iteration), .loss = 1.5});
        }
        engine::saveCheckpoint(folder.run().checkpoint(), saved);
        folder.append(start(0) + step(2) + step(4) + end);
        const FollowedRun run(folder.path(), 1);
        TRY_COMPARE(run.state(), FollowedRun::State::Ended);
        QCOMPARE(run.record().curve.size(), 4U);
    }

    void seedsAreFoundAsTheyBeginAndStoppedWithTheOthers()
    {
        const TemporaryFolder home;
        FollowedRuns runs;
        QSignalSpy found(&runs, &FollowedRuns::found);
        const Folder first(watch::seedFolder(home.path(), 1).path());
        std::filesystem::create_directory(home.path() / "seed2"); // that has not begun
        first.append(start(0) + step(1));
        runs.add(home.path());
        TRY_COMPARE(found.count(), 1);
        const auto* run = runs.added().front();
        QVERIFY(run->record().name.ends_with("/seed1"));
        TRY_COMPARE(run->state(), FollowedRun::State::Training);
        runs.ask({run->record().id}, watch::Request::Stop);
        TRY_VERIFY(std::filesystem::exists(first.run().request()));
        const auto waitForFound = [&](int runsFound) { TRY_VERIFY((skipPauses(runs), found.count() == runsFound)); };
        const Folder second(watch::seedFolder(home.path(), 2).path());
        second.append(start(0));
        waitForFound(2);
        TRY_VERIFY(std::filesystem::exists(second.run().request()));
        QCOMPARE(runs.added().size(), std::size_t{2});
        runs.remove(run->record().id);
        const Folder third(watch::seedFolder(home.path(), 3).path());
        third.append(start(0));
        waitForFound(3);
        QVERIFY2(runs.added().size() == 2, "it stays away");
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::FollowTest)
#include "follow_test.moc"

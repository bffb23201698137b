// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/follow_window.h"
#include "app/studio/plots/loss_plot.h"
#include "app/watch/run_request.h"
#include "engine/graph/error.h"
#include "tests/support/event_line.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <QLabel>
#include <QPushButton>
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

    std::filesystem::path path() const { return m_home.path(); }
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
    void theRecordGrowsAsTheLogDoes();
    void aPartThatGoesOnReplacesWhatWasLost();
    void aLogThatIsReplacedBeginsAnew();
    void aRunWhoseProcessIsGoneIsToldToBe();
    void theWindowShowsCurveAndStateBesideOtherRuns();
    void theButtonsAsk();
    void aFolderThatVanishesIsSaidAndReadFurther();
    void aFolderWithoutARunIsRefused();
};

void FollowTest::theRecordGrowsAsTheLogDoes()
{
    const Folder folder;
    folder.append(start(0) + step(1) + step(2) + validation(2) + sample + R"({"event":"train","itera)");
    const FollowedRun run(folder.path(), 7);
    QTRY_COMPARE_WITH_TIMEOUT(run.record().curve.size(), 2U, patience);
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
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), FollowedRun::State::Ended, patience);
    QCOMPARE(record.curve.size(), 3U);
    QCOMPARE(record.perSecond(2), 16.0); // four iterations in four seconds
    QCOMPARE(run.record().end.value().verdict, "so it went");
}

void FollowTest::aPartThatGoesOnReplacesWhatWasLost()
{
    const Folder folder;
    folder.append(start(0) + step(1) + validation(1) + step(2) + step(3) + validation(3));
    const FollowedRun run(folder.path(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(run.record().validations.size(), 2U, patience);
    folder.append(start(1) + step(2, 0.5) + step(3, 0.25));
    QTRY_VERIFY_WITH_TIMEOUT(run.record().curve.size() == 3 && run.record().curve.loss(2) == 0.25F, patience);
    QCOMPARE(run.record().curve.loss(1), 0.5F);
    QCOMPARE(run.record().validations.size(), 1U);
}

void FollowTest::aLogThatIsReplacedBeginsAnew()
{
    const Folder folder;
    folder.append(start(0) + step(1) + step(2) + step(3));
    const FollowedRun run(folder.path(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(run.record().curve.size(), 3U, patience);
    folder.replace(start(0) + step(1, 9));
    QTRY_COMPARE_WITH_TIMEOUT(run.record().curve.size(), 1U, patience);
    QCOMPARE(run.record().curve.loss(0), 9.F);
}

void FollowTest::aRunWhoseProcessIsGoneIsToldToBe()
{
    const Folder folder;
    watch::RunWriter gone = watch::thisWriter();
    gone.process.start += "1";
    watch::writeDown(gone, folder.run());
    folder.append(start(0) + step(1));
    const FollowedRun run(folder.path(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), FollowedRun::State::Gone, patience);
    QCOMPARE(run.record().curve.size(), 1U);
}

void FollowTest::theWindowShowsCurveAndStateBesideOtherRuns()
{
    const Folder folder;
    folder.append(start(0) + step(1) + step(2));
    RunRecord other;
    other.id = 4;
    other.curve = {{.iteration = 1, .seconds = 1, .loss = 2}};
    FollowWindow window(folder.path(), {other});
    QTRY_COMPARE_WITH_TIMEOUT(window.run().record().curve.size(), 2U, patience);
    const PlottedRuns& runs = window.plot().runs();
    QCOMPARE(runs.current().curves.id(), 5);
    QCOMPARE(runs.shownCurves().size(), 1U);
    QCOMPARE(runs.earlier().size(), 1U);
    auto* const state = window.findChild<QLabel*>(QStringLiteral("followedState"));
    QCOMPARE(state->text(), QStringLiteral("Training."));
    folder.append(eventLine(engine::MetersEvent{.iteration = 2,
                                                .devices = {{.celsius = 50,
                                                             .joules = 5,
                                                             .name = "NVIDIA H100",
                                                             .utilisationPercent = 97,
                                                             .usedBytes = 1'073'741'824,
                                                             .totalBytes = 85'899'345'920}}}) +
                  step(3));
    const auto tellsOfTheDevice = [&] {
        const QList<QLabel*> labels = window.findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("NVIDIA H100: 97 %, 1.0 GiB of 80.0 GiB, 50 °C"));
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(tellsOfTheDevice(), patience);
    folder.append(pause);
    QTRY_COMPARE_WITH_TIMEOUT(state->text(), QStringLiteral("Paused."), patience);
    folder.append(end);
    QTRY_COMPARE_WITH_TIMEOUT(state->text(), QStringLiteral("Ended. so it went"), patience);
    QVERIFY(!window.findChild<QPushButton*>(QStringLiteral("stopFollowed"))->isEnabled());
}

void FollowTest::theButtonsAsk()
{
    const Folder folder;
    folder.append(start(0) + step(1));
    const FollowWindow window(folder.path(), {});
    auto* const pausing = window.findChild<QPushButton*>(QStringLiteral("pauseFollowed"));
    auto* const stopping = window.findChild<QPushButton*>(QStringLiteral("stopFollowed"));
    QTRY_VERIFY_WITH_TIMEOUT(pausing->isEnabled(), patience);
    std::optional<watch::Request> request;
    const auto isAsked = [&](watch::Request wanted) { // asked again and again, but a request is taken once
        const std::optional<watch::Request> taken = watch::takeRequest(folder.run());
        request = taken ? taken : request;
        return request == wanted;
    };
    pausing->click();
    QVERIFY(!pausing->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(isAsked(watch::Request::Pause), patience);
    folder.append(pause);
    QTRY_VERIFY_WITH_TIMEOUT(pausing->isEnabled(), patience);
    pausing->click();
    QTRY_VERIFY_WITH_TIMEOUT(isAsked(watch::Request::GoOn), patience);
    folder.append(eventLine(engine::PauseEvent{.iteration = 2, .paused = false}));
    QTRY_VERIFY_WITH_TIMEOUT(stopping->isEnabled(), patience);
    stopping->click();
    QTRY_VERIFY_WITH_TIMEOUT(isAsked(watch::Request::Stop), patience);
}

/// As where a shared disk is away for a while: the curve stays.
void FollowTest::aFolderThatVanishesIsSaidAndReadFurther()
{
    const TemporaryFolder home;
    const std::filesystem::path path = home.path() / "run", away = home.path() / "away";
    std::filesystem::create_directory(path);
    const watch::RunFolder folder(path);
    watch::writeDown(watch::thisWriter(), folder);
    std::ofstream(folder.log()) << start(0) + step(1) + step(2);
    const FollowWindow window(path, {});
    const auto* const problem = window.findChild<QLabel*>(QStringLiteral("followProblem"));
    QTRY_COMPARE_WITH_TIMEOUT(window.run().record().curve.size(), 2U, patience);
    std::filesystem::rename(path, away);
    QTRY_VERIFY_WITH_TIMEOUT(problem->text().contains(QStringLiteral("is gone")), patience);
    QCOMPARE(window.run().record().curve.size(), 2U);
    std::filesystem::rename(away, path);
    std::ofstream(folder.log(), std::ios::app) << step(3);
    QTRY_COMPARE_WITH_TIMEOUT(window.run().record().curve.size(), 3U, patience);
    QTRY_VERIFY2_WITH_TIMEOUT(problem->text().isEmpty(), qPrintable(problem->text()), patience);
}

void FollowTest::aFolderWithoutARunIsRefused()
{
    const TemporaryFolder empty;
    QVERIFY_THROWS_EXCEPTION(engine::Error, FollowWindow(empty.path(), {}));
}

} // namespace studio

HAMNET_QT_TEST(studio::FollowTest)
#include "follow_test.moc"

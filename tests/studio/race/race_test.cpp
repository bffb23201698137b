// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/net_variants.h"
#include "app/studio/race/race.h"
#include "engine/cells/library.h"
#include "engine/graph/error.h"
#include "tests/studio/race/contenders.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

using studio::both;
using studio::contenderOn;
using studio::Contestant;
using studio::Race;
using studio::SmallBench;
using studio::SmallRace;
using studio::TrainingSession;

namespace {

/// How many train or start at this moment.
std::ptrdiff_t atWork(const Race& race)
{
    return std::ranges::count_if(race.contestants(), [](const auto& one) {
        return one->state == Contestant::State::Starting || one->state == Contestant::State::Training;
    });
}

} // namespace

class RaceTest : public QObject {
    Q_OBJECT

private slots:
    void onOneDeviceTheyTrainInTurnsFromTheSameWeights()
    {
        SmallRace race;
        std::ptrdiff_t most = 0;
        connect(&race, &Race::changed, this, [&] { most = std::max(most, atWork(race)); });
        race.start(race.bench.request(), both(), {.iterations = 40});
        QCOMPARE(race.state(), Race::State::Running);
        TRY_COMPARE(race.state(), Race::State::Idle);
        QCOMPARE(most, std::ptrdiff_t{1});
        for (const auto& one : race.contestants()) {
            QCOMPARE(one->state, Contestant::State::Done);
            QCOMPARE(one->run.curve.size(), std::size_t{40});
            QCOMPARE(one->run.start.engine, one->contender.device.engine);
            QVERIFY(one->run.curve.loss(39) < one->run.curve.loss(0));
        }
        const Contestant &caffe = *race.contestants()[0], &onednn = *race.contestants()[1];
        QVERIFY(std::abs(caffe.run.curve.loss(0) - onednn.run.curve.loss(0)) < 1e-4);
        QVERIFY2(!std::filesystem::exists(race.bench.checkpoint()), "nothing of a race is kept");
    }

    void whatStartsFromOtherWeightsFails()
    {
        SmallRace race;
        studio::TrainingRequest request = race.bench.request();
        request.run.first.file = race.weightsAfter(5);
        const std::filesystem::path others = race.weightsAfter(6);
        race.start(request, both(), {.seconds = 3});
        TRY_VERIFY(!race.contestants()[0]->run.curve.empty());
        std::filesystem::rename(others, request.run.first.file);
        TRY_COMPARE(race.state(), Race::State::Idle);
        QCOMPARE(race.contestants()[0]->state, Contestant::State::Done);
        const Contestant& other = *race.contestants()[1];
        QCOMPARE(other.state, Contestant::State::Failed);
        QVERIFY2(other.sentence.startsWith(QStringLiteral("does not start from the same weights as CPU/CAFFE")),
                 qPrintable(other.sentence));
        QVERIFY(other.run.curve.empty());
    }

    void aTypedCellIsRacedByTheEnginesThatTakeIt()
    {
        SmallRace race;
        studio::TrainingRequest request = race.bench.request();
        request.run.model = contest::withCell(request.run.model, "cell:janet");
        std::vector<contest::Contender> contenders = contest::allContenders(engine::engineChoices(request.run.model));
        std::erase_if(contenders, [](const contest::Contender& one) { return one.onGpu() || !one.refusal.empty(); });
        QCOMPARE(contenders.size(), std::size_t{2});
        race.toTheEnd(request, contenders, {.iterations = 40});
        const Contestant &caffe = *race.contestants()[0], &fused = *race.contestants()[1];
        QCOMPARE(caffe.run.start.engine, std::string("CAFFE"));
        QCOMPARE(fused.run.start.engine, std::string("FUSED"));
        QCOMPARE(fused.run.curve.size(), std::size_t{40});
        QVERIFY(fused.run.curve.loss(39) < fused.run.curve.loss(0));
        QVERIFY(std::abs(caffe.run.curve.loss(39) - fused.run.curve.loss(39)) < 1e-3);
        QVERIFY(!studio::verdictOf(race).isEmpty());
    }

    void theSpeedOfACellIsMeasuredOnEachEngineThatTakesIt()
    {
        const std::string janet(engine::cells::libraryCell("janet"));
        const editor::CellSpeeds speeds = studio::cellSpeeds(janet, {});
        std::vector<QString> names;
        for (const editor::CellSpeeds::Engine& one : speeds.engines) {
            names.push_back(one.name);
            QVERIFY(one.milliseconds > 0);
        }
        QVERIFY(std::ranges::find(names, QStringLiteral("CPU/FUSED")) != names.end());
        QVERIFY(std::ranges::find(names, QStringLiteral("CPU/CAFFE")) != names.end());
        QVERIFY(std::ranges::find(names, QStringLiteral("CPU/ONEDNN")) == names.end());
        QVERIFY_THROWS_EXCEPTION(engine::CancelledError, studio::cellSpeeds(janet, [] { return false; }));
        QVERIFY_THROWS_EXCEPTION(engine::Error, studio::cellSpeeds("h = tanh(U[3] h[t-1] + W x)", {}));
    }

    void aLimitOfTimeEndsEach()
    {
        SmallRace race;
        constexpr double limit = 1;
        race.toTheEnd(race.bench.request(), both(), {.seconds = limit});
        for (const auto& one : race.contestants()) {
            QCOMPARE(one->state, Contestant::State::Done);
            QVERIFY(one->run.curve.size() > 0);
            double before = 0, longest = 0;
            for (const engine::CurvePoint& point : one->run.curve.points()) {
                longest = std::max(longest, point.seconds - std::exchange(before, point.seconds));
            }
            QVERIFY(before <= limit);
            QVERIFY(before + 2 * longest >= limit);
        }
    }

    void devicesDoNotWaitForEachOther()
    {
        SmallRace race;
        race.start(race.bench.request(), {contenderOn("CPU", "CAFFE"), contenderOn("CUDA:63", "CUDNN")},
                   {.iterations = 100'000'000});
        const Contestant &endless = *race.contestants()[0], &failed = *race.contestants()[1];
        QTRY_COMPARE_WITH_TIMEOUT(failed.state, Contestant::State::Failed, patience);
        QVERIFY(!endless.isOver());
        race.stop();
        QTRY_COMPARE_WITH_TIMEOUT(race.state(), Race::State::Idle, patience);
        QCOMPARE(endless.state, Contestant::State::Stopped);
    }

    void whatCannotRunFailsAlone()
    {
        SmallRace race;
        const std::vector<contest::Contender> some = {contenderOn("CUDA:63", "CUDNN"), contenderOn("CPU", "CAFFE")};
        race.toTheEnd(race.bench.request(), some, {.iterations = 10});
        const Contestant &failed = *race.contestants()[0], &other = *race.contestants()[1];
        QCOMPARE(failed.state, Contestant::State::Failed);
        QVERIFY(!failed.sentence.isEmpty());
        QVERIFY(studio::sentencesOf(race).contains(QStringLiteral("CUDA:63/CUDNN: ") + failed.sentence));
        QCOMPARE(other.state, Contestant::State::Done);
        QCOMPARE(other.run.curve.size(), std::size_t{10});
        QCOMPARE(studio::verdictOf(race), QStringLiteral("Only CPU/CAFFE was measured."));
    }

    void stopsInTheMiddleWithWhatThereIs()
    {
        SmallRace race;
        race.start(race.bench.request(), both(), {.iterations = 100'000'000});
        TRY_VERIFY(race.contestants()[0]->run.curve.size() > 20);
        race.stop();
        TRY_COMPARE(race.state(), Race::State::Idle);
        QCOMPARE(race.contestants()[0]->state, Contestant::State::Stopped);
        QVERIFY(race.contestants()[0]->run.curve.size() > 20);
        QCOMPARE(race.contestants()[1]->state, Contestant::State::Stopped);
        QVERIFY(race.contestants()[1]->run.curve.empty());
        race.toTheEnd(race.bench.request(), both(), {.iterations = 5}); // and may begin again
        QCOMPARE(race.contestants()[1]->run.curve.size(), std::size_t{5});
    }

    void waitsForTheRunThatIsUnderWay()
    {
        SmallRace race;
        studio::TrainingRequest endless = race.bench.request();
        endless.run.settings["iterations"] = std::int64_t{100'000'000};
        QVERIFY(race.run.start(endless));
        race.start(race.bench.request(), both(), {.iterations = 5});
        QCOMPARE(race.state(), Race::State::Waiting);
        TRY_VERIFY(race.run.progressNow().iteration > 10);
        QCOMPARE(atWork(race), std::ptrdiff_t{0});
        race.run.stop();
        TRY_COMPARE(race.state(), Race::State::Running);
        QCOMPARE(race.run.state(), TrainingSession::State::Idle);
        TRY_COMPARE(race.state(), Race::State::Idle);
        QCOMPARE(race.contestants()[1]->run.curve.size(), std::size_t{5});
    }

    void waitsForTheTextThatIsWritten()
    {
        SmallRace race;
        studio::TrainingRequest few = race.bench.request();
        few.run.settings["iterations"] = std::int64_t{5};
        QVERIFY(race.run.start(few));
        TRY_COMPARE(race.run.state(), TrainingSession::State::Idle);
        studio::GenerationRequest longText;
        longText.source.file = race.bench.checkpoint();
        longText.wish.length = 100'000'000;
        QVERIFY(race.writing.start(longText));
        race.start(race.bench.request(), both(), {.iterations = 5});
        TRY_VERIFY(race.writing.text().text.size() > 20);
        QCOMPARE(race.state(), Race::State::Waiting);
        QCOMPARE(atWork(race), std::ptrdiff_t{0});
        race.writing.stop();
        TRY_COMPARE(race.state(), Race::State::Running);
        QVERIFY(!race.writing.isBusy());
        TRY_COMPARE(race.state(), Race::State::Idle);
    }

    void saysWhereOtherProgramsTookTheProcessors()
    {
        SmallRace race;
        race.toTheEnd(race.bench.request(), both(), {.iterations = 5});
        for (const auto& one : race.contestants()) {
            one->told.effort = {};
        }
        contest::Effort& effort = race.contestants()[1]->told.effort;
        const auto says = [&](double others) {
            effort.processPercent = 30;
            effort.machinePercent = 30 + others;
            return !studio::sentencesOf(race).filter(QStringLiteral("Other programs used 60 % of the CPU")).isEmpty();
        };
        QVERIFY(!says(20));
        QVERIFY(says(60));
        contest::Effort& undisturbed = race.contestants()[0]->told.effort; // before it, on the same device
        undisturbed.processPercent = 95;
        undisturbed.machinePercent = 98;
        QVERIFY(says(60));
    }

    void refusesSettingsBeforeItBegins()
    {
        SmallRace race;
        studio::TrainingRequest wrong = race.bench.request();
        wrong.run.settings["threads"] = std::int64_t{-5};
        QVERIFY_THROWS_EXCEPTION(engine::Error, race.start(wrong, both(), {.iterations = 5}));
        QCOMPARE(race.state(), Race::State::Idle);
        race.toTheEnd(race.bench.request(), both(), {.iterations = 5});
        QCOMPARE(race.contestants()[1]->run.curve.size(), std::size_t{5});
    }

    void startsFromTheWeightsInAFile()
    {
        SmallRace race;
        QVERIFY(race.run.start(race.bench.request()));
        TRY_COMPARE(race.run.state(), TrainingSession::State::Idle);
        studio::TrainingRequest request = race.bench.request();
        request.run.first.file = race.bench.checkpoint();
        race.toTheEnd(request, both(), {.iterations = 1});
        const auto& curve = race.run.run().curve;
        for (const auto& one : race.contestants()) {
            QVERIFY2(one->run.curve.loss(0) < 0.9 * static_cast<double>(curve.loss(0)), "the fillers drew others");
        }
    }

    void aContestantThatDivergesSaysWhere()
    {
        SmallRace race;
        studio::TrainingRequest request = race.bench.request();
        request.run.solver = SmallBench::solver("type: \"SGD\" base_lr: 1e6 lr_policy: \"fixed\" max_iter: 60");
        race.toTheEnd(request, {both()[0]}, {.iterations = 100'000'000});
        const Contestant& one = *race.contestants()[0];
        QCOMPARE(one.state, Contestant::State::Done);
        QVERIFY2(one.sentence.startsWith(QStringLiteral("diverged: the ")), qPrintable(one.sentence));
        QVERIFY(!one.run.curve.empty());
        QVERIFY2(std::isfinite(one.run.curve.loss(one.run.curve.size() - 1)), "the step that diverged does not count");
    }
};

HAMNET_QT_TEST(RaceTest)

#include "race_test.moc"

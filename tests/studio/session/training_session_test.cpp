// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/training/run/trainer.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <filesystem>
#include <functional>
#include <map>
#include <QSet>
#include <QSignalSpy>
#include <QTimer>

using studio::SmallBench;
using studio::TrainingRequest;
using studio::TrainingSession;
using State = TrainingSession::State;

namespace {

std::vector<float> lossesOf(const engine::Curve& curve)
{
    std::vector<float> losses;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        losses.push_back(static_cast<float>(curve.loss(index)));
    }
    return losses;
}

/// As the terminal trains it.
std::vector<float> lossesWithoutSession(const TrainingRequest& request, std::int64_t iterations)
{
    engine::CpuDevice device(engine::cpuBackend(), studio::runSettingsOf(request).device.threads);
    engine::Trainer trainer(request.run, engine::Corpus(request.run.data, engine::Encoding::Bytes), device);
    std::vector<float> losses;
    for (std::int64_t iteration = 0; iteration < iterations; ++iteration) {
        losses.push_back(static_cast<float>(trainer.step().loss));
    }
    return losses;
}

engine::EndReason reasonOf(const QSignalSpy& ended)
{
    return ended.at(0).at(0).value<engine::EndReason>();
}

TrainingRequest endless(const SmallBench& bench)
{
    TrainingRequest request = bench.request();
    request.run.settings["iterations"] = 100'000'000;
    request.run.settings["validate_every"] = 0;
    request.run.settings["sample_every"] = 0;
    return request;
}

} // namespace

class TrainingSessionTest : public QObject {
    Q_OBJECT

private slots:
    void tellsEverythingOfARun()
    {
        const SmallBench bench;
        const TrainingRequest request = bench.request();
        TrainingSession session;
        QSignalSpy states(&session, &TrainingSession::stateChanged), started(&session, &TrainingSession::started);
        QSignalSpy ended(&session, &TrainingSession::ended), failed(&session, &TrainingSession::failed);
        engine::Curve curve;
        connect(&session, &TrainingSession::curveGrew, this, [&] {
            QVERIFY(session.run().curve.goesOnFrom(curve));
            curve = session.run().curve;
        });
        QVERIFY(session.start(request));
        QCOMPARE(session.state(), State::Starting);
        QVERIFY2(!session.start(request), "one training at a time");
        TRY_VERIFY(ended.count() == 1);

        QCOMPARE(failed.count(), 0);
        QCOMPARE(started.count(), 1);
        QCOMPARE(states.count(), 3);
        QCOMPARE(session.state(), State::Idle);
        QCOMPARE(lossesOf(curve), lossesWithoutSession(request, 60));
        QVERIFY(reasonOf(ended) == engine::EndReason::Iterations);

        const studio::RunRecord& record = session.run();
        QCOMPARE(record.name, std::string("Run 1"));
        QVERIFY(record.end.value().reason == engine::EndReason::Iterations);
        QCOMPARE(record.start.seed, std::uint64_t{3});
        QCOMPARE(record.start.device, std::string("CPU"));
        QVERIFY(record.start.model.find("LSTM") != std::string::npos);
        QVERIFY(record.start.solver.find("Adam") != std::string::npos);
        QCOMPARE(record.start.data, bench.corpus.string());
        QCOMPARE(lossesOf(record.curve), lossesOf(curve));
        QCOMPARE(record.unitsUntil(60), 60.0 * 8 * 4);
        QCOMPARE(record.validations.size(), std::size_t{3});
        QCOMPARE(record.samples.size(), std::size_t{3});
        QCOMPARE(record.samples.back().iteration, std::int64_t{60});
        QCOMPARE(record.samples.back().bits.size(), std::size_t{30});
        QCOMPARE(record.samples.back().text.size(), std::size_t{30});
        QVERIFY(!record.checkpoints.empty());
        QVERIFY(std::filesystem::exists(bench.checkpoint()));
        QCOMPARE(session.progressNow().iteration, std::int64_t{60});
        QVERIFY(session.progressNow().charsPerSecond > 0);
    }

    /// Curve, validations and samples of one report: who fills a panel with one of them does not wait for the others.
    void tellsAReportInTurnsOfTheEventLoop()
    {
        const SmallBench bench;
        TrainingRequest request = endless(bench);
        request.run.settings["validate_every"] = 500; // more would wait than turns come beside other work
        request.run.settings["sample_every"] = 500;
        TrainingSession session;
        int turn = 0;
        QTimer count;
        connect(&count, &QTimer::timeout, this, [&] { ++turn; });
        std::map<int, QStringList> told; // by turn
        QSet<QString> kinds;
        const auto note = [&](const char* what) {
            told[turn].append(QString::fromLatin1(what));
            kinds.insert(told[turn].back());
        };
        connect(&session, &TrainingSession::curveGrew, this, [&] { note("curve"); });
        connect(&session, &TrainingSession::validated, this, [&] { note("validation"); });
        connect(&session, &TrainingSession::progressed, this, [&] { note("progress"); });
        connect(&session, &TrainingSession::sampled, this, [&] { note("sample"); });
        QVERIFY(session.start(request));
        TRY_VERIFY(session.state() == State::Running);
        passTime(std::chrono::milliseconds(300)); // the next report brings all of them, several times
        told.clear();
        kinds.clear();
        count.start(0);
        TRY_COMPARE(kinds.size(), 4);
        count.stop();
        for (const auto& [when, what] : told) {
            QVERIFY2(what.size() == 1, qPrintable(what.join(QLatin1Char(' '))));
        }
    }

    void reactsToPauseAndStopAtOnce()
    {
        const SmallBench bench;
        TrainingSession session;
        QSignalSpy ended(&session, &TrainingSession::ended);
        session.start(endless(bench));
        TRY_VERIFY(session.run().curve.size() > 100);
        session.pause(); // nothing else comes between its steps: a pause and a stop can only come at once
        TRY_COMPARE(session.state(), State::Paused);
        session.stop();
        QCOMPARE(session.state(), State::Stopping);
        TRY_VERIFY(ended.count() == 1);
        QVERIFY(reasonOf(ended) == engine::EndReason::Stopped);
        QCOMPARE(engine::loadCheckpoint(bench.checkpoint()).iteration, session.run().curve.back().iteration);
    }

    void goesOnFromACheckpointWithItsPast()
    {
        const SmallBench bench;
        TrainingRequest request = bench.request();
        request.run.settings["iterations"] = 25;
        TrainingSession session;
        QSignalSpy ended(&session, &TrainingSession::ended);
        session.start(request);
        TRY_VERIFY(ended.count() == 1);

        TrainingRequest again{.id = 2,
                              .run = {.settings = request.run.settings, .resume = bench.checkpoint()},
                              .checkpoint = request.checkpoint};
        again.run.settings["iterations"] = 60;
        session.start(again);
        TRY_VERIFY(ended.count() == 2);
        QCOMPARE(lossesOf(session.run().curve), lossesWithoutSession(request, 60));
        QCOMPARE(session.run().start.iteration, std::int64_t{25});
        QCOMPARE(session.run().validations.front().iteration, std::int64_t{20});
        QCOMPARE(session.run().samples.front().iteration, std::int64_t{20});
        QCOMPARE(session.run().start.data, bench.corpus.string());
        QCOMPARE(session.run().start.seed, std::uint64_t{3});
    }

    void saysWhyItCannotStart()
    {
        const SmallBench bench;
        const std::pair<const char*, std::function<void(TrainingRequest&)>> damages[] = {
            {"no text was chosen", [](auto& request) { request.run.data.clear(); }},
            {"gone.txt", [&](auto& request) { request.run.data = bench.folder.path() / "gone.txt"; }},
            {"CUDA:99", [](auto& request) { request.run.settings["device"] = "CUDA:99"; }},
            {"CUDNN", [](auto& request) { request.run.settings["engine"] = "CUDNN"; }},
            {"nowhere", [&](auto& request) { request.checkpoint = bench.folder.path() / "nowhere" / "net.hamnet"; }},
            {"mill.txt", [&](auto& request) { request.run.resume = bench.corpus; }},
            {"loss", [](auto& request) { request.run.model.layers.pop_back(); }}};
        TrainingSession session;
        QSignalSpy failed(&session, &TrainingSession::failed), ended(&session, &TrainingSession::ended);
        for (const auto& [sentence, damage] : damages) {
            TrainingRequest request = bench.request();
            damage(request);
            failed.clear();
            QVERIFY(session.start(request));
            TRY_VERIFY(failed.count() == 1);
            QVERIFY2(failed.at(0).at(0).toString().contains(sentence), qPrintable(failed.at(0).at(0).toString()));
            QCOMPARE(session.state(), State::Idle);
            QCOMPARE(ended.count(), 0);
        }
        QVERIFY(session.start(bench.request()));
        TRY_VERIFY(ended.count() == 1);
    }

    void staysCutOffWhereItCannotGoOn()
    {
        const SmallBench bench;
        TrainingRequest request = bench.request();
        request.run.data = bench.folder.path() / "gone.txt";
        request.record = studio::RunRecord();
        TrainingSession session;
        QSignalSpy failed(&session, &TrainingSession::failed);
        QVERIFY(session.start(request));
        TRY_COMPARE(failed.count(), 1);
        QVERIFY(!session.run().hasEnded());
    }

    void outlivesADiskThatFails()
    {
        const SmallBench bench;
        TrainingRequest request = bench.request();
        const std::filesystem::path folder = bench.folder.path() / "disk";
        std::filesystem::create_directory(folder);
        request.checkpoint = folder / "net.hamnet";
        TrainingSession session;
        QSignalSpy troubled(&session, &TrainingSession::troubled), ended(&session, &TrainingSession::ended);
        session.start(request);
        session.step();
        TRY_VERIFY(session.state() == State::Paused && session.run().curve.size() == 1);
        std::filesystem::remove_all(folder);
        session.resume();
        TRY_VERIFY(troubled.count() > 0 && session.state() == State::Paused);
        QVERIFY2(troubled.at(0).at(0).toString().contains("disk"), qPrintable(troubled.at(0).at(0).toString()));
        std::filesystem::create_directory(folder);
        session.resume();
        TRY_VERIFY(ended.count() == 1);
        QCOMPARE(lossesOf(session.run().curve), lossesWithoutSession(request, 60));
        QVERIFY(std::filesystem::exists(request.checkpoint));
    }

    void handsOverTheNetInTraining()
    {
        const SmallBench bench;
        TrainingSession session;
        QSignalSpy ended(&session, &TrainingSession::ended);
        std::shared_ptr<const studio::NetSnapshot> net;
        int answers = 0;
        const auto take = [&](std::shared_ptr<const studio::NetSnapshot> taken) {
            net = std::move(taken);
            ++answers;
        };
        session.snapshot(take);
        TRY_COMPARE(answers, 1);
        QVERIFY2(!net, "nothing was trained yet");
        session.start(endless(bench));
        TRY_VERIFY(session.run().curve.size() > 10);
        session.snapshot(take);
        TRY_COMPARE(answers, 2);
        QVERIFY(net && net->iteration > 0 && !net->weights.empty());
        session.stop();
        session.snapshot(take);
        TRY_VERIFY(ended.count() == 1);
        TRY_COMPARE(answers, 3);
        QCOMPARE(net->iteration, session.run().curve.back().iteration);
    }

    void looksInsideOnlyWhileSomebodySees()
    {
        const SmallBench bench;
        TrainingSession session;
        QSignalSpy looks(&session, &TrainingSession::lookedInside);
        session.start(endless(bench));
        TRY_COMPARE(session.state(), State::Running);
        TRY_VERIFY(session.progressNow().iteration > 200);
        QCOMPARE(looks.size(), 0);
        session.lookInside(true);
        TRY_VERIFY(looks.size() >= 2);
        const auto look = looks.back().at(0).value<std::shared_ptr<const engine::NetLook>>();
        QVERIFY(look->iteration > 200);
        QVERIFY(look->find("lstm"));
        session.pause();
        TRY_COMPARE(session.state(), State::Paused);
        const auto looked = [&] {
            return looks.back().at(0).value<std::shared_ptr<const engine::NetLook>>()->iteration;
        };
        const std::int64_t before = looked();
        const auto stepped = [&] { // none of them is looked into until a look is due again
            const std::int64_t done = session.progressNow().iteration;
            session.step();
            return QTest::qWaitFor([&] { return session.progressNow().iteration > done; }, patience) &&
                   looked() > before;
        };
        TRY_VERIFY(stepped());
        TRY_COMPARE(session.state(), State::Paused);
        session.stop();
        TRY_COMPARE(session.state(), State::Idle);
    }

    void theLastLookIsIntoTheLastIteration()
    {
        const SmallBench bench;
        TrainingSession session;
        QSignalSpy looks(&session, &TrainingSession::lookedInside);
        session.lookInside(true);
        session.start(endless(bench));
        TRY_VERIFY(looks.size() > 0);
        session.pause();
        TRY_COMPARE(session.state(), State::Paused);
        engine::RunLimits limits = session.run().start.limits;
        limits.iterations = session.run().curve.back().iteration + 150;
        session.change(limits);
        session.resume();
        TRY_COMPARE(session.state(), State::Idle);
        QCOMPARE(session.run().curve.back().iteration, limits.iterations);
        QCOMPARE(looks.back().at(0).value<std::shared_ptr<const engine::NetLook>>()->iteration, limits.iterations);
    }

    void mayBeDestroyedWhileItTrains()
    {
        const SmallBench bench;
        {
            TrainingSession session;
            session.start(endless(bench));
            TRY_VERIFY(session.run().curve.size() > 10);
            session.pause();
        }
        QVERIFY(engine::loadCheckpoint(bench.checkpoint()).iteration > 0);
    }
};

HAMNET_QT_TEST(TrainingSessionTest)
#include "training_session_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs over sequences in the studio's session: images by rows and tables, evaluated and resumed.
#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"
#include "app/studio/session/trial_session.h"
#include "editor/document/sentence_words.h"
#include "editor/work/latest_work.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <atomic>
#include <cmath>
#include <QDir>
#include <QImage>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <thread>

using studio::Evaluation;
using studio::EvaluationRequest;
using studio::TrainingRequest;
using studio::TrainingSession;
using studio::TrialAnswer;
using studio::TrialSession;
using State = TrainingSession::State;

namespace {

/// A small net on made data: digits by rows, or tomorrow's weather.
engine::Model model(bool digits)
{
    const std::string data = digits ? "kind: ROWS batch_size: 100 time_steps: 28 width: 28 validation: 0"
                                    : "kind: TABLE batch_size: 50 time_steps: 10 width: 1 validation: 0.1 test: 0.2";
    return engine::readModel(
        R"(layer { name: "data" type: "SequenceData" top: "x" top: "clip" top: "label" sequence_data_param { )" + data +
            R"( } }
           layer { name: "lstm" type: "LSTM" bottom: "x" bottom: "clip" top: "h"
                   recurrent_param { num_output: 16 weight_filler { type: "xavier" } } }
           layer { name: "end" type: "Last" bottom: "h" top: "end" }
           layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
                   inner_product_param { num_output: 10 from_data: true weight_filler { type: "xavier" } } }
           layer { name: "loss" type: ")" +
            (digits ? "SoftmaxWithLoss" : "EuclideanLoss") + R"(" bottom: "said" bottom: "label" top: "loss" })",
        "the test's model");
}

class SequenceBench {
public:
    TrainingRequest request(bool digits) const
    {
        TrainingRequest request{
            .run = {.model = model(digits),
                    .solver = engine::readSolver("type: \"Adam\" base_lr: 0.01 lr_policy: \"fixed\"", "s"),
                    .settings = {{"device", "CPU"}, {"threads", 1}, {"seed", 3}},
                    .data = digits ? engine::madeDigitsName : engine::madeWeatherName}};
        request.run.settings["epochs"] = 2;
        request.run.settings["sample_every"] = 0;
        request.checkpoint = checkpoint();
        return request;
    }
    std::filesystem::path checkpoint(const std::string& name = "run.hamnet") const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private:
    QTemporaryDir m_folder;
};

/// Trains to the end of the run.
bool trains(TrainingSession& session, const TrainingRequest& request)
{
    QSignalSpy ended(&session, &TrainingSession::ended);
    session.start(request);
    return QTest::qWaitFor([&] { return ended.count() == 1; }, patience);
}

std::shared_ptr<const Evaluation> evaluationOf(const EvaluationRequest& request, QString* failure = nullptr)
{
    std::shared_ptr<const Evaluation> result;
    const engine::Sentence why =
        studio::failureOf([&] { result = std::make_shared<const Evaluation>(studio::evaluate(request).value()); });
    if (failure) {
        *failure = editor::inWords(why);
    }
    return result;
}

/// The numbers of a sample as the net reads them.
std::vector<float> sequenceOf(const engine::Samples& samples, std::int64_t sample)
{
    std::vector<float> values;
    for (std::int64_t step = 0; step < samples.layout.steps; ++step) {
        for (std::int64_t place = 0; place < samples.layout.width; ++place) {
            values.push_back(samples.valueOf(sample, step, place));
        }
    }
    return values;
}

} // namespace

class SequenceSessionTest : public QObject {
    Q_OBJECT

private slots:
    void digitsAreLearnedByEpochs()
    {
        const SequenceBench bench;
        TrainingSession session;
        QVERIFY(trains(session, bench.request(true)));
        const studio::RunRecord& record = session.run();
        QVERIFY(!record.start.kind->writes);
        QCOMPARE(record.start.data, std::string(engine::madeDigitsName));
        QCOMPARE(session.run().start.stepsPerEpoch, 80.0); // 8,000 digits, 100 a batch
        QCOMPARE(record.curve.size(), std::size_t{160});
        QCOMPARE(record.unitsUntil(160), 160.0 * 100);
        QCOMPARE(record.validations.size(), std::size_t{2});
        QVERIFY(engine::valueOf(record.validations.back().metrics, "accuracy") > 0.3);
        QCOMPARE(session.progressNow().epoch, 2.0);
        QCOMPARE(session.progressNow().epochs, 2.0);
        QVERIFY(session.progressNow().secondsPerEpoch > 0);
        QVERIFY(record.samples.empty());
    }

    void aSeriesIsForecastInItsUnit()
    {
        const SequenceBench bench;
        TrainingSession session;
        QVERIFY(trains(session, bench.request(false)));
        const auto evaluation = evaluationOf({.checkpoint = bench.checkpoint(), .part = engine::Split::Test});
        QVERIFY(evaluation);
        QVERIFY(!evaluation->isOfClasses());
        QCOMPARE(evaluation->guesses.size(), evaluation->samples.part(engine::Split::Test).size());
        double error = 0;
        for (const studio::Guess& guess : evaluation->guesses) {
            error += std::abs(guess.predicted - guess.target);
        }
        error /= static_cast<double>(evaluation->guesses.size());
        QVERIFY(std::abs(error - engine::valueOf(evaluation->report.metrics, "mae")) < 1e-6);
        const studio::Guess& first = evaluation->guesses.front();
        const engine::Standardisation& scale = evaluation->samples.facts.targetScale;
        const double target = static_cast<double>(evaluation->samples.answers[static_cast<std::size_t>(first.sample)]);
        QVERIFY(std::abs(first.target - (target * scale.deviation + scale.mean)) < 1e-4);
    }

    void theNetThatTrainsIsEvaluated()
    {
        const SequenceBench bench;
        TrainingRequest request = bench.request(true);
        request.run.settings["epochs"] = 1;
        TrainingSession session;
        QVERIFY(trains(session, request));
        std::shared_ptr<const studio::NetSnapshot> net;
        session.snapshot([&](std::shared_ptr<const studio::NetSnapshot> taken) { net = std::move(taken); });
        TRY_VERIFY(net);
        const auto evaluation = evaluationOf({.net = net});
        QVERIFY(evaluation);
        QVERIFY(evaluation->part == engine::Split::Test); // nothing is held out for validation
        QCOMPARE(evaluation->iteration, std::int64_t{80});
        QCOMPARE(evaluation->report.confusion->total(), std::int64_t{2000});
        QCOMPARE(engine::valueOf(evaluation->report.metrics, "accuracy"),
                 engine::valueOf(session.run().validations.back().metrics, "accuracy"));
        const std::vector<studio::Guess> worst = evaluation->worstMistakes(5);
        QCOMPARE(worst.size(), std::size_t{5});
        QVERIFY(worst.front().target != worst.front().predicted);
        QVERIFY(worst.front().chance >= worst.back().chance);
    }

    /// Own images that came without a test part, and of which the net holds out none.
    void whereNothingIsHeldOutThatIsSaidWithTheSetting()
    {
        QTemporaryDir folder;
        for (int image = 0; image < 200; ++image) {
            QImage pixels(28, 28, QImage::Format_Grayscale8);
            pixels.fill(image % 2 == 0 ? 20 : 200);
            const QString place = folder.filePath(image % 2 == 0 ? QStringLiteral("dark") : QStringLiteral("light"));
            QVERIFY(QDir().mkpath(place));
            QVERIFY(pixels.save(QStringLiteral("%1/%2.png").arg(place).arg(image)));
        }
        const SequenceBench bench;
        TrainingRequest request = bench.request(true);
        request.run.data = folder.path().toStdString();
        TrainingSession session;
        QSignalSpy ended(&session, &TrainingSession::ended), failed(&session, &TrainingSession::failed);
        session.start(request);
        TRY_VERIFY(ended.count() + failed.count() == 1);
        QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed.at(0).at(0).toString()));
        const auto verdict = studio::verdictOf(session.run(), engine::EndReason::Iterations);
        QCOMPARE(verdict.holdsOutNothing, std::string("SEQUENCEDATA"));
        const QString wanted = QStringLiteral("validation: 0.1 of SEQUENCEDATA");
        const QString said = studio::endInWords(session.run(), engine::EndReason::Iterations);
        QVERIFY2(said.contains(wanted), qPrintable(said));
        QString failure;
        QVERIFY(!evaluationOf({.checkpoint = bench.checkpoint()}, &failure));
        QVERIFY2(failure.contains(wanted), qPrintable(failure));
        QVERIFY(evaluationOf({.checkpoint = bench.checkpoint(), .part = engine::Split::Train}));
    }

    void anOwnSequenceIsReadAsItIsEvaluated()
    {
        const SequenceBench bench;
        TrainingRequest request = bench.request(true);
        request.run.settings["epochs"] = 1;
        TrainingSession training;
        QVERIFY(trains(training, request));
        const auto evaluation = evaluationOf({.checkpoint = bench.checkpoint()});
        QVERIFY(evaluation);
        const studio::Guess &first = evaluation->guesses[3], &second = evaluation->guesses[8];
        TrialSession session;
        std::vector<TrialAnswer> answers;
        connect(&session, &TrialSession::answered, this, [&](const TrialAnswer& answer) { answers.push_back(answer); });
        QSignalSpy opened(&session, &TrialSession::opened), failed(&session, &TrialSession::failed),
            sampled(&session, &TrialSession::sampled);
        session.open({.checkpoint = bench.checkpoint(), .threads = 1});
        session.ask({.sequence = sequenceOf(evaluation->samples, first.sample)});
        session.ask({.sequence = sequenceOf(evaluation->samples, second.sample)});
        TRY_VERIFY(!answers.empty() && !session.isBusy());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(answers.size(), std::size_t{1}); // the newest question wins
        const engine::StepReading& reading = answers.front().reading;
        QCOMPARE(reading.ends.size(), std::size_t{28});
        QCOMPARE(reading.predicted.back(), second.predicted);
        QVERIFY(std::abs(reading.chancesAt(27)[static_cast<std::size_t>(second.predicted)] - second.chance) < 1e-5F);
        session.readSamples();
        TRY_COMPARE(sampled.count(), 1);
        QVERIFY(session.samples()->samples.part(engine::Split::Test) == evaluation->samples.part(engine::Split::Test));

        session.ask({.sequence = {1, 2, 3}});
        TRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.at(0).at(0).toString().contains(QStringLiteral("has 3 numbers")));
    }

    void aNetThatCannotBeTriedIsSaid()
    {
        const SequenceBench bench;
        TrialSession session;
        QSignalSpy opened(&session, &TrialSession::opened), failed(&session, &TrialSession::failed);
        session.open({.net = std::make_shared<const studio::NetSnapshot>()});
        TRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.at(0).at(0).toString().contains(QStringLiteral("learned a text")));
        session.open({.checkpoint = bench.checkpoint("gone.hamnet")});
        TRY_COMPARE(failed.count(), 2);
        QVERIFY(failed.at(1).at(0).toString().contains(QStringLiteral("gone.hamnet")));
        QVERIFY(opened.isEmpty() && !session.net());
    }

    void newWorkDoesNotWaitForOlderWork()
    {
        QSemaphore olderRuns, olderGoesOn;
        QStringList delivered;
        editor::LatestWork work;
        work.start([&](const engine::GoOn&) -> editor::LatestWork::Deliver {
            olderRuns.release();
            olderGoesOn.tryAcquire(1, patience); // ends when it is told to, and not before
            return [&] { delivered << QStringLiteral("older"); };
        });
        QVERIFY(olderRuns.tryAcquire(1, patience));
        work.start([&](const engine::GoOn&) -> editor::LatestWork::Deliver {
            return [&] { delivered << QStringLiteral("newer"); };
        });
        QVERIFY(work.isBusy());
        QCOMPARE(olderGoesOn.available(), 0); // start() came back while the older work was under way
        olderGoesOn.release();
        TRY_COMPARE(delivered, QStringList{QStringLiteral("newer")});
        QVERIFY(!work.isBusy());
    }

    void workThatIsStoppedDeliversNothing()
    {
        std::atomic<bool> begun = false, ended = false;
        bool delivered = false;
        editor::LatestWork work;
        work.start([&](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
            begun = true;
            while (engine::goesOn(goOn)) {
                std::this_thread::yield();
            }
            ended = true;
            return [&] { delivered = true; };
        });
        TRY_VERIFY(begun);
        work.stop();
        QVERIFY(!work.isBusy());
        TRY_VERIFY(ended);
        bool newer = false; // is delivered behind it
        work.start([&](const engine::GoOn&) -> editor::LatestWork::Deliver { return [&] { newer = true; }; });
        TRY_VERIFY(newer);
        QVERIFY(!delivered);
    }

    void whatAWorkTellsComesInOrderAndBeforeItsEnd()
    {
        QStringList delivered;
        editor::LatestWork work;
        const auto add = [&](const QString& what) { return [&delivered, what] { delivered << what; }; };
        std::atomic<bool> isReadyAgain = false;
        work.start([&](const editor::LatestWork::Screen& screen) -> editor::LatestWork::Deliver {
            screen.tell(add(QStringLiteral("first")));
            while (engine::goesOn(screen.goOn) && !screen.isReady()) {
                std::this_thread::yield();
            }
            isReadyAgain = true;
            screen.tell(add(QStringLiteral("second")));
            return add(QStringLiteral("end"));
        });
        TRY_COMPARE(delivered.size(), 3);
        QCOMPARE(delivered, QStringList({QStringLiteral("first"), QStringLiteral("second"), QStringLiteral("end")}));
        QVERIFY(isReadyAgain && !work.isBusy());
    }

    /// A deliver may start other work: what else the older one told is thrown away.
    void whatAnOlderWorkToldIsThrownAway()
    {
        QStringList delivered;
        editor::LatestWork work;
        QSemaphore told;
        work.start([&](const editor::LatestWork::Screen& screen) -> editor::LatestWork::Deliver {
            screen.tell([&] {
                delivered << QStringLiteral("older");
                work.start([&](const engine::GoOn&) -> editor::LatestWork::Deliver {
                    return [&] { delivered << QStringLiteral("newer"); };
                });
            });
            screen.tell([&] { delivered << QStringLiteral("too late"); });
            told.release();
            return [&] { delivered << QStringLiteral("too late"); };
        });
        QVERIFY(told.tryAcquire(1, patience));
        TRY_VERIFY(delivered.contains(QStringLiteral("newer")));
        QCOMPARE(delivered, QStringList({QStringLiteral("older"), QStringLiteral("newer")}));
    }
};

HAMNET_QT_TEST(SequenceSessionTest)
#include "sequence_session_test.moc"

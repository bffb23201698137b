// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "engine/data/places.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/temporary_folder.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

// One long training as the studio does it, without its window: each turn it writes a text with the net in training, is
// paused, saved and resumed, and tells its memory; validations, samples and checkpoints fall due beside. Fails where
// the memory grows by more than what a run keeps: its curves and texts.
//
//     session_soak MODEL.prototxt SECONDS

namespace {

constexpr int turns = 40;
/// What the record of a run takes, with a vector's spare room and the copy that a checkpoint is saved from.
constexpr std::int64_t bytesAnIteration = 600, ground = 2 << 20;

std::int64_t residentBytes()
{
    std::int64_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

[[noreturn]] void fail(const QString& sentence)
{
    std::fprintf(stderr, "session_soak: %s\n", qPrintable(sentence));
    std::exit(1);
}

void wait(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Waits until the sender says so; fails where that takes longer than any step or save should.
template <typename Begin, typename Sender, typename Signal>
void afterwards(const char* what, const Begin& begin, const Sender* sender, Signal signal)
{
    QEventLoop loop;
    QObject::connect(sender, signal, &loop, &QEventLoop::quit);
    QTimer::singleShot(300'000, &loop, [what] { fail(QString("nothing came after %1").arg(what)); });
    begin();
    loop.exec();
}

class Soak {
public:
    Soak(const std::filesystem::path& model, double seconds) : m_seconds(seconds), m_writer(m_training)
    {
        m_request.run.model = engine::readModelFile(model);
        m_request.run.solver = engine::readSolver(R"(type: "Adam" base_lr: 0.002)", "solver");
        m_request.run.data = engine::bundledCorpus();
        m_request.run.settings["device"] = "CPU";
        m_request.run.settings["threads"] = 1;
        m_request.run.settings["iterations"] = 100'000'000;
        m_request.run.settings["validate_every"] = 100;
        m_request.run.settings["sample_every"] = 50;
        m_request.run.settings["checkpoint_every"] = 50;
        m_request.checkpoint = m_folder.path() / "run.hamnet";
        for (auto signal : {&studio::TrainingSession::failed, &studio::TrainingSession::troubled}) {
            QObject::connect(&m_training, signal, [](const QString& sentence) { fail(sentence); });
        }
        QObject::connect(&m_writer, &studio::GenerationSession::failed,
                         [](const QString& sentence) { fail(sentence); });
    }

    bool run()
    {
        QElapsedTimer clock;
        clock.start();
        afterwards(
            "start", [&] { m_training.start(m_request); }, &m_training, &studio::TrainingSession::curveGrew);
        std::int64_t warm = 0, warmIterations = 0;
        for (int turn = 1; turn <= turns; ++turn) {
            while (clock.elapsed() < static_cast<qint64>(m_seconds * 1000 * turn / turns)) {
                wait(200);
            }
            oneTurn();
            if (turn == turns / 5) {
                warm = residentBytes();
                warmIterations = iterations();
            }
            std::printf("%5lld s: %7.1f MiB, iteration %lld\n", static_cast<long long>(clock.elapsed() / 1000),
                        inMebibytes(residentBytes()), static_cast<long long>(iterations()));
            std::fflush(stdout);
        }
        const std::int64_t grown = residentBytes() - warm,
                           allowed = ground + bytesAnIteration * (iterations() - warmIterations);
        afterwards(
            "stop", [&] { m_training.stop(); }, &m_training, &studio::TrainingSession::ended);
        std::printf("%.0f s, %lld iterations, %d texts, pauses and saves: %.1f MiB after a fifth, %.1f MiB more at the "
                    "end, %.1f MiB more are allowed\n",
                    m_seconds, static_cast<long long>(iterations()), turns, inMebibytes(warm), inMebibytes(grown),
                    inMebibytes(allowed));
        return grown <= allowed;
    }

private:
    static double inMebibytes(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

    std::int64_t iterations() const { return static_cast<std::int64_t>(m_training.run().curve.size()); }

    void oneTurn()
    {
        studio::GenerationRequest text{.threads = 1};
        text.wish.length = 100;
        afterwards(
            "a text's begin", [&] { m_writer.start(text); }, &m_writer, &studio::GenerationSession::finished);
        afterwards(
            "pause", [&] { m_training.pause(); }, &m_training, &studio::TrainingSession::stateChanged);
        if (m_training.state() != studio::TrainingSession::State::Paused) {
            fail("a pause was asked for, but the run is not paused");
        }
        afterwards(
            "saving", [&] { m_training.saveNow(); }, &m_training, &studio::TrainingSession::checkpointed);
        afterwards(
            "resume", [&] { m_training.resume(); }, &m_training, &studio::TrainingSession::stateChanged);
    }

    double m_seconds;
    TemporaryFolder m_folder;
    studio::TrainingRequest m_request;
    studio::TrainingSession m_training;
    studio::GenerationSession m_writer;
};

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc != 3) {
        std::fprintf(stderr, "session_soak MODEL.prototxt SECONDS\n");
        return 2;
    }
    return Soak(argv[1], std::atof(argv[2])).run() ? 0 : 1;
}

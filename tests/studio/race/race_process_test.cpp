// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of a race: what ends them, and what one of them ends.
#include "app/contest/engine_process.h"
#include "app/contest/messages.h"
#include "app/studio/race/race.h"
#include "tests/studio/race/contenders.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <QCoreApplication>
#include <QProcess>
#include <sstream>

using studio::both;
using studio::Contestant;
using studio::GenerationSession;
using studio::Race;
using studio::SmallBench;
using studio::SmallRace;
using studio::TrainingSession;

namespace {

/// What a process is, by the system's account.
struct Kin {
    char state = 'X'; ///< 'Z' and 'X': it has ended
    pid_t parent = 0;
};

Kin kinOf(pid_t process)
{
    std::ostringstream text;
    text << std::ifstream("/proc/" + std::to_string(process) + "/stat").rdbuf();
    std::istringstream behindTheName(text.str().substr(std::min(text.str().size(), text.str().rfind(')') + 1)));
    Kin kin;
    behindTheName >> kin.state >> kin.parent;
    return kin;
}

bool hasEnded(pid_t process)
{
    const char state = kinOf(process).state;
    return state == 'Z' || state == 'X';
}

/// Processes that it started and that have not ended.
std::vector<pid_t> startedBy(qint64 parent)
{
    std::vector<pid_t> all;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const pid_t process = std::atoi(entry.path().filename().c_str());
        if (process > 0 && kinOf(process).parent == parent && !hasEnded(process)) {
            all.push_back(process);
        }
    }
    return all;
}

/// What this program does as a process of its own: races without end on the text.
int raceWithoutEnd(const QString& text)
{
    TrainingSession run;
    GenerationSession writing(run);
    Race race(run, writing);
    QObject::connect(&race, &Race::changed, &race, [&] {
        if (!race.contestants().front()->run.curve.empty()) {
            std::puts("trains");
            std::fflush(stdout);
        }
    });
    race.start({.run = {.model = SmallBench::model(),
                        .solver = SmallBench::solver(),
                        .settings = {{"device", "CPU"}, {"threads", 1}},
                        .data = text.toStdString()}},
               both(), {.iterations = 100'000'000});
    return QCoreApplication::exec();
}

} // namespace

class RaceProcessTest : public QObject {
    Q_OBJECT

private slots:
    void oneThatCrashesEndsItsContestantAlone()
    {
        SmallRace race;
        studio::TrainingRequest request = race.bench.request();
        request.run.first.file = race.weightsAfter(5);
        const std::filesystem::path others = race.weightsAfter(6);
        race.start(request, both(), {.seconds = 3});
        TRY_VERIFY(!race.contestants()[0]->run.curve.empty());
        const std::vector<pid_t> processes = startedBy(QCoreApplication::applicationPid());
        QCOMPARE(processes.size(), std::size_t{1});
        std::filesystem::rename(others, request.run.first.file); // one that failed is no measure of the other's
        QCOMPARE(::kill(processes.front(), SIGSEGV), 0);
        TRY_COMPARE(race.state(), Race::State::Idle);
        const Contestant &crashed = *race.contestants()[0], &other = *race.contestants()[1];
        QCOMPARE(crashed.state, Contestant::State::Failed);
        QVERIFY2(crashed.sentence.endsWith(QStringLiteral(": Segmentation fault")), qPrintable(crashed.sentence));
        QCOMPARE(other.state, Contestant::State::Done);
        QCOMPARE(studio::verdictOf(race), QStringLiteral("Only CPU/ONEDNN was measured."));
    }

    void noneIsLeft()
    {
        {
            SmallRace race;
            race.start(race.bench.request(), both(), {.iterations = 100'000'000});
            TRY_VERIFY(!race.contestants()[0]->run.curve.empty());
            race.stop();
            TRY_COMPARE(race.state(), Race::State::Idle);
            QVERIFY(startedBy(QCoreApplication::applicationPid()).empty());
            race.start(race.bench.request(), both(), {.iterations = 100'000'000});
            TRY_VERIFY(!race.contestants()[0]->run.curve.empty());
            QCOMPARE(startedBy(QCoreApplication::applicationPid()).size(), std::size_t{1});
        }
        QVERIFY2(startedBy(QCoreApplication::applicationPid()).empty(), "the window was closed meanwhile");
    }

    void noneIsLeftWhereTheProgramIsKilled()
    {
        const SmallBench bench;
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--race"), QString::fromStdString(bench.corpus.string())});
        QByteArray told;
        TRY_VERIFY((told += program.readAllStandardOutput()).contains("trains"));
        const std::vector<pid_t> processes = startedBy(program.processId());
        QCOMPARE(processes.size(), std::size_t{1});
        program.kill();
        QVERIFY(program.waitForFinished(patience));
        TRY_VERIFY(hasEnded(processes.front()));
    }

    void memoryIsItsOwn()
    {
        SmallRace race;
        studio::TrainingRequest wide = race.bench.request();
        wide.run.model = SmallBench::model(1000); // 4 million weights, their gradients and two moments each: 64 MB
        race.toTheEnd(wide, {both()[0]}, {.iterations = 2});
        const std::int64_t much = race.contestants()[0]->told.memory.whereItTrains();
        QVERIFY2(much > 64'000'000, qPrintable(QString::number(much)));
        race.toTheEnd(race.bench.request(), {both()[0]}, {.iterations = 2});
        const std::int64_t little = race.contestants()[0]->told.memory.whereItTrains();
        QVERIFY2(little > 1'000'000 && little < much - 50'000'000, "what trained before does not count");
        const engine::Report report = studio::reportOf(race);
        QVERIFY(!QString::fromStdString(engine::textOf(report.rows[0][6], report.columns[6])).contains(QChar(0x2248)));
    }

    void theWindowsProgramIsOneWithoutADisplay()
    {
        const SmallBench bench;
        std::array<int, 2> ends{};
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("none of them"));
        program.setProcessEnvironment(environment);
        program.setChildProcessModifier([&] { ::dup2(ends[1], STDIN_FILENO); });
        program.start(QString::fromStdString(studioProgram()),
                      {QString::fromStdString(std::string(contest::measuringWord))});
        QVERIFY(program.waitForStarted(patience));
        ::close(ends[1]);
        const engine::RunDescription run{.model = SmallBench::model(),
                                         .solver = SmallBench::solver(),
                                         .settings = {{"device", "CPU"}},
                                         .data = bench.corpus};
        QVERIFY(contest::send(ends[0], {{"run", toJson(run)}, {"trial", contest::Trial{.iterations = 1}}}));
        const std::optional<contest::Message> answer = contest::receive(ends[0]);
        QVERIFY(answer);
        QCOMPARE(answer->at("answer").get<contest::Loaded>().device, std::string("CPU"));
        ::close(ends[0]);
        QVERIFY(program.waitForFinished(patience));
        QCOMPARE(program.exitCode(), 0);
    }
};

HAMNET_QT_TEST(RaceProcessTest)
HAMNET_QT_TEST_RUN(--race, [](int count, char** arguments) {
    const QCoreApplication application(count, arguments);
    return raceWithoutEnd(QString::fromLocal8Bit(arguments[1]));
})

#include "race_process_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/command_line.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/characters.h"
#include "engine/graph/shell_words.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>

using studio::GenerationRequest;
using studio::GenerationSession;
using studio::SmallBench;
using studio::TrainingRequest;
using studio::TrainingSession;

namespace {

/// What the shell makes of the line, in the bench's folder; `hamnet` is the program of this build.
QByteArray outputOf(const std::string& line, const SmallBench& bench)
{
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString folder = QFileInfo(QString::fromStdString(hamnetProgram())).absolutePath();
    environment.insert("PATH", folder + ":" + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(QString::fromStdString(bench.folder.path().string()));
    shell.start("sh", {"-c", QString::fromStdString(line)});
    shell.waitForFinished(patience);
    const QByteArray complaints = shell.readAllStandardError();
    if (!complaints.isEmpty()) {
        qWarning("%s", complaints.constData());
    }
    return shell.readAllStandardOutput();
}

std::vector<float> lossesIn(const QByteArray& output)
{
    std::vector<float> losses;
    for (const QByteArray& line : output.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["event"].toString() == "train") {
            losses.push_back(static_cast<float>(event["loss"].toDouble()));
        }
    }
    return losses;
}

std::vector<float> lossesOf(const TrainingRequest& request)
{
    // The terminal has saved under these names, which a run does not replace.
    std::filesystem::remove(request.checkpoint);
    std::filesystem::remove(engine::bestCheckpoint(request.checkpoint));
    TrainingSession session;
    QSignalSpy ended(&session, &TrainingSession::ended);
    session.start(request);
    ended.wait(patience);
    std::vector<float> losses;
    const engine::Curve& curve = session.run().curve;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        losses.push_back(static_cast<float>(curve.loss(index)));
    }
    return losses;
}

/// A training that starts from the weights and the solver of another one, as Caffe keeps them after 3 iterations.
TrainingRequest foreignRequest(const SmallBench& bench)
{
    TrainingRequest request = bench.request();
    request.run.settings["iterations"] = 3;
    lossesOf(request);
    const engine::PortableNet net = engine::readNet(bench.checkpoint());
    request.run.settings["iterations"] = 6;
    request.run.settings["seed"] = 77;
    request.checkpoint = bench.folder.path() / "second.hamnet";
    request.run.first.file = bench.folder.path() / "their.caffemodel";
    request.run.first.text = bench.corpus; // else nobody knows the characters of its rows
    request.run.first.solverState = bench.folder.path() / "their.solverstate";
    engine::TransferReport report;
    engine::writeNet(request.run.first.file, net, report);
    engine::writeCaffeSolverState(request.run.first.solverState, net, "a checkpoint");
    request.modelFile = bench.folder.write("net.prototxt", engine::writeModel(request.run.model));
    request.solverFile = bench.folder.write("net_solver.prototxt", engine::writeSolver(request.run.solver));
    return request;
}

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void quotesForTheShell()
    {
        const SmallBench bench;
        QCOMPARE(engine::shellQuoted("net.prototxt"), std::string("net.prototxt"));
        QCOMPARE(engine::shellQuoted(""), std::string("''"));
        const std::string odd = "it's $HOME `ls` \"x\" *\\ \n!";
        QCOMPARE(outputOf("printf %s " + engine::shellQuoted(odd), bench).toStdString(), odd);
        QCOMPARE(engine::shellFile("-net.hamnet"), std::string("./-net.hamnet"));
        const std::string controls = "\x1b[31m\x07\u009b\u202e\xff \n\t'%s\\n";
        const std::string line = engine::shellQuoted(controls);
        QCOMPARE(engine::visible(line), line);
        QCOMPARE(outputOf("printf %s " + line, bench).toStdString(), controls);
    }

    void isShortWhereAllIsAsUsual()
    {
        TrainingRequest request{.run = {.solver = SmallBench::solver()}};
        request.checkpoint = "net.hamnet";
        QCOMPARE(studio::commandLine(request), std::string("hamnet train net.prototxt --checkpoint net.hamnet"));
        request.run.first = {.file = "their.caffemodel", .text = "play.txt"};
        QCOMPARE(studio::commandLine(request), std::string("hamnet train net.prototxt --init-weights their.caffemodel "
                                                           "--init-data play.txt --checkpoint net.hamnet"));
        GenerationRequest text{.source = {.file = "net.hamnet"}};
        QCOMPARE(studio::commandLine(text),
                 std::string("hamnet generate net.hamnet --length 0 --seed 0 --device cpu --precision fp32"));
    }

    void saysWhatIsNot()
    {
        TrainingRequest request{.run = {.solver = SmallBench::solver(),
                                        .settings = {{"engine", "CAFFE"},
                                                     {"device", "auto"},
                                                     {"precision", "tf32"},
                                                     {"graph", false},
                                                     {"seed", 9},
                                                     {"iterations", 30},
                                                     {"seconds", 1.5},
                                                     {"target_loss", 1.25},
                                                     {"max_temperature", 80.0},
                                                     {"validate_every", 7},
                                                     {"sample_every", 0},
                                                     {"keep_best", 3}},
                                        .data = "my text.txt"}};
        QCOMPARE(
            studio::commandLine(request),
            std::string("hamnet train net.prototxt --data 'my text.txt' --engine caffe --precision tf32 --graph off "
                        "--iterations 30 --seconds 1.5 --target-loss 1.25 --max-temperature 80 --seed 9 "
                        "--validate-every 7 --sample-every 0 --keep-best 3 --no-checkpoint"));
    }

    void trainsToTheSameLosses()
    {
        const SmallBench bench;
        TrainingRequest request = bench.request();
        request.run.settings["iterations"] = 3;
        request.run.settings["prompt"] = "-- it's";
        request.checkpoint = bench.folder.path() / "a file.hamnet";
        request.modelFile = bench.folder.write("my net.prototxt", engine::writeModel(request.run.model));
        request.solverFile = bench.folder.write("rule.prototxt", engine::writeSolver(request.run.solver));
        request.run.settings["sample_every"] = 2;
        const std::vector<float> losses = lossesIn(outputOf(studio::commandLine(request) + " --json", bench));
        QCOMPARE(losses.size(), std::size_t{3});
        QCOMPARE(losses, lossesOf(request));
    }

    void theDescriptionTrainsToTheSameLosses()
    {
        const SmallBench bench;
        TrainingRequest request = bench.request();
        request.run.settings["iterations"] = 3;
        const std::vector<float> losses = lossesOf(request);
        QCOMPARE(losses.size(), std::size_t{3});
        const auto trained = [&](const std::filesystem::path& checkpoint) {
            const std::string file = engine::shellFile(studio::descriptionFile(checkpoint));
            return lossesIn(outputOf("hamnet train " + file + " --no-checkpoint --json", bench));
        };
        QCOMPARE(trained(request.checkpoint), losses);

        TrainingRequest further{.run = {.settings = request.run.settings, .resume = request.checkpoint}};
        further.run.settings["iterations"] = 6;
        further.checkpoint = bench.folder.path() / "further.hamnet";
        const std::vector<float> all = lossesOf(further);
        QCOMPARE(trained(further.checkpoint), std::vector<float>(all.begin() + 3, all.end()));
    }

    void goesOnToTheSameLosses()
    {
        const SmallBench bench;
        TrainingRequest request = bench.request();
        request.run.settings["iterations"] = 3;
        lossesOf(request);
        TrainingRequest further{.run = {.settings = request.run.settings, .resume = bench.checkpoint()}};
        further.run.settings["iterations"] = 6;
        further.checkpoint = bench.folder.path() / "further.hamnet";
        const std::vector<float> losses = lossesIn(outputOf(studio::commandLine(further) + " --json", bench));
        QCOMPARE(losses.size(), std::size_t{3});
        const std::vector<float> all = lossesOf(further);
        QCOMPARE(losses, std::vector<float>(all.begin() + 3, all.end()));
    }

    void writesTheSameText()
    {
        const SmallBench bench;
        lossesOf(bench.request());
        GenerationRequest request{.source = {.file = bench.checkpoint()}, .threads = 1};
        request.wish.prompt = "-Grind\n";
        request.wish.length = 60;
        request.wish.temperature = 0.7;
        request.wish.topK = 9;
        request.wish.topP = 0.95;
        request.wish.seed = 4;
        studio::TrainingSession none;
        GenerationSession session(none);
        QSignalSpy finished(&session, &GenerationSession::finished);
        session.start(request);
        QVERIFY(finished.wait(patience));
        std::string written = outputOf(studio::commandLine(request) + " 2>/dev/null", bench).toStdString();
        if (!session.text().text.ends_with('\n')) {
            written.pop_back(); // the line's end for the terminal
        }
        QCOMPARE(written, session.text().text);
        QCOMPARE(written.size(), std::size_t{60});
    }

    void goesOnFromTheSameSolverState()
    {
        const SmallBench bench;
        const TrainingRequest request = foreignRequest(bench);
        const std::vector<float> losses = lossesIn(outputOf(studio::commandLine(request) + " --json", bench));
        QCOMPARE(losses.size(), std::size_t{3}); // three of six were Caffe's
        QCOMPARE(losses, lossesOf(request));
    }
};

HAMNET_QT_TEST(CommandLineTest)
#include "command_line_test.moc"

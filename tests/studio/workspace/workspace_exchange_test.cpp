// SPDX-License-Identifier: GPL-3.0-or-later
// Nets and weights that come from other programs and go to them, through the workspace.
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/edits.h"
#include "engine/data/corpus.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/safetensors.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/studio/small_net.h"
#include "tests/support/allocations.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <fstream>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace studio {
namespace {

using State = TrainingSession::State;
namespace fs = std::filesystem;

/// The small sample, smaller still; its runs end by themselves and change next to nothing.
void openSlowSample(Workspace& workspace, std::int64_t units = 8)
{
    openSmall(workspace, {{"iterations", 3}, {"validate_every", 1'000'000}, {"sample_every", 1'000'000}},
              {.units = units});
    workspace.document().change("slow", [&](editor::Content& content) {
        content.solver.params["base_lr"] = 1e-9;
        content.solver.params["type"] = std::string("SGD");
    });
}

struct SlowWorkspace : Workspace {
    SlowWorkspace() { openSlowSample(*this); }
};

/// Trains to the run's end.
void train(Workspace& workspace)
{
    const std::optional<QString> refused = workspace.nextRun().train();
    QVERIFY2(!refused, refused ? qPrintable(*refused) : "");
    QVERIFY(waitFor(workspace, State::Idle));
}

/// What transferred() told last.
class Told {
public:
    explicit Told(Workspace& workspace)
    {
        QObject::connect(&workspace, &Workspace::transferred, &m_here, [this](const Transfer& transfer) {
            ++count;
            last = transfer;
        });
    }
    bool skipped(const char* words) const
    {
        return std::any_of(last.report.skipped.begin(), last.report.skipped.end(),
                           [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; });
    }

    int count = 0;
    Transfer last;

private:
    QObject m_here;
};

bool contains(const std::vector<engine::Sentence>& sentences, const std::string& words)
{
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; });
}

bool isRefused(const std::optional<QString>& answer, const char* words)
{
    return answer && answer->contains(QLatin1String(words));
}

/// Name by name; `most` is the greatest difference that counts as none.
bool areEqual(const std::vector<engine::NamedTensor>& a, const std::vector<engine::NamedTensor>& b, float most = 0)
{
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const engine::NamedTensor& one) {
               const engine::NamedTensor* other = engine::findTensor(b, one.name);
               return other && other->shape == one.shape &&
                      std::equal(one.values.begin(), one.values.end(), other->values.begin(), other->values.end(),
                                 [&](float x, float y) { return std::abs(x - y) <= most; });
           });
}

} // namespace

class ExchangeTest : public QObject {
    Q_OBJECT

private slots:
    /// One run, and its net in each format.
    void initTestCase()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_folder->path().toUtf8());
        SlowWorkspace workspace;
        train(workspace);
        m_checkpoint = path("trained.hamnet");
        fs::copy_file(workspace.runs().newestCheckpoint(), m_checkpoint);
        m_trained = engine::loadCheckpoint(m_checkpoint);
        for (const char* ending : {"onnx", "safetensors", "caffemodel", "mycaffemodel", "solverstate"}) {
            const std::optional<QString> refused =
                workspace.exporter().exportWeights(m_checkpoint, path(std::string("their.") + ending));
            QVERIFY2(!refused, refused ? qPrintable(*refused) : "");
        }
    }

    void aWholeNetOpensWithItsWeights()
    {
        for (const char* const name : {"their.onnx", "their.safetensors"}) {
            const fs::path file = path(name);
            Workspace workspace;
            workspace.files().startNew();
            QVERIFY(!workspace.files().openingOf(file).joins);
            Told told(workspace);
            QVERIFY(!workspace.files().open(file));
            QCOMPARE(workspace.document().content().nodes.size(), std::size_t{5});
            QVERIFY(workspace.document().derived().problems.empty());
            QVERIFY(!workspace.files().isModified());
            QVERIFY(workspace.files().path().empty());
            QCOMPARE(told.count, 1);
            QVERIFY(told.last.kind == Transfer::Kind::Opened);
            QCOMPARE(told.last.taken, trained().weights.size());
            QCOMPARE(told.last.wanted, trained().weights.size());
            QCOMPARE(workspace.nextRun().choice().first.file, file.string());
            QVERIFY(areEqual(readNet(workspace.exporter().netSource(file)).weights, trained().weights));
        }
    }

    void weightsWithoutTheirNetWaitForOne()
    {
        Workspace workspace;
        QVERIFY(isRefused(workspace.files().open(path("their.caffemodel")), "weights without their net"));
        QVERIFY(!workspace.files().isOpen());
        workspace.files().startNew();
        QVERIFY(isRefused(workspace.files().open(path("their.caffemodel")), "weights without their net"));
        QVERIFY(isRefused(workspace.importer().importWeights(path("their.caffemodel")), "no layers"));
        QVERIFY(workspace.nextRun().choice().first.file.empty());
    }

    void weightsGoIntoTheDrawingByName()
    {
        SlowWorkspace workspace;
        const editor::Content drawing = workspace.document().content();
        const int steps = workspace.document().undoStack().count();
        for (const char* const name :
             {"their.onnx", "their.safetensors", "their.caffemodel", "their.mycaffemodel", "trained.hamnet"}) {
            const fs::path file = path(name);
            Told told(workspace);
            if (workspace.importer().lacksCharacters(file)) {
                QVERIFY(isRefused(workspace.importer().importWeights(file), "it is not known which character"));
            }
            QVERIFY(!workspace.importer().importWeights(file, Importer::Characters::OfTheText));
            QVERIFY(workspace.document().content() == drawing);
            QCOMPARE(workspace.document().undoStack().count(), steps);
            QCOMPARE(told.count, 1);
            QVERIFY(told.last.kind == Transfer::Kind::Imported);
            QCOMPARE(told.last.taken, trained().weights.size());
            QVERIFY(told.last.report.skipped.empty());
            QCOMPARE(workspace.nextRun().choice().first.file, file.string());
            QVERIFY(areEqual(readNet(workspace.exporter().netSource(file)).weights, trained().weights));
            workspace.importer().forgetFirstWeights();
            QVERIFY(workspace.nextRun().choice().first.file.empty());
        }
    }

    void whatDoesNotFitIsTold()
    {
        Workspace workspace;
        openSlowSample(workspace, 9);
        Told told(workspace);
        QVERIFY(!workspace.importer().importWeights(path("their.caffemodel"), Importer::Characters::OfTheText));
        QVERIFY(told.last.taken > 0);
        QVERIFY(told.last.taken < told.last.wanted);
        QCOMPARE(told.last.wanted, trained().weights.size());
        QVERIFY(told.skipped("layer lstm was left out: its tensors are"));
        QVERIFY(told.skipped("weight lstm/Wx"));
    }

    void aLayerOfAnotherNameIsTold()
    {
        SlowWorkspace workspace;
        Told told(workspace);
        workspace.document().change("rename", [](editor::Content& content) {
            editor::rename(content, content.findNamed("embed")->id, "letters");
        });
        QVERIFY(!workspace.importer().importWeights(path("their.caffemodel"), Importer::Characters::OfTheText));
        QVERIFY(told.last.taken > 0);
        QVERIFY(told.skipped("layer letters was not found"));
    }

    void whereNothingFitsNothingChanges()
    {
        SlowWorkspace workspace;
        workspace.document().change("rename", [](editor::Content& content) {
            for (const char* name : {"embed", "lstm", "scores"}) {
                editor::rename(content, content.findNamed(name)->id, std::string("our_") + name);
            }
        });
        Told told(workspace);
        QVERIFY(
            isRefused(workspace.importer().importWeights(path("their.caffemodel")), "has no weights for this model"));
        QCOMPARE(told.count, 1);
        QCOMPARE(told.last.taken, std::size_t{0});
        QVERIFY(told.last.report.skipped.size() >= 3);
        QVERIFY(workspace.nextRun().choice().first.file.empty());
    }

    void aDamagedFileChangesNothing()
    {
        SlowWorkspace workspace;
        const editor::Content drawing = workspace.document().content();
        for (const std::string ending : {"onnx", "safetensors", "caffemodel", "mycaffemodel"}) {
            const std::vector<std::byte> whole = engine::readFileBytes(path("their." + ending));
            const fs::path file = path("damaged." + ending);
            for (const std::size_t length : {std::size_t{0}, std::size_t{3}, whole.size() / 2, whole.size() - 1}) {
                engine::writeFileBytes(file, std::span(whole).first(length));
                for (const auto& refused : {workspace.files().open(file), workspace.importer().importWeights(file)}) {
                    QVERIFY2(refused && refused->contains("damaged."), file.c_str());
                }
                QVERIFY(workspace.document().content() == drawing);
                QVERIFY(workspace.nextRun().choice().first.file.empty());
            }
        }
    }

    /// A net that only says that it is large, in a file of a few kilobytes: its LSTM has 64 GiB of weights.
    void sizesInAFileTakeNoMemory()
    {
        engine::TensorFile their = engine::readSafetensors(path("their.safetensors"));
        int changed = 0;
        for (auto& [key, text] : their.metadata) {
            for (std::size_t at = 0; (at = text.find("num_output: 8", at)) != std::string::npos; ++changed) {
                text.replace(at, 13, "num_output: 65536");
            }
        }
        QVERIFY(changed > 0);
        const fs::path file = path("large.safetensors");
        engine::writeSafetensors(file, their);
        constexpr std::int64_t most = 16 << 20;
        const std::int64_t before = engine::test::allocatedBytes();
        engine::test::forgetMostAllocated();

        Workspace workspace;
        QVERIFY(!workspace.files().open(file));
        QVERIFY(isRefused(workspace.importer().importWeights(path("their.caffemodel")), "of memory are free"));
        QVERIFY(workspace.exporter().exportWeights(file, path("large.onnx")));
        QVERIFY(workspace.importer().importWeights(path("their.solverstate")));
        QVERIFY(engine::test::maxAllocatedBytes() - before < most);
    }

    void anotherProgramsFileIsNotTakenForOurs()
    {
        SlowWorkspace workspace;
        const fs::path text = path("text.onnx");
        std::ofstream(text) << "Now is the winter of our discontent";
        QVERIFY(workspace.files().open(text));
        QVERIFY(isRefused(workspace.files().open(path("missing.onnx")), "no longer exists"));
        QVERIFY(workspace.importer().importWeights(path("missing.onnx")));
        QVERIFY(workspace.document().content().corpus.empty());
    }

    void aRunStartsFromImportedWeights()
    {
        SlowWorkspace workspace;
        setNextRun(workspace, {{"seed", 99}}); // other first weights than those of the trained run
        QVERIFY(!workspace.importer().importWeights(path("their.onnx")));
        QCOMPARE(workspace.nextRun().request().run.first.file, path("their.onnx"));
        train(workspace);
        QVERIFY(contains(workspace.runs().all().front().start.notes,
                         std::to_string(trained().weights.size()) + " of " + std::to_string(trained().weights.size()) +
                             " weights come from " + path("their.onnx").string()));
        const engine::Checkpoint after = engine::loadCheckpoint(workspace.runs().newestCheckpoint());
        QVERIFY(areEqual(after.weights, trained().weights, 1e-6F));
        workspace.importer().forgetFirstWeights();
        train(workspace);
        QVERIFY(
            !areEqual(engine::loadCheckpoint(workspace.runs().newestCheckpoint()).weights, trained().weights, 1e-6F));
    }

    void savingKeepsTheImportedFile()
    {
        const fs::path download = path("download.safetensors"), project = path("home/kept.hamnet");
        fs::create_directories(project.parent_path());
        fs::copy_file(path("their.safetensors"), download);
        {
            Workspace workspace;
            QVERIFY(!workspace.files().open(download));
            QVERIFY(!workspace.files().save(project));
            QVERIFY(!workspace.files().isModified());
            QCOMPARE(fs::path(workspace.nextRun().choice().first.file), runsFolder(project) / "download.safetensors");
            QVERIFY(!workspace.files().save(project)); // again: the file is there already
            QCOMPARE(fs::path(workspace.nextRun().choice().first.file), runsFolder(project) / "download.safetensors");
        }
        fs::remove(download);
        fs::rename(path("home"), path("elsewhere"));
        Workspace workspace;
        QVERIFY(!workspace.files().open(path("elsewhere/kept.hamnet")));
        QCOMPARE(fs::path(workspace.nextRun().choice().first.file), path("elsewhere/kept.runs/download.safetensors"));
        setNextRun(workspace, {{"iterations", 1}});
        train(workspace);
        QVERIFY(contains(workspace.runs().all().front().start.notes, "weights come from"));
        QVERIFY(!workspace.files().save(path("elsewhere/kept.hamnet")));
        Workspace again;
        QVERIFY(!again.files().open(path("elsewhere/kept.hamnet")));
        QVERIFY(contains(again.runs().all().front().start.notes, "weights come from"));
    }

    void theSolverGoesOnFromCaffesState()
    {
        SlowWorkspace workspace;
        setNextRun(workspace, {{"iterations", 5}});
        QVERIFY(!workspace.importer().importWeights(path("their.caffemodel"), Importer::Characters::OfTheText));
        QSignalSpy noted(&workspace, &Workspace::noted);
        QVERIFY(!workspace.files().open(path("their.solverstate")));
        QCOMPARE(noted.count(), 1);
        train(workspace);
        const RunRecord& run = workspace.runs().all().front();
        QVERIFY(contains(run.start.notes, "continues from iteration 3"));
        QCOMPARE(run.curve[0].iteration, std::int64_t{4});
        QCOMPARE(run.curve.back().iteration, std::int64_t{5});
        workspace.document().change(
            "solver", [](editor::Content& content) { content.solver.params["type"] = std::string("Adam"); });
        const auto refused = workspace.importer().importWeights(path("their.solverstate"));
        QVERIFY(isRefused(refused, "but the solver keeps"));
    }

    void aSolverStateNeedsItsWeights()
    {
        SlowWorkspace workspace;
        QVERIFY(
            isRefused(workspace.importer().importWeights(path("their.solverstate")), "Import its .caffemodel first"));
        QVERIFY(workspace.nextRun().choice().first.solverState.empty());
    }

    void curvesAreWritten()
    {
        SlowWorkspace workspace;
        QVERIFY(isRefused(workspace.exporter().exportCurve(1, path("none.csv")), "no curve"));
        train(workspace);
        QVERIFY(!workspace.exporter().exportCurve(1, path("curve.csv")));
        QFile read(QString::fromStdString(path("curve.csv").string()));
        QVERIFY(read.open(QIODevice::ReadOnly));
        const QByteArray bytes = read.readAll();
        QCOMPARE(bytes.count('\n'), 4); // a heading and three points
        QVERIFY(
            bytes.contains(QByteArray::number(workspace.runs().all().front().validations.back().loss, 'g', 6).left(6)));
        QVERIFY(isRefused(workspace.exporter().exportCurve(1, path("curve.png")), "none of the endings of curves"));
    }

    void nothingIsWrittenOverItsSource()
    {
        SlowWorkspace workspace;
        const std::vector<std::byte> before = engine::readFileBytes(path("their.onnx"));
        QVERIFY(isRefused(workspace.exporter().exportWeights(path("their.onnx"), path("their.onnx")), "is the input"));
        QVERIFY(isRefused(workspace.exporter().exportWeights(m_checkpoint, path("net.txt")), "none of the endings"));
        QVERIFY(workspace.exporter()
                    .exportWeights(path("their.onnx"), path("state.solverstate"))
                    ->contains("has no solver state"));
        QVERIFY(workspace.exporter().exportWeights(path("gone.hamnet"), path("gone.onnx")));
        QVERIFY(!fs::exists(path("gone.onnx")));
        QVERIFY(engine::readFileBytes(path("their.onnx")) == before);
    }

    /// By any name of the file: its own, and links of both kinds.
    void nothingIsWrittenOverWhatTheProjectReads()
    {
        SlowWorkspace workspace;
        train(workspace);
        const fs::path learned = path("learned.txt");
        engine::writeFileBytes(learned, std::string(4000, 'a') + std::string(4000, 'b'));
        QVERIFY(!workspace.data().choose(learned));
        const fs::path checkpoint = workspace.runs().all().front().checkpoints.back().file;
        fs::remove(path("soft.csv"));
        fs::create_symlink(learned, path("soft.csv"));
        fs::create_hard_link(learned, path("hard.csv"));
        fs::create_symlink(checkpoint, path("soft.prototxt"));
        fs::create_hard_link(learned, path("beside_solver.prototxt"));
        fs::create_symlink(checkpoint, path("soft.hamnet"));
        fs::create_symlink(learned, path("soft.onnx"));
        const std::vector<std::byte> text = engine::readFileBytes(learned), net = engine::readFileBytes(checkpoint);
        const char* const words = "which is read; the output needs another name";
        QVERIFY(isRefused(workspace.exporter().exportCurve(1, path("soft.csv")), words));
        QVERIFY(isRefused(workspace.exporter().exportCurve(1, path("hard.csv")), words));
        for (const char* const name : {"soft.prototxt", "beside.prototxt"}) {
            QVERIFY(
                isRefused(workspace.exporter().exportModel(path(name), engine::WriteStyle::Hamnet, nullptr), words));
        }
        QVERIFY(isRefused(workspace.exporter().exportWeights(m_checkpoint, path("soft.onnx")), words));
        for (const fs::path& name : {checkpoint, path("soft.hamnet"), learned}) {
            QVERIFY(isRefused(workspace.files().save(name), words));
        }
        QVERIFY(engine::readFileBytes(learned) == text && engine::readFileBytes(checkpoint) == net);
        QVERIFY(!workspace.files().save(path("mine.hamnet")));
        QVERIFY(!workspace.files().save(path("mine.hamnet"))); // its own file is what it replaces
        QVERIFY_THROWS_EXCEPTION(engine::Error, requireNotInUse(workspace, path("mine.hamnet")));
    }

    void anExportedSolverKeepsItsScheduleForHamnetAlone()
    {
        SlowWorkspace workspace; // whose run is to have 3 iterations
        const std::int64_t schedule =
            std::get<std::int64_t>(workspace.document().content().solver.params.at("max_iter"));
        const auto exported = [&](engine::WriteStyle style) {
            const std::optional<QString> refused =
                workspace.exporter().exportModel(path("own.prototxt"), style, nullptr);
            return refused ? std::int64_t{-1}
                           : engine::intParam(engine::readSolverFile(path("own_solver.prototxt")).params, "max_iter");
        };
        QVERIFY(schedule > 3);
        QCOMPARE(exported(engine::WriteStyle::Hamnet), schedule);
        QCOMPARE(exported(engine::WriteStyle::MyCaffe), std::int64_t{3});
        QCOMPARE(exported(engine::WriteStyle::StrictBvlc), std::int64_t{3});
    }

private:
    fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    const engine::Checkpoint& trained() const { return m_trained; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_checkpoint; ///< of a run of the tiny sample
    engine::Checkpoint m_trained;
};

} // namespace studio

HAMNET_QT_TEST(studio::ExchangeTest)
#include "workspace_exchange_test.moc"

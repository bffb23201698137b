// SPDX-License-Identifier: GPL-3.0-or-later
// Nets and weights of other programs, in and out of the window by keys, dialogs and drops.
#include "app/studio/exchange/file_export_dialog.h"
#include "app/studio/exchange/transfer_dialog.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/qt_find.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTextBrowser>
#include <QTreeView>
#include <QTreeWidget>

namespace studio {
namespace {

using Answers = std::vector<std::function<void(QDialog&)>>;

/// In the export dialog: this of that, into the file. `then`: answers to what is asked or told when the file was named.
std::function<void(QDialog&)> byExport(int content, const QString& format, const std::filesystem::path& file,
                                       const Answers& then = {})
{
    return [=](QDialog& dialog) {
        QVERIFY(qobject_cast<FileExportDialog*>(&dialog));
        const QList<QComboBox*> boxes = dialog.findChildren<QComboBox*>();
        boxes.first()->setCurrentIndex(content);
        QComboBox* formats = boxes.last();
        formats->setCurrentIndex(formats->findText(format));
        QCOMPARE(formats->currentText(), format);
        Answers answers = {byFile(file)};
        answers.insert(answers.end(), then.begin(), then.end());
        QVERIFY(Answer(answers).to([&] { click(*called<QPushButton>(dialog, QStringLiteral("Export…"))); }));
    };
}

} // namespace

class ExchangeWindowTest : public QObject {
    Q_OBJECT

public:
    explicit ExchangeWindowTest(const Home& home) : m_home(home) {}

private slots:
    void aBusyWindowSaysSoUntilItIsNot()
    {
        Stage stage;
        QStatusBar& status = *stage.window().statusBar();
        {
            const Busy busy(status, QStringLiteral("Reading a net"));
            QVERIFY(QGuiApplication::overrideCursor());
            QCOMPARE(status.currentMessage(), QStringLiteral("Reading a net"));
        }
        QVERIFY(!QGuiApplication::overrideCursor());
        QVERIFY(status.currentMessage().isEmpty());
        {
            const Busy busy(status, QStringLiteral("Reading a net"));
            status.showMessage(QStringLiteral("It was found")); // as the reading may say
        }
        QCOMPARE(status.currentMessage(), QStringLiteral("It was found"));
    }

    void weightsGoOutAndComeBack()
    {
        const auto weights = m_home.path("out.caffemodel"), net = m_home.path("out"), curve = m_home.path("curve.csv");
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(5));
        for (const auto& wish :
             {byExport(0, QStringLiteral("Caffe weights"), weights), byExport(0, QStringLiteral("ONNX"), net),
              byExport(1, QStringLiteral("Table (CSV)"), curve)}) {
            QVERIFY(Answer({wish}).to([&] { press(Qt::Key_E, Qt::ControlModifier); }));
        }
        QVERIFY(std::filesystem::exists(weights));
        QVERIFY(std::filesystem::exists(m_home.path("out.onnx")));
        QVERIFY(std::filesystem::exists(curve));
        {
            QSettings settings; // another process reads numbers as texts
            settings.setValue(QStringLiteral("export/content"),
                              settings.value(QStringLiteral("export/content")).toString());
            Answer answer({[](QDialog& dialog) { // what was exported last is offered
                const QList<QComboBox*> boxes = dialog.findChildren<QComboBox*>();
                QCOMPARE(boxes.first()->currentIndex(), 1);
                QCOMPARE(boxes.last()->currentText(), QStringLiteral("Table (CSV)"));
                press(Qt::Key_Escape);
            }});
            QVERIFY(answer.to([&] { press(Qt::Key_E, Qt::ControlModifier); }));
        }

        const editor::Content drawing = stage.document().content();
        {
            Answer answer({byFile(weights), byButton(QMessageBox::Yes), [](QDialog& dialog) {
                               QVERIFY(qobject_cast<TransferDialog*>(&dialog));
                               click(*called<QPushButton>(dialog, QStringLiteral("Copy report")));
                               click(*called<QPushButton>(dialog, QStringLiteral("Close")));
                           }});
            QVERIFY(answer.to([&] { press(Qt::Key_I, Qt::ControlModifier); }));
        }
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("out.caffemodel")));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("lstm[0]")));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("lstm/Wx")));
        QVERIFY(stage.document().content() == drawing);
        QCOMPARE(stage.workspace().nextRun().choice().first.file, weights.string());
        QVERIFY(stage.window().isWindowModified());

        QVERIFY(stage.trains(5));
        stage.showPanel(QStringLiteral("training"));
        stage.showPanel(QStringLiteral("runs"));
        const QTreeView& runs = stage.window().findChild<RunTable*>()->names();
        click(*runs.viewport(), runs.visualRect(runs.model()->index(0, 0)).center());
        bool told = false;
        for (const QLabel* label : stage.window().findChildren<QLabel*>()) {
            told = told || (label->isVisible() && label->text().contains(QStringLiteral("weights come from")));
        }
        QVERIFY(told);
    }

    void anExportBeginsWithTheNetThatWriteHas()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(5));
        QVERIFY(stage.trains(5));
        QCOMPARE(stage.workspace().runs().all().size(), std::size_t{2});
        const RunRecord& older = stage.workspace().runs().all().front();
        stage.writing().form().setSource(older.checkpoints.front().file);
        Answer answer({[&](QDialog& dialog) {
            const QList<QComboBox*> boxes = dialog.findChildren<QComboBox*>();
            boxes.first()->setCurrentIndex(0);
            QCOMPARE(boxes[1]->currentData().toInt(), older.id);
            QCOMPARE(boxes[2]->currentData().toString().toStdString(), older.checkpoints.front().file);
            QVERIFY(boxes[2]->currentText().endsWith(QStringLiteral("(chosen in Write)")));
            press(Qt::Key_Escape);
        }});
        QVERIFY(answer.to([&] { press(Qt::Key_E, Qt::ControlModifier); }));
    }

    void codeIsShownBeforeItIsSaved()
    {
        const auto file = m_home.path("play.py");
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(5));
        QVERIFY(Answer({byExport(0, QStringLiteral("C code"), m_home.path("play.c"))}).to([&] {
            press(Qt::Key_E, Qt::ControlModifier);
        }));
        Answer next({[&](QDialog& dialog) { // what was exported last is offered, and shown
            const auto* code = dialog.findChild<QPlainTextEdit*>(QStringLiteral("code"));
            QVERIFY(code->isVisible());
            QVERIFY(code->toPlainText().contains(QStringLiteral("_step(")));
            byExport(0, QStringLiteral("Python code for PyTorch"), file,
                     {[](QDialog& report) { click(*called<QPushButton>(report, QStringLiteral("Close"))); }})(dialog);
        }});
        QVERIFY(next.to([&] { press(Qt::Key_E, Qt::ControlModifier); }));
        QVERIFY(std::filesystem::exists(m_home.path("play.c")));
        QVERIFY(std::filesystem::exists(file));
        QVERIFY(std::filesystem::exists(m_home.path("play.safetensors")));
    }

    void aDroppedNetOpensAndTrains()
    {
        Stage stage;
        drop(stage.window(), stage.window().rect().center(), m_home.path("out.onnx"));
        QVERIFY(stage.waitForPage(true));
        QCOMPARE(stage.document().content().nodes.size(), 5U);
        QVERIFY(!stage.window().isWindowModified());
        QCOMPARE(stage.workspace().nextRun().choice().first.file, m_home.path("out.onnx").string());
        QCOMPARE(stage.writing().form().wish().checkpoint, m_home.path("out.onnx").string());
        stage.writing().generate();
        TRY_VERIFY(!stage.writing().isBusy() && !stage.writing().shown().text.empty());
        QVERIFY(stage.trains(5));
        QVERIFY(stage.workspace().runs().all().front().start.notes.front().find("weights come from") !=
                std::string::npos);
    }

    void aDamagedPictureLeavesTheDrawing()
    {
        Stage stage(Stage::With::Sample);
        const editor::Content before = stage.document().content();
        const auto isRefused = [&](const std::filesystem::path& file, const QString& words) {
            drop(stage.window(), stage.window().rect().center(), file);
            TRY_VERIFY2(stage.said().contains(words), qPrintable(stage.said()));
            QVERIFY(stage.document().content() == before);
        };
        isRefused(m_home.write("bad.svg", "<svg><metadata>{\"hamnet_provenance\":1}</metadata></svg>"),
                  QStringLiteral("something is missing"));
        isRefused(m_home.write("bad.png", "GIF89a"), QStringLiteral("is no PNG"));
        isRefused(m_home.write("bare.pdf", "%PDF-1.4\n"), QStringLiteral("holds no net"));
    }

    void aWholeNetIsAskedAbout()
    {
        Stage stage(Stage::With::SmallSample);
        stage.document().change(QStringLiteral("wider"), [](editor::Content& content) {
            editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{17});
        });
        Answer answer({byFile(m_home.path("out.onnx")),
                       [](QDialog& dialog) { click(*called<QPushButton>(dialog, QStringLiteral("Use its weights"))); },
                       [](QDialog& dialog) {
                           QVERIFY(qobject_cast<TransferDialog*>(&dialog));
                           const auto* report = dialog.findChild<QTextBrowser*>();
                           QVERIFY(report->toPlainText().contains(QStringLiteral("lstm")));
                           press(Qt::Key_Escape);
                       }});
        QVERIFY(answer.to([&] { press(Qt::Key_I, Qt::ControlModifier); }));
        QCOMPARE(stage.workspace().nextRun().choice().first.file, m_home.path("out.onnx").string());
    }

    void commandsAreFoundByTyping()
    {
        Stage stage(Stage::With::Sample);
        Answer answer({[](QDialog& dialog) {
                           QCOMPARE(dialog.objectName(), QStringLiteral("commands"));
                           type(QStringLiteral("expo"));
                           press(Qt::Key_Return);
                       },
                       [](QDialog& dialog) {
                           QVERIFY(qobject_cast<FileExportDialog*>(&dialog));
                           press(Qt::Key_Escape);
                       }});
        QVERIFY(answer.to([&] { press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier); }));
    }

    void listsInSightOfferTheirCommands()
    {
        Stage stage(Stage::With::Sample);
        QTreeWidget list(&stage.window());
        list.setContextMenuPolicy(Qt::ActionsContextMenu);
        QAction remove(QStringLiteral("Take it away"), &list);
        remove.setShortcut(Qt::Key_Delete); // another command has the same key
        QMenu columns(QStringLiteral("Columns"));
        QObject::connect(&columns, &QMenu::aboutToShow, &columns, [&columns] {
            columns.clear();
            columns.addAction(QStringLiteral("Width of all"));
        });
        list.addActions({&remove, columns.menuAction()});
        const auto offers = [&](const QString& name) {
            const auto palette = commandPalette(stage.window());
            return !palette->findChild<QTreeWidget*>()->findItems(name, Qt::MatchExactly).isEmpty();
        };
        list.show();
        QVERIFY(offers(remove.text()));
        QVERIFY(offers(QStringLiteral("Width of all")));
        list.hide();
        QVERIFY(!offers(remove.text()));
        for (const char* const words : {"sweep", "learning rate"}) { // by what it does
            const auto palette = commandPalette(stage.window());
            palette->findChild<QLineEdit*>()->setText(QLatin1String(words));
            const auto* const first = palette->findChild<QTreeWidget*>()->topLevelItem(0);
            QCOMPARE(first->text(0), QStringLiteral("Try many settings…"));
        }
    }

    void theTypedEndingSaysTheFormat()
    {
        Stage stage(Stage::With::Sample);
        const std::filesystem::path pdf = m_home.path("draw.pdf"), svg = m_home.path("draw.svg");
        FileExportDialog dialog(stage.workspace(), &stage.window());
        expose(dialog);
        QComboBox* const contents = dialog.findChildren<QComboBox*>().first();
        const auto exportTo = [&](const std::filesystem::path& file) {
            const Answer answer({byFile(file)});
            click(*called<QPushButton>(dialog, QStringLiteral("Export…")));
            return answer.given();
        };
        contents->setCurrentIndex(static_cast<int>(ExportContent::Drawing));
        QVERIFY(exportTo(svg));
        auto* problem = dialog.findChild<QLabel*>(QStringLiteral("problem"));
        TRY_VERIFY(problem->isVisible());
        QVERIFY(problem->text().contains(QStringLiteral("draw.svg")));
        for (const char* name : {"draw.svg", "draw.prototxt", "draw_solver.prototxt", "draw.svg.prototxt"}) {
            QVERIFY(!std::filesystem::exists(m_home.path(name)));
        }
        contents->setCurrentIndex(static_cast<int>(ExportContent::Picture));
        QVERIFY(dialog.format().file->format != engine::Format::Pdf);
        QVERIFY(exportTo(pdf));
        TRY_VERIFY(!dialog.isVisible());
        QVERIFY(std::filesystem::exists(pdf));
        QVERIFY(!std::filesystem::exists(m_home.path("draw.png")));
    }

private:
    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::ExchangeWindowTest)

#include "exchange_window_test.moc"

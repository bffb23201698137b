// SPDX-License-Identifier: GPL-3.0-or-later
// The form of many settings, without a window around it.
#include "app/studio/queue/sweep_dialog.h"
#include "editor/looks/theme.h"
#include "editor/widgets/tinted_label.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <latch>
#include <memory>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

namespace studio {
namespace {

/// The form of a sample net, for a queue of its own.
class Form {
public:
    explicit Form(const char* first = SweepDialog::learningRate, const char* nameOfLstm = "lstm")
    {
        watch.open(folder.path() / "night");
        engine::RunDescription run{.model = engine::readModelFile(sourceRoot() / "models/char_rnn_small.prototxt"),
                                   .solver = engine::solverOfNewNet(),
                                   .settings = {{"iterations", std::int64_t{10}}},
                                   .data = folder.write("play.txt", text())};
        std::ranges::find(run.model.layers, "lstm", &engine::Layer::name)->name = nameOfLstm;
        dialog = std::make_unique<SweepDialog>(run, "play", std::nullopt, watch, first);
        dialog->show();
    }
    ~Form()
    {
        if (!gate.try_wait()) { // of a test that failed
            gate.count_down();
        }
    }

    static std::string text()
    {
        std::string words;
        for (int line = 0; line < 2000; ++line) {
            words += "the quick brown fox jumps over the lazy dog\n";
        }
        return words;
    }

    template <typename Widget>
    Widget& part(const char* name)
    {
        return *dialog->findChild<Widget*>(QString::fromLatin1(name));
    }

    /// Two learning rates, which can be queued.
    void giveRates()
    {
        part<QLineEdit>("sweepList").setText(QStringLiteral("0.01, 0.02"));
        TRY_VERIFY(part<QPushButton>("runsStart").isEnabled());
    }

    TemporaryFolder folder;
    std::latch gate{1};
    QueueWatch watch;
    std::unique_ptr<SweepDialog> dialog;

    /// The queue's thread is busy until the gate opens.
    void holdQueue()
    {
        watch.change([this](queue::RunQueue&) { gate.wait(); }, &watch, [](const QString&) {});
    }

    std::vector<queue::QueuedRun> queued()
    {
        return queue::RunQueue(folder.path() / "night", queue::Database::Open::OrMake).runs();
    }
    std::size_t queuedRuns() { return queued().size(); }

    /// Until all changes that were asked for are made.
    void waitForQueue()
    {
        bool isOver = false;
        watch.change([](queue::RunQueue&) {}, &watch, [&](const QString&) { isOver = true; });
        TRY_VERIFY(isOver);
    }
};

} // namespace

class SweepDialogTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void tooManyRunsAreRefusedThoughEnterComesAtOnce()
    {
        Form form;
        QCOMPARE(form.dialog->focusWidget(), &form.part<QLineEdit>("sweepList")); // what is typed is a value to try
        form.part<QLineEdit>("sweepList").setText(QStringLiteral("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"));
        TRY_VERIFY(form.part<QPushButton>("runsStart").isEnabled());
        form.part<QSpinBox>("sweepSeeds").setValue(1000);
        form.part<QPushButton>("runsStart").click();
        QVERIFY(form.part<editor::TintedLabel>("runsProblem").text().contains(QStringLiteral("11,000 runs")));
        form.waitForQueue();
        QCOMPARE(form.queuedRuns(), std::size_t{0});
    }

    void aCommaAsADecimalSignIsSaid()
    {
        Form form;
        const auto& problem = form.part<editor::TintedLabel>("runsProblem");
        for (const auto& [list, doubt] : {std::pair("0,01", "0,01"), std::pair("0,01, 0,02", "0,01"),
                                          std::pair("1,5; 2,5", "1,5"), std::pair("0.01, 0,02", "0,02")}) {
            form.giveRates();
            form.part<QLineEdit>("sweepList").setText(QString::fromLatin1(list));
            const QString words = QString::fromLatin1(doubt) + QStringLiteral(" may be one number");
            TRY_VERIFY2(problem.text().contains(words), qPrintable(problem.text()));
            QVERIFY(!form.part<QPushButton>("runsStart").isEnabled());
        }
        for (const char* const list : {"0.01,0.02", "1,2,3", "1, 2, 3"}) {
            form.part<QLineEdit>("sweepList").setText(QStringLiteral("0,01"));
            TRY_VERIFY(!form.part<QPushButton>("runsStart").isEnabled());
            form.part<QLineEdit>("sweepList").setText(QString::fromLatin1(list));
            TRY_VERIFY2(form.part<QPushButton>("runsStart").isEnabled(), list);
        }
    }

    void aSecondClickDoesNotFillTwice()
    {
        Form form;
        form.giveRates();
        form.holdQueue();
        form.part<QSpinBox>("sweepSeeds").setValue(2); // a refresh is due
        form.part<QPushButton>("runsStart").click();
        Form later;
        later.giveRates(); // refreshed later, and it has been
        QVERIFY(!form.part<QPushButton>("runsStart").isEnabled());
        QVERIFY(!form.part<QLineEdit>("sweepList").isEnabled());
        form.part<QPushButton>("runsStart").click();
        QSignalSpy queued(form.dialog.get(), &SweepDialog::queued);
        form.gate.count_down();
        TRY_COMPARE(queued.count(), 1);
        form.waitForQueue();
        QCOMPARE(form.queuedRuns(), std::size_t{4});
    }

    void layersOfAnyNameVary()
    {
        Form form(SweepDialog::learningRate, "a=b,c");
        QComboBox& setting = form.part<QComboBox>("sweepSetting");
        setting.setCurrentIndex(setting.findText(QStringLiteral("a=b,c: Units")));
        form.part<QLineEdit>("sweepList").setText(QStringLiteral("8, 16"));
        TRY_VERIFY(form.part<QPushButton>("runsStart").isEnabled());
        form.part<QPushButton>("runsStart").click();
        TRY_COMPARE(form.queuedRuns(), std::size_t{2});
        const auto runs = form.queued();
        QCOMPARE(queue::settingOf(runs.back().job, "a=b,c.num_output"), std::optional<std::string>("16"));
        Form other(SweepDialog::learningRate, "solver"); // which names the solver's settings
        QCOMPARE(other.part<QComboBox>("sweepSetting").findText(QStringLiteral("solver: Units")), -1);
    }

    void halfARangeIsNoMistake()
    {
        Form form;
        auto& values = form.part<QLineEdit>("sweepList");
        const auto& problem = form.part<editor::TintedLabel>("runsProblem");
        auto& start = form.part<QPushButton>("runsStart");
        for (const char* half : {"0.001..", "0.001 ..", "..0.01", "0.001..0.01:", "0.001..0.01:lo"}) {
            form.giveRates();
            values.setText(QString::fromLatin1(half));
            TRY_VERIFY2(!start.isEnabled() && problem.text().isEmpty(), half);
        }
        values.setText(QStringLiteral("0.001 .. 0.01 :log"));
        TRY_VERIFY2(start.isEnabled(), qPrintable(problem.text()));
        for (const char* wrong : {"0,001..0,01", "small..0.01", "0.001,,0.01"}) { // not in the words of --vary
            form.giveRates();
            values.setText(QString::fromLatin1(wrong));
            TRY_VERIFY2(!start.isEnabled() && !problem.text().isEmpty(), wrong);
            QVERIFY2(!problem.text().contains(QStringLiteral("--vary")), qPrintable(problem.text()));
        }
        values.setText(QStringLiteral("0.001 .. 0.01 :log"));
        TRY_VERIFY(start.isEnabled());
        start.click();
        TRY_VERIFY(form.queuedRuns() > 1);
        for (const auto& run : form.queued()) {
            const double rate = std::get<double>(run.job.run.solver.params.at("base_lr"));
            QVERIFY2(rate >= 0.001 && rate <= 0.01, qPrintable(QString::number(rate)));
        }
    }

    void aSettingThatVariesTwiceIsSaidInItsRow()
    {
        Form form;
        form.giveRates();
        form.part<QPushButton>("sweepMore").click();
        const auto boxes = form.dialog->findChildren<QComboBox*>(QStringLiteral("sweepSetting"));
        QCOMPARE(boxes.size(), 2);
        boxes.last()->setCurrentIndex(boxes.first()->currentIndex());
        form.dialog->findChildren<QLineEdit*>(QStringLiteral("sweepList")).last()->setText(QStringLiteral("0.03"));
        const auto& problem = form.part<editor::TintedLabel>("runsProblem");
        TRY_VERIFY(problem.text().contains(QStringLiteral("varies in a row above")));
        QVERIFY(!form.part<QPushButton>("runsStart").isEnabled());
    }

    void whatIsWrongIsSaidOfEachRow()
    {
        Form form;
        form.part<QPushButton>("sweepMore").click();
        for (QLineEdit* values : form.dialog->findChildren<QLineEdit*>(QStringLiteral("sweepList"))) {
            values->setText(QStringLiteral("small..0.01"));
        }
        const auto& problem = form.part<editor::TintedLabel>("runsProblem");
        for (const QComboBox* setting : form.dialog->findChildren<QComboBox*>(QStringLiteral("sweepSetting"))) {
            TRY_VERIFY2(problem.text().contains(setting->currentText() + QStringLiteral(": ")),
                        qPrintable(problem.text()));
        }
        QVERIFY(!form.part<QPushButton>("runsStart").isEnabled());
    }

    void aWidthThatComesFromTheDataVariesToo()
    {
        engine::RunDescription run{.model = engine::readModelFile(modelsFolder() / "rows_lstm.prototxt"),
                                   .solver = engine::solverOfNewNet()};
        std::ranges::find(run.model.layers, "scores", &engine::Layer::name)->params.erase("num_output");
        const std::vector<SweptSetting> settings = settingsOf(run);
        const auto units = std::ranges::find(settings, "scores.num_output", &SweptSetting::name);
        QVERIFY(units != settings.end() && units->value.isEmpty());
    }

    void settingsAreFoundByAPartOfTheirName()
    {
        Form form;
        QComboBox& box = form.part<QComboBox>("sweepSetting");
        QVERIFY2(!(box.model()->flags(box.model()->index(0, 0)) & Qt::ItemIsSelectable), "a heading of its group");
        box.completer()->setCompletionPrefix(QStringLiteral("momentum"));
        QCOMPARE(box.completer()->completionCount(), 2);
        const QString before = box.currentText();
        box.lineEdit()->setText(QStringLiteral("no such setting"));
        emit box.lineEdit()->editingFinished();
        QCOMPARE(box.currentText(), before);
    }

    void iterationsAreGivenInTheForm()
    {
        Form form;
        form.giveRates();
        form.part<QSpinBox>("runsIterations").setValue(7);
        form.part<QPushButton>("runsStart").click();
        TRY_COMPARE(form.queuedRuns(), std::size_t{2});
        for (const queue::QueuedRun& run : form.queued()) {
            QCOMPARE(queue::iterationsOf(run.job.run), std::int64_t{7});
        }
        Form other;
        other.giveRates();
        other.part<QSpinBox>("runsIterations").setValue(0);
        TRY_VERIFY(!other.part<QPushButton>("runsStart").isEnabled()); // it would never end
    }

    void cellsAreTriedWithAsManyParameters()
    {
        Form form(SweepDialog::cell);
        QCOMPARE(form.part<QLineEdit>("sweepList").text(), QStringLiteral("drawn, gru, cell:janet"));
        form.part<QSpinBox>("sweepSeeds").setValue(2);
        TRY_VERIFY(form.part<QPushButton>("runsStart").isEnabled());
        form.part<QPushButton>("runsStart").click();
        TRY_COMPARE(form.queuedRuns(), std::size_t{6});
        std::vector<double> parameters;
        for (const queue::QueuedRun& run : form.queued()) {
            parameters.push_back(std::stod(queue::settingOf(run.job, "parameters").value()));
            QVERIFY(std::abs(parameters.back() / parameters.front() - 1) < 0.05);
        }
        TRY_COMPARE(form.watch.view().rows.size(), std::size_t{6});
        QCOMPARE(form.watch.view().rows.back().cell(), std::string("cell:janet"));
    }

    void aCellThatThereIsNotIsSaid()
    {
        Form form(SweepDialog::cell);
        form.part<QLineEdit>("sweepList").setText(QStringLiteral("lstm, transformer"));
        TRY_VERIFY(form.part<editor::TintedLabel>("runsProblem").text().contains(QStringLiteral("transformer")));
        QVERIFY(!form.part<QPushButton>("runsStart").isEnabled());
    }

    void escapeWhileTheRunsArePreparedQueuesNone()
    {
        Form form;
        form.giveRates();
        form.holdQueue();
        form.part<QPushButton>("runsStart").click();
        QTest::keyClick(form.dialog.get(), Qt::Key_Escape);
        form.dialog.reset();
        form.gate.count_down();
        form.waitForQueue();
        QCOMPARE(form.queuedRuns(), std::size_t{0});
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::SweepDialogTest)

#include "sweep_dialog_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What a newcomer does with images and tables: opens the sample, presses F5, looks at what the net gets right.
#include "app/studio/sequences/confusion_view.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sample_pictures.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/sequences/series_plot.h"
#include "app/studio/start/sample_card.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/text_panel.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/problems_panel.h"
#include "tests/studio/gui/stage.h"

#include <QComboBox>
#include <QDir>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>

namespace studio {

using State = TrainingSession::State;

namespace {

/// Pictures to look at, where HAMNET_PICTURES names a folder.
void keep(Stage& stage, const QString& name)
{
    const QString folder = qEnvironmentVariable("HAMNET_PICTURES");
    if (!folder.isEmpty()) {
        QTest::qWait(500); // what glides and fades comes to rest
        QDir().mkpath(folder);
        QVERIFY(stage.window().grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
    }
}

} // namespace

class SequencesTest : public QObject {
    Q_OBJECT

public:
    explicit SequencesTest(const Home& home) : m_home(home) {}

private slots:
    void digitsAreLearnedAndTheirMistakesShown_data() { looks(); }
    void digitsAreLearnedAndTheirMistakesShown();
    void aSeriesIsForecast_data() { looks(); }
    void aSeriesIsForecast();
    void aTableIsChosenAndItsColumnPredicted();
    void aRunOfSequencesIsSavedAndEvaluatedAgain();

private:
    static void looks();
    void openSample(Stage& stage, const QString& stem);
    void train(Stage& stage, int epochs);
    ResultsPanel& results(Stage& stage) { return *stage.window().findChild<ResultsPanel*>(); }
    SequencePanel& data(Stage& stage) { return *stage.window().findChild<SequencePanel*>(); }
    void waitForData(Stage& stage);
    static QStringList warningsOf(Stage& stage);

    const Home& m_home;
};

void SequencesTest::openSample(Stage& stage, const QString& stem)
{
    for (SampleCard* card : stage.start().findChildren<SampleCard*>()) {
        if (QString::fromStdString(card->sample().file.stem().string()) == stem) {
            click(*card);
            QVERIFY(stage.waitForPage(true));
            return;
        }
    }
    QFAIL("the start page lacks this sample");
}

void SequencesTest::waitForData(Stage& stage)
{
    QTRY_VERIFY_WITH_TIMEOUT(!data(stage).isReading() && data(stage).facts().samples.count() > 0, patience);
}

/// What the panel of problems says.
QStringList SequencesTest::warningsOf(Stage& stage)
{
    QStringList words;
    const auto* list = stage.window().findChild<editor::ProblemsPanel*>()->findChild<QTreeWidget*>();
    for (int row = 0; row < list->topLevelItemCount(); ++row) {
        words += list->topLevelItem(row)->text(0);
    }
    return words;
}

void SequencesTest::train(Stage& stage, int epochs)
{
    stage.document().change(QStringLiteral("small"), [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{24});
    });
    stage.showPanel(QStringLiteral("training"));
    auto* box = stage.window().findChild<QSpinBox*>(QStringLiteral("epochs"));
    box->setFocus(); // it may lie below what the panel has room for
    press(Qt::Key_A, Qt::ControlModifier);
    type(QString::number(epochs));
    press(Qt::Key_Return);
    QCOMPARE(stage.workspace().choice().epochs, std::int64_t{epochs});
    press(Qt::Key_F5);
    QVERIFY(stage.waitForState(State::Running) || !stage.training().record().ending.empty());
    QVERIFY(stage.waitForState(State::Idle));
    QCOMPARE(stage.training().record().ending, std::string("iterations"));
    QTRY_VERIFY_WITH_TIMEOUT(!results(stage).isBusy() && results(stage).shown(), patience);
}

void SequencesTest::looks()
{
    QTest::addColumn<editor::Looks::Mode>("mode");
    QTest::newRow("light") << editor::Looks::Mode::Light;
    QTest::newRow("dark") << editor::Looks::Mode::Dark;
}

void SequencesTest::digitsAreLearnedAndTheirMistakesShown()
{
    QFETCH(const editor::Looks::Mode, mode);
    editor::Looks::instance().setMode(mode);
    Stage stage;
    openSample(stage, QStringLiteral("rows_lstm"));
    stage.showPanel(QStringLiteral("data"));
    waitForData(stage);
    QVERIFY(!data(stage).findChild<SamplePictures*>()->pictures().empty());
    QVERIFY(data(stage).findChild<SamplePictures*>()->isVisible());
    const QString name = QStringLiteral("digits_%1").arg(QLatin1String(QTest::currentDataTag()));
    keep(stage, name + QStringLiteral("_data"));
    QCOMPARE(warningsOf(stage), QStringList());
    train(stage, 2);
    keep(stage, name + QStringLiteral("_results"));
    const Evaluation& shown = *results(stage).shown();
    QCOMPARE(shown.report.confusion->total(), std::int64_t{2000});
    auto* confusion = results(stage).findChild<ConfusionView*>();
    QVERIFY(confusion->isVisible());
    QVERIFY(confusion->matrix() == *shown.report.confusion);
    QVERIFY(!results(stage).findChild<SamplePictures*>()->pictures().empty());
    stage.showPanel(QStringLiteral("writing"));
    QTRY_VERIFY_WITH_TIMEOUT(stage.writing().isVisible(), patience);
    auto* written = stage.writing().findChild<QPlainTextEdit*>(QStringLiteral("written"));
    QVERIFY(written->placeholderText().contains(QStringLiteral("writes no text")));
    keep(stage, name + QStringLiteral("_writing"));
}

void SequencesTest::aSeriesIsForecast()
{
    QFETCH(const editor::Looks::Mode, mode);
    editor::Looks::instance().setMode(mode);
    Stage stage;
    keep(stage, QStringLiteral("start_%1").arg(QLatin1String(QTest::currentDataTag())));
    openSample(stage, QStringLiteral("series_lstm"));
    stage.showPanel(QStringLiteral("data"));
    waitForData(stage);
    QCOMPARE(data(stage).findChild<SeriesPlot*>()->curves().size(), std::size_t{3}); // a curve for each part
    const QString name = QStringLiteral("series_%1").arg(QLatin1String(QTest::currentDataTag()));
    keep(stage, name + QStringLiteral("_data"));
    train(stage, 3);
    keep(stage, name + QStringLiteral("_results"));
    const Evaluation& shown = *results(stage).shown();
    const auto plots = results(stage).findChildren<SeriesPlot*>();
    QCOMPARE(plots.size(), 2);
    for (const SeriesPlot* plot : plots) {
        if (plot->curves().size() == 1) {
            QCOMPARE(plot->curves().front().places.size(), static_cast<qsizetype>(shown.guesses.size()));
        } else {
            QCOMPARE(plot->curves().size(), std::size_t{2});
            QCOMPARE(plot->curves()[1].values.back(), shown.guesses.back().predicted);
        }
    }
}

void SequencesTest::aTableIsChosenAndItsColumnPredicted()
{
    std::string table = "day;light;heat\n";
    for (int day = 0; day < 400; ++day) {
        table += std::to_string(day) + ';' + std::to_string(day % 7) + ';' + std::to_string((day * 3) % 11) + '\n';
    }
    const std::filesystem::path file = m_home.write("days.csv", table);
    Stage stage;
    openSample(stage, QStringLiteral("series_lstm"));
    stage.showPanel(QStringLiteral("data"));
    waitForData(stage);
    data(stage).use(QString::fromStdString(file.string()));
    QTRY_COMPARE_WITH_TIMEOUT(data(stage).facts().samples.facts.target, std::string("heat"), patience);
    auto* target = data(stage).findChild<QComboBox*>(QStringLiteral("target"));
    QCOMPARE(target->count(), 3);
    target->setCurrentIndex(target->findText(QStringLiteral("light")));
    emit target->activated(target->currentIndex());
    QTRY_COMPARE_WITH_TIMEOUT(data(stage).facts().samples.facts.target, std::string("light"), patience);
    QCOMPARE(data(stage).facts().problem, QString());

    const std::filesystem::path broken = m_home.write("broken.csv", "a,b\n1,2\n3\n");
    data(stage).use(QString::fromStdString(broken.string()));
    QTRY_VERIFY_WITH_TIMEOUT(data(stage).facts().problem.contains(QStringLiteral("broken.csv")), patience);
}

void SequencesTest::aRunOfSequencesIsSavedAndEvaluatedAgain()
{
    const std::filesystem::path file = m_home.path("weather.hamnet");
    std::vector<engine::Metric> metrics;
    {
        Stage stage;
        openSample(stage, QStringLiteral("series_lstm"));
        train(stage, 1);
        metrics = results(stage).shown()->report.metrics;
        QVERIFY(!stage.workspace().save(file));
    }
    Stage stage;
    stage.window().openFile(QString::fromStdString(file.string()));
    QVERIFY(stage.waitForPage(true));
    QVERIFY(!stage.workspace().runs().front().readsText);
    QVERIFY(!stage.workspace().runs().front().validations.front().metrics.empty());
    QVERIFY(!results(stage).shown());
    stage.showPanel(QStringLiteral("results"));
    click(*results(stage).findChild<QPushButton*>(QStringLiteral("evaluate")));
    QTRY_VERIFY_WITH_TIMEOUT(!results(stage).isBusy() && results(stage).shown(), patience);
    QVERIFY(results(stage).shown()->report.metrics == metrics);
    // It goes on, too.
    RunChoice choice = stage.workspace().choice();
    choice.epochs = 2;
    stage.workspace().setChoice(choice);
    press(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(stage.waitForState(State::Running) || !stage.training().record().ending.empty());
    QVERIFY(stage.waitForState(State::Idle));
    QCOMPARE(stage.training().record().ending, std::string("iterations"));
    QCOMPARE(stage.training().progressNow().epoch, 2.0);
}

} // namespace studio

int main(int argc, char** argv)
{
    return studio::runOnStage(argc, argv, [](const studio::Home& home, int count, char** words) {
        studio::SequencesTest test(home);
        return QTest::qExec(&test, count, words);
    });
}

#include "sequences_test.moc"

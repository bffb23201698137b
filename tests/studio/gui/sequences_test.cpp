// SPDX-License-Identifier: GPL-3.0-or-later
// What a newcomer does with images and tables: opens the sample, presses F5, looks at what the net gets right.
#include "app/studio/panels/reading_form.h"
#include "app/studio/plots/words.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_fields.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/sequences/sequence_preview.h"
#include "app/studio/sequences/series_plot.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/diary.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/panels/problems_panel.h"
#include "engine/data/download.h"
#include "engine/graph/data_kind.h"
#include "tests/data/http_server.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/qt_find.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

namespace studio {

using State = TrainingSession::State;

namespace {

/// A table of 400 days with semicolons and decimal commas.
std::string days(const std::function<std::string(int)>& sky)
{
    std::string table = "date;light;heat, in °C;sky\n";
    for (int day = 0; day < 400; ++day) {
        table += "2001-01-" + std::to_string(10 + day % 20) + ';' + std::to_string(day % 7) + ",5;" +
                 std::to_string((day * 3) % 11) + ",25;" + sky(day) + '\n';
    }
    return table;
}

} // namespace

class SequencesTest : public QObject {
    Q_OBJECT

public:
    explicit SequencesTest(const Home& home) : m_home(home) {}

private slots:
    void digitsAreLearnedAndTheirMistakesShown()
    {
        Stage stage;
        openData(stage, "rows_lstm");
        QVERIFY(data(stage).findChild<SamplePictures*>()->count() > 0);
        QVERIFY(data(stage).findChild<SamplePictures*>()->isVisible());
        QCOMPARE(warningsOf(stage), QStringList());
        train(stage, 1);
        const Evaluation& shown = *results(stage).shown();
        QCOMPARE(shown.report.confusion->total(), std::int64_t{2000});
        auto* confusion = results(stage).findChild<ConfusionView*>();
        QVERIFY(confusion->isVisible());
        QVERIFY(confusion->matrix() == *shown.report.confusion);
        QVERIFY(results(stage).findChild<SamplePictures*>()->count() > 0);
        stage.showPanel(QStringLiteral("writing"));
        TRY_VERIFY(stage.writing().isVisible());
        auto* written = stage.writing().findChild<QPlainTextEdit*>(QStringLiteral("written"));
        QVERIFY(written->placeholderText().contains(QStringLiteral("writes no text")));
        QVERIFY(says(stage.window(), QStringLiteral("The lens looks into nets that read a text"), Qt::MatchStartsWith));
        stage.showPanel(QStringLiteral("diary"));
        auto* samples = stage.window().findChild<Diary*>()->findChild<QPlainTextEdit*>();
        QVERIFY(samples->placeholderText().contains(QStringLiteral("writes no text")));
    }

    void aSeriesIsForecast()
    {
        Stage stage;
        openData(stage, "series_lstm");
        QCOMPARE(data(stage).findChild<SeriesPlot*>()->curves().size(), std::size_t{3}); // a curve for each part
        // The data have four columns, where the net is drawn for one: all numbers are those that are trained.
        TRY_COMPARE(stage.document().derived().report.parameters, std::int64_t{4769});
        QCOMPARE(engine::toString(*stage.document().shape({stage.document().content().nodes.front().id, 0})),
                 std::string("30×32×4"));
        train(stage, 1);
        const Evaluation shown = *results(stage).shown();
        // The day after the last one of the series stands behind the test part, which ends with the file.
        QCOMPARE(shown.forecasts.size(), std::size_t{1});
        const auto* forecast = results(stage).findChild<QLabel*>(QStringLiteral("forecast"));
        QVERIFY(forecast->isVisible());
        QVERIFY2(forecast->text().contains(valueOf(shown.forecasts.front().predicted)), qPrintable(forecast->text()));
        auto* part = results(stage).findChild<QComboBox*>();
        ::choose(*part, part->findData(static_cast<int>(engine::Split::Test)));
        const auto isOfTheTest = [&] { return results(stage).shown()->part == engine::Split::Test; };
        TRY_VERIFY(!results(stage).isBusy() && isOfTheTest());
        const Evaluation& tested = *results(stage).shown();
        const auto plots = results(stage).findChildren<SeriesPlot*>();
        QCOMPARE(plots.size(), 2);
        const auto overTime =
            std::ranges::find(plots, std::size_t{3}, [](const SeriesPlot* plot) { return plot->curves().size(); });
        QVERIFY(overTime != plots.end());
        QCOMPARE((*overTime)->curves()[1].values.back(), tested.guesses.back().predicted);
        QCOMPARE((*overTime)->curves()[2].values.front(), tested.forecasts.front().predicted);
    }

    void aTableThatDoesNotFitListsItsColumns()
    {
        const auto file = m_home.write("sky.csv", days([](int day) { return day % 2 ? "rain" : "sun"; }));
        Stage stage;
        openTable(stage, file);
        waitForProblem(stage, QStringLiteral("wanted a column of numbers")); // the last column is text
        auto* problem = data(stage).findChild<QLabel*>(QStringLiteral("problem"));
        QVERIFY(problem->isVisible());
        const auto* columns = data(stage).findChild<ColumnList*>();
        QVERIFY(columns->isVisible());
        QCOMPARE(columns->topLevelItemCount(), 4);
        QCOMPARE(columns->topLevelItem(3)->text(0), QStringLiteral("sky"));
        QCOMPARE(columns->topLevelItem(3)->text(1), QStringLiteral("text"));
        QVERIFY(columns->topLevelItem(3)->text(2).startsWith(QStringLiteral("sun · rain")));
        QCOMPARE(box(stage, "delimiter").currentText(), QStringLiteral("Automatic: Semicolon"));
        QCOMPARE(box(stage, "decimal").currentText(), QStringLiteral("Automatic: Comma: 1,5"));

        choose(box(stage, "target"), QStringLiteral("heat, in °C"));
        TRY_COMPARE(data(stage).facts().problem, QString());
        waitForData(stage);
        QCOMPARE(data(stage).facts().samples.facts.target, std::string("heat, in °C"));
        QCOMPARE(data(stage).facts().samples.facts.width, std::int64_t{2});
        QVERIFY(!problem->isVisible());

        columns->topLevelItem(1)->setCheckState(0, Qt::Unchecked); // what a click does
        TRY_COMPARE(data(stage).facts().samples.facts.inputs, std::vector<std::string>{"heat, in °C"});
        columns->topLevelItem(1)->setCheckState(0, Qt::Checked);
        TRY_COMPARE(data(stage).facts().samples.facts.width, std::int64_t{2});
        choose(box(stage, "group"), QStringLiteral("sky"));
        TRY_COMPARE(engine::sampleSettings(stage.document().derived().model).group, std::string("sky"));
    }

    void anotherTablesColumnsAreForgotten()
    {
        const auto sky = m_home.write("with_sky.csv", days([](int day) { return std::to_string(day); }));
        const auto plain = m_home.write("plain.csv", [] {
            std::string table = "light,wind\n";
            for (int day = 0; day < 400; ++day) {
                table += std::to_string(day % 7) + ',' + std::to_string(day % 11) + '\n';
            }
            return table;
        }());
        Stage stage;
        openTable(stage, sky);
        waitForData(stage);
        choose(box(stage, "target"), QStringLiteral("heat, in °C"));
        choose(box(stage, "decimal"), QStringLiteral("COMMA"));
        data(stage).use(QString::fromStdString(plain.string()));
        TRY_COMPARE(data(stage).facts().samples.facts.target, std::string("wind"));
        QCOMPARE(data(stage).facts().problem, QString());
        QCOMPARE(box(stage, "decimal").currentData().toString(), QStringLiteral("AUTO"));
    }

    void whatDataLackIsMendedInOneAction()
    {
        std::string table = "heat,light\n";
        for (int day = 0; day < 200; ++day) {
            const bool isGap = day % 50 == 9;
            table += std::to_string(day % 7) + ',' + (isGap ? std::string() : std::to_string(3 * (day % 7))) + '\n';
        }
        Stage stage;
        openTable(stage, m_home.write("gaps.csv", table));
        const auto advice = [&] { return data(stage).findChild<QLabel*>(QStringLiteral("advice")); };
        const auto remedy = [&] { return data(stage).findChild<QPushButton*>(QStringLiteral("remedy")); };
        TRY_VERIFY(!data(stage).isReading() && !data(stage).facts().problem.isEmpty());
        QVERIFY(!advice()->isHidden());
        remedy()->menu()->actions().at(1)->trigger(); // the last value is kept
        waitForData(stage);
        QVERIFY(advice()->isHidden());
        data(stage).findChild<ReadingForm*>()->set("target", std::string("none of these"));
        TRY_VERIFY(!data(stage).isReading() && !data(stage).facts().problem.isEmpty());
        QVERIFY2(advice()->isHidden(), "no gap is open");
        data(stage).findChild<ReadingForm*>()->set("target", std::string("light"));

        const auto heldOut = [&] { return data(stage).facts().samples.part(engine::Split::Validation).size(); };
        data(stage).findChild<ReadingForm*>()->set("test", 0.0);
        data(stage).findChild<ReadingForm*>()->set("validation", 0.0);
        TRY_VERIFY(!data(stage).isReading() && heldOut() == 0);
        QVERIFY(!advice()->isHidden());
        remedy()->click(); // a tenth
        TRY_VERIFY(!data(stage).isReading() && heldOut() > 0);
        QVERIFY(advice()->isHidden());

        const std::filesystem::path images = m_home.path("images");
        for (const char* name : {"a/1.png", "a/2.png", "a/3.png", "b/1.png", "b/2.png", "b/3.png"}) {
            std::filesystem::create_directories((images / name).parent_path());
            QImage(8, 8, QImage::Format_Grayscale8).save(QString::fromStdString((images / name).string()));
        }
        std::ofstream(images / "a/2.png", std::ios::trunc) << "no picture";
        data(stage).use(QString::fromStdString(images.string()));
        TRY_COMPARE(data(stage).facts().damaged.size(), std::size_t{1});
        QVERIFY(advice()->text().contains(QStringLiteral("2.png")));
        remedy()->click(); // it is left out
        TRY_COMPARE(data(stage).facts().samples.count(), std::int64_t{5});
    }

    void aTableThatCanBeReadInTwoWaysIsAskedFor()
    {
        std::string table = "hour;load\n";
        for (int hour = 0; hour < 240; ++hour) {
            table += "0" + std::to_string(1 + hour / 30) + "/02/2020 " + std::to_string(10 + hour % 12) + ":00;" +
                     std::to_string(2 + hour % 7) + ".25\n";
        }
        Stage stage;
        openTable(stage, m_home.write("two_ways.csv", table));
        const auto* advice = data(stage).findChild<QLabel*>(QStringLiteral("advice"));
        const auto* remedy = data(stage).findChild<QPushButton*>(QStringLiteral("remedy"));
        const auto format = [&] { return engine::sampleSettings(stage.document().derived().model).format; };
        data(stage).findChild<ReadingForm*>()->set("time", std::string("hour"));
        TRY_VERIFY(!data(stage).isReading() && advice->isVisible());
        QVERIFY(advice->text().contains(QStringLiteral("01/02/2020 10:00: 1 February 2020 or 2 January 2020")));
        remedy->menu()->actions().at(1)->trigger();
        waitForData(stage);
        QVERIFY(!advice->text().contains(QStringLiteral("two ways")));
        QCOMPARE(data(stage).facts().problem, QString());
        QCOMPARE(format().dates, engine::DateOrder::MonthFirst);
    }

    void aMendedFileIsReadAgain()
    {
        const std::string good = days([](int day) { return std::to_string(day % 5); });
        const auto file = m_home.write("mended.csv", "a,b\n1,2\n3\n");
        Stage stage;
        openTable(stage, file);
        waitForProblem(stage, QStringLiteral("mended.csv"));
        m_home.write("mended.csv", good); // in place
        TRY_COMPARE(data(stage).facts().samples.facts.target, std::string("sky"));

        std::filesystem::rename(m_home.write("other.csv", "c,d\n1,2\n3\n"), file); // as editors save
        waitForProblem(stage, QStringLiteral("mended.csv"));
        std::filesystem::rename(m_home.write("other.csv", good), file);
        TRY_COMPARE(data(stage).facts().samples.facts.target, std::string("sky"));

        std::filesystem::remove(file);
        TRY_VERIFY(!data(stage).facts().problem.isEmpty());
        m_home.write("mended.csv", good);
        TRY_COMPARE(data(stage).facts().problem, QString());
        waitForData(stage);

        auto* again = data(stage).findChild<QPushButton*>(QStringLiteral("readAgain"));
        QVERIFY(again->isVisible());
        QSignalSpy read(&data(stage), &SequencePanel::factsChanged);
        click(*again);
        TRY_VERIFY(read.count() > 0);
        waitForData(stage);
    }

    void aWidthThatIsNotTheDatasIsMended()
    {
        Stage stage;
        openData(stage, "rows_lstm");
        const auto widen = [&] {
            stage.document().change(QStringLiteral("seven"), [](editor::Content& content) {
                const editor::Id scores = content.findNamed("scores")->id;
                editor::setParam(content, scores, "num_output", std::int64_t{7});
                editor::setParam(content, scores, "from_data", std::nullopt);
            });
        };
        const auto mend = [&](const QString& label) {
            stage.showPanel(QStringLiteral("problems"));
            auto* panel = stage.window().findChild<editor::ProblemsPanel*>();
            auto* list = panel->findChild<QTreeWidget*>();
            TRY_VERIFY(warningsOf(stage).join(u' ').contains(QStringLiteral("the data have 10 classes")));
            list->setCurrentItem(list->topLevelItem(0));
            const auto button = [&] { return calledIfThere<QPushButton>(*panel, label); };
            TRY_VERIFY(button() && button()->isVisible());
            click(*button());
            TRY_COMPARE(warningsOf(stage), QStringList());
        };
        const auto param = [&](const char* key) {
            const engine::Params& params = stage.document().content().findNamed("scores")->layer.params;
            return params.contains(key) ? std::optional(params.at(key)) : std::nullopt;
        };
        widen();
        mend(QStringLiteral("Take the width from the data"));
        QVERIFY(param("from_data") == engine::ParamValue(true));
        widen();
        mend(QStringLiteral("Set num_output to 10"));
        QVERIFY(param("num_output") == engine::ParamValue(std::int64_t{10}));
        QVERIFY(!param("from_data"));
    }

    void linesAreShownByTheirClasses()
    {
        Stage stage;
        openData(stage, "lines_gru");
        const auto* lines = data(stage).findChild<QTreeWidget*>(QStringLiteral("lines"));
        QVERIFY(lines->isVisible());
        QCOMPARE(lines->topLevelItemCount(), 6);
        const engine::Samples& samples = data(stage).facts().samples;
        for (int index = 0; index < 6; ++index) {
            const QTreeWidgetItem* item = lines->topLevelItem(index);
            QCOMPARE(item->text(0).toStdString(), samples.facts.classes[static_cast<std::size_t>(index)]);
            QCOMPARE(item->childCount(), 3);
            QVERIFY(item->child(0)->text(0).size() > 5);
        }
        const QString figures = data(stage).findChild<QLabel*>(QStringLiteral("figures"))->text();
        QVERIFY2(figures.contains(QStringLiteral("lines of up to")), qPrintable(figures));
        QVERIFY(!figures.contains(QStringLiteral("1 numbers")));
        QVERIFY(box(stage, "encoding").isVisible());
        QVERIFY(!box(stage, "target").isVisible());

        train(stage, 1);
        const auto* mistakes = results(stage).findChild<QTreeWidget*>(QStringLiteral("mistakenLines"));
        QVERIFY(mistakes->isVisible() && mistakes->topLevelItemCount() > 0);
        QVERIFY(mistakes->topLevelItem(0)->text(0).size() > 5);
        QVERIFY(results(stage).findChild<ConfusionView*>()->isVisible());

        stage.showPanel(QStringLiteral("data"));
        data(stage).use(
            QString::fromStdString(m_home.write("mine.txt", "a\tone more\nb\tof mine\na\tfour\n").string()));
        TRY_COMPARE(lines->topLevelItemCount(), 2);
        QCOMPARE(lines->topLevelItem(0)->child(0)->text(0), QStringLiteral("one more"));
        QCOMPARE(lines->topLevelItem(0)->text(1), QStringLiteral("2 (66.7 %)"));
    }

    void madeSetsOfEachKindAreChosen()
    {
        Stage stage;
        openData(stage, "lines_gru");
        const auto sets = data(stage).findChild<QPushButton*>(QStringLiteral("madeSet"))->menu()->actions();
        QCOMPARE(sets.size(), 3);
        sets[0]->trigger();
        TRY_COMPARE(data(stage).facts().samples.facts.kind, std::string("rows"));
        QVERIFY(!data(stage).findChild<QTreeWidget*>(QStringLiteral("lines"))->isVisible());
        sets[1]->trigger();
        TRY_COMPARE(data(stage).facts().kind, &engine::kinds::table);
        sets[2]->trigger();
        TRY_COMPARE(data(stage).facts().samples.facts.kind, std::string("lines"));
        choose(box(stage, "kind"), QStringLiteral("ROWS"));
        TRY_COMPARE(data(stage).facts().samples.facts.kind, std::string("rows"));
        choose(box(stage, "kind"), QStringLiteral("LINES"));
        TRY_COMPARE(data(stage).facts().samples.facts.kind, std::string("lines"));
    }

    void aRunOfSequencesIsSavedAndEvaluatedAgain()
    {
        const std::filesystem::path file = m_home.path("weather.hamnet");
        std::vector<engine::Metric> metrics;
        {
            Stage stage;
            stage.openSample("series_lstm");
            train(stage, 1);
            metrics = results(stage).shown()->report.metrics;
            QVERIFY(!stage.workspace().files().save(file));
        }
        Stage stage;
        stage.window().openFile(QString::fromStdString(file.string()));
        QVERIFY(stage.waitForPage(true));
        QVERIFY(!stage.workspace().runs().all().front().start.kind->writes);
        QVERIFY(!stage.workspace().runs().all().front().validations.front().metrics.empty());
        QVERIFY(!results(stage).shown());
        stage.showPanel(QStringLiteral("results"));
        click(*results(stage).findChild<QPushButton*>(QStringLiteral("evaluate")));
        TRY_VERIFY(!results(stage).isBusy() && results(stage).shown());
        QVERIFY(results(stage).shown()->report.metrics == metrics);
        // What was said of these data does not stand beside others.
        stage.document().change(QStringLiteral("Data"), [](editor::Content& content) { content.corpus = "other.csv"; });
        QVERIFY(!results(stage).shown());
        QVERIFY(results(stage).findChild<QLabel*>(QStringLiteral("metrics"))->isHidden());
        QVERIFY(results(stage).findChild<QLabel*>(QStringLiteral("forecast"))->isHidden());
        stage.document().undoStack().undo();
        // It goes on, too.
        setNextRun(stage.workspace(), {{"epochs", 2}});
        press(Qt::Key_F5, Qt::ControlModifier);
        QVERIFY(stage.waitForRun());
        QVERIFY(stage.waitForState(State::Idle));
        QVERIFY(stage.training().run().end.value().reason == engine::EndReason::Iterations);
        QCOMPARE(stage.training().progressNow().epoch, 2.0);
    }

    void resultsSayWhoseTheyAreAndAreGreyUnderAnotherRun()
    {
        Stage stage;
        stage.openSample("series_lstm");
        train(stage, 1);
        const auto* const of = results(stage).findChild<QLabel*>(QStringLiteral("resultsOf"));
        const auto* const metrics = results(stage).findChild<QLabel*>(QStringLiteral("metrics"));
        QVERIFY2(of->text().startsWith(QStringLiteral("Run 1, iteration ")), qPrintable(of->text()));
        QVERIFY(metrics->isEnabled());
        setNextRun(stage.workspace(), {{"epochs", 10'000}});
        QVERIFY(stage.starts());
        stage.showPanel(QStringLiteral("results"));
        QVERIFY2(of->text().startsWith(QStringLiteral("Earlier: Run 1, iteration ")), qPrintable(of->text()));
        QVERIFY(!metrics->isEnabled());
        QVERIFY(stage.stops());
        TRY_VERIFY(of->text().startsWith(QStringLiteral("Run 2, iteration ")));
        QVERIFY(metrics->isEnabled());
    }

    void aKnownSetIsFetchedGivenUpAndTakenUpAgain()
    {
        const std::string bytes(4000, 'x');
        std::atomic<bool> stalls = true;
        const HttpServer server([&](const HttpRequest& request) {
            HttpReply reply = rangeReply(bytes, request);
            if (stalls) {
                reply.sent = 1000;
                reply.after = AfterReply::Stall;
            }
            return reply;
        });
        const engine::KnownFile file{
            .name = "bytes", .bytes = 4000, .sha256 = engine::sha256Of(m_home.write("x", bytes))};
        const engine::DownloadRequest request{.data = {.kind = &engine::kinds::rows,
                                                       .name = "small",
                                                       .place = "small",
                                                       .about = {},
                                                       .urls = {},
                                                       .files = {file}},
                                              .folder = m_home.path("sets"),
                                              .url = server.url("/")};
        Stage stage;
        openData(stage, "rows_lstm");
        auto* button = data(stage).findChild<QPushButton*>(QStringLiteral("knownSet"));
        QCOMPARE(button->menu()->actions().size(), 2);
        QVERIFY(button->menu()->actions().front()->text().startsWith(QStringLiteral("MNIST (11")));

        data(stage).useKnownSet(request);
        QVERIFY(!button->isEnabled());
        auto* cancel = data(stage).findChild<QPushButton*>(QStringLiteral("cancelDownload"));
        TRY_VERIFY(cancel->isVisible() && !server.requests().empty());
        click(*cancel);
        auto* problem = data(stage).findChild<QLabel*>(QStringLiteral("problem"));
        TRY_VERIFY(problem->isVisible());
        QVERIFY(problem->text().contains(QStringLiteral("cancelled")));
        QVERIFY(button->isEnabled());
        QVERIFY(stage.document().content().corpus.empty());

        stalls = false;
        data(stage).useKnownSet(request);
        TRY_COMPARE(stage.document().content().corpus, m_home.path("sets/small").string());
        TRY_VERIFY(!cancel->isVisible());
    }

    /// The set is there already: nothing is fetched in this test.
    void aSampleOpensWithAKnownSet()
    {
        const engine::KnownData& mnist = engine::knownData(engine::kinds::rows, "mnist");
        const std::filesystem::path folder = engine::placeOf(mnist);
        std::filesystem::create_directories(folder);
        for (const engine::KnownFile& file : mnist.files) {
            std::ofstream(folder / file.name).put('x');
            std::filesystem::resize_file(folder / file.name, static_cast<std::uintmax_t>(file.bytes));
        }
        Stage stage;
        const auto cards = stage.start().findChildren<SampleCard*>();
        const auto card = [&](const char* stem) {
            return *std::find_if(cards.begin(), cards.end(),
                                 [&](const SampleCard* one) { return one->sample().file.stem() == stem; });
        };
        QVERIFY(!card("char_rnn_small")->findChild<QToolButton*>());
        QVERIFY(!card("series_lstm")->findChild<QToolButton*>());
        auto* button = card("rows_lstm")->findChild<QToolButton*>();
        QVERIFY(button && button->isVisible());
        button->menu()->actions().front()->trigger();
        QVERIFY(stage.waitForPage(true));
        QCOMPARE(stage.document().content().corpus, folder.string());
        QVERIFY(data(stage).isVisible());
    }

private:
    /// And shows what it learns from.
    void openData(Stage& stage, const std::string& stem)
    {
        stage.openSample(stem);
        stage.showPanel(QStringLiteral("data"));
        waitForData(stage);
    }

    void train(Stage& stage, int epochs)
    {
        setUnits(stage.document(), 24);
        setNextRun(stage.workspace(), {{"epochs", epochs}});
        press(Qt::Key_F5);
        QVERIFY(stage.waitForRun());
        QVERIFY(stage.waitForState(State::Idle));
        QVERIFY(stage.training().run().end.value().reason == engine::EndReason::Iterations);
        TRY_VERIFY(!results(stage).isBusy() && results(stage).shown());
    }

    ResultsPanel& results(Stage& stage) { return *stage.window().findChild<ResultsPanel*>(); }
    SequencePanel& data(Stage& stage) { return *stage.window().findChild<SequencePanel*>(); }

    void waitForData(Stage& stage) { TRY_VERIFY(!data(stage).isReading() && data(stage).facts().samples.count() > 0); }

    /// What the panel of problems says.
    static QStringList warningsOf(Stage& stage)
    {
        QStringList words;
        const auto* list = stage.window().findChild<editor::ProblemsPanel*>()->findChild<QTreeWidget*>();
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            words += list->topLevelItem(row)->text(0);
        }
        return words;
    }

    void openTable(Stage& stage, const std::filesystem::path& file)
    {
        openData(stage, "series_lstm");
        data(stage).use(QString::fromStdString(file.string()));
    }

    void waitForProblem(Stage& stage, const QString& words)
    {
        TRY_VERIFY(!data(stage).isReading() && data(stage).facts().problem.contains(words));
    }

    QComboBox& box(Stage& stage, const char* name) { return *data(stage).findChild<QComboBox*>(QLatin1String(name)); }

    static void choose(QComboBox& box, const QString& value)
    {
        QVERIFY(box.isVisible());
        ::choose(box, box.findData(value));
    }

    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::SequencesTest)

#include "sequences_test.moc"

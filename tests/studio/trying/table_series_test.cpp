// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/series_page.h"
#include "engine/data/table.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>

namespace studio {
namespace {

engine::SampleSettings settingsOf(const std::string& group)
{
    return {.kind = &engine::kinds::table,
            .inputs = {"level"},
            .target = "level",
            .time = "day",
            .group = group,
            .steps = 3,
            .horizon = 2,
            .fractions = {.validation = 0.2, .test = 0.2},
            .gaps = engine::gapRules({"CARRY"})};
}

/// Three days of "Ab", too few for a window, then ten days of a and of b; on the seventh day the level of a is not
/// known.
std::string twoPlaces()
{
    std::string text = "place,day,level\nAb,01.05.2020 18:30,1\nAb,02.05.2020 18:30,2\nAb,03.05.2020 18:30,3\n";
    for (const char* place : {"a", "b"}) {
        for (int day = 1; day <= 10; ++day) {
            const bool lacks = place[0] == 'a' && day == 7;
            text += std::string(place) + (day < 10 ? ",0" : ",") + std::to_string(day) + ".05.2020 18:30," +
                    (lacks ? std::string() : std::to_string(day * day + (place[0] == 'b' ? 100 : 0))) + "\n";
        }
    }
    return text;
}

} // namespace

class TableSeriesTest : public QObject {
    Q_OBJECT

private slots:
    void aPartIsAGroupThatIsNoShorterThanAWindow()
    {
        const TableSeries series = read(settingsOf("place"));
        QCOMPARE(series.parts().size(), std::size_t{2});
        QCOMPARE(series.parts()[0].name, QStringLiteral("a"));
        QCOMPARE(series.parts()[0].first, 3);
        QCOMPARE(series.parts()[0].last, 13);
        QCOMPARE(series.parts()[1].name, QStringLiteral("b"));
        QCOMPARE(series.parts()[1].first, 13);
        QCOMPARE(series.parts()[1].last, 23);
        QCOMPARE(series.values()[2], 3.0);
        QCOMPARE(series.values()[12], 100.0);
        QCOMPARE(series.values()[13], 101.0);
        QVERIFY(std::isnan(series.values()[9])); // what fills a gap is no truth
    }

    void timesAreThoseOfTheFile()
    {
        const TableSeries series = read(settingsOf("place"));
        QCOMPARE(series.timeOf(0), QStringLiteral("01.05.2020 18:30"));
        QCOMPARE(series.timeOf(21), QStringLiteral("09.05.2020 18:30"));
        QCOMPARE(series.timeOf(23), QString());
    }

    void aSavedSeriesCanBeLearnedFromAgain()
    {
        const TableSeries series = read(settingsOf("place"));
        const std::filesystem::path file =
            m_folder.write("saved.csv", series.table(series.parts()[1], 21, {{20, 4.5}}));
        const engine::Table table = engine::readTable(file, {}, {"day", "place"});
        QCOMPARE(table.rows, 8);
        QCOMPARE(table.columns.size(), std::size_t{3});
        QCOMPARE(table.text(table.column("day"), 7), std::string("08.05.2020 18:30"));
        QCOMPARE(table.text(table.column("place"), 0), std::string("b"));
        QCOMPARE(table.column("level").numbers[0], 101.0);
        QCOMPARE(table.column("level").numbers[7], 4.5);
    }

    void aSavedSeriesHasNoNamesWhereTheNetLearnedFromNone()
    {
        std::string text = twoPlaces();
        text.erase(0, text.find('\n') + 1);
        for (std::size_t at = text.find(','); at != std::string::npos; at = text.find(',', at + 1)) {
            text[at] = ';';
        }
        m_folder.write("nameless.csv", text);
        engine::SampleSettings settings = settingsOf("column 1");
        settings.inputs = {settings.target = "column 3"};
        settings.time = "column 2";
        const std::filesystem::path file = m_folder.path() / "nameless.csv", saved = m_folder.path() / "saved.csv";
        const engine::Samples learned = engine::readSamples(file, settings);
        const engine::NamedSamples named =
            engine::readNamedSamples(file, settings, {.facts = learned.facts, .vocabulary = learned.vocabulary});
        const TableSeries series(named, settings);
        m_folder.write("saved.csv", series.table(series.parts()[1], 21, {{20, 4.5}}));
        const engine::Table table = engine::readTable(saved, learned.facts.format, {"column 1"});
        QCOMPARE(table.rows, 8);
        QCOMPARE(table.text(table.column("column 1"), 0), std::string("b"));
        QCOMPARE(table.column("column 2").kind, engine::ColumnKind::Time);
        const std::vector<double> values = columnOf(saved, "column 3", learned.facts.format);
        QCOMPARE(values.front(), 101.0);
        QCOMPARE(values.back(), 4.5);
    }

    void aForecastOfAGapHasNoError()
    {
        const engine::SampleSettings settings = settingsOf("place");
        const engine::NamedSamples named = readNamed(settings);
        SeriesPage page;
        page.setNet({.facts = named.samples.facts, .vocabulary = {}, .settings = settings, .data = {}});
        page.setSamples(&named);
        page.findChild<QSpinBox*>(QStringLiteral("rowsToForecast"))->setValue(1);
        page.findChild<QSlider*>(QStringLiteral("origin"))->setValue(6);
        const auto* const errors = page.findChild<QLabel*>(QStringLiteral("forecastErrors"));
        QCOMPARE(errors->text(),
                 QStringLiteral("The truth is not known here: the rows ahead have no value in the file."));
    }

    void theAxisShowsTimesAndHowFarBehindTheLastRow()
    {
        const engine::SampleSettings settings = settingsOf("place");
        const engine::NamedSamples named = readNamed(settings);
        SeriesPage page;
        page.resize(1000, 400);
        page.setNet({.facts = named.samples.facts, .vocabulary = {}, .settings = settings, .data = {}});
        page.setSamples(&named);
        page.findChild<QSpinBox*>(QStringLiteral("rowsToForecast"))->setValue(6);
        page.findChild<QSlider*>(QStringLiteral("origin"))->setValue(8);
        auto* const plot = page.findChild<DraggedSeries*>();
        plot->setGeometry(0, 0, 1000, 400);
        plot->replot();
        const QVector<QString> labels = plot->xAxis->tickVectorLabels();
        QVERIFY(labels.contains(QStringLiteral("06.05.2020 18:30")));
        QVERIFY(labels.contains(QStringLiteral("+2 rows")));
        QVERIFY(!plot->xAxis->label().contains(QStringLiteral("Row")));
    }

private:
    TableSeries read(const engine::SampleSettings& settings) { return TableSeries(readNamed(settings), settings); }

    engine::NamedSamples readNamed(const engine::SampleSettings& settings)
    {
        m_folder.write("places.csv", twoPlaces());
        const std::filesystem::path file = m_folder.path() / "places.csv";
        const engine::Samples learned = engine::readSamples(file, settings);
        return engine::readNamedSamples(file, settings, {.facts = learned.facts, .vocabulary = learned.vocabulary});
    }

    const TemporaryFolder m_folder;
};

} // namespace studio

HAMNET_QT_TEST(studio::TableSeriesTest)
#include "table_series_test.moc"

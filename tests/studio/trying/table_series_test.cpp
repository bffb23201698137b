// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/own_samples.h"
#include "app/studio/trying/table_series.h"
#include "engine/data/table.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <QTest>

namespace studio {
namespace {

engine::SampleSettings settingsOf(const std::string& group)
{
    engine::SampleSettings settings{.kind = engine::SampleKind::Table, .steps = 3, .table = {}, .fractions = {}};
    settings.table = {.inputs = {"level"}, .target = "level", .time = "day", .group = group, .horizon = 2};
    settings.table.gaps = {"CARRY"};
    settings.fractions = {.validation = 0.2, .test = 0.2};
    return settings;
}

/// Ten days of each place; on the seventh day the level of a is not known.
std::string twoPlaces()
{
    std::string text = "place,day,level\n";
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
    void aPartEndsWhereItsGroupDoes()
    {
        const TableSeries series = read(settingsOf("place"));
        QCOMPARE(series.parts().size(), std::size_t{2});
        QCOMPARE(series.parts()[0].name, QStringLiteral("a"));
        QCOMPARE(series.parts()[0].first, 0);
        QCOMPARE(series.parts()[0].last, 10);
        QCOMPARE(series.parts()[1].name, QStringLiteral("b"));
        QCOMPARE(series.parts()[1].first, 10);
        QCOMPARE(series.parts()[1].last, 20);
        QCOMPARE(series.values()[9], 100.0);
        QCOMPARE(series.values()[10], 101.0);
        QVERIFY(std::isnan(series.values()[6])); // what fills a gap is no truth
    }

    void timesAreThoseOfTheFile()
    {
        const TableSeries series = read(settingsOf("place"));
        QCOMPARE(series.timeOf(0), QStringLiteral("01.05.2020 18:30"));
        QCOMPARE(series.timeOf(18), QStringLiteral("09.05.2020 18:30"));
        QCOMPARE(series.timeOf(20), QString());
    }

    void aSavedSeriesCanBeLearnedFromAgain()
    {
        const TableSeries series = read(settingsOf("place"));
        const std::filesystem::path file = m_folder.path() / "saved.csv";
        saveTable(file, series.table(series.parts()[1], 18, {{17, 4.5}}));
        const engine::Table table = engine::readTable(file, {.named = {"place"}});
        QCOMPARE(table.rows, 8);
        QCOMPARE(table.columns.size(), std::size_t{3});
        QCOMPARE(table.text(table.column("day"), 7), std::string("08.05.2020 18:30"));
        QCOMPARE(table.text(table.column("place"), 0), std::string("b"));
        QCOMPARE(table.column("level").numbers[0], 101.0);
        QCOMPARE(table.column("level").numbers[7], 4.5);
    }

private:
    TableSeries read(const engine::SampleSettings& settings)
    {
        m_folder.write("places.csv", twoPlaces());
        const std::filesystem::path file = m_folder.path() / "places.csv";
        const engine::Samples learned = engine::readSamples(file, settings);
        return TableSeries(
            engine::readNamedSamples(file, settings, {.facts = learned.facts, .vocabulary = learned.vocabulary}),
            settings);
    }

    const TemporaryFolder m_folder;
};

} // namespace studio

QTEST_GUILESS_MAIN(studio::TableSeriesTest)
#include "table_series_test.moc"

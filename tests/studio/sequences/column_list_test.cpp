// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/sequences/sequence_fields.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <QComboBox>
#include <QSignalSpy>

namespace studio {

class ColumnListTest : public QObject {
    Q_OBJECT

private slots:
    void gapsAreCountedAndTheirRuleChosen()
    {
        const TemporaryFolder folder;
        const std::filesystem::path file = folder.path() / "days.csv";
        std::ofstream(file) << "wind,rain,kind,heat\n1,,a,2\n,,b,3\n3,5,,4\n4,6,b,5\n5,7,a,6\n2,8,a,9\n";
        engine::SampleSettings settings;
        settings.steps = 1;
        settings.fractions = {.validation = 0, .test = 0};
        SequenceFacts facts = readSequenceFacts(file, settings);
        QVERIFY(facts.problem.contains(QStringLiteral("found no value")));
        const std::int64_t gaps[] = {1, 2, 1, 0};
        for (std::size_t column = 0; column < std::size(gaps); ++column) {
            QCOMPARE(facts.outline.columns.at(column).gaps, gaps[column]);
        }

        ColumnList list;
        list.setColumns(facts.outline, settings.table);
        list.resize(640, 200);
        QVERIFY(!list.isColumnHidden(3));
        auto* rain = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(1), 3));
        QCOMPARE(rain->currentText(), QStringLiteral("2: choose"));
        auto* kind = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(2), 3));
        QVERIFY(kind->findText(QStringLiteral("1: keep the last value")) >= 0);
        QCOMPARE(list.itemWidget(list.topLevelItem(3), 3), nullptr);
        QSignalSpy chosen(&list, &ColumnList::gapsChosen);
        rain->setCurrentIndex(rain->findText(QStringLiteral("2: keep the last value")));
        emit rain->activated(rain->currentIndex());
        QCOMPARE(engine::gapEntries(chosen.back().front().value<engine::GapRules>()),
                 (std::vector<std::string>{"rain=CARRY"}));

        settings.table.gaps = engine::gapRules({"SKIP", "rain=CARRY"});
        facts = readSequenceFacts(file, settings);
        QCOMPARE(facts.problem, QString());
        list.setColumns(facts.outline, settings.table);
        const auto text = [&](int row) {
            return qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(row), 3))->currentText();
        };
        QCOMPARE(text(0), QStringLiteral("1: leave the rows out"));
        QCOMPARE(text(1), QStringLiteral("2: keep the last value"));
        list.setColumns({}, settings.table);
        QVERIFY(list.isColumnHidden(3));
    }

    void aColumnWithAWrongValueOffersNoRuleForItsGaps()
    {
        const TemporaryFolder folder;
        const std::filesystem::path file = folder.path() / "days.csv";
        std::ofstream(file) << "wind,rain\n1,2\n,4\nx,6\n3,8\n";
        engine::SampleSettings settings;
        settings.steps = 1;
        settings.table.inputs = {"wind"};
        settings.fractions = {.validation = 0, .test = 0};
        const SequenceFacts facts = readSequenceFacts(file, settings);
        QVERIFY2(facts.problem.contains(QStringLiteral("'x'")), qPrintable(facts.problem));
        QCOMPARE(facts.outline.columns.at(0).gaps, std::int64_t{0});
    }

    void aRuleForAllStaysBesideThatOfAColumn()
    {
        engine::Table outline;
        for (int column = 0; column < 70; ++column) {
            outline.columns.push_back({.name = "c" + std::to_string(column), .gaps = 1});
        }
        outline.columns[1].kind = engine::ColumnKind::Time;
        ColumnList list;
        list.setColumns(outline, {.gaps = engine::gapRules({"CARRY", "c69=SKIP", "c70=SKIP"})});
        QSignalSpy chosen(&list, &ColumnList::gapsChosen);
        auto* first = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(0), 3));
        QCOMPARE(first->findText(QStringLiteral("1: choose")), -1);
        first->setCurrentIndex(first->findText(QStringLiteral("1: leave the rows out")));
        emit first->activated(first->currentIndex());
        QCOMPARE(engine::gapEntries(chosen.back().front().value<engine::GapRules>()),
                 (std::vector<std::string>{"CARRY", "c0=SKIP", "c69=SKIP"})); // the table has no c70
        const auto* time = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(1), 3));
        QCOMPARE(time->count(), 1); // its rows are left out, or nothing
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::ColumnListTest)

#include "column_list_test.moc"

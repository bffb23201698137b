// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/sequences/sequence_fields.h"
#include "editor/document/document.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSignalSpy>

namespace studio {

class ReadingFormTest : public QObject {
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
        list.setColumns(facts.outline, settings);
        list.resize(640, 200);
        QVERIFY(!list.isColumnHidden(3));
        auto* rain = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(1), 3));
        QCOMPARE(rain->currentText(), QStringLiteral("2: choose"));
        auto* kind = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(2), 3));
        QVERIFY(kind->findText(QStringLiteral("1: keep the last value")) >= 0);
        QCOMPARE(list.itemWidget(list.topLevelItem(3), 3), nullptr);
        QSignalSpy chosen(&list, &ColumnList::chosen);
        choose(*rain, QStringLiteral("2: keep the last value"));
        QVERIFY(chosen.back().at(1).value<engine::ParamValue>() == engine::ParamValue(std::string("rain=CARRY")));

        settings.gaps = engine::gapRules({"SKIP", "rain=CARRY"});
        facts = readSequenceFacts(file, settings);
        QCOMPARE(facts.problem, QString());
        list.setColumns(facts.outline, settings);
        const auto text = [&](int row) {
            return qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(row), 3))->currentText();
        };
        QCOMPARE(text(0), QStringLiteral("1: leave the rows out"));
        QCOMPARE(text(1), QStringLiteral("2: keep the last value"));
        list.setColumns({}, settings);
        QVERIFY(list.isColumnHidden(3));
    }

    void aColumnWithAWrongValueOffersNoRuleForItsGaps()
    {
        const TemporaryFolder folder;
        const std::filesystem::path file = folder.path() / "days.csv";
        std::ofstream(file) << "wind,rain\n1,2\n,4\nx,6\n3,8\n";
        engine::SampleSettings settings;
        settings.steps = 1;
        settings.inputs = {"wind"};
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
        QSignalSpy chosen(&list, &ColumnList::chosen);
        auto* first = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(0), 3));
        QCOMPARE(first->findText(QStringLiteral("1: choose")), -1);
        choose(*first, QStringLiteral("1: leave the rows out"));
        QVERIFY(chosen.back().at(1).value<engine::ParamValue>() ==
                engine::ParamValue(engine::columnList({"CARRY", "c0=SKIP", "c69=SKIP"}))); // the table has no c70
        const auto* time = qobject_cast<QComboBox*>(list.itemWidget(list.topLevelItem(1), 3));
        QCOMPARE(time->count(), 1); // its rows are left out, or nothing
    }

    void sayWhichPartMeasuresWhereNoneIsHeldOut()
    {
        editor::Document document;
        SequenceFields fields(document);
        engine::SampleSettings settings;
        settings.fractions = {.validation = 0, .test = 0};
        SequenceFacts facts{.kind = &engine::kinds::rows};
        facts.samples.parts[2] = {0, 1};
        fields.showSettings(settings);
        fields.show(facts, settings);
        QStringList shares;
        for (const QDoubleSpinBox* box : fields.findChildren<QDoubleSpinBox*>()) {
            shares << box->text();
        }
        QVERIFY2(shares.contains(QStringLiteral("none: uses the test part")), qPrintable(shares.join(u'|')));
        facts.samples.parts[2].clear();
        fields.show(facts, settings);
        QCOMPARE(fields.findChild<QDoubleSpinBox*>()->text(), QLocale().toString(0.0, 'f', 1) + QStringLiteral(" %"));
    }

    void aColumnOfTimesIsOfferedUntilOneIsChosen()
    {
        editor::Document document;
        SequenceFields fields(document);
        SequenceFacts facts{.kind = &engine::kinds::table};
        facts.outline.columns = {{.name = "wind"}, {.name = "day", .kind = engine::ColumnKind::Time}};
        engine::SampleSettings settings;
        fields.show(facts, settings);
        const auto* offer = fields.findChild<QPushButton*>(QStringLiteral("timeOffer"));
        QVERIFY(!offer->isHidden());
        QCOMPARE(offer->text(), QStringLiteral("Use day as the time"));
        settings.time = "day";
        fields.show(facts, settings);
        QVERIFY(offer->isHidden());
        settings.time.clear();
        facts.outline.columns[1].kind = engine::ColumnKind::Number;
        fields.show(facts, settings);
        QVERIFY(offer->isHidden());
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::ReadingFormTest)
#include "reading_form_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_fields.h"
#include "editor/document/document.h"
#include "tests/support/qt_tests.h"

#include <QDoubleSpinBox>
#include <QPushButton>

namespace studio {

class SequenceFieldsTest : public QObject {
    Q_OBJECT

private slots:
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
        settings.table.time = "day";
        fields.show(facts, settings);
        QVERIFY(offer->isHidden());
        settings.table.time.clear();
        facts.outline.columns[1].kind = engine::ColumnKind::Number;
        fields.show(facts, settings);
        QVERIFY(offer->isHidden());
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::SequenceFieldsTest)

#include "sequence_fields_test.moc"

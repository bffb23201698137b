// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/calculating_box.h"
#include "tests/support/qt_tests.h"

#include <QLineEdit>
#include <QSignalSpy>

using namespace editor;

namespace {

/// As a user types it over what is there, and leaves the field.
void type(QAbstractSpinBox& box, const QString& text)
{
    auto* field = box.findChild<QLineEdit*>();
    field->selectAll();
    for (const QChar sign : text) {
        QTest::sendKeyEvent(QTest::Click, field, Qt::Key_unknown, sign, {});
    }
    QTest::keyClick(field, Qt::Key_Return);
}

} // namespace

class CalculatingBoxTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsTypedMayBeACalculation()
    {
        WholeBox whole;
        whole.setRange(0, 10'000);
        whole.show();
        for (const auto& [text, number] :
             {std::pair(u"2*128", 256), std::pair(u"1e3", 1000), std::pair(u"2\u00D7128", 256),
              std::pair(u"2\u00B7(3+1)", 8), std::pair(u"20000/4", 5000), std::pair(u"77", 77)}) {
            type(whole, QString::fromUtf16(text));
            QCOMPARE(whole.value(), number);
            QCOMPARE(whole.text(), QString::number(number));
        }
        RealBox real;
        real.setRange(0, 10);
        real.setDecimals(3);
        real.show();
        for (const auto& [text, number] :
             {std::pair(u"(3+1)/8", 0.5), std::pair(u"1e-1", 0.1), std::pair(u"100/8/8", 1.563)}) {
            type(real, QString::fromUtf16(text));
            QCOMPARE(real.value(), number);
        }
    }

    void whatIsNoNumberGivesWayToTheOneBefore()
    {
        WholeBox box;
        box.setRange(0, 100);
        box.setValue(42);
        box.show();
        box.setKeyboardTracking(false);
        for (const char16_t* text : {u"2*", u"(3", u"7/2", u"1/0", u"-", u"e", u""}) {
            type(box, QString::fromUtf16(text));
            QCOMPARE(box.value(), 42);
            QCOMPARE(box.text(), QStringLiteral("42"));
        }
        type(box, QStringLiteral("abc"));
        QCOMPARE(box.value(), 42);
    }

    void aResultOutsideTheRangeBecomesTheBound()
    {
        WholeBox box;
        box.setRange(10, 100);
        box.show();
        type(box, QStringLiteral("20*20"));
        QCOMPARE(box.value(), 100);
        type(box, QStringLiteral("20/10"));
        QCOMPARE(box.value(), 10);
        type(box, QStringLiteral("1e12"));
        QCOMPARE(box.value(), 100);
    }

    void unitsAndSpecialWordsStay()
    {
        RealBox share;
        share.setRange(0, 90);
        share.setDecimals(1);
        share.setSuffix(QStringLiteral(" %"));
        share.show();
        type(share, QStringLiteral("100/8"));
        QCOMPARE(share.value(), 12.5);
        QVERIFY(share.text().endsWith(QStringLiteral(" %")));
        WholeBox most;
        most.setSpecialValueText(QStringLiteral("all"));
        most.setPrefix(QStringLiteral("Unit "));
        most.setValue(5);
        most.show();
        type(most, QStringLiteral("4*5"));
        QCOMPARE(most.value(), 20);
        QCOMPARE(most.text(), QStringLiteral("Unit 20"));
        type(most, QStringLiteral("0"));
        QCOMPARE(most.text(), QStringLiteral("all"));
    }

    void theValueComesWhileItIsTypedOrOnceAtItsEnd()
    {
        WholeBox box;
        box.setRange(0, 1000);
        box.show();
        QSignalSpy changed(&box, &QSpinBox::valueChanged);
        type(box, QStringLiteral("2*12"));
        QCOMPARE(changed.front().front().toInt(), 2);
        QCOMPARE(changed.back().front().toInt(), 24);
        box.setKeyboardTracking(false);
        changed.clear();
        type(box, QStringLiteral("3*12"));
        QCOMPARE(changed.size(), 1);
    }
};

HAMNET_QT_TEST(CalculatingBoxTest)
#include "calculating_box_test.moc"

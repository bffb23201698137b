// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/state/state_panel.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

using namespace studio;

namespace {

engine::WritingPlace placeAt(std::int64_t place)
{
    std::vector<float> values(24);
    for (std::size_t unit = 0; unit < values.size(); ++unit) {
        values[unit] = 0.05F * static_cast<float>(unit) - 0.5F;
    }
    return {.state = {.tensors = {}, .last = "e", .place = place},
            .units = {{"lstm", 0, 2, "h", values}, {"lstm", 0, 2, "c", values}, {"lstm", 1, 2, "h", values}}};
}

const engine::HeldUnit seventeen{.layer = "lstm", .unit = 17, .value = 0.5F};

} // namespace

class StatePanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // which sets a style: not while something is painted

    void init()
    {
        m_panel = std::make_unique<StatePanel>();
        m_panel->resize(420, 180);
        m_panel->show();
        m_panel->begin({});
        m_panel->setPlace(placeAt(40), QStringLiteral("After character 40, “e”"));
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get(), patience));
        // As the window does: what is asked for comes back.
        connect(m_panel.get(), &StatePanel::heldChanged, this, [this](const std::vector<engine::HeldUnit>& held) {
            m_held = held;
            m_panel->setPlace(placeAt(40), {});
        });
        m_held.clear();
    }

    void cleanup() { m_panel.reset(); }

    void clampsTheChosenUnitFromHereOn()
    {
        m_panel->findChild<QComboBox*>()->setCurrentIndex(1);
        m_panel->findChild<QSpinBox*>()->setValue(17);
        m_panel->findChild<QDoubleSpinBox*>()->setValue(0.5);
        click("Clamp");
        engine::HeldUnit wanted = seventeen;
        wanted.state = "c";
        wanted.from = 40;
        QVERIFY(m_held == std::vector{wanted});
        click("Release");
        QVERIFY(m_held.empty());
        QVERIFY(!button("Release")->isEnabled());
    }

    void setsAUnitOnce()
    {
        m_panel->choose({.layer = "lstm", .stacked = 1, .unit = 3});
        QCOMPARE(m_panel->findChild<QComboBox*>()->currentIndex(), 2);
        click("Set");
        QCOMPARE(m_held.size(), std::size_t{1});
        QCOMPARE(m_held[0].stacked, 1);
        QCOMPARE(m_held[0].from, 40);
        QCOMPARE(m_held[0].to, 40);
    }

    void heldUnitsAreListedWhole()
    {
        const auto* list = m_panel->findChild<QLabel*>(QStringLiteral("heldUnits"));
        QVERIFY(!list->isVisible());
        m_panel->resize(300, 320);
        for (int unit = 0; unit < 5; ++unit) {
            m_panel->choose({.layer = "lstm", .stacked = 1, .unit = unit});
            click("Clamp");
        }
        QCOMPARE(m_held.size(), std::size_t{5});
        QVERIFY(list->text().startsWith(QStringLiteral("2 earlier\n")));
        QVERIFY(list->text().contains(QStringLiteral("unit 4 = 0, clamped from here on")));
        QCOMPARE(list->toolTip().count(QLatin1Char('\n')), 4);
        TRY_VERIFY(list->isVisible() && list->height() >= list->heightForWidth(list->width()));
    }

    void undoTakesBackUnitByUnit()
    {
        click("Clamp");
        m_panel->findChild<QSpinBox*>()->setValue(5);
        click("Set");
        QCOMPARE(m_held.size(), std::size_t{2});
        m_panel->findChild<HeatMap*>()->setFocus();
        QTest::keyClick(m_panel->findChild<HeatMap*>(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_held.size(), std::size_t{1});
        QTest::keyClick(m_panel->findChild<HeatMap*>(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(m_held.empty());
        QTest::keyClick(m_panel->findChild<HeatMap*>(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_held.size(), std::size_t{1});
    }

    void aClickOnTheStripChoosesTheUnit()
    {
        auto* strip = m_panel->findChild<HeatMap*>();
        QTest::mouseClick(strip, Qt::LeftButton, {}, {strip->width() * 35 / 48, strip->height() / 2}); // 17.5 of 24
        QCOMPARE(m_panel->findChild<QSpinBox*>()->value(), 17);
        QTest::keyClick(strip, Qt::Key_Right);
        QCOMPARE(m_panel->findChild<QSpinBox*>()->value(), 18);
    }

    void withoutAPlaceNothingCanBeChanged()
    {
        m_panel->clear(QStringLiteral("Write a text first."));
        for (const char* text : {"Set", "Clamp", "Release", "Continue here"}) {
            QVERIFY(!button(text)->isEnabled());
        }
    }

    void aNetWithoutStatesIsToldWhatItNeeds()
    {
        m_panel->setPlace({}, {});
        QVERIFY(says(*m_panel, QStringLiteral("it needs a recurrent layer"), Qt::MatchContains));
    }

    void anEarlierClampEndsWhereItIsReleased()
    {
        HeldEdits edits;
        engine::HeldUnit earlier = seventeen;
        earlier.from = 10;
        edits.begin({earlier});
        QVERIFY(edits.isHeld(seventeen, 40));
        edits.release(seventeen, 40);
        QCOMPARE(edits.units().at(0).to, 39);
        QVERIFY(!edits.isHeld(seventeen, 40));
        edits.undo();
        QCOMPARE(edits.units().at(0).to, engine::HeldUnit::always);
        edits.set(seventeen, 40);
        QCOMPARE(edits.units().size(), std::size_t{2});
        QCOMPARE(edits.units()[0].to, 39);
    }

private:
    QPushButton* button(const char* text) { return called<QPushButton>(*m_panel, QLatin1String(text)); }
    void click(const char* text) { QTest::mouseClick(button(text), Qt::LeftButton); }

    std::unique_ptr<StatePanel> m_panel;
    std::vector<engine::HeldUnit> m_held;
};

HAMNET_QT_TEST(StatePanelTest)
#include "state_panel_test.moc"

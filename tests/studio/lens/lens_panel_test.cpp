// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/heat_map.h"
#include "app/studio/lens/lens_panel.h"
#include "app/studio/lens/lens_text.h"
#include "editor/looks/theme.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/lens/patterns.h"
#include "engine/net/weight_store.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>

using namespace studio;

namespace {

const std::string lensVerse =
    "ROMEO:\nWhat Light is that?\n\nJULIET:\nO, what a Man!\nAnd he said \"I will\", no more.\n";

/// A net with the layer as its fields make it, with its first weights.
NetSnapshot netWith(const std::string& type, const std::string& fields)
{
    NetSnapshot net;
    net.model = engine::readModel(R"(
layer { name: "in" type: "Input" top: "data" top: "clip" top: "label"
  input_param { shape { dim: 3 dim: 2 } shape { dim: 3 dim: 2 } shape { dim: 6 dim: 1 } } }
layer { name: "embed" type: "Embed" bottom: "data" top: "x"
  embed_param { input_dim: 128 num_output: 8 bias_term: false weight_filler { type: "uniform" min: -1 max: 1 } } }
layer { name: "memory" type: ")" + type +
                                      R"(" bottom: "x" bottom: "clip" top: "h"
  recurrent_param { num_output: 20 weight_filler { type: "uniform" min: -0.6 max: 0.6 } )" +
                                      fields + R"( } }
layer { name: "scores" type: "InnerProduct" bottom: "h" top: "scores"
  inner_product_param { num_output: 128 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)",
                                  "lens");
    std::vector<char32_t> characters;
    for (char32_t one = 0; one < 128; ++one) {
        characters.push_back(one);
    }
    net.vocabulary = engine::Vocabulary(engine::Encoding::Utf8, characters);
    engine::CpuDevice device(engine::cpuBackend(), 1);
    net.weights = engine::WeightStore(net.model, device, 7).read();
    net.iteration = 1'234;
    return net;
}

std::shared_ptr<LensReading> readingOf(const std::string& type, const std::string& fields, const std::string& text,
                                       std::size_t most = LensReading::most)
{
    return std::make_shared<LensReading>(readForLens(netWith(type, fields), text, 1, {}, most));
}

/// With a planted unit: cell 7 of the second part is -1 within quotes.
std::shared_ptr<LensReading> planted()
{
    auto reading = readingOf("LSTM", "num_layers: 2", lensVerse);
    const std::vector<float> quotes = engine::patternSeries(engine::TextPattern::InsideQuotes, reading->text);
    for (std::size_t step = 0; step < quotes.size(); ++step) {
        reading->layers[1].states[1][step * 20 + 7] = -quotes[step];
    }
    return reading;
}

} // namespace

class LensPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_panel = std::make_unique<LensPanel>();
        m_panel->resize(640, 640);
        m_panel->setSources({{.checkpoint = {}, .iteration = 2'000}, {.checkpoint = "/runs/bard.hamnet"}});
        expose(*m_panel);
        TRY_VERIFY(!button("Read")->isEnabled());
        m_panel->clear(); // what it asked for when it opened
        m_text = m_panel->findChild<LensText*>();
        m_heat = m_panel->findChild<HeatMap*>();
        m_units = m_panel->findChild<UnitChooser*>();
    }

    void cleanup() { m_panel.reset(); }

    void readsWhatTheNetKnows()
    {
        const LensReading reading = readForLens(netWith("GRU", ""), "ab\u00e9c", 1, {});
        QVERIFY(reading.text == U"abc");
        QVERIFY(reading.leftOut && !reading.cut);
        QCOMPARE(reading.layers.size(), std::size_t{1});
        QCOMPARE(reading.layers[0].steps, 3);
        const LensReading longOne = readForLens(netWith("GRU", ""), std::string(LensReading::most + 5, 'x'), 1, {});
        QVERIFY(longOne.cut);
        QCOMPARE(longOne.text.size(), LensReading::most);
        const LensReading beginning = readForLens(netWith("GRU", ""), "abc", 1, {}, 2);
        QVERIFY(beginning.text == U"ab" && beginning.cut);
    }

    void keepsTheCursorWhenTheRestFollowsABeginning()
    {
        m_panel->setSources({{.checkpoint = "/runs/run-1.hamnet", .iteration = 100}});
        auto beginning = readingOf("LSTM", "", lensVerse, 20);
        beginning->isBeginning = true;
        m_panel->show(beginning);
        QVERIFY(!button("Read")->isEnabled()); // the rest is being read
        QVERIFY(says(QStringLiteral("The first 20 characters; the rest is being read…")));
        m_text->setCursor(12);
        m_units->chooseUnit(3);
        m_panel->show(readingOf("LSTM", "", lensVerse));
        QVERIFY(button("Read")->isEnabled());
        QCOMPARE(m_text->cursor(), 12);
        QCOMPARE(m_units->unit(), 3);
        m_panel->show(readingOf("LSTM", "", "To be or not to be"));
        QCOMPARE(m_text->cursor(), 0); // another text
    }

    void whatIsChosenIsChosenAgain()
    {
        QCOMPARE(m_panel->chosen(), std::string());
        m_panel->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("Hello,\nworld"));
        box("Text")->setCurrentIndex(2);
        m_panel->show(planted());
        m_units->choose(1, 2, 7);
        const std::string chosen = m_panel->chosen();
        m_panel->clear(); // another project
        m_panel->chooseAgain({});
        QCOMPARE(m_panel->chosen(), std::string());
        m_panel->chooseAgain(chosen);
        QCOMPARE(m_panel->chosen(), chosen); // also before anything is read
        QCOMPARE(m_panel->findChild<QPlainTextEdit*>()->toPlainText(), QStringLiteral("Hello,\nworld"));
        m_panel->show(planted());
        QCOMPARE(m_panel->chosen(), chosen);
        QCOMPARE(m_units->unit(), 7);
        for (const char* const odd : {"9 9 9 9\n", "-4", "x y", "2 -1 -1 -1\n"}) { // a stranger's
            m_panel->clear();
            m_panel->chooseAgain(odd);
            m_panel->show(planted());
        }
    }

    void asksForTheTextThatWasChosen()
    {
        QSignalSpy asked(m_panel.get(), &LensPanel::readRequested);
        QCOMPARE(box("Text")->currentIndex(), static_cast<int>(LensWish::Text::Learned)); // it is always there
        QVERIFY(!button("Clamp…")->isEnabled());                                          // no unit is shown
        box("Text")->setCurrentIndex(2);
        auto* typed = m_panel->findChild<QPlainTextEdit*>();
        QVERIFY(typed->isVisible());
        QTest::keyClicks(typed, QStringLiteral("Hello"));
        box("Net")->setCurrentIndex(1);
        QTest::mouseClick(button("Read"), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        const auto wish = asked.at(0).at(0).value<LensWish>();
        QCOMPARE(wish.typed, QStringLiteral("Hello"));
        QCOMPARE(wish.checkpoint, std::string("/runs/bard.hamnet"));
        QVERIFY(wish.text == LensWish::Text::Typed);
        QVERIFY(!button("Read")->isEnabled());
        m_panel->fail(QStringLiteral("It vanished."));
        const QList<QLabel*> labels = m_panel->findChildren<QLabel*>();
        const auto said = std::ranges::find(labels, QStringLiteral("It vanished."), &QLabel::text);
        QVERIFY(said != labels.end() && (*said)->isVisible() && (*said)->alignment() == Qt::AlignCenter);
        QVERIFY(button("Read")->isEnabled());
        m_panel->setSources({});
        QVERIFY(!button("Read")->isEnabled());
    }

    void readsByItselfWhenItOpens()
    {
        QSignalSpy asked(m_panel.get(), &LensPanel::readRequested);
        m_panel->hide();
        m_panel->QWidget::show();
        TRY_COMPARE(asked.size(), 1);
        m_panel->show(planted());
        m_panel->hide();
        m_panel->QWidget::show();
        bool isOver = false; // what would ask waits for a timer of no time
        QTimer::singleShot(0, m_panel.get(), [&] { isOver = true; });
        TRY_VERIFY(isOver);
        QCOMPARE(asked.size(), 1); // what was read stays
    }

    void whatStandsBesideEachOtherStandsBelowEachOtherWhereItIsTall()
    {
        const auto* search = m_panel->findChild<QWidget*>(QStringLiteral("search"));
        for (const auto& [size, isTall] : {std::pair(QSize(365, 560), true), std::pair(QSize(900, 300), false)}) {
            m_panel->resize(size);
            TRY_COMPARE(search->y() >= m_units->geometry().bottom(), isTall);
        }
    }

    void scrollsWhereItIsLow()
    {
        m_panel->resize(285, 330); // as in a window of 1280 x 800 at 1.5
        TRY_VERIFY(m_units->height() >= m_units->heightForWidth(m_units->width()));
        QVERIFY(m_text->height() > 4 * m_text->fontMetrics().height());
    }

    void tintsTheTextByTheUnitsValue()
    {
        m_panel->show(planted());
        m_units->choose(1, 5, 7);
        const int inside = static_cast<int>(lensVerse.find("will")), outside = 2;
        const QColor quoted = ground(inside), plain = ground(outside);
        QVERIFY2(quoted.blue() > quoted.red() + 40, qPrintable(quoted.name())); // below the middle: blue
        QCOMPARE(plain, editor::theme().canvas);
        box("Quantity")->setCurrentIndex(1); // a gate: half open is plain
        QCOMPARE(m_panel->findChild<LensLegend*>()->accessibleName(), QStringLiteral("Colours from 0 to 1"));
    }

    void findsTheUnitThatFollowsAPattern()
    {
        m_panel->show(planted());
        QTest::mouseClick(button("Find units"), Qt::LeftButton);
        auto* list = m_panel->findChild<QListWidget*>();
        TRY_VERIFY(list->isVisible());
        QCOMPARE(list->item(0)->text(), QStringLiteral("r = -1.000 · memory · layer 2 · Cell state c · unit 7"));
        QCOMPARE(box("Layer")->currentIndex(), 1);
        QCOMPARE(box("Quantity")->currentText(), QStringLiteral("Cell state c"));
        QCOMPARE(m_units->unit(), 7);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QVERIFY(m_units->unit() != 7 || box("Quantity")->currentIndex() != 5 || box("Layer")->currentIndex() != 1);
        QVERIFY(button("Find units")->isEnabled());
    }

    void offersThePatternsThatTheTextHas()
    {
        const auto pattern = [&](engine::TextPattern wanted) {
            return box("Pattern")->findData(static_cast<int>(wanted));
        };
        const auto offered = [&](int row) {
            return box("Pattern")->model()->index(row, 0).flags().testFlag(Qt::ItemIsEnabled);
        };
        const int quotes = pattern(engine::TextPattern::InsideQuotes), digits = pattern(engine::TextPattern::Digits);
        m_panel->show(planted());
        QVERIFY(offered(quotes));
        QVERIFY(!offered(digits));
        QVERIFY(!box("Pattern")->itemData(digits, Qt::ToolTipRole).toString().isEmpty());
        box("Pattern")->setCurrentIndex(quotes);
        m_panel->show(readingOf("LSTM", "", "ROMEO:\nWhat Light is that?\nIt is the 1st.\n"));
        QVERIFY(!offered(quotes));
        QVERIFY2(box("Pattern")->itemData(quotes, Qt::ToolTipRole).toString().contains("quotation marks"),
                 qPrintable(box("Pattern")->itemData(quotes, Qt::ToolTipRole).toString()));
        QVERIFY(offered(digits));
        QVERIFY(offered(box("Pattern")->currentIndex()));
        QVERIFY(offered(box("Pattern")->count() - 1)); // the user's selection
        m_panel->show(planted());
        QVERIFY(offered(quotes) && box("Pattern")->itemData(quotes, Qt::ToolTipRole).toString().isEmpty());
    }

    void findsUnitsForASelection()
    {
        auto reading = planted();
        for (std::size_t step = 0; step < reading->text.size(); ++step) {
            reading->layers[0].gates[(step * 4 + 1) * 20 + 3] = step >= 2 && step < 6 ? 0.9f : 0.1f;
        }
        m_panel->show(reading);
        box("Pattern")->setCurrentIndex(box("Pattern")->count() - 1);
        QTest::mouseClick(button("Find units"), Qt::LeftButton);
        const auto* list = m_panel->findChild<QListWidget*>();
        TRY_VERIFY(says(QStringLiteral("Select characters")));
        QVERIFY(!list->isVisible());
        QTest::mousePress(m_text->viewport(), Qt::LeftButton, {}, m_text->cellOf(2).center());
        QTest::mouseMove(m_text->viewport(), m_text->cellOf(4).center());
        QMouseEvent drag(QEvent::MouseMove, m_text->cellOf(5).center(),
                         m_text->viewport()->mapToGlobal(m_text->cellOf(5).center()), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_text->viewport(), &drag);
        QTest::mouseRelease(m_text->viewport(), Qt::LeftButton, {}, m_text->cellOf(5).center());
        QCOMPARE(m_text->selection(), std::pair(2, 6));
        QTest::mouseClick(button("Find units"), Qt::LeftButton);
        TRY_VERIFY(list->isVisible());
        QCOMPARE(list->item(0)->text(), QStringLiteral("r = 1.000 · memory · layer 1 · Forget gate f · unit 3"));
    }

    void theMapChoosesAUnit()
    {
        m_panel->show(planted());
        const auto [first, last] = m_text->inView();
        QCOMPARE(first, 0);
        QCOMPARE(last, static_cast<int>(lensVerse.size()));
        QTest::mouseClick(m_heat, Qt::LeftButton, {},
                          QPoint(m_heat->width() / 2, static_cast<int>(m_heat->height() * 13.5 / 20)));
        QCOMPARE(m_units->unit(), 13);
        QCOMPARE(m_text->cursor(), last / 2);
        QTest::keyClick(m_heat, Qt::Key_Down);
        QCOMPARE(m_units->unit(), 14);
        QTest::keyClick(m_text, Qt::Key_Right);
        QCOMPARE(m_text->cursor(), last / 2 + 1);
        QTest::keyClick(m_text, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(m_text->selection(), std::pair(last / 2, last / 2 + 2));
    }

    void aUnitThatIsShownHasTheFullColoursAtItsOwnExtremes()
    {
        auto reading = planted();
        engine::UnitValues& layer = reading->layers[1];
        float* const cells = layer.states[1].get(); // [T, 20]
        for (std::int64_t step = 0; step < layer.steps; ++step) {
            cells[step * 20 + 3] = step == 2 ? -0.25f : 0.125f;
            cells[step * 20 + 4] = 8;
        }
        QCOMPARE(lensScaleOf(layer, 5, 3).half, 0.25f);
        QCOMPARE(lensScaleOf(layer, 5).half, 8.0f); // of all, for the map
        const LensScale gate = lensScaleOf(layer, 0, 3);
        QVERIFY(gate.middle == 0.5f && gate.half == 0.5f); // shut to open, whatever the unit does
        m_panel->show(reading);
        m_units->choose(1, 5, 3);
        QCOMPARE(m_panel->findChild<LensLegend*>()->accessibleName(), QStringLiteral("Colours from -0.25 to 0.25"));
        QVERIFY(m_panel->findChild<LensLegend*>()->toolTip().contains(QStringLiteral("from -8 to 8")));
    }

    void anotherNetTakesTheChoiceOver()
    {
        m_panel->show(planted());
        m_units->choose(1, 5, 19);
        m_panel->show(readingOf("RNN", "activation: TANH", lensVerse)); // one gate, one state
        QCOMPARE(box("Layer")->currentIndex(), 0);
        QCOMPARE(box("Quantity")->currentIndex(), 1);
        QCOMPARE(m_units->unit(), 19);
        QCOMPARE(box("Quantity")->currentText(), QStringLiteral("Hidden state h"));
    }

    void bothDirectionsAreThere()
    {
        const LensReading both = readForLens(netWith("LSTM", "bidirectional: true"), lensVerse, 1, {});
        QCOMPARE(both.layers.size(), std::size_t{2});
        m_panel->show(readingOf("LSTM", "bidirectional: true", lensVerse));
        QCOMPARE(box("Layer")->itemText(1), QStringLiteral("memory · backward"));
    }

private:
    QComboBox* box(const char* name) const { return called<QComboBox>(*m_panel, QString::fromUtf8(name)); }
    QPushButton* button(const char* text) const { return called<QPushButton>(*m_panel, QString::fromUtf8(text)); }
    bool says(const QString& words) const { return ::says(*m_panel, words, Qt::MatchContains); }

    /// Behind a character, beside its glyph.
    QColor ground(int character) const
    {
        const QImage picture = m_text->viewport()->grab().toImage();
        return picture.pixelColor(m_text->cellOf(character).topLeft() + QPoint(0, 0));
    }

    std::unique_ptr<LensPanel> m_panel;
    LensText* m_text = nullptr;
    HeatMap* m_heat = nullptr;
    UnitChooser* m_units = nullptr;
};

HAMNET_QT_TEST(LensPanelTest)
#include "lens_panel_test.moc"

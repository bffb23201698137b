// SPDX-License-Identifier: GPL-3.0-or-later
// The cell of a layer, chosen and typed in the inspector as a user would.
#include "editor/document/edits.h"
#include "editor/equations/cell_check.h"
#include "editor/equations/equation_edit.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/inspector.h"
#include "editor/panels/settings_form.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <memory>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>

using namespace editor;

class CellFormTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(contentOf(engine::readModelFile(sourceRoot() / "models/char_janet.prototxt")));
        m_inspector = std::make_unique<Inspector>(*m_document);
        m_document->select({m_document->nodeNamed("janet")});
        m_form = m_inspector->findChild<CellForm*>();
        QVERIFY(m_form);
    }
    void cleanup()
    {
        m_inspector.reset();
        m_document.reset();
    }

    void showsTheEquationsOfACellOfTheLibrary()
    {
        QVERIFY(!m_form->isHidden());
        QCOMPARE(m_form->names()->currentText(), QStringLiteral("janet"));
        QVERIFY(m_form->equations()->text().contains(QStringLiteral("f = sigmoid(Wf x + Uf h[t-1] + bf)")));
        QCOMPARE(m_form->equations()->sizes()->units, 192);
        QCOMPARE(m_form->equations()->sizes()->width, 32);
        QVERIFY2(!m_inspector->form()->field("equations"), "its settings are edited here alone");
        QVERIFY(m_inspector->form()->field("num_output"));
        m_document->select({m_document->nodeNamed("embed")});
        QVERIFY(m_form->isHidden());
        m_document->select({m_document->nodeNamed("embed"), m_document->nodeNamed("janet")});
        QVERIFY(m_form->isHidden());
    }

    void whatIsTypedIsTheLayersOwnInOneStep()
    {
        const Content before = m_document->content();
        type(QStringLiteral("h = tanh(W x + U h[t-1])"));
        QCOMPARE(setting("equations"), "h = tanh(W x + U h[t-1])");
        QCOMPARE(setting("cell"), "");
        QCOMPARE(m_form->names()->currentIndex(), 0);
        QCOMPARE(m_document->undoStack().count(), 1);
        QCOMPARE(m_document->sizes(id())->parameters, 192 * 32 + 192 * 192);
        m_document->undoStack().undo();
        QVERIFY(m_document->content() == before);
        QVERIFY(m_form->equations()->text().contains(QStringLiteral("Uf h[t-1]")));
        QCOMPARE(m_form->names()->currentText(), QStringLiteral("janet"));
    }

    void whatDoesNotReadIsTheLayersToo()
    {
        QVERIFY(m_document->derived().problems.empty());
        type(QStringLiteral("h = tanh(W x + U h[t-1]"));
        QCOMPARE(setting("equations"), "h = tanh(W x + U h[t-1]");
        QVERIFY(!m_document->undoStack().isClean());
        QCOMPARE(m_document->derived().problems.front().node, id());
        const auto mathematics = m_form->findChild<QLabel*>(QStringLiteral("mathematics"));
        QVERIFY2(!mathematics->isEnabled(), "they are of the text that read last");
        QTest::keyClicks(m_form->equations()->edit(), QStringLiteral(")"));
        QVERIFY(m_document->derived().problems.empty());
        QVERIFY(mathematics->isEnabled());
    }

    void theWayToAFaultPutsTheCursorThere()
    {
        m_inspector->resize(340, 300);
        activate(*m_inspector);
        m_form->equations()->edit()->setPlainText(QStringLiteral("# a cell\nh = tanh(W x + + b)\n"));
        m_inspector->form()->field("num_output")->setFocus();
        m_inspector->findChild<QScrollArea*>()->verticalScrollBar()->setValue(0);
        m_inspector->showFault();
        const CodeEdit& edit = *m_form->equations()->edit();
        QVERIFY(edit.hasFocus());
        QCOMPARE(edit.textCursor().blockNumber(), 1);
        QCOMPARE(edit.textCursor().positionInBlock(), 15);
        QVERIFY(edit.viewport()->visibleRegion().contains(edit.cursorRect().center()));
    }

    void whatDoesNotReadIsOfItsDrawingAlone()
    {
        const Content pristine = m_document->content();
        type(QStringLiteral("h = tanh("));
        const std::string written = engine::writeModel(model(m_document->content()));
        m_document->load(pristine);
        m_document->select({id()});
        QVERIFY(m_form->equations()->text().contains(QStringLiteral("Uf h[t-1]")));
        m_document->load(contentOf(engine::readModel(written, "written")));
        m_document->select({id()});
        QCOMPARE(m_form->equations()->text(), QStringLiteral("h = tanh("));
        QCOMPARE(m_document->derived().problems.front().node, id());
    }

    void undoLeadsTextAndNetBackTogether()
    {
        m_document->change("more",
                           [this](Content& content) { setParam(content, id(), "num_output", std::int64_t{8}); });
        type(QStringLiteral("h = W x"));
        const int step = m_form->equations()->step();
        TRY_VERIFY(m_form->equations()->step() != step);
        QTest::keyClicks(m_form->equations()->edit(), QStringLiteral(" +"));
        const auto undo = [this] { QTest::keyClick(m_form->equations()->edit(), Qt::Key_Z, Qt::ControlModifier); };
        undo();
        QCOMPARE(setting("equations"), "h = W x");
        QCOMPARE(m_form->equations()->text(), QStringLiteral("h = W x"));
        undo();
        QCOMPARE(setting("cell"), "janet");
        QVERIFY(m_form->equations()->text().contains(QStringLiteral("Uf h[t-1]")));
        QCOMPARE(m_form->equations()->sizes()->units, 8);
        undo();
        QCOMPARE(m_form->equations()->sizes()->units, 192);
        QTest::keyClick(m_form->equations()->edit(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_form->equations()->sizes()->units, 8);
    }

    void aCellIsChosenByItsName()
    {
        choose(*m_form->names(), QStringLiteral("mgu"));
        QCOMPARE(setting("cell"), "mgu");
        QVERIFY(m_form->equations()->text().contains(QStringLiteral("Un (f * h[t-1])")));
        choose(*m_form->names(), 0);
        QCOMPARE(setting("cell"), "");
        QVERIFY(QString::fromStdString(setting("equations")).contains(QStringLiteral("Un (f * h[t-1])")));
    }

    void theCellIsChecked()
    {
        m_form->check()->start();
        TRY_VERIFY(!m_form->check()->sentence().isEmpty());
        m_document->change("move", [this](Content& content) { content.find(id())->position = {50, 50}; });
        QVERIFY2(!m_form->check()->sentence().isEmpty(), "the same cell has the same result");
    }

    void whatWasFoundIsInSight()
    {
        m_inspector->resize(340, 500);
        activate(*m_inspector);
        auto* const button = m_form->check()->findChild<QPushButton*>();
        m_inspector->findChild<QScrollArea*>()->ensureWidgetVisible(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY2(button->hasFocus(), "else the page scrolls to who has it");
        TRY_VERIFY(!m_form->check()->sentence().isEmpty());
        QVERIFY(button->hasFocus());
        const QTableWidget* const table = m_form->check()->table();
        QCOMPARE(table->visibleRegion().boundingRect(), table->rect());
    }

    void allOfItIsReadWithoutScrollingSideways()
    {
        m_inspector->resize(m_inspector->minimumWidth(), 900);
        expose(*m_inspector);
        QCOMPARE(m_form->equations()->edit()->horizontalScrollBar()->maximum(), 0);
        const auto yOf = [this](QWidget* widget) { return widget->mapTo(m_inspector.get(), QPoint()).y(); };
        QVERIFY(yOf(m_inspector->form()->field("num_output")) < yOf(m_form));
        QVERIFY(m_form->names()->toolTip().startsWith(QStringLiteral("JANET. van der Westhuizen")));
    }

private:
    Id id() const { return m_document->nodeNamed("janet"); }

    std::string setting(const char* key) const
    {
        const engine::Params& params = m_document->content().find(id())->layer.params;
        const auto found = params.find(key);
        return found != params.end() ? std::get<std::string>(found->second) : "";
    }

    void type(const QString& text)
    {
        CodeEdit& edit = *m_form->equations()->edit();
        edit.selectAll();
        QTest::keyClicks(&edit, text);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Inspector> m_inspector;
    CellForm* m_form = nullptr;
};

HAMNET_QT_TEST(CellFormTest)
#include "cell_form_test.moc"

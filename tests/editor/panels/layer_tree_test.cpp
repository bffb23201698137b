// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/layer_tree.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace editor;

class LayerTreeTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        Looks::instance();
        m_tree.reset(); // before what it shows
        m_document = std::make_unique<Document>();
        m_document->load(sample("char_rnn_caffe.prototxt"));
        m_tree = std::make_unique<LayerTree>(*m_document);
        m_tree->resize(320, 500);
        activate(*m_tree);
    }

    void everyLayerIsReadWithItsPorts()
    {
        QCOMPARE(m_tree->view()->model()->rowCount(), 9);
        const QModelIndex lstm = shown(2);
        QCOMPARE(lstm.data().toString(), QStringLiteral("lstm1"));
        QCOMPARE(lstm.data(Qt::AccessibleTextRole).toString(), QStringLiteral("lstm1, LSTM"));
        QCOMPARE(lstm.siblingAtColumn(1).data().toString(), QStringLiteral("75 × 25 × 512"));
        const QString spoken = lstm.data(Qt::AccessibleDescriptionRole).toString();
        QVERIFY2(spoken.contains(QLatin1String("input x from EmbedLayer")), qPrintable(spoken));
        QVERIFY2(spoken.contains(QLatin1String("output lstm1 to Drop1")), qPrintable(spoken));
    }

    void anInputWithoutAWireSaysSo()
    {
        m_document->change("Cut", [&](Content& content) { removeWire(content, {content.findNamed("lstm1")->id, 0}); });
        const QModelIndex lstm = m_tree->view()->model()->index(2, 0);
        QVERIFY(lstm.data(Qt::AccessibleDescriptionRole).toString().contains(QLatin1String("not connected")));
        QCOMPARE(lstm.siblingAtColumn(1).data().toString(), QStringLiteral("does not fit"));
        QVERIFY(!lstm.data(Qt::ToolTipRole).toString().isEmpty());
    }

    void selectionGoesBothWays()
    {
        m_document->select({m_document->nodeNamed("ip1")});
        QCOMPARE(m_tree->view()->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(m_tree->view()->currentIndex().data().toString(), QStringLiteral("ip1"));
        m_tree->view()->setFocus();
        QTest::keyClick(m_tree->view(), Qt::Key_Up);
        QCOMPARE(m_document->selection(), std::set<Id>{m_document->nodeNamed("Reshape_lstm2")});
    }

    void deleteTakesTheSelectedLayers()
    {
        m_document->select({m_document->nodeNamed("Drop1")});
        m_tree->view()->setFocus();
        QTest::keyClick(m_tree->view(), Qt::Key_Delete);
        QVERIFY(!m_document->nodeNamed("Drop1"));
        QCOMPARE(m_tree->view()->model()->rowCount(), 8);
        m_document->undoStack().undo();
        QCOMPARE(m_tree->view()->model()->rowCount(), 9);
    }

    void aRenameReachesTheDrawing()
    {
        m_document->select({m_document->nodeNamed("ip1")});
        m_tree->view()->setFocus();
        QTest::keyClick(m_tree->view(), Qt::Key_F2);
        auto* editor = m_tree->view()->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("scores"));
        QTest::keyClick(editor, Qt::Key_Return);
        TRY_VERIFY(m_document->nodeNamed("scores") != 0);
    }

    void searchFindsLayersAndPorts()
    {
        auto* search = m_tree->findChild<QLineEdit*>();
        search->setText(QStringLiteral("drop"));
        QVERIFY(!m_tree->view()->isRowHidden(3, {}));
        QVERIFY(m_tree->view()->isRowHidden(1, {}));
        search->setText(QStringLiteral("no such thing"));
        QVERIFY(!m_tree->view()->isVisible());
        search->clear();
        QVERIFY(!m_tree->view()->isRowHidden(1, {}));
    }

    void enterInTheSearchGoesToTheFirstThatIsFound()
    {
        auto* search = m_tree->findChild<QLineEdit*>();
        QSignalSpy focused(m_document.get(), &Document::focusRequested);
        for (const char* name : {"lstm2", "Drop1"}) { // the second time another one is chosen, which the search hides
            search->setText(QString::fromLatin1(name));
            QTest::keyClick(search, Qt::Key_Return);
            QVERIFY(m_document->selection() == std::set{m_document->nodeNamed(name)});
            QCOMPARE(focused.takeLast().at(0).toInt(), m_document->nodeNamed(name));
        }
    }

    /// Whichever stands first in the drawing, and whichever is selected.
    void anExactNameIsFoundBeforeOneThatHasItAsAPart()
    {
        auto* search = m_tree->findChild<QLineEdit*>();
        for (const auto& [first, second] : {std::pair("lstm7", "lstm77"), std::pair("lstm77", "lstm7")}) {
            m_document->load(
                contentOf({.layers = {{.name = first, .type = "LSTM"}, {.name = second, .type = "LSTM"}}}));
            QSignalSpy focused(m_document.get(), &Document::focusRequested);
            for (const char* selected : {"lstm77", "lstm7"}) {
                m_document->select({m_document->nodeNamed(selected)});
                for (const char* wanted : {"lstm7", "lstm77"}) {
                    search->setText(QString::fromLatin1(wanted));
                    QTest::keyClick(search, Qt::Key_Return);
                    QVERIFY2(focused.takeLast()[0].toInt() == m_document->nodeNamed(wanted), first);
                }
            }
        }
    }

    void namesAreWholeInANarrowPanel()
    {
        const QString name = QStringLiteral("a_name_that_is_longer_than_the_panel");
        m_tree->resize(160, 400);
        m_document->change("Rename",
                           [&](Content& content) { rename(content, content.nodes[1].id, name.toStdString()); });
        TRY_VERIFY(m_tree->view()->visualRect(shown(1)).width() >
                   m_tree->view()->fontMetrics().horizontalAdvance(name));
    }

    void aPortLeadsToItsNeighbour()
    {
        QTreeWidgetItem* lstm = m_tree->view()->topLevelItem(2);
        lstm->setExpanded(true);
        m_tree->view()->setCurrentItem(lstm->child(0));
        QCOMPARE(m_document->selection(), std::set<Id>{m_document->nodeNamed("lstm1")});
        QTest::keyClick(m_tree->view(), Qt::Key_Return);
        QCOMPARE(m_document->selection(), std::set<Id>{m_document->nodeNamed("EmbedLayer")});
    }

    void whatIsOpenStaysOpen()
    {
        m_tree->view()->expand(shown(2));
        m_document->change("Delete", [&](Content& content) { remove(content, {content.nodes[7].id}, Bypass::Yes); });
        QVERIFY(m_tree->view()->isExpanded(shown(2)));
        QVERIFY(!m_tree->view()->isExpanded(shown(1)));
    }

    void thePortThatIsChosenStaysChosen()
    {
        QTreeWidgetItem* lstm = m_tree->view()->topLevelItem(2);
        lstm->setExpanded(true);
        m_tree->view()->setCurrentItem(lstm->child(1));
        m_document->change("Rename", [](Content& content) { rename(content, content.nodes[7].id, "other"); });
        QCOMPARE(m_tree->view()->currentItem(), m_tree->view()->topLevelItem(2)->child(1));
    }

private:
    QModelIndex shown(int row) { return m_tree->view()->model()->index(row, 0); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<LayerTree> m_tree; // after what it shows
};

HAMNET_QT_TEST(LayerTreeTest)
#include "layer_tree_test.moc"

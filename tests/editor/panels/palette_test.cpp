// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/palette.h"
#include "engine/graph/catalog.h"
#include "tests/support/qt_tests.h"

#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace editor;

namespace {

/// The items that stand for a kind of layer and are shown.
QList<QTreeWidgetItem*> shownTypes(const Palette& palette)
{
    QList<QTreeWidgetItem*> types;
    QTreeWidgetItemIterator item(palette.findChild<QTreeWidget*>(), QTreeWidgetItemIterator::NotHidden);
    for (; *item; ++item) {
        if ((*item)->childCount() == 0) {
            types << *item;
        }
    }
    return types;
}

} // namespace

class PaletteTest : public QObject {
    Q_OBJECT

private slots:
    void searchSaysWhenNothingMatches()
    {
        Palette palette;
        palette.show();
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("convolution"));
        QVERIFY(!palette.findChild<QTreeWidget*>()->isVisible());
        const auto labels = palette.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("convolution"));
        }));
    }

    void enterInTheSearchAddsWhatWasFound()
    {
        Palette palette;
        QSignalSpy added(&palette, &Palette::addRequested);
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("lstm_s")); // whatever the spelling
        QCOMPARE(shownTypes(palette).size(), 1);
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(added.size(), 1);
        QCOMPARE(added.first().first().toString(), QStringLiteral("LSTM_SIMPLE"));
    }

    void arrowAndEnterAddFromTheTree()
    {
        Palette palette;
        palette.show();
        QSignalSpy added(&palette, &Palette::addRequested);
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("softmax"));
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Down);
        QTest::keyClick(palette.findChild<QTreeWidget*>(), Qt::Key_Return);
        QCOMPARE(added.size(), 1);
    }

    void doubleClickAdds()
    {
        Palette palette;
        palette.resize(300, 600);
        palette.show();
        QSignalSpy added(&palette, &Palette::addRequested);
        auto* tree = palette.findChild<QTreeWidget*>();
        const QPoint place = tree->visualItemRect(shownTypes(palette).first()).center();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(added.size(), 1);
    }

    void aKindOfLayerIsOneLineAndTheChosenOneSaysWhatItDoes()
    {
        Palette palette;
        palette.resize(palette.sizeHint().width(), 800);
        palette.show();
        const auto& tree = *palette.findChild<QTreeWidget*>();
        const QFontMetrics metrics = tree.fontMetrics();
        QCOMPARE(shownTypes(palette).size(), static_cast<qsizetype>(engine::catalog().size()));
        for (QTreeWidgetItem* item : shownTypes(palette)) {
            const QRect row = tree.visualItemRect(item);
            QCOMPARE(row.height(), metrics.height() + 1);
            QVERIFY2(metrics.horizontalAdvance(item->text(0)) < row.width() - 10, qPrintable(item->text(0)));
        }
        const auto& words = *palette.findChild<QLabel*>(QStringLiteral("chosenLayer"));
        for (QTreeWidgetItem* item : shownTypes(palette)) {
            palette.findChild<QTreeWidget*>()->setCurrentItem(item);
            QVERIFY2(item->toolTip(0).contains(words.text().toHtmlEscaped()), qPrintable(words.text()));
            const QRect room =
                words.fontMetrics().boundingRect(QRect(0, 0, words.width(), 1000), Qt::TextWordWrap, words.text());
            QVERIFY2(room.height() <= words.height(), qPrintable(words.text()));
        }
    }

    void whatIsDraggedIsTheTypesName()
    {
        const Palette palette;
        auto* tree = palette.findChild<QTreeWidget*>();
        const QModelIndex first = tree->model()->index(0, 0, tree->model()->index(0, 0));
        const std::unique_ptr<QMimeData> data(tree->model()->mimeData({first}));
        QCOMPARE(QString::fromUtf8(data->data(QLatin1String(layerMimeType))), shownTypes(palette).first()->text(0));
    }
};

HAMNET_QT_TEST(PaletteTest)
#include "palette_test.moc"

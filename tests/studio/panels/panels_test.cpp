// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/data_panel.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_tests.h"

#include <QComboBox>

namespace studio {

class PanelsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets

    /// Inspector, drawing and file have the layer's word alone.
    void aWayToReadIsNamedAsItsLayerNamesIt()
    {
        Workspace workspace;
        const DataPanel panel(workspace);
        const QList<QComboBox*> boxes = panel.findChildren<QComboBox*>();
        const auto encoding = std::ranges::find_if(
            boxes, [](const QComboBox* box) { return box->findData(QStringLiteral("BYTES")) >= 0; });
        QVERIFY(encoding != boxes.end());
        for (int index = 0; index < (*encoding)->count(); ++index) {
            QVERIFY2((*encoding)->itemText(index).contains((*encoding)->itemData(index).toString()),
                     qPrintable((*encoding)->itemText(index)));
        }
    }

    void startAndContinueAreOfOneWidth()
    {
        Workspace workspace;
        const TrainingActions actions(workspace);
        QToolButton button;
        button.setDefaultAction(actions.train);
        button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        actions.keepWidth(button);
        QCOMPARE(button.text(), actions.train->iconText());
        QCOMPARE(button.text(), QStringLiteral("Start")); // "Train" is the workspace beside it
        for (const char* words : {"Start", "Continue"}) {
            actions.train->setIconText(QString::fromLatin1(words));
            QCOMPARE(button.text(), QString::fromLatin1(words));
            QVERIFY2(button.sizeHint().width() <= button.minimumWidth(), words);
        }
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::PanelsTest)
#include "panels_test.moc"

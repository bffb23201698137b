// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/data_panel.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_tests.h"

#include <QComboBox>

namespace studio {

class DataPanelTest : public QObject {
    Q_OBJECT

private slots:
    /// Inspector, drawing and file have the layer's word alone.
    void aWayToReadIsNamedAsItsLayerNamesIt()
    {
        editor::Looks::instance();
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
};

} // namespace studio

HAMNET_QT_TEST(studio::DataPanelTest)
#include "data_panel_test.moc"

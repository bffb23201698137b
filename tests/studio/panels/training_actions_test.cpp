// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_actions.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_tests.h"

namespace studio {

class TrainingActionsTest : public QObject {
    Q_OBJECT

private slots:
    void startAndContinueAreOfOneWidth()
    {
        editor::Looks::instance();
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

HAMNET_QT_TEST(studio::TrainingActionsTest)
#include "training_actions_test.moc"

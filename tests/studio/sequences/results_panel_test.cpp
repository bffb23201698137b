// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/results_panel.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/looks/theme.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <QLabel>
#include <QPushButton>
#include <QTest>

namespace studio {

class ResultsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); }

    /// Also once the evaluation is over, when the panel is drawn again.
    void whyNothingCanBeEvaluatedStaysInSight()
    {
        const TemporaryFolder folder;
        RunRecord run;
        run.id = 1;
        run.start.kind = &engine::kinds::rows;
        run.checkpoints = {{.iteration = 1, .file = folder.write("broken.hamnet", "no checkpoint").string()}};
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "rows_lstm.prototxt"));
        workspace.runs().restore({run}, 2);
        ResultsPanel panel(workspace);
        panel.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        const auto says = [&] {
            const auto labels = panel.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [](const QLabel* label) {
                return label->isVisible() && label->text().contains(QStringLiteral("broken.hamnet"));
            });
        };
        QVERIFY(!says());
        QTest::mouseClick(panel.findChild<QPushButton*>(QStringLiteral("evaluate")), Qt::LeftButton);
        QVERIFY(panel.isBusy());
        TRY_VERIFY(!panel.isBusy());
        QVERIFY(says());
        emit workspace.changed(Change::Runs);
        QVERIFY(says());
        workspace.files().startNew();
        QVERIFY(!says());
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::ResultsPanelTest)

#include "results_panel_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/results_panel.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <QLabel>
#include <QPushButton>
#include <QTest>

namespace studio {

class ResultsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets

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

    /// Whose width is no whole number of pixels, as on a screen with a scale of 1.3.
    void aNameOfAClassIsWhole()
    {
        for (int eighth = 0; eighth < 8; ++eighth) {
            ConfusionView view;
            QFont font = view.font();
            font.setHintingPreference(QFont::PreferNoHinting);
            font.setPointSizeF(10 + eighth / 8.0);
            view.setFont(font);
            view.setMatrix(engine::ConfusionMatrix(2), {"blame", "blamed"});
            view.resize(400, 200);
            const std::vector<DrawnWords> words = drawnWords(*view.viewport());
            const auto times = [&](const char* name) {
                return std::ranges::count(words, QLatin1String(name), &DrawnWords::text);
            };
            QVERIFY2(times("blame") == 2 && times("blamed") == 2, qPrintable(QString::number(font.pointSizeF())));
        }
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::ResultsTest)
#include "results_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/progress_figures.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <QLabel>
#include <QTest>

namespace studio {

class ProgressFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void aMetricIsNamedWhereOneWasMeasured()
    {
        ProgressFigures figures;
        const auto show = [&figures](const std::vector<engine::Metric>& metrics) {
            TrainingProgress progress;
            progress.metrics = metrics;
            figures.showProgress(progress);
        };
        const auto shows = [&figures](const QString& text) {
            const QList<QLabel*> labels = figures.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == text; });
        };
        show({{"mae", 1.5}});
        QVERIFY(shows(QStringLiteral("MAE")));
        show({}); // the next run, of whatever data
        QVERIFY(!shows(QStringLiteral("MAE")));
        QVERIFY(!shows(QStringLiteral("Accuracy")));
        show({{"accuracy", 0.5}});
        QVERIFY(shows(QStringLiteral("Accuracy")));
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::ProgressFiguresTest)

#include "progress_figures_test.moc"

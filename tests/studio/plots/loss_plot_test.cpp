// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "editor/looks/theme.h"
#include "tests/studio/plots/sample_runs.h"

#include <cmath>
#include <QDir>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace studio;

namespace {

/// Pictures to look at, where HAMNET_PICTURES names a folder.
void keep(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("HAMNET_PICTURES");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        QVERIFY(widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png")));
    }
}

std::vector<CurvePoint> points(std::int64_t first, std::int64_t last, float loss)
{
    std::vector<CurvePoint> made;
    for (std::int64_t iteration = first; iteration <= last; ++iteration) {
        made.push_back({.iteration = iteration,
                        .seconds = static_cast<double>(iteration),
                        .characters = 100.0 * static_cast<double>(iteration),
                        .loss = loss,
                        .learningRate = 0.1f,
                        .gradientNorm = 1,
                        .charsPerSecond = 1000});
    }
    return made;
}

void turnWheel(QWidget& widget, const QPoint& where, int notches, Qt::KeyboardModifiers keys = Qt::NoModifier)
{
    QWheelEvent event(where, widget.mapToGlobal(where), {}, {0, 120 * notches}, Qt::NoButton, keys, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&widget, &event);
}

} // namespace

class LossPlotTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_plot = std::make_unique<LossPlot>();
        m_plot->resize(900, 420);
        m_plot->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_plot.get()));
    }

    void cleanup() { m_plot.reset(); }

    void picturesToLookAt()
    {
        for (const auto mode : {editor::Looks::Mode::Light, editor::Looks::Mode::Dark}) {
            editor::Looks::instance().setMode(mode);
            const QString looks = mode == editor::Looks::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light");
            LossPlot plot;
            plot.resize(900, 420);
            plot.show();
            keep(plot, QStringLiteral("plot_empty_") + looks);
            RunRecord run = sampleRun(4, 6'000);
            run.curve[4'000].loss = std::nanf("");
            plot.setCurrent(run);
            keep(plot, QStringLiteral("plot_one_") + looks);
            plot.setEarlier({sampleRun(1, 4'500, 2, 1.6), sampleRun(2, 6'500, 3, 1.45), sampleRun(3, 2'500, 4, 1.5)});
            plot.view().setShown(1, true);
            plot.view().setShown(2, true);
            CurveOptions options;
            options.panes = {true, true, true, true};
            options.scale = Scale::Logarithmic;
            options.along = Along::Time;
            plot.setOptions(options);
            plot.resize(900, 640);
            QTest::mouseMove(&plot.view(), {400, 80});
            plot.setIteration(4'500);
            QCoreApplication::processEvents();
            keep(plot, QStringLiteral("plot_all_") + looks);
        }
    }

    void followsTheNewestPointUntilTheUserPans()
    {
        m_plot->append(points(1, 100, 2));
        m_plot->view().refresh();
        QVERIFY(m_plot->view().placesShown().contains(100));
        m_plot->append(points(101, 1'000, 2));
        m_plot->view().refresh();
        QVERIFY(m_plot->view().placesShown().contains(1'000));

        turnWheel(m_plot->view(), {300, 150}, 3);
        QVERIFY(!m_plot->view().isFollowing());
        const QCPRange before = m_plot->view().placesShown();
        m_plot->append(points(1'001, 3'000, 2));
        m_plot->view().refresh();
        QCOMPARE(m_plot->view().placesShown().lower, before.lower);
        QCOMPARE(m_plot->view().placesShown().upper, before.upper);

        QTest::keyClick(&m_plot->view(), Qt::Key_F);
        QVERIFY(m_plot->view().isFollowing());
        QVERIFY(m_plot->view().placesShown().contains(3'000));
        QVERIFY2(m_plot->view().placesShown().size() < 1'000, "a zoom is kept while following");
        QTest::keyClick(&m_plot->view(), Qt::Key_0);
        QVERIFY(m_plot->view().placesShown().contains(1));
    }

private:
    std::unique_ptr<LossPlot> m_plot;
};

QTEST_MAIN(LossPlotTest)
#include "loss_plot_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/device_plot.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <cmath>

using namespace studio;

namespace {

constexpr std::int64_t gibi = 1024 * 1024 * 1024;

engine::GpuReading gpu()
{
    engine::GpuReading reading;
    reading.utilisationPercent = 88;
    reading.usedBytes = 3 * gibi;
    reading.totalBytes = 24 * gibi;
    reading.celsius = 84;
    reading.slowdownCelsius = 83;
    reading.watts = 210;
    reading.limitWatts = 350;
    return reading;
}

} // namespace

class DevicePlotTest : public QObject {
    Q_OBJECT

private slots:
    void saysInWordsWhatItShowsAndWhatTheDeviceLacks()
    {
        DevicePlot plot(QStringLiteral("CPU"));
        engine::ProcessorReading reading;
        reading.processPercent = 97.6;
        reading.machinePercent = 99;
        reading.usedBytes = 3 * gibi / 2;
        reading.totalBytes = 16 * gibi;
        plot.add(1, reading);
        QStringList words;
        for (const MeterStrip* strip : plot.strips()) {
            words << strip->accessibleName();
        }
        QVERIFY(words.contains(QStringLiteral("This program: 98 %")));
        QVERIFY(words.contains(QStringLiteral("Machine's memory: 1.50 of 16.00 GiB")));
        QVERIFY(words.contains(QStringLiteral("Temperature: n/a")));
        QVERIFY(words.contains(QStringLiteral("Power: n/a")));
    }

    void aMeterWithoutValuesIsOneLineUntilItHasOne()
    {
        MeterStrip strip(QStringLiteral("Power"), MeterUnit::Watts);
        strip.add(1, std::nullopt, std::nullopt);
        const int line = strip.sizeHint().height();
        strip.add(2, 100, 350);
        QVERIFY(strip.sizeHint().height() > 2 * line);
        QCOMPARE(strip.words(), QStringLiteral("Power: 100 of 350 W"));
        strip.add(3, std::nullopt, 350);
        QCOMPARE(strip.words(), QStringLiteral("Power: n/a"));
        QVERIFY2(strip.sizeHint().height() > 2 * line, "what was seen stays in sight");
    }

    void keepsAnHourAndNoMore()
    {
        MeterHistory history;
        for (int second = 0; second < 10'000; ++second) {
            history.add(second, second == 5'000 || second == 9'000 ? 99.0 : 1.0);
        }
        const std::vector<float> all = history.columns(MeterHistory::length, 100);
        QCOMPARE(std::count(all.begin(), all.end(), 99.0f), 1);
    }

    void keepsPeaksAndGaps()
    {
        MeterHistory history;
        history.add(0.2, 10);
        history.add(0.8, 30);
        history.add(50, 5);
        history.add(99, std::nullopt);
        const std::vector<float> seen = history.columns(100, 100);
        QCOMPARE(seen[0], 20.0f);
        QCOMPARE(seen[50], 5.0f);
        QVERIFY(std::isnan(seen[20]));
        QVERIFY(std::isnan(seen[99]));
        const std::vector<float> coarse = history.columns(100, 2);
        QCOMPARE(coarse[0], 20.0f);
        QCOMPARE(coarse[1], 5.0f);
    }

    void aWideOneLaysItsStripsSideBySide()
    {
        DevicePlot plot(QStringLiteral("GPU"));
        plot.resize(260, 600);
        plot.show();
        plot.add(1, gpu());
        QCoreApplication::processEvents();
        QVERIFY(plot.strips()[1]->y() > plot.strips()[0]->y());
        plot.resize(760, 300);
        TRY_COMPARE(plot.strips()[2]->y(), plot.strips()[0]->y());
        QVERIFY(plot.strips()[3]->y() > plot.strips()[0]->y());
    }
};

HAMNET_QT_TEST(DevicePlotTest)
#include "device_plot_test.moc"

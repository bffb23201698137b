// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/band_plot.h"
#include "app/studio/follow/follow_window.h"
#include "app/studio/follow/seeds_spread.h"
#include "app/studio/follow/seeds_window.h"
#include "app/watch/seed_folders.h"
#include "tests/support/event_line.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>

namespace studio {
namespace {

/// A run with a loss at each of some iterations.
RunRecord recordOf(const std::vector<std::pair<std::int64_t, double>>& losses)
{
    engine::Curve curve;
    for (const auto& [iteration, loss] : losses) {
        curve.append({.iteration = iteration, .seconds = static_cast<double>(iteration), .loss = loss});
    }
    RunRecord record;
    record.curve = engine::Curve(curve);
    return record;
}

std::string startSeeds(std::uint64_t seed)
{
    return eventLine(engine::StartEvent{
        .engine = "ONEDNN", .device = "cpu", .seed = seed, .iterations = 40, .batchUnits = 16, .stepsPerEpoch = 10});
}

std::string trainEvent(int iteration, double loss)
{
    engine::TrainEvent event{{.iteration = iteration,
                              .seconds = static_cast<double>(iteration),
                              .loss = loss,
                              .learningRate = 0.01,
                              .gradientNorm = 1}};
    event.perSecond = 1600;
    return eventLine(event);
}

std::string validation(int iteration, double loss)
{
    return eventLine(engine::ValidationEvent{.iteration = iteration, .loss = loss, .best = true});
}

/// The folder of nets of several seeds, which a test writes to in their place.
class SeedFolders {
public:
    void append(std::uint64_t seed, const std::string& lines) const
    {
        const watch::RunFolder folder = watch::seedFolder(m_home.path(), seed);
        std::filesystem::create_directories(folder.path());
        watch::writeDown(watch::thisWriter(), folder);
        std::ofstream(folder.log(), std::ios::app) << lines;
    }
    std::filesystem::path path() const { return m_home.path(); }

private:
    TemporaryFolder m_home;
};

QString textAt(const SeedsWindow& window, int row, int column)
{
    return window.table().text(row, column);
}

/// Of runs that stay as they are.
std::vector<SpreadPoint> spreadOf(const std::vector<const RunRecord*>& runs, int places)
{
    std::vector<contest::LossSums> sums;
    for (const RunRecord* const run : runs) {
        sums.emplace_back(run->curve).follow();
    }
    std::vector<const contest::LossSums*> all;
    for (const contest::LossSums& one : sums) {
        all.push_back(&one);
    }
    return trainingSpread(all, places);
}

} // namespace

class SeedsTest : public QObject {
    Q_OBJECT

private slots:
    void theMeanEndsWhereTheSlowestIs();
    void lossesThatAreNoNumbersAreLeftOut();
    void validationsCountWhereAllHaveOne();
    void theWindowShowsTheBandWhileItGrows();
    void aNetThatCannotBeReadIsTold();
    void netsThatBeginAfterAStopAreStopped();
    void aPausedNetIsSaidToBe();
    void aPartThatGoesOnReplacesWhatTheMeanLost();
    void aFolderOfSeedsOpensTheirWindow();
};

void SeedsTest::theMeanEndsWhereTheSlowestIs()
{
    const RunRecord one = recordOf({{1, 4}, {2, 3}, {3, 2}, {4, 1}}), other = recordOf({{1, 6}, {2, 5}});
    const RunRecord waiting;
    const std::vector<SpreadPoint> points = spreadOf({&one, &other, &waiting}, 2);
    QCOMPARE(points.size(), std::size_t(2));
    QCOMPARE(points[0].place, 1.0);
    QCOMPARE(points[0].mean, 5.0);
    QCOMPARE(points[0].deviation, std::sqrt(2.0));
    QCOMPARE(points[1].place, 2.0);
    QCOMPARE(points[1].mean, 4.0);
    const std::vector<SpreadPoint> alone = spreadOf({&one}, 2);
    QCOMPARE(alone[0].mean, 3.5); // of iterations 1 and 2
    QCOMPARE(alone[0].deviation, 0.0);
}

void SeedsTest::lossesThatAreNoNumbersAreLeftOut()
{
    const RunRecord one = recordOf({{1, 4}, {2, std::numeric_limits<double>::quiet_NaN()}}), other = recordOf({{2, 2}});
    const std::vector<SpreadPoint> points = spreadOf({&one, &other}, 2);
    QCOMPARE(points.size(), std::size_t(1)); // the other has none at the first place
    QCOMPARE(points[0].mean, 3.0);
}

void SeedsTest::validationsCountWhereAllHaveOne()
{
    RunRecord one = recordOf({{1, 4}}), other = recordOf({{1, 4}});
    one.validations = {{.iteration = 10, .loss = 2}, {.iteration = 20, .loss = 1}};
    other.validations = {{.iteration = 10, .loss = 4}};
    const std::vector<SpreadPoint> points = validationSpread({&one, &other});
    QCOMPARE(points.size(), std::size_t(1));
    QCOMPARE(points[0].place, 10.0);
    QCOMPARE(points[0].mean, 3.0);
    QCOMPARE(points[0].deviation, std::sqrt(2.0));
}

void SeedsTest::theWindowShowsTheBandWhileItGrows()
{
    const SeedFolders folders;
    folders.append(1, startSeeds(1) + trainEvent(1, 4) + trainEvent(2, 3));
    std::filesystem::create_directory(folders.path() / "seed2"); // that has not begun
    SeedsWindow window(folders.path(), {});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(textAt(window, 0, 2), QLocale().toString(3.0, 'f', 4), patience);
    QCOMPARE(window.table().names().model()->rowCount(), 2);
    QCOMPARE(textAt(window, 1, 5), QStringLiteral("waits"));
    folders.append(2, startSeeds(2) + trainEvent(1, 6) + trainEvent(2, 5) + validation(2, 1.5));
    folders.append(1, validation(2, 2.5));
    const auto* const losses = window.findChild<QLabel*>(QStringLiteral("seedsLosses"));
    QTRY_VERIFY_WITH_TIMEOUT(losses->text().contains(QLocale().toString(4.0, 'f', 4) + QStringLiteral(" ± ")),
                             patience);
    QTRY_VERIFY_WITH_TIMEOUT(losses->text().contains(QLocale().toString(2.0, 'f', 4) + QStringLiteral(" ± ")),
                             patience);
    const auto last = [&](int graph) { return (window.plot().graph(graph)->data()->constEnd() - 1)->value; };
    QTRY_VERIFY_WITH_TIMEOUT(!window.plot().graph(2)->data()->isEmpty(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(last(2), 4.0, patience);
    QCOMPARE(last(0), 4 - std::sqrt(2.0));
    QCOMPARE(last(1), 4 + std::sqrt(2.0));
    QCOMPARE(last(5), 2.0);
}

void SeedsTest::aNetThatCannotBeReadIsTold()
{
    const SeedFolders folders;
    folders.append(1, startSeeds(1) + trainEvent(1, 4));
    folders.append(2, startSeeds(2));
    std::ofstream(watch::seedFolder(folders.path(), 2).writer()) << R"({"format":99})";
    SeedsWindow window(folders.path(), {});
    window.show();
    const QList<QLabel*> labels = window.findChildren<QLabel*>();
    const auto says = [](const QLabel* label) { return label->text().startsWith(QStringLiteral("Seed 2: ")); };
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(labels, says), patience);
    QTRY_COMPARE_WITH_TIMEOUT(textAt(window, 0, 5), QStringLiteral("trains"), patience);
}

void SeedsTest::netsThatBeginAfterAStopAreStopped()
{
    const SeedFolders folders;
    folders.append(1, startSeeds(1) + trainEvent(1, 4));
    std::filesystem::create_directory(folders.path() / "seed2");
    SeedsWindow window(folders.path(), {});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(textAt(window, 1, 5), QStringLiteral("waits"), patience);
    auto* const stop = window.findChild<QPushButton*>(QStringLiteral("stopSeeds"));
    QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled(), patience);
    QTest::mouseClick(stop, Qt::LeftButton);
    folders.append(2, startSeeds(2));
    QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(watch::seedFolder(folders.path(), 2).request()), patience);
}

void SeedsTest::aPausedNetIsSaidToBe()
{
    const SeedFolders folders;
    folders.append(1, startSeeds(1) + trainEvent(1, 4) + eventLine(engine::PauseEvent{.iteration = 1, .paused = true}));
    SeedsWindow window(folders.path(), {});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(textAt(window, 0, 5), QStringLiteral("paused"), patience);
}

/// The mean keeps sums of what it has read, which are not those of what was replaced.
void SeedsTest::aPartThatGoesOnReplacesWhatTheMeanLost()
{
    const SeedFolders folders;
    folders.append(1, startSeeds(1) + trainEvent(1, 4) + trainEvent(2, 8) + trainEvent(3, 9));
    SeedsWindow window(folders.path(), {});
    window.show();
    const auto last = [&] {
        const auto data = window.plot().graph(2)->data();
        return data->isEmpty() ? 0 : (data->constEnd() - 1)->value;
    };
    QTRY_COMPARE_WITH_TIMEOUT(last(), 9.0, patience);
    std::string again = startSeeds(1);
    again.replace(again.find(R"("iteration":0)"), 13, R"("iteration":1)");
    folders.append(1, again + trainEvent(2, 3) + trainEvent(3, 2) + trainEvent(4, 1));
    QTRY_COMPARE_WITH_TIMEOUT(last(), 1.0, patience);
    const auto& data = *window.plot().graph(2)->data();
    QCOMPARE(data.size(), 4);
    QCOMPARE(data.at(1)->value, 3.0);
}

void SeedsTest::aFolderOfSeedsOpensTheirWindow()
{
    const SeedFolders folders;
    folders.append(1, startSeeds(1) + trainEvent(1, 4));
    followFolder(folders.path(), {}, nullptr);
    const auto isOpen = [] {
        const QWidgetList all = QApplication::topLevelWidgets();
        return std::ranges::any_of(all, [](QWidget* one) { return qobject_cast<SeedsWindow*>(one) != nullptr; });
    };
    QVERIFY(isOpen());
    for (QWidget* const window : QApplication::topLevelWidgets()) {
        window->close();
    }
}

} // namespace studio

HAMNET_QT_TEST(studio::SeedsTest)
#include "seeds_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A queue as the studio watches it while its file is opened again, replaced and locked.
#include "app/studio/queue/queue_watch.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <latch>

namespace studio {
namespace {

void addRuns(const std::filesystem::path& folder, std::size_t runs)
{
    const std::vector<queue::Job> jobs(runs);
    queue::RunQueue(folder, queue::Database::Open::OrMake).add(jobs);
}

} // namespace

class QueueWatchTest : public QObject {
    Q_OBJECT

private slots:
    void theOpenFolderKeepsItsRowsWhenItIsOpenedAgain()
    {
        const TemporaryFolder folder;
        addRuns(folder.path(), 2);
        QueueWatch watch;
        watch.open(folder.path());
        TRY_COMPARE(watch.view().rows.size(), std::size_t{2});
        watch.open(folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(watch.view().rows.size(), std::size_t{2}, 3000);
    }

    void aReplacedFileIsReadAgain()
    {
        const TemporaryFolder folder;
        addRuns(folder.path() / "night", 2);
        addRuns(folder.path() / "other", 3);
        QueueWatch watch;
        watch.open(folder.path() / "night");
        TRY_COMPARE(watch.view().rows.size(), std::size_t{2});
        std::filesystem::rename(queue::fileOf(folder.path() / "other"), queue::fileOf(folder.path() / "night"));
        QTRY_COMPARE_WITH_TIMEOUT(watch.view().rows.size(), std::size_t{3}, 3000);
        std::filesystem::remove(queue::fileOf(folder.path() / "night"));
        QTRY_COMPARE_WITH_TIMEOUT(watch.view().rows.size(), std::size_t{0}, 3000);
    }

    void rowsStayWhileTheFileCannotBeRead()
    {
        const TemporaryFolder folder;
        addRuns(folder.path(), 2);
        QueueWatch watch;
        watch.open(folder.path());
        TRY_COMPARE(watch.view().rows.size(), std::size_t{2});
        queue::Database other(queue::fileOf(folder.path()), queue::Database::Open::Existing);
        other.run("ALTER TABLE run RENAME TO hidden");
        TRY_VERIFY(!watch.view().problem.isEmpty());
        QCOMPARE(watch.view().rows.size(), std::size_t{2});
        other.run("ALTER TABLE hidden RENAME TO run");
        TRY_VERIFY(watch.view().problem.isEmpty());
        QCOMPARE(watch.view().rows.size(), std::size_t{2});
    }

    void changesDoNotWaitForWhatIsPrepared()
    {
        const TemporaryFolder folder;
        std::latch gate{1};
        QueueWatch watch;
        watch.open(folder.path());
        QStringList done;
        watch.add(
            [&] {
                gate.wait();
                return std::vector<queue::Job>(1);
            },
            {}, this,
            [&](const QString&, const QueueWatch::Runs& runs) {
                QCOMPARE(runs, QueueWatch::Runs{-1});
                done.append(QStringLiteral("added"));
            });
        watch.change([](queue::RunQueue&) {}, this, [&](const QString&) { done.append(QStringLiteral("changed")); });
        [&] { TRY_COMPARE(done, QStringList{QStringLiteral("changed")}); }();
        gate.count_down();
        TRY_COMPARE(watch.view().rows.size(), std::size_t{1});
        QCOMPARE(done.size(), 2);
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::QueueWatchTest)

#include "queue_watch_test.moc"

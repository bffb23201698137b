// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/autosave.h"
#include "tests/studio/project/project_sample.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <cstdio>
#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>

namespace {

using studio::Project;

/// A user who edits without end: the drawing's name counts the edits, and each copy's number goes to the output.
int editUntilKilled(const std::filesystem::path& folder)
{
    Project project = studio::sampleProject();
    int edits = 0, inCopy = 0;
    studio::AutoSave autoSave(
        [&] {
            inCopy = edits;
            return project;
        },
        folder);
    autoSave.setInterval(20);
    autoSave.setOriginal("/home/me/play.hamnet");
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        project.content.name = std::to_string(++edits);
        autoSave.touch();
    });
    QObject::connect(&autoSave, &studio::AutoSave::copied, [&] {
        std::printf("%d\n", inCopy);
        std::fflush(stdout);
    });
    timer.start(1);
    return QCoreApplication::exec();
}

class AutoSaveTest : public QObject {
    Q_OBJECT

private slots:
    void anEditIsCopiedSoon()
    {
        studio::AutoSave autoSave([&] { return m_project; }, m_folder.path() / "a");
        autoSave.setInterval(5);
        QSignalSpy copied(&autoSave, &studio::AutoSave::copied);
        autoSave.touch();
        QVERIFY(copied.wait(patience));
        autoSave.close();
    }

    void copiesKeepTheirDistance()
    {
        studio::AutoSave autoSave([&] { return m_project; }, m_folder.path() / "b");
        autoSave.setInterval(300);
        QSignalSpy copied(&autoSave, &studio::AutoSave::copied);
        QElapsedTimer clock;
        clock.start();
        const auto touchedTwiceCopied = [&] {
            autoSave.touch();
            return copied.count() >= 2;
        };
        TRY_VERIFY(touchedTwiceCopied());
        QCOMPARE(copied.count(), 2);
        QVERIFY(clock.elapsed() >= 550); // two times 300, less what coarse timers may be early
        autoSave.close();
    }

    void editsWhileACopyIsWrittenAreCopiedNext()
    {
        int snapshots = 0;
        studio::AutoSave autoSave(
            [&] {
                ++snapshots;
                autoSave.touch(); // as if an edit came right after
                return m_project;
            },
            m_folder.path() / "c");
        autoSave.setInterval(5);
        autoSave.touch();
        TRY_VERIFY(snapshots >= 3);
        autoSave.close();
    }

    void closingTakesTheCopyAway()
    {
        const std::filesystem::path folder = m_folder.path() / "d";
        bool begun = false;
        studio::AutoSave autoSave(
            [&] {
                begun = true;
                return m_project;
            },
            folder);
        autoSave.setInterval(1);
        autoSave.touch();
        TRY_VERIFY(begun); // the copy is under way
        autoSave.close();
        QCoreApplication::processEvents();
        QVERIFY(!std::filesystem::exists(folder) || std::filesystem::is_empty(folder));
    }

    void theCopyOfARunningProgramIsNotOffered()
    {
        const std::filesystem::path folder = m_folder.path() / "e";
        studio::AutoSave autoSave([&] { return m_project; }, folder);
        autoSave.setInterval(1);
        QSignalSpy copied(&autoSave, &studio::AutoSave::copied);
        autoSave.touch();
        TRY_VERIFY(copied.count() > 0);
        QVERIFY(studio::recoverable(folder).empty());
        QVERIFY(studio::recoverable(m_folder.path() / "no such folder").empty());
        autoSave.close();
    }

    void aCopyThatCannotBeWrittenIsSaid()
    {
        studio::AutoSave autoSave([&] { return m_project; }, "/dev/null/folder");
        autoSave.setInterval(1);
        QSignalSpy failed(&autoSave, &studio::AutoSave::failed);
        autoSave.touch();
        QVERIFY(failed.wait(patience));
        QVERIFY(failed[0][0].toString().contains(QLatin1String("/dev/null/folder")));
    }

    void aKilledProgramsWorkIsRecovered()
    {
        const std::filesystem::path folder = m_folder.path() / "f";
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("--edit"), QString::fromStdString(folder)});
        int last = 0;
        for (int copies = 0; copies < 5;) {
            QVERIFY(child.waitForReadyRead(patience));
            while (child.canReadLine()) {
                last = child.readLine().trimmed().toInt();
                ++copies;
            }
        }
        child.kill();
        QVERIFY(child.waitForFinished(patience));
        while (child.canReadLine()) {
            last = child.readLine().trimmed().toInt();
        }

        const std::vector<studio::Recoverable> left = studio::recoverable(folder);
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].problem, std::string());
        QCOMPARE(left[0].summary.file, std::filesystem::path("/home/me/play.hamnet"));
        QVERIFY(!left[0].summary.written.empty());
        Project recovered = studio::loadCopy(left[0].copy);
        QVERIFY(std::stoi(recovered.content.name) >= last);
        recovered.content.name = m_project.content.name;
        QVERIFY(studio::sameBits(recovered, m_project));

        studio::discard(left[0]);
        QVERIFY(studio::recoverable(folder).empty());
    }

    void aDamagedCopyIsListedWithItsSentence()
    {
        const TemporaryFolder folder;
        folder.write("x.hamnet", "nothing");
        const std::vector<studio::Recoverable> left = studio::recoverable(folder.path());
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(!left[0].problem.empty());
    }

private:
    TemporaryFolder m_folder;
    Project m_project = studio::sampleProject();
};

int runAutoSaveTest(int count, char** arguments)
{
    const QCoreApplication application(count, arguments);
    const TemporaryFolder settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(settings.path()));
    QCoreApplication::setOrganizationName(QStringLiteral("hamnet-test"));
    AutoSaveTest test;
    return QTest::qExec(&test, count, arguments);
}

int edit(int count, char** arguments)
{
    const QCoreApplication application(count, arguments);
    return editUntilKilled(arguments[1]);
}

} // namespace

HAMNET_QT_TEST_RUN(AutoSaveTest, runAutoSaveTest)
HAMNET_QT_TEST_RUN(--edit, edit)

#include "autosave_test.moc"

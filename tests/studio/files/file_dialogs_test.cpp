// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/files/file_dialogs.h"
#include "tests/support/qt_tests.h"

#include <array>
#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

namespace studio {
namespace {

/// Types a name into the file dialog that comes up, and answers the question that may follow.
class Typist {
public:
    Typist(const QString& name, QMessageBox::StandardButton answer)
    {
        QObject::connect(&m_look, &QTimer::timeout, &m_look, [this, name, answer] {
            QWidget* const dialog = QApplication::activeModalWidget();
            if (auto* files = qobject_cast<QFileDialog*>(dialog)) {
                files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(name);
                static_cast<QDialog*>(files)->accept();
            } else if (auto* question = qobject_cast<QMessageBox*>(dialog)) {
                m_asked = true;
                question->button(answer)->click();
            }
        });
        m_look.start(20);
    }
    bool asked() const { return m_asked; }

private:
    QTimer m_look;
    bool m_asked = false;
};

} // namespace

class FileDialogsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
        QCoreApplication::setOrganizationName(QStringLiteral("files"));
    }

    void aFilterHasTheFormatsNameAndPatterns()
    {
        QCOMPARE(filterOf(*engine::formatByName("net.onnx")), QStringLiteral("ONNX (*.onnx)"));
        QCOMPARE(filterOf(engine::fileFormat(engine::Format::CsvCurve)), QStringLiteral("Table CSV (*.csv)"));
    }

    void aNameThatTellsNoneOfTheFormatsGetsAnEnding()
    {
        const QTemporaryDir folder;
        constexpr std::array pictures = {engine::Format::Png, engine::Format::Svg};
        for (const auto& [typed, wanted] : {std::pair("race", "race.png"), std::pair("race.svg", "race.svg"),
                                            std::pair("race.onnx", "race.png"), std::pair("race.v2", "race.v2.png")}) {
            const Typist typist(folder.filePath(QLatin1String(typed)), QMessageBox::Yes);
            const auto file =
                askForNewFile(nullptr, QStringLiteral("Save"), folder.filePath(QStringLiteral("a.png")), pictures);
            QVERIFY(file);
            QCOMPARE(QString::fromStdString(file->string()), folder.filePath(QLatin1String(wanted)));
            QVERIFY(!typist.asked());
        }
    }

    void aDialogBeginsWhereTheLastOneEnded()
    {
        const QTemporaryDir one, other;
        QFile file(one.filePath(QStringLiteral("net.onnx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        constexpr std::array pictures = {engine::Format::Png};
        {
            const Typist typist(file.fileName(), QMessageBox::Yes);
            QCOMPARE(askForFile(nullptr, QStringLiteral("Open"), QStringLiteral("All (*)")), file.fileName());
        }
        Typist typist(QStringLiteral("a.png"), QMessageBox::Yes); // in the folder of the dialog
        const auto saved = askForNewFile(nullptr, QStringLiteral("Save"), QStringLiteral("b.png"), pictures);
        QVERIFY(saved);
        QCOMPARE(QString::fromStdString(saved->string()), one.filePath(QStringLiteral("a.png")));
    }

    void aFileThatOnlyItsEndingNamesIsAskedAbout()
    {
        const QTemporaryDir folder;
        QFile old(folder.filePath(QStringLiteral("net.hamnet")));
        QVERIFY(old.open(QIODevice::WriteOnly));
        constexpr std::array projects = {engine::Format::Hamnet};
        for (const auto& [answer, accepted] :
             {std::pair(QMessageBox::Cancel, false), std::pair(QMessageBox::Yes, true)}) {
            const Typist typist(folder.filePath(QStringLiteral("net")), answer);
            const auto file =
                askForNewFile(nullptr, QStringLiteral("Save"), folder.filePath(QStringLiteral("a.hamnet")), projects);
            QVERIFY(typist.asked());
            QCOMPARE(file.has_value(), accepted);
        }
    }

private:
    const QTemporaryDir m_home;
};

} // namespace studio

HAMNET_QT_TEST(studio::FileDialogsTest)

#include "file_dialogs_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/main_window.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"

#include <QApplication>
#include <QCommandLineParser>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Hamnet"));
    QCoreApplication::setApplicationName(QStringLiteral("hamnet-studio"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HAMNET_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Hamnet"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.hamnet.Studio"));
    editor::installTranslations(application, editor::chosenLanguage());
    editor::Looks::instance();
    QApplication::setWindowIcon(editor::icon(QStringLiteral("hamnet")));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Draws recurrent nets, trains them, and shows what they write."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QCoreApplication::translate("main", "A project, a checkpoint, a net (.prototxt) or a text to open."),
        QStringLiteral("[file]"));
    parser.process(application);

    studio::MainWindow window;
    window.offerRecovery();
    window.show();
    if (!parser.positionalArguments().isEmpty()) {
        window.openFile(parser.positionalArguments().first());
    }
    return QApplication::exec();
}

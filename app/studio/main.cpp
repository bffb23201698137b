// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
#include "app/contest/engine_process.h"
#include "app/studio/window/main_window.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"
#include "engine/backends/device_group.h"
#include "engine/backends/engine_choices.h"
#include "engine/formats/exchange/file_formats.h"

#include <algorithm>
#include <exception>
#include <QApplication>
#include <QCommandLineParser>
#include <QThreadPool>
#include <string_view>

namespace {

/// Whether only words are asked for: they need no display.
bool asksForWords(int argc, char** argv)
{
    return std::any_of(argv + 1, argv + argc, [](const std::string_view argument) {
        return argument == "--help" || argument == "-h" || argument == "--version" || argument == "-v";
    });
}

void describe(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Draws recurrent nets, trains them, and shows what they write."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QCoreApplication::translate("main", "A project, a checkpoint, a net or weights (%1), or a text to open.")
            .arg(editor::inWords(
                engine::endingsOf({engine::Content::Model, engine::Content::Weights}, engine::FileUse::Read))),
        QStringLiteral("[file]"));
}

} // namespace

int main(int argc, char** argv)
{
    if (contest::answerMeasurements(argc, argv) || engine::follow(argc, argv)) {
        return 0;
    }
    if (cli::isCalledAsTerminal(argc, argv)) { // for a queue
        return cli::runProgram(argc, argv);
    }
    QCoreApplication::setApplicationVersion(QStringLiteral(HAMNET_VERSION));
    QCommandLineParser parser;
    if (asksForWords(argc, argv)) {
        const QCoreApplication words(argc, argv);
        describe(parser);
        parser.process(words); // prints and ends
    }
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Hamnet"));
    QCoreApplication::setApplicationName(QStringLiteral("hamnet-studio"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Hamnet"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.hamnet.Studio"));
    editor::installTranslations(application, editor::chosenLanguage());
    editor::Looks::instance();
    QApplication::setWindowIcon(editor::icon(QStringLiteral("hamnet")));

    describe(parser);
    parser.process(application);

    // Opening CUDA takes a second where there are GPUs: begun here, it is done before a net asks for it.
    QThreadPool::globalInstance()->start([] {
        try {
            engine::deviceChoices();
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): who asks again is told
        }
    });
    studio::MainWindow window;
    window.offerRecovery();
    window.show();
    if (!parser.positionalArguments().isEmpty()) {
        window.openFile(parser.positionalArguments().first());
    }
    return QApplication::exec();
}

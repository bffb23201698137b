// SPDX-License-Identifier: GPL-3.0-or-later
// The card of keys and gestures, the manual, and pictures of the drawing, by real keys and clicks.
#include "app/studio/exchange/file_export_dialog.h"
#include "app/studio/help/gesture_card.h"
#include "app/studio/help/manual_window.h"
#include "app/studio/workspace/project_files.h"
#include "editor/document/edits.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"

#include <map>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextBrowser>
#include <set>
#include <string>
#include <vector>

namespace studio {
namespace {

QString fileText(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The manual in each language. German may lag behind in a change, so it is looked at by night.
std::vector<std::string> manuals()
{
    return atNight() ? std::vector<std::string>{"", "de"} : std::vector<std::string>{""};
}

/// Every page of the manual in that folder, by name.
std::map<QString, QString> pages(const std::string& folder)
{
    std::map<QString, QString> all;
    for (const auto& entry : std::filesystem::directory_iterator(sourceRoot() / "resources" / "manual" / folder)) {
        if (entry.path().extension() == ".md") {
            all[QString::fromStdString(entry.path().stem().string())] = fileText(entry.path());
        }
    }
    return all;
}

QString plain(QString text)
{
    return text.remove(QLatin1Char('&')).trimmed();
}

/// "File > Export…" for every entry, menus included.
void addEntries(const QMenu& menu, const QString& path, std::set<QString>& entries)
{
    for (const QAction* action : menu.actions()) {
        const QString entry = path + QStringLiteral(" > ") + plain(action->text());
        entries.insert(entry);
        if (action->menu()) {
            addEntries(*action->menu(), path, entries);
        }
    }
}

} // namespace

class HelpWindowTest : public QObject {
    Q_OBJECT

public:
    explicit HelpWindowTest(const Home& home) : m_home(home) {}

private slots:
    void f1ShowsEveryKeyAndTheGestures()
    {
        Stage stage(Stage::With::Sample);
        Answer answer({[&](QDialog& dialog) {
            QVERIFY(qobject_cast<GestureCard*>(&dialog));
            const QString said = dialog.findChild<QTextBrowser*>()->toPlainText();
            for (const char* const words : {"Train", "F5", "Undo", "Ctrl+Z", "Cut wires", "Find layer"}) {
                QVERIFY2(said.contains(QLatin1String(words)), words);
            }
            press(Qt::Key_Escape);
        }});
        QVERIFY(answer.to([&] { press(Qt::Key_F1); }));
    }

    void theManualIsReadPageByPage()
    {
        Stage stage;
        ManualWindow manual(&stage.window());
        manual.showContents();
        QVERIFY(QTest::qWaitForWindowExposed(&manual, patience));
        auto* contents = manual.findChild<QListWidget*>();
        auto* text = manual.findChild<QTextBrowser*>();
        QCOMPARE(contents->count(), 10);
        for (int row = 0; row < contents->count(); ++row) {
            click(*contents->viewport(), contents->visualItemRect(contents->item(row)).center());
            QCOMPARE(contents->currentRow(), row);
            QVERIFY(text->toPlainText().size() > 200);
            if (row > 0) {
                QVERIFY2(text->toPlainText().startsWith(contents->item(row)->text()), qPrintable(text->toPlainText()));
            }
        }
    }

    void theManualIsSearched()
    {
        Stage stage;
        ManualWindow manual(&stage.window());
        manual.showContents();
        QVERIFY(QTest::qWaitForWindowActive(&manual, patience));
        auto* contents = manual.findChild<QListWidget*>();
        auto* text = manual.findChild<QTextBrowser*>();
        press(Qt::Key_F, Qt::ControlModifier);
        // A window manager under load may give the focus back to the window behind for a moment, and that gets the
        // keys.
        TRY_VERIFY(manual.findChild<QLineEdit*>()->hasFocus());
        type(QStringLiteral("arrange all"));
        QCOMPARE(contents->currentItem()->text(), QStringLiteral("Drawing"));
        QCOMPARE(text->textCursor().selectedText().toLower(), QStringLiteral("arrange all"));
        QVERIFY(contents->item(0)->isHidden());
        press(Qt::Key_A, Qt::ControlModifier);
        type(QStringLiteral("layer"));
        const int place = text->textCursor().position();
        press(Qt::Key_Return);
        QVERIFY(text->textCursor().position() != place);
        QCOMPARE(text->textCursor().selectedText().toLower(), QStringLiteral("layer"));
        press(Qt::Key_A, Qt::ControlModifier);
        type(QStringLiteral("arrange all"));
        manual.showContents();
        QCOMPARE(contents->currentRow(), 0);
        QVERIFY(!contents->item(0)->isHidden());
        QVERIFY(!text->textCursor().hasSelection());
    }

    void everyLinkLeadsToAPage()
    {
        static const QRegularExpression link(QStringLiteral(R"(\]\(([^)]+)\))"));
        for (const std::string& folder : manuals()) {
            const auto all = pages(folder);
            QVERIFY(!all.empty());
            for (const auto& [name, text] : all) {
                for (auto found = link.globalMatch(text); found.hasNext();) {
                    const QString target = found.next().captured(1);
                    QVERIFY2(target.endsWith(QLatin1String(".md")) && all.contains(target.chopped(3)),
                             qPrintable(target));
                }
                QVERIFY2(name == QLatin1String("index") ||
                             all.at(QStringLiteral("index")).contains(QStringLiteral("(%1.md)").arg(name)),
                         qPrintable(name));
            }
        }
    }

    void everyMenuEntryOfTheManualExists()
    {
        Stage stage;
        std::set<QString> entries;
        for (const QAction* top : stage.window().menuBar()->actions()) {
            addEntries(*top->menu(), plain(top->text()), entries);
        }
        static const QRegularExpression entry(QStringLiteral(R"(\*\*([^*]+ > [^*]+)\*\*)"));
        int count = 0;
        for (const auto& [name, text] : pages({})) {
            for (auto found = entry.globalMatch(text); found.hasNext(); ++count) {
                const QString said = found.next().captured(1);
                QVERIFY2(entries.contains(said), qPrintable(name + QStringLiteral(": ") + said));
            }
        }
        QVERIFY(count > 8);
    }

    /// The German entries are the translations of menus' texts.
    void germanHasEveryPageAndItsEntries()
    {
        if (!atNight()) {
            QSKIP("it is looked at by night");
        }
        const auto english = pages({}), german = pages("de");
        std::set<QString> translated;
        static const QRegularExpression line(QStringLiteral("<translation>([^<]*)</translation>"));
        const QString texts = fileText(sourceRoot() / "resources" / "translations" / "hamnet_de.ts");
        for (auto found = line.globalMatch(texts); found.hasNext();) {
            translated.insert(plain(found.next().captured(1).replace(QStringLiteral("&amp;"), QStringLiteral("&"))));
        }
        static const QRegularExpression entry(QStringLiteral(R"(\*\*([^*>]+) > ([^*]+)\*\*)"));
        for (const auto& [name, text] : english) {
            QVERIFY2(german.contains(name), qPrintable(name));
            QCOMPARE(german.at(name).count(QLatin1Char('#')), text.count(QLatin1Char('#')));
            for (auto found = entry.globalMatch(german.at(name)); found.hasNext();) {
                const QRegularExpressionMatch one = found.next();
                QVERIFY2(translated.contains(one.captured(1)), qPrintable(one.captured(1)));
                QVERIFY2(translated.contains(one.captured(2)), qPrintable(one.captured(2)));
            }
        }
    }

    void everyOptionOfTheManualExists()
    {
        const QString man = fileText(manPage()).remove(QLatin1Char('\\'));
        static const QRegularExpression option(QStringLiteral("--[a-z][a-z-]+")),
            command(QStringLiteral("`hamnet ([a-z]+)"));
        for (const std::string& folder : manuals()) {
            for (const auto& [name, text] : pages(folder)) {
                for (auto found = option.globalMatch(text); found.hasNext();) {
                    const QString said = found.next().captured();
                    QVERIFY2(man.contains(said), qPrintable(said));
                }
                for (auto found = command.globalMatch(text); found.hasNext();) {
                    const QString said = QStringLiteral(".SS hamnet ") + found.next().captured(1);
                    QVERIFY2(man.contains(said), qPrintable(said));
                }
            }
        }
    }

    void theDrawingBecomesAPictureAndComesBack()
    {
        Stage stage(Stage::With::Sample);
        stage.document().change(QStringLiteral("moved, noted and slower"), [](editor::Content& content) {
            content.nodes.front().position += QPointF(-240, 12);
            content.notes.push_back({.id = content.nextId++,
                                     .kind = editor::Note::Kind::Frame,
                                     .text = QStringLiteral("größer < 1"),
                                     .area = {12, 24, 300, 120}});
            content.solver.params.insert_or_assign("base_lr", 0.0123);
        });
        const editor::Content drawn = stage.document().content();
        QVERIFY(!stage.workspace().files().save(m_home.path("drawn.hamnet"))); // so that nothing is asked
        for (const char* const ending : {"svg", "png", "pdf"}) {
            const std::filesystem::path file = m_home.path(std::string("net.") + ending);
            FileExportDialog dialog(stage.workspace(), &stage.window());
            expose(dialog);
            const QList<QComboBox*> boxes = dialog.findChildren<QComboBox*>();
            boxes.first()->setCurrentIndex(static_cast<int>(ExportContent::Picture));
            QComboBox* format = boxes.last();
            for (int row = 0; row < format->count(); ++row) {
                format->setCurrentIndex(row);
                if (dialog.format().file->endings.front() == "." + std::string(ending)) {
                    break;
                }
            }
            const Answer answer({byFile(file)});
            click(*called<QPushButton>(dialog, QStringLiteral("Export…")));
            TRY_VERIFY(std::filesystem::exists(file));
        }
        const QImage image(QString::fromStdString(m_home.path("net.png").string()));
        QVERIFY(image.width() > 400 && image.height() > 400);
        const QSvgRenderer svg(QString::fromStdString(m_home.path("net.svg").string()));
        QVERIFY(svg.isValid());
        QFile pdf(QString::fromStdString(m_home.path("net.pdf").string()));
        QVERIFY(pdf.open(QIODevice::ReadOnly) && pdf.readAll().startsWith("%PDF"));
        for (const char* const name : {"net.svg", "net.png"}) {
            drop(stage.window(), stage.window().rect().center(), m_home.path(name));
            TRY_VERIFY(stage.workspace().files().path().empty());
            const editor::Content& again = stage.document().content();
            QCOMPARE(again.nodes.size(), drawn.nodes.size());
            for (std::size_t node = 0; node < drawn.nodes.size(); ++node) {
                QCOMPARE(again.nodes[node].layer.name, drawn.nodes[node].layer.name);
                QCOMPARE(again.nodes[node].position, drawn.nodes[node].position);
            }
            QCOMPARE(again.notes.size(), std::size_t{1});
            QCOMPARE(again.notes[0].text, drawn.notes[0].text);
            QCOMPARE(again.notes[0].area, drawn.notes[0].area);
            QVERIFY(again.notes[0].kind == editor::Note::Kind::Frame);
            QCOMPARE(engine::floatParam(again.solver.params, "base_lr"), 0.0123);
            QVERIFY(!stage.workspace().files().open(m_home.path("drawn.hamnet")));
        }
        m_home.write("empty.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
        const std::optional<QString> refused = stage.workspace().files().open(m_home.path("empty.svg"));
        QVERIFY(refused && refused->contains(QLatin1String("holds no net")));
    }

private:
    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::HelpWindowTest)

#include "help_window_test.moc"

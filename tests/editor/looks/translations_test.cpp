// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/language.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QMessageBox>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <set>
#include <utility>

namespace editor {
namespace {

/// One text of a .ts file.
struct Message {
    QString context;
    QString source;
    QString comment;
    QStringList forms; ///< more than one for texts with a count
    bool counted = false;
    bool finished = true;
};

void readTranslation(QXmlStreamReader& xml, Message& message)
{
    const QString type = xml.attributes().value(QStringLiteral("type")).toString();
    message.finished = type.isEmpty();
    if (!message.counted) {
        message.forms = {xml.readElementText()};
        return;
    }
    while (xml.readNextStartElement()) {
        message.forms.append(xml.readElementText());
    }
}

Message readMessage(QXmlStreamReader& xml, const QString& context)
{
    Message message{.context = context, .source = {}, .comment = {}, .forms = {}};
    message.counted = xml.attributes().hasAttribute(QStringLiteral("numerus"));
    while (xml.readNextStartElement()) {
        if (xml.name() == QStringLiteral("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QStringLiteral("comment")) {
            message.comment = xml.readElementText();
        } else if (xml.name() == QStringLiteral("translation")) {
            readTranslation(xml, message);
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

QList<Message> messages(const QString& language)
{
    QFile file(QStringLiteral("%1/resources/translations/hamnet_%2.ts")
                   .arg(QString::fromStdString(sourceRoot().string()), language));
    QList<Message> all;
    if (!file.open(QIODevice::ReadOnly)) {
        return all;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QStringLiteral("name")) {
            context = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == QStringLiteral("message")) {
            all.append(readMessage(xml, context));
        }
    }
    return all;
}

/// What must come through a translation: %1, %n, %L1, HTML's tags; each as often as in the source.
QStringList marks(const QString& text)
{
    QStringList found;
    QRegularExpressionMatchIterator each =
        QRegularExpression(QStringLiteral("%L?(?:\\d+|n)|</?[a-z][^>]*>")).globalMatch(text);
    while (each.hasNext()) {
        found.append(each.next().captured(0));
    }
    std::sort(found.begin(), found.end());
    return found;
}

QByteArray about(const Message& message)
{
    return QStringLiteral("%1: “%2” is “%3”")
        .arg(message.context, message.source, message.forms.join(QStringLiteral("” / “")))
        .toUtf8();
}

#define HOLDS(condition) QVERIFY2(condition, about(message).constData())

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("hamnet-test"));
        QCoreApplication::setApplicationName(QStringLiteral("translations"));
    }

    void cleanup() { installTranslations(*qApp, QStringLiteral("en")); }

    /// English is enough to contribute: what has no German yet is no fault.
    void germanIsWholeWhereItIs()
    {
        const QList<Message> all = messages(QStringLiteral("de"));
        QVERIFY(all.size() > 300);
        std::set<std::pair<QString, QString>> seen;
        for (const Message& message : all) {
            HOLDS(seen.emplace(message.context, message.source + message.comment).second);
            HOLDS(!message.finished || !message.forms.contains(QString()));
            HOLDS(!message.finished || message.forms.size() == (message.counted ? 2 : 1));
        }
    }

    void englishHasEveryPlural()
    {
        const QList<Message> german = messages(QStringLiteral("de"));
        const QList<Message> english = messages(QStringLiteral("en"));
        QVERIFY(!english.isEmpty());
        for (const Message& message : english) {
            HOLDS(message.finished && message.counted);
            HOLDS(message.forms.size() == 2 && !message.forms.contains(QString()));
            HOLDS(message.forms.join(QString()).indexOf(QStringLiteral("(s)")) < 0);
        }
        const auto counted = [](const Message& message) { return message.counted; };
        QCOMPARE(std::count_if(german.begin(), german.end(), counted), english.size());
    }

    void placeholdersAgree()
    {
        for (const QString& language : languages()) {
            for (const Message& message : messages(language)) {
                for (const QString& form : message.finished ? message.forms : QStringList()) {
                    QStringList wanted = marks(message.source);
                    if (message.counted && !marks(form).contains(QStringLiteral("%n"))) {
                        wanted.removeAll(QStringLiteral("%n")); // "one layer" needs no number
                    }
                    HOLDS(marks(form) == wanted);
                }
            }
        }
    }

    void endingsAndShortcutsAgree()
    {
        const QRegularExpression shortcut(QStringLiteral("&[^& ;]"));
        for (const Message& message : messages(QStringLiteral("de"))) {
            for (const QString& form : message.finished ? message.forms : QStringList()) {
                for (const char16_t ending : {u'…', u':', u'?', u' '}) {
                    HOLDS(form.endsWith(QChar(ending)) == message.source.endsWith(QChar(ending)));
                }
                HOLDS(form.endsWith(u'.') || !message.source.endsWith(u'.')); // short words end so too: "k. A."
                HOLDS(form.startsWith(QLatin1Char(' ')) == message.source.startsWith(QLatin1Char(' ')));
                HOLDS(form.contains(shortcut) == message.source.contains(shortcut));
            }
        }
    }

    /// A free function called tr gives its texts to the namespace, which is not what it asks for when the program runs;
    /// Q_DECLARE_TR_FUNCTIONS(Context) in a struct is seen rightly.
    void noContextIsHiddenFromLupdate()
    {
        const QRegularExpression hidden(QStringLiteral("^(static )?QString tr\\("),
                                        QRegularExpression::MultilineOption);
        for (const QString& folder : {QStringLiteral("/editor"), QStringLiteral("/app/studio")}) {
            QDirIterator files(QString::fromStdString(sourceRoot().string()) + folder,
                               {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                QVERIFY2(!QString::fromUtf8(file.readAll()).contains(hidden), qPrintable(file.fileName()));
            }
        }
    }

    void germanIsLoaded()
    {
        const QList<Message> all = messages(QStringLiteral("de"));
        const auto known = std::ranges::find_if(all, [](const Message& message) {
            return message.finished && !message.counted && message.comment.isEmpty() &&
                   message.forms != QStringList(message.source);
        });
        QVERIFY(known != all.end());
        installTranslations(*qApp, QStringLiteral("de"));
        QCOMPARE(QCoreApplication::translate(known->context.toUtf8().constData(), known->source.toUtf8().constData()),
                 known->forms.front());
        QCOMPARE(QLocale().toString(1.5), QStringLiteral("1,5"));
        if (QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_de.qm"))) {
            QVERIFY(QMessageBox::tr("Show Details...") != QStringLiteral("Show Details..."));
        }
    }

    void englishIsLoadedWithItsPlurals()
    {
        for (const char* const later : {"fi", "en"}) {
            installTranslations(*qApp, QStringLiteral("de"));
            installTranslations(*qApp, QString::fromLatin1(later)); // a later one takes the earlier one's place
            QCOMPARE(QCoreApplication::translate("Solver", "Learning rate"), QStringLiteral("Learning rate"));
        }
        QCOMPARE(QLocale().toString(1.5), QStringLiteral("1.5"));
        QCOMPARE(QCoreApplication::translate("editor::LayerPage", "%n layer(s)", nullptr, 1),
                 QStringLiteral("1 layer"));
        QCOMPARE(QCoreApplication::translate("editor::LayerPage", "%n layer(s)", nullptr, 3),
                 QStringLiteral("3 layers"));
    }

    void theChoiceIsKept()
    {
        chooseLanguage(QStringLiteral("de"));
        QCOMPARE(chosenLanguage(), QStringLiteral("de"));
        chooseLanguage(QString());
        QCOMPARE(chosenLanguage(), QString());
    }
};

} // namespace editor

HAMNET_QT_TEST(editor::TranslationsTest)
#include "translations_test.moc"

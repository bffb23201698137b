// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/language.h"

#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

namespace editor {
namespace {

const QString languageKey = QStringLiteral("looks/language");
const QString translatorName = QStringLiteral("hamnet translator");

/// English is a file too: it has the plurals, it keeps a second language of the user's from being taken, and it stands
/// in for a language that we do not speak.
void install(QApplication& application, const QLocale& locale, const QString& name, const QString& folder)
{
    auto* translator = new QTranslator(&application);
    translator->setObjectName(translatorName);
    const QString english = name + QStringLiteral("_en");
    if (translator->load(locale, name, QStringLiteral("_"), folder) || translator->load(english, folder)) {
        QCoreApplication::installTranslator(translator);
    } else {
        delete translator; // Qt does not speak it: its texts stay English
    }
}

} // namespace

QStringList languages()
{
    return {QStringLiteral("en"), QStringLiteral("de")};
}

QString chosenLanguage()
{
    return QSettings().value(languageKey).toString();
}

void chooseLanguage(const QString& language)
{
    QSettings().setValue(languageKey, language);
}

void installTranslations(QApplication& application, const QString& language)
{
    for (QTranslator* before : application.findChildren<QTranslator*>(translatorName)) {
        delete before; // takes itself out
    }
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    install(application, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, locale, QStringLiteral("hamnet"), QStringLiteral(":/hamnet/translations"));
}

} // namespace editor

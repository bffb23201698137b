// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_words.h"

#include "editor/words/numbers.h"

#include <cmath>
#include <QCoreApplication>
#include <QLocale>

namespace studio {
namespace {

QString word(const char* text)
{
    return QCoreApplication::translate("QueueWords", text);
}

} // namespace

QString stateInWords(queue::RunState state)
{
    switch (state) {
    case queue::RunState::Waiting:
        return word(QT_TRANSLATE_NOOP("QueueWords", "waiting"));
    case queue::RunState::Running:
        return word(QT_TRANSLATE_NOOP("QueueWords", "running"));
    case queue::RunState::Compared:
        return word(QT_TRANSLATE_NOOP("QueueWords", "waiting for comparison"));
    case queue::RunState::Done:
        return word(QT_TRANSLATE_NOOP("QueueWords", "done"));
    case queue::RunState::Dropped:
        return word(QT_TRANSLATE_NOOP("QueueWords", "stopped early"));
    case queue::RunState::Diverged:
        return word(QT_TRANSLATE_NOOP("QueueWords", "diverged"));
    case queue::RunState::Failed:
        return word(QT_TRANSLATE_NOOP("QueueWords", "failed"));
    case queue::RunState::Unreadable: // of job arrays, which the window does not show
        break;
    }
    return {};
}

QString spanInWords(double seconds)
{
    const QLocale locale = editor::shownLocale();
    if (seconds < 59.5) {
        return word(QT_TRANSLATE_NOOP("QueueWords", "%1 s")).arg(locale.toString(seconds, 'f', seconds < 9.95 ? 1 : 0));
    }
    const qint64 minutes = std::llround(seconds / 60), hours = minutes / 60, days = hours / 24;
    if (hours < 1) {
        return word(QT_TRANSLATE_NOOP("QueueWords", "%1 min")).arg(minutes);
    }
    if (days < 1) {
        return word(QT_TRANSLATE_NOOP("QueueWords", "%1 h %2 min"))
            .arg(hours)
            .arg(minutes % 60, 2, 10, QLatin1Char('0'));
    }
    return word(QT_TRANSLATE_NOOP("QueueWords", "%1 d %2 h")).arg(locale.toString(days)).arg(hours % 24);
}

QString energyInWords(double joules)
{
    constexpr double kilowattHour = 3.6e6;
    const QLocale locale = editor::shownLocale();
    const auto digits = [](double number) { return number < 10 ? 2 : number < 100 ? 1 : 0; };
    if (joules < 1000) {
        return word(QT_TRANSLATE_NOOP("QueueWords", "%1 J")).arg(locale.toString(joules, 'f', 0));
    }
    const bool isSmall = joules < kilowattHour / 10;
    const double shown = joules / (isSmall ? 1000 : kilowattHour);
    return (isSmall ? word(QT_TRANSLATE_NOOP("QueueWords", "%1 kJ")) : word(QT_TRANSLATE_NOOP("QueueWords", "%1 kWh")))
        .arg(locale.toString(shown, 'f', digits(shown)));
}

std::optional<double> numberIn(const QString& text)
{
    bool isNumber = false;
    double number = editor::shownLocale().toDouble(text, &isNumber);
    if (!isNumber) {
        number = QLocale::c().toDouble(text, &isNumber);
    }
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_words.h"

#include "editor/words/numbers.h"

#include <cmath>
#include <QCoreApplication>
#include <QLocale>

namespace studio {
namespace {

struct QueueWords {
    Q_DECLARE_TR_FUNCTIONS(QueueWords)
};

} // namespace

QString stateInWords(queue::RunState state)
{
    switch (state) {
    case queue::RunState::Waiting:
        return QueueWords::tr("waiting");
    case queue::RunState::Running:
        return QueueWords::tr("running");
    case queue::RunState::Compared:
        return QueueWords::tr("waiting for comparison");
    case queue::RunState::Done:
        return QueueWords::tr("done");
    case queue::RunState::Dropped:
        return QueueWords::tr("stopped early");
    case queue::RunState::Diverged:
        return QueueWords::tr("diverged");
    case queue::RunState::Failed:
        return QueueWords::tr("failed");
    }
    return {};
}

QString spanInWords(double seconds)
{
    const QLocale locale = editor::shownLocale();
    if (seconds < 59.5) {
        return QueueWords::tr("%1 s").arg(locale.toString(seconds, 'f', seconds < 9.95 ? 1 : 0));
    }
    const qint64 minutes = std::llround(seconds / 60), hours = minutes / 60, days = hours / 24;
    if (hours < 1) {
        return QueueWords::tr("%1 min").arg(minutes);
    }
    if (days < 1) {
        return QueueWords::tr("%1 h %2 min").arg(hours).arg(minutes % 60, 2, 10, QLatin1Char('0'));
    }
    return QueueWords::tr("%1 d %2 h").arg(locale.toString(days)).arg(hours % 24);
}

QString energyInWords(double joules)
{
    constexpr double kilowattHour = 3.6e6;
    const QLocale locale = editor::shownLocale();
    const auto digits = [](double number) { return number < 10 ? 2 : number < 100 ? 1 : 0; };
    if (joules < 1000) {
        return QueueWords::tr("%1 J").arg(locale.toString(joules, 'f', 0));
    }
    const bool isSmall = joules < kilowattHour / 10;
    const double shown = joules / (isSmall ? 1000 : kilowattHour);
    return (isSmall ? QueueWords::tr("%1 kJ") : QueueWords::tr("%1 kWh"))
        .arg(locale.toString(shown, 'f', digits(shown)));
}

} // namespace studio

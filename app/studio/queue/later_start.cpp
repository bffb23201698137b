// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/later_start.h"

#include "app/studio/session/training_session.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLocale>
#include <QSettings>
#include <QTimeEdit>

namespace studio {
namespace {

constexpr int planLooks = 1000; ///< milliseconds

} // namespace

QDateTime nextTime(QTime clock, const QDateTime& now)
{
    const QDateTime today(now.date(), clock);
    return today > now ? today : QDateTime(now.date().addDays(1), clock);
}

std::optional<QTime> askForTime(QWidget* parent)
{
    const QString key = QStringLiteral("queue/time");
    QSettings settings;
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("queueTime"));
    dialog.setWindowTitle(LaterStart::tr("Start at a time"));
    auto* time = new QTimeEdit(settings.value(key, QTime(22, 0)).toTime(), &dialog);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* rows = new QFormLayout(&dialog);
    rows->addRow(LaterStart::tr("&Train the queue from:"), time);
    rows->addRow(buttons);
    if (dialog.exec() != QDialog::Accepted) {
        return std::nullopt;
    }
    settings.setValue(key, time->time());
    return time->time();
}

LaterStart::LaterStart(TrainingSession& training, QObject* parent) : QObject(parent), m_training(training)
{
    m_look.setInterval(planLooks);
    connect(&m_look, &QTimer::timeout, this, &LaterStart::look);
    connect(&training, &TrainingSession::stateChanged, this, &LaterStart::look);
}

void LaterStart::planAt(const QDateTime& time)
{
    m_time = time;
    m_afterRun = false;
    m_look.start();
    emit changed();
}

void LaterStart::planAfterRun()
{
    m_time.reset();
    m_afterRun = true;
    m_look.stop();
    emit changed();
    look();
}

void LaterStart::cancel()
{
    m_time.reset();
    m_afterRun = false;
    m_look.stop();
    emit changed();
}

void LaterStart::look()
{
    const bool isDue = (m_time && QDateTime::currentDateTime() >= *m_time) || (m_afterRun && !m_training.isBusy());
    if (isDue) {
        cancel();
        emit due();
    }
}

QString LaterStart::inWords() const
{
    if (m_time) {
        const QString clock = QLocale().toString(m_time->time(), QLocale::ShortFormat);
        return m_time->date() == QDate::currentDate() ? tr("Starts at %1.").arg(clock)
                                                      : tr("Starts tomorrow at %1.").arg(clock);
    }
    return m_afterRun ? tr("Starts when %1 has ended.").arg(QString::fromStdString(m_training.run().record.name))
                      : QString();
}

} // namespace studio

#include "moc_later_start.cpp"

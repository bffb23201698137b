// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>

class QWidget;

namespace studio {

class TrainingSession;

/// The next time that a clock shows this after `now`: today or tomorrow.
QDateTime nextTime(QTime clock, const QDateTime& now);

/// Asks for a time of day, at first ten in the evening; nothing: the user changed their mind.
std::optional<QTime> askForTime(QWidget* parent);

/// A start that waits for a time of day, or for the run that trains in the window.
class LaterStart : public QObject {
    Q_OBJECT

public:
    explicit LaterStart(TrainingSession& training, QObject* parent = nullptr);

    void planAt(const QDateTime& time);
    void planAfterRun(); ///< due at once where nothing trains
    void cancel();

    bool isPlanned() const { return m_time || m_afterRun; }
    QString inWords() const; ///< "Starts at 22:00"; empty: nothing is planned

signals:
    void changed();
    void due(); ///< the plan is over then

private:
    void look();

    TrainingSession& m_training;
    std::optional<QDateTime> m_time;
    bool m_afterRun = false;
    QTimer m_look; ///< again and again: a computer that slept has missed no time of day
};

} // namespace studio

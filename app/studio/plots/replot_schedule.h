// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace studio {

/// When a plot is drawn again: 30 times a second at most, and new points alone take 1.25 % of one core at most.
/// Measures what a replot costs.
class ReplotSchedule : public QObject {
    Q_OBJECT

public:
    enum class Hurry { Live, ByHand }; ///< new points wait longer than what the user does

    explicit ReplotSchedule(QObject* parent = nullptr);

    void request(Hurry hurry); ///< due() follows, once for all that was requested until then
    void begin();              ///< a replot starts, requested or not
    void end();

    bool isSlow() const { return m_slow; } ///< so slow that the next replots do without smooth edges
    int replots() const { return m_replots; }

signals:
    void due();

private:
    QTimer m_timer;
    QElapsedTimer m_sinceBegin, m_sinceEnd;
    qint64 m_cost = 0; ///< milliseconds of the last replot
    bool m_slow = false;
    int m_replots = 0;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_watch.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace studio {

/// How many runs of a queue are in which state, who works on it, and when work will start.
class QueueStateLine : public QWidget {
    Q_OBJECT

public:
    explicit QueueStateLine(const QueueWatch& queue, QWidget* parent = nullptr);

    enum class Own { Idle, Working }; ///< processes of this window: the queue does not know of one that just starts
    /// `planned`: when work will start; `elsewhere`: what the processes do for other queues. Both are sentences.
    void refresh(Own processes, const QString& planned, const QString& elsewhere);

signals:
    void cancelled(); ///< the start that is planned

private:
    QString counts() const;
    QString work(Own processes, bool isPlanned) const;

    const QueueWatch& m_queue;
    QLabel* m_words;
    QToolButton* m_cancel;
};

} // namespace studio

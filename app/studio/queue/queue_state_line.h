// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/later_start.h"
#include "app/studio/queue/queue_watch.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace studio {

/// How many runs of a queue are in which state, who works on it, and when work will start.
class QueueStateLine : public QWidget {
    Q_OBJECT

public:
    QueueStateLine(const QueueWatch& queue, LaterStart& later, QWidget* parent = nullptr);

    enum class Own { Idle, Working }; ///< processes of this window: the queue does not know of one that just starts
    void refresh(Own processes, const QString& elsewhere); ///< elsewhere: what they do for other queues, as a sentence

private:
    QString counts() const;
    QString work(Own processes) const;

    const QueueWatch& m_queue;
    LaterStart& m_later;
    QLabel* m_words;
    QToolButton* m_cancel;
};

} // namespace studio

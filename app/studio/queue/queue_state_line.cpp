// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_state_line.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <QToolButton>

namespace studio {

using queue::RunState;

QueueStateLine::QueueStateLine(const QueueWatch& queue, QWidget* parent)
    : QWidget(parent), m_queue(queue), m_words(new QLabel(this)), m_cancel(new QToolButton(this))
{
    m_words->setObjectName(QStringLiteral("queueState"));
    m_words->setWordWrap(true);
    m_cancel->setObjectName(QStringLiteral("queueCancel"));
    m_cancel->setText(tr("Cancel the start"));
    connect(m_cancel, &QToolButton::clicked, this, &QueueStateLine::cancelled);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2, 0, 2, 0);
    row->addWidget(m_words, 1);
    row->addWidget(m_cancel);
}

QString QueueStateLine::counts() const
{
    QStringList parts;
    const auto add = [&](RunState state, QString (*inWords)(int)) {
        if (const auto runs = static_cast<int>(m_queue.view().count(state)); runs > 0) {
            parts.append(inWords(runs));
        }
    };
    add(RunState::Running, [](int runs) { return tr("%n running", nullptr, runs); });
    add(RunState::Waiting, [](int runs) { return tr("%n waiting", nullptr, runs); });
    add(RunState::Compared, [](int runs) { return tr("%n waiting for comparison", nullptr, runs); });
    add(RunState::Done, [](int runs) { return tr("%n done", nullptr, runs); });
    add(RunState::Dropped, [](int runs) { return tr("%n stopped early", nullptr, runs); });
    add(RunState::Diverged, [](int runs) { return tr("%n diverged", nullptr, runs); });
    add(RunState::Failed, [](int runs) { return tr("%n failed", nullptr, runs); });
    return parts.isEmpty() ? QString() : parts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

QString QueueStateLine::work(Own processes, bool isPlanned) const
{
    const std::vector<queue::Runner>& runners = m_queue.view().runners;
    if (runners.empty()) {
        const bool isIdle = processes == Own::Idle && !isPlanned;
        return processes == Own::Working                               ? tr("Starting…")
               : isIdle && m_queue.view().count(RunState::Waiting) > 0 ? tr("Start trains them.")
                                                                       : QString();
    }
    if (std::ranges::all_of(runners, &queue::Runner::isToStop)) {
        return tr("Stopping: the runs under way are saved and wait again.");
    }
    QStringList devices;
    for (const queue::Runner& runner : runners) {
        devices.append(runner.device.empty() ? tr("device of each run")
                                             : QString::fromStdString(runner.device).toUpper());
    }
    return tr("%n process(es) at work: %1.", nullptr, static_cast<int>(devices.size()))
        .arg(devices.join(QStringLiteral(", ")));
}

void QueueStateLine::refresh(Own processes, const QString& planned, const QString& elsewhere)
{
    QStringList sentences = {counts(), work(processes, !planned.isEmpty()), planned, elsewhere};
    sentences.removeAll(QString());
    m_words->setText(sentences.join(QLatin1Char(' ')));
    m_cancel->setVisible(!planned.isEmpty());
    setVisible(!sentences.isEmpty());
}

} // namespace studio

#include "moc_queue_state_line.cpp"

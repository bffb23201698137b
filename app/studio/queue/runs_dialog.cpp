// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/runs_dialog.h"

#include "editor/widgets/tinted_label.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <limits>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>
#include <utility>

namespace studio {

IterationsBox::IterationsBox(engine::RunDescription run, QWidget* parent) : WholeBox(parent), m_run(std::move(run))
{
    setObjectName(QStringLiteral("runsIterations"));
    setRange(0, std::numeric_limits<int>::max());
    setSpecialValueText(tr("no limit"));
    setToolTip(tr("Each run ends after so many; at first those of the next run"));
    const std::int64_t iterations = engine::runSettings(m_run.settings, m_run.solver).limits.iterations;
    m_given = iterations == engine::endless ? 0 : static_cast<int>(std::min<std::int64_t>(iterations, maximum()));
    setValue(m_given);
}

engine::RunDescription IterationsBox::run() const
{
    engine::RunDescription run = m_run;
    if (value() != m_given) {
        run.settings.insert_or_assign("iterations", std::int64_t{value()});
    }
    return run;
}

RunsDialog::RunsDialog(const QString& title, const QString& about, QWidget* parent)
    : QDialog(parent),
      m_form(new QWidget(this)),
      m_rows(new QVBoxLayout(m_form)),
      m_buttons(new QHBoxLayout),
      m_cost(new QLabel(this)),
      m_problem(new editor::TintedLabel(this))
{
    setWindowTitle(title);
    auto* words = new QLabel(about, this);
    words->setWordWrap(true);
    m_rows->addWidget(words);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_cost->setObjectName(QStringLiteral("runsCost"));
    m_cost->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("runsProblem"));
    m_problem->showError({});
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
}

RunsDialog::~RunsDialog()
{
    m_cancel.request_stop();
}

void RunsDialog::addButtons(const QString& start, QSize size)
{
    m_start = new QPushButton(start, this);
    m_start->setObjectName(QStringLiteral("runsStart"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &RunsDialog::start);
    auto* close = new QPushButton(tr("Cancel"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_buttons->addStretch(1);
    m_buttons->addWidget(m_start);
    m_buttons->addWidget(close);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_form, 1);
    all->addWidget(m_cost);
    all->addWidget(m_problem);
    all->addLayout(m_buttons);
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(size.expandedTo({0, sizeHint().height()}).boundedTo(room));
}

bool RunsDialog::isFilling() const
{
    return !m_form->isEnabledTo(this);
}

void RunsDialog::fill(QueueWatch& queue, QueueWatch::Jobs jobs)
{
    m_form->setEnabled(false);
    m_start->setEnabled(false);
    m_problem->showError({});
    m_cost->setText(tr("The data are read, to see whether each net fits…"));
    queue.add(std::move(jobs), m_cancel.get_token(), this,
              [this](const QString& problem, const QueueWatch::Runs& runs) {
                  if (!runs.empty()) {
                      emit queued(runs);
                      accept();
                  } else if (!m_cancel.stop_requested()) {
                      m_form->setEnabled(true);
                      refresh();
                      m_problem->showError(problem);
                  }
              });
}

} // namespace studio

#include "moc_runs_dialog.cpp"

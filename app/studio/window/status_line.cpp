// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/status_line.h"

#include "app/studio/text/elided_label.h"
#include "app/studio/window/run_words.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "editor/looks/theme.h"
#include "editor/panels/problems_panel.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"

#include <QLocale>

namespace studio {
namespace {

constexpr int noticeTime = 8000; ///< milliseconds

} // namespace

StatusLine::StatusLine(QStatusBar& bar, Workspace& workspace, const editor::ProblemsPanel& problems)
    : QObject(&bar),
      m_bar(bar),
      m_workspace(workspace),
      m_list(problems),
      m_plan(editor::described(new ElidedLabel(&bar), {.name = "planStatus"})),
      m_run(new ElidedLabel(&bar)),
      m_zoom(new QLabel(&bar)),
      m_sizes(editor::described(new QToolButton(&bar),
                                {.name = "sizeStatus", .tip = tr("Show the sizes of all layers")}, &workspace,
                                [&workspace] { emit workspace.panelWanted(QStringLiteral("sizes")); })),
      m_problems(editor::described(new QToolButton(&bar), {.name = "problemStatus"}, &workspace,
                                   [&workspace] { emit workspace.panelWanted(QStringLiteral("problems")); }))
{
    m_plan->setContentsMargins(8, 0, 8, 0);
    bar.addPermanentWidget(m_plan, 1); // which is not hidden by a message
    connect(&bar, &QStatusBar::messageChanged, this, &StatusLine::showPlan);
    m_run->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_run->setMinimumWidth(1); // its words do not widen the window
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_problems->setAutoRaise(true);
    m_sizes->setAutoRaise(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_run, m_problems, m_sizes, m_zoom}) {
        bar.addPermanentWidget(part);
    }
    setZoom(1);
    workspace.onChange(this, Changes(Change::Project) | Change::Drawing | Change::Training | Change::Stale,
                       [this] { refresh(); });
    connect(&workspace.document(), &editor::Document::recounted, this, &StatusLine::refresh);
    connect(&problems, &editor::ProblemsPanel::countChanged, this, &StatusLine::refresh);
    connect(&workspace.training(), &TrainingSession::started, &bar, &QStatusBar::clearMessage); // what Start does
    connect(&workspace.training(), &TrainingSession::started, this, &StatusLine::showRun);
    connect(&workspace, &Workspace::opened, &bar, &QStatusBar::clearMessage); // "Saved" was of another drawing
    connect(&workspace, &Workspace::noted, this, &StatusLine::note);
}

void StatusLine::note(const QString& sentence)
{
    m_bar.showMessage(sentence, noticeTime);
}

void StatusLine::setPlan(const QString& sentence)
{
    m_sentence = sentence;
    showPlan();
}

/// Or the message in its place, which the bar itself would cut in a word.
void StatusLine::showPlan()
{
    const QString message = m_bar.currentMessage();
    m_plan->setText(message.isEmpty() ? m_sentence : message);
}

void StatusLine::setZoom(double zoom)
{
    m_zoom->setText(QLocale().toString(100 * zoom, 'f', 0) + QStringLiteral(" %"));
}

void StatusLine::refresh()
{
    const bool open = m_workspace.files().isOpen();
    const bool drawn = open && !m_workspace.document().content().nodes.empty();
    m_problems->setVisible(drawn);
    m_sizes->setVisible(drawn);
    m_zoom->setVisible(open);
    showProblems();
    showSizes();
    showRun();
}

void StatusLine::showProblems()
{
    const int errors = m_list.errors(), doubts = m_list.doubts(), hints = m_list.hints();
    m_problems->setIcon(editor::icon(errors > 0   ? QStringLiteral("error")
                                     : doubts > 0 ? QStringLiteral("warning")
                                                  : QStringLiteral("info")));
    m_problems->setText(errors > 0   ? tr("%n problem(s)", nullptr, errors)
                        : doubts > 0 ? tr("%n warning(s)", nullptr, doubts)
                        : hints > 0  ? tr("%n note(s)", nullptr, hints)
                                     : tr("No problems"));
}

void StatusLine::showSizes()
{
    const editor::Derived& derived = m_workspace.document().derived();
    m_sizes->setText(
        tr("%1 parameters, %2 to train")
            .arg(editor::countText(derived.report.parameters), editor::bytesText(derived.report.memory.total())));
}

void StatusLine::showRun()
{
    const TrainingSession& training = m_workspace.training();
    m_run->setVisible(training.isBusy());
    if (training.isBusy()) {
        const bool knows = training.state() != TrainingSession::State::Starting;
        const QString words = knows ? whereInWords(training.run().start) : tr("Starting…");
        m_run->setText(m_workspace.nextRun().isStale() ? tr("The drawing has changed since · %1").arg(words) : words);
    }
}

} // namespace studio

#include "moc_status_line.cpp"

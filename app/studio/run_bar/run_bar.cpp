// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_bar.h"

#include "app/studio/run_bar/run_coach.h"
#include "app/studio/run_bar/run_figures.h"
#include "app/studio/run_bar/run_notice.h"
#include "app/studio/workspace/next_run.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLocale>
#include <QResizeEvent>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int planDelay = 200; ///< milliseconds
constexpr auto processor = "cpu";

QString cannotTrain(const QString& why)
{
    const QString part = editor::withoutFullStop(why);
    return RunBar::tr("F5 cannot train yet: %1.").arg(part);
}

/// All that ends a run: "for 1,200 iterations", "until the training loss is 1.2".
QStringList limitsInWords(const TrainingRequest& request)
{
    const engine::RunLimits run = runSettingsOf(request).limits;
    const QLocale locale;
    QStringList limits;
    if (run.epochs) {
        limits << RunBar::tr("for %Ln epoch(s)", nullptr, static_cast<int>(*run.epochs));
    }
    if (run.iterations != engine::endless && (!run.epochs || request.run.settings.contains("iterations"))) {
        limits << RunBar::tr("for %Ln iteration(s)", nullptr, static_cast<int>(run.iterations));
    }
    if (run.seconds) {
        limits << RunBar::tr("for %1 s").arg(locale.toString(*run.seconds));
    }
    if (run.targetLoss) {
        limits << RunBar::tr("until the training loss is %1").arg(locale.toString(*run.targetLoss));
    }
    return limits;
}

} // namespace

RunBar::RunBar(Workspace& workspace, TrainingActions& actions, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_notice(new RunNotice(this)),
      m_coach(new RunCoach(workspace, actions, *m_notice)),
      m_figures(new RunFigures(this)),
      m_plan(editor::label({}, this, editor::Look::Wraps, "runPlan")),
      m_devices(new QHBoxLayout),
      m_noReadings(editor::label(tr("GPU: no readings"), this, editor::Look::Muted, "noReadings"))
{
    setObjectName(QStringLiteral("runBarContent"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_devices->setSpacing(18);
    m_devices->addWidget(m_noReadings);
    m_noReadings->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addStrut(m_figures->sizeHint().height()); // the plan takes no less room: nothing moves when a run begins
    row->addWidget(m_figures);
    row->addWidget(m_plan, 1);
    row->addWidget(m_notice);
    row->addStretch();
    row->addLayout(m_devices);
    editor::inColumn(this, {row}, QMargins(8, 2, 8, 2), 2);

    connect(m_coach, &RunCoach::writeRequested, this, &RunBar::writeRequested);
    connect(m_coach, &RunCoach::said, this, &RunBar::said);
    m_planSoon.setSingleShot(true);
    m_planSoon.setInterval(planDelay);
    connect(&m_planSoon, &QTimer::timeout, this, &RunBar::showPlan);
    connect(&workspace.document(), &editor::Document::recounted, this, [this] { m_planSoon.start(); });
    workspace.onChange(this, Changes(Change::Choice) | Change::Drawing, [this] { m_planSoon.start(); });
    connect(&workspace, &Workspace::opened, this, &RunBar::showRun);
    const TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, &RunBar::showRun);
    connect(&training, &TrainingSession::progressed, this, [this] {
        m_figures->show(m_workspace.training());
        showDevices(); // figures that grew may leave less room
    });
    connect(&training, &TrainingSession::started, this, &RunBar::showDevices);
    chip(processor, tr("CPU"), DeviceKind::Cpu); // at once: a bar that grew later would move all panels
    showRun();
}

/// Figures while a run goes on, else what the next one will be.
void RunBar::showRun()
{
    const TrainingSession& training = m_workspace.training();
    m_figures->setVisible(training.isBusy());
    m_plan->setVisible(!training.isBusy());
    if (training.isBusy()) {
        m_figures->show(training);
    } else {
        m_planSoon.start();
    }
    showDevices();
}

void RunBar::setBlocked(const QString& why)
{
    m_blocked = why;
    m_planSoon.start();
}

void RunBar::showPlan()
{
    m_plan->setText(plan());
    // In two lines at most, however long the notice beside it is.
    m_plan->setMinimumWidth(std::min(m_plan->fontMetrics().horizontalAdvance(m_plan->text()) * 3 / 5, width() / 2));
    tellPlan();
}

void RunBar::tellPlan()
{
    emit planned(isVisible() ? QString() : m_plan->text());
}

/// One sentence of what F5 will start.
QString RunBar::plan() const
{
    if (m_workspace.document().content().nodes.empty()) {
        return tr("Draw a net or open a sample; F5 then trains it.");
    }
    try {
        const TrainingRequest next = m_workspace.nextRun().request();
        if (!m_blocked.isEmpty()) {
            return cannotTrain(m_blocked);
        }
        const QString net =
            tr("%1 on %2", "a net, and what it learns from")
                .arg(next.run.model.name.empty() ? tr("this net") : QString::fromStdString(next.run.model.name),
                     QString::fromStdString(next.run.data.filename().string()));
        const QStringList limits = limitsInWords(next);
        const QString words = limits.isEmpty()     ? tr("F5 trains %1 until it is stopped").arg(net)
                              : limits.size() == 1 ? tr("F5 trains %1 %2").arg(net, limits.front())
                                                   : tr("F5 trains %1 %2, whichever comes first")
                                                         .arg(net, limits.join(tr(" or ", "between limits of a run")));
        const QString where = m_workspace.document().countedFor();
        return where.isEmpty() ? tr("%1.").arg(words) : tr("%1, with %2.").arg(words, where);
    } catch (const std::exception& why) {
        return cannotTrain(editor::inWords(why));
    }
}

void RunBar::noteReading(const engine::DeviceReading& reading)
{
    chip(processor, tr("CPU"), DeviceKind::Cpu).add(sampleOf(reading.processor, reading.seconds));
    for (const engine::GpuReading& gpu : reading.gpus) {
        chip(gpu.busId, QString::fromStdString(gpu.name), DeviceKind::Gpu).add(sampleOf(gpu, reading.seconds));
    }
    m_noReadings->setToolTip(editor::inWords(reading.whyNoGpus));
    showDevices(); // a chip may have become wider
}

/// Whether the device of the run under way has a chip.
bool RunBar::hasReadings() const
{
    return std::ranges::any_of(m_chips, [this](const auto& one) { return isInUse(one.first); });
}

void RunBar::noteStarvation(const engine::Starvation& starvation)
{
    m_coach->warnOfStarvation(starvation);
}

DeviceChip& RunBar::chip(const std::string& key, const QString& name, DeviceKind kind)
{
    DeviceChip*& found = m_chips[key];
    if (!found) {
        found = new DeviceChip(name, kind, this);
        m_devices->addWidget(found);
        showDevices();
    }
    return *found;
}

/// Of a run its own device; before there is one the GPUs, or the processor where there are none.
bool RunBar::isInUse(const std::string& key) const
{
    const TrainingSession& training = m_workspace.training();
    if (training.isBusy() && training.state() != State::Starting) {
        const std::string& bus = training.run().start.busId;
        return bus.empty() ? key == processor : key != processor && engine::isSameBus(key, bus);
    }
    return m_chips.size() == 1 || key != processor;
}

/// As many as there is room for beside the figures or the plan; one at least.
void RunBar::showDevices()
{
    const int words = m_figures->isHidden() ? m_plan->minimumWidth() : m_figures->sizeHint().width();
    int room = width() - words - (m_notice->isHidden() ? 0 : m_notice->minimumSizeHint().width());
    bool any = false;
    for (const auto& [key, one] : m_chips) {
        room -= one->sizeHint().width() + m_devices->spacing();
        const bool fits = !any || room >= 0;
        one->setVisible(isInUse(key) && fits);
        any = any || isInUse(key);
    }
    m_noReadings->setVisible(!hasReadings());
}

/// One chip at least; with many GPUs the window may be narrower than all of theirs.
QSize RunBar::minimumSizeHint() const
{
    int chip = 0;
    for (const auto& [key, one] : m_chips) {
        chip = std::max(chip, one->sizeHint().width());
    }
    const QMargins margins = layout()->contentsMargins();
    const int figures = m_figures->isVisible() ? m_figures->minimumSizeHint().width() : 0;
    return {figures + m_devices->spacing() + chip + margins.left() + margins.right(), sizeHint().height()};
}

/// As high as its words are at the width that it has: the layout goes by the width that it would like, at which a long
/// sentence has many lines.
QSize RunBar::sizeHint() const
{
    QSize size = QWidget::sizeHint();
    if (layout()->hasHeightForWidth()) {
        size.setHeight(layout()->totalHeightForWidth(width()));
    }
    return size;
}

void RunBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showDevices();
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry(); // words may take other lines
    }
}

void RunBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    tellPlan();
}

void RunBar::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    tellPlan();
}

} // namespace studio

#include "moc_run_bar.cpp"

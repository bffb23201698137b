// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/follow_window.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/follow/seeds_window.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/words.h"
#include "app/studio/text/diary.h"
#include "app/watch/seed_folders.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

namespace studio {
namespace {

/// An id that none of them has.
int unusedId(const std::vector<RunRecord>& others)
{
    int id = 1;
    for (const RunRecord& run : others) {
        id = std::max(id, run.id + 1);
    }
    return id;
}

/// "NVIDIA H200: 97 %, 1.9 GiB of 140.4 GiB, 50 °C, 477 W", as far as it is told.
QString inWords(const engine::Vitals& device)
{
    const QLocale locale;
    const auto bytes = [&](std::int64_t count) {
        return locale.formattedDataSize(count, 1, QLocale::DataSizeIecFormat);
    };
    QStringList words;
    if (device.utilisationPercent) {
        words += FollowWindow::tr("%1 %").arg(locale.toString(*device.utilisationPercent, 'f', 0));
    }
    if (device.usedBytes && device.totalBytes) {
        words += FollowWindow::tr("%1 of %2").arg(bytes(*device.usedBytes), bytes(*device.totalBytes));
    }
    if (device.celsius) {
        words += FollowWindow::tr("%1 °C").arg(locale.toString(*device.celsius, 'f', 0));
    }
    if (device.watts) {
        words += FollowWindow::tr("%1 W").arg(locale.toString(*device.watts, 'f', 0));
    }
    return QStringLiteral("%1: %2").arg(device.name.empty() ? FollowWindow::tr("Processor")
                                                            : QString::fromStdString(device.name),
                                        words.join(QStringLiteral(", ")));
}

} // namespace

FollowWindow::FollowWindow(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent)
    : FollowFrame(tr("Run in %1").arg(QString::fromStdString(folder.string())), parent),
      m_run(new FollowedRun(folder, unusedId(others), this)),
      m_plot(new LossPlot(this)),
      m_diary(new Diary(this))
{
    watch::requireRun(m_run->folder());
    m_state->setObjectName(QStringLiteral("followedState"));
    m_pause->setObjectName(QStringLiteral("pauseFollowed"));
    m_stop->setObjectName(QStringLiteral("stopFollowed"));
    m_stop->setText(tr("&Stop"));
    m_stop->setToolTip(tr("Ask the run to save and to end"));
    m_diary->hideReplay(); // its prompt is not in the log
    layOut(m_plot, m_diary);

    PlottedRuns& runs = m_plot->runs();
    runs.setEarlier(others);
    connect(m_run, &FollowedRun::begun, this, &FollowWindow::showRun);
    connect(m_run, &FollowedRun::stateChanged, this, &FollowWindow::showState);
    connect(m_run, &FollowedRun::curveGrew, this, [this] {
        m_plot->runs().follow(m_run->record());
        showFigures();
    });
    connect(m_run, &FollowedRun::validated, &runs,
            [&runs](const engine::ValidationEvent& point) { runs.append(point); });
    connect(m_run, &FollowedRun::checkpointed, &runs,
            [&runs](const engine::CheckpointEvent& mark) { runs.append(mark); });
    connect(m_run, &FollowedRun::sampled, m_diary, [this](const engine::SampleEvent& sample) { m_diary->add(sample); });
    connect(m_run, &FollowedRun::problem, this, &FollowWindow::showProblem);
    connect(m_pause, &QPushButton::clicked, m_run, [this] {
        m_run->ask(m_run->state() == FollowedRun::State::Paused ? watch::Request::GoOn : watch::Request::Pause);
    });
    connect(m_stop, &QPushButton::clicked, m_run, [this] { m_run->ask(watch::Request::Stop); });
    showRun();
    showState();
}

void FollowWindow::showRun()
{
    m_plot->runs().setCurrent(m_run->record());
    m_diary->setRun(m_run->record());
    showProblem({});
    showFigures();
}

QString FollowWindow::stateInWords() const
{
    if (m_run->asked()) {
        return tr("Asked to stop, to pause or to go on; the run answers after the step under way.");
    }
    switch (m_run->state()) {
    case FollowedRun::State::Reading:
        return tr("Reading what the run has written.");
    case FollowedRun::State::Training:
        return tr("Training.");
    case FollowedRun::State::Paused:
        return tr("Paused.");
    case FollowedRun::State::Ended: {
        const engine::EndEvent& end = *m_run->record().end;
        const std::string verdict = end.verdict.empty() ? std::string(end.detail) : end.verdict;
        return verdict.empty() ? tr("Ended.") : tr("Ended. %1").arg(QString::fromStdString(verdict));
    }
    case FollowedRun::State::Gone:
        break;
    }
    return tr("The process that trained it runs no more, and has not said why. Open its last checkpoint, %1, to train "
              "it "
              "further here.")
        .arg(QString::fromStdString(m_run->folder().checkpoint().string()));
}

void FollowWindow::showState()
{
    using State = FollowedRun::State;
    const State state = m_run->state();
    const bool answers = (state == State::Training || state == State::Paused) && !m_run->asked();
    m_state->setText(stateInWords());
    m_pause->setText(state == State::Paused ? tr("&Go on") : tr("&Pause"));
    m_pause->setEnabled(answers);
    m_stop->setEnabled(answers);
}

/// "Iteration 1,480 of 2,000, loss 1.91, 61,200 characters/s; ONEDNN on cpu", and a line for each device.
void FollowWindow::showFigures()
{
    const RunRecord& record = m_run->record();
    const std::optional<engine::TrainEvent>& step = record.newest;
    if (!step) {
        m_figures->setText(tr("No iteration yet."));
        return;
    }
    const QLocale locale;
    const QString iteration = locale.toString(static_cast<qlonglong>(step->iteration));
    const QString place =
        record.start.hasEnd()
            ? tr("Iteration %1 of %2").arg(iteration, locale.toString(static_cast<qlonglong>(record.start.iterations)))
            : tr("Iteration %1").arg(iteration);
    const QString speed = locale.toString(static_cast<qlonglong>(std::llround(step->perSecond)));
    QStringList lines{tr("%1, loss %2, %3; %4 on %5")
                          .arg(place, locale.toString(step->loss, 'f', 4), speedInWords(speed, *record.start.kind),
                               QString::fromStdString(record.start.engine),
                               QString::fromStdString(record.start.device))};
    for (const engine::Vitals& device : record.devices) {
        lines += inWords(device);
    }
    m_figures->setText(lines.join(QLatin1Char('\n')));
}

void followFolder(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent)
{
    try {
        QWidget* const window = watch::seedsIn(folder).empty()
                                    ? static_cast<QWidget*>(new FollowWindow(folder, others, parent))
                                    : new SeedsWindow(folder, others, parent);
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
    } catch (const engine::Error& error) {
        QMessageBox::warning(parent, FollowWindow::tr("Follow a run"), editor::inWords(error.sentence()));
    }
}

void followRun(QWidget* parent, const std::vector<RunRecord>& others)
{
    const QString folder = askForFolder(parent, FollowWindow::tr("The folder of a run"));
    if (!folder.isEmpty()) {
        followFolder(folder.toStdString(), others, parent);
    }
}

} // namespace studio

#include "moc_follow_window.cpp"

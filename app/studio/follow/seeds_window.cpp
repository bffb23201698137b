// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/seeds_window.h"

#include "app/contest/results.h"
#include "app/studio/follow/follow_window.h"
#include "app/watch/seed_folders.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTimer>
#include <set>
#include <utility>

namespace studio {
namespace {

using State = FollowedRun::State;

constexpr int places = 400; ///< of the mean's curve
constexpr auto betweenFinds = std::chrono::seconds(1);

std::optional<double> lastValidation(const RunRecord& record)
{
    return record.validations.empty() ? std::nullopt : std::optional(record.validations.back().loss);
}

std::optional<double> bestValidation(const RunRecord& record)
{
    const auto best = std::ranges::min_element(record.validations, {}, &engine::ValidationEvent::loss);
    return best == record.validations.end() ? std::nullopt : std::optional(best->loss);
}

} // namespace

SeedsWindow::SeedsWindow(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent)
    : SpreadWindow(tr("Nets in %1").arg(QString::fromStdString(folder.string())),
                   {{.name = tr("Training: mean ± standard deviation"),
                     .colour = [](const editor::Theme& theme) { return theme.smoothed; }},
                    {.name = tr("Validation"),
                     .colour = [](const editor::Theme& theme) { return theme.validation; },
                     .hasDiscs = true}},
                   parent),
      m_folder(folder),
      m_others(others)
{
    m_state->setObjectName(QStringLiteral("seedsState"));
    m_figures->setObjectName(QStringLiteral("seedsLosses"));
    m_pause->setObjectName(QStringLiteral("pauseSeeds"));
    m_stop->setObjectName(QStringLiteral("stopSeeds"));
    m_stop->setText(tr("&Stop all"));
    m_stop->setToolTip(tr("Ask the nets to save and to end"));
    m_table->setLook([](qint64, const std::string&, int role) {
        return role == Qt::ToolTipRole ? QVariant(tr("A double click shows the curves and samples of one net"))
                                       : QVariant();
    });

    connect(m_table, &editor::ReportTable::activated, this, &SeedsWindow::showNet);
    connect(m_pause, &QPushButton::clicked, this,
            [this] { askAll(count(State::Training) > 0 ? watch::Request::Pause : watch::Request::GoOn); });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_isStopping = true;
        askAll(watch::Request::Stop);
    });
    find();
}

/// Away from the screen, since the disk may be slow.
void SeedsWindow::find()
{
    std::set<std::uint64_t> begun;
    for (const Net& net : m_nets) {
        if (net.run != nullptr) {
            begun.insert(net.seed);
        }
    }
    m_finder.start(
        [this, folder = m_folder, begun = std::move(begun)](const engine::GoOn&) -> editor::LatestWork::Deliver {
            Found found;
            for (const std::uint64_t seed : watch::seedsIn(folder)) {
                found.emplace_back(seed, begun.contains(seed) || watch::holdsRun(watch::seedFolder(folder, seed)));
            }
            return [this, found] { take(found); };
        });
}

SeedsWindow::Net& SeedsWindow::netOf(std::uint64_t seed)
{
    const auto net = std::ranges::lower_bound(m_nets, seed, {}, &Net::seed);
    return net != m_nets.end() && net->seed == seed ? *net : *m_nets.insert(net, {.seed = seed});
}

void SeedsWindow::take(const Found& found)
{
    const std::size_t before = m_nets.size();
    bool isNew = false;
    for (const auto& [seed, hasBegun] : found) {
        Net& net = netOf(seed);
        if (hasBegun && net.run == nullptr) {
            followNet(net);
            isNew = true;
        }
    }
    if (isNew || m_nets.size() != before) {
        showLater();
    }
    QTimer::singleShot(betweenFinds, this, &SeedsWindow::find);
}

void SeedsWindow::followNet(Net& net)
{
    const std::uint64_t seed = net.seed;
    net.run = follow(watch::seedFolder(m_folder, seed).path(), static_cast<int>(seed));
    connect(net.run, &FollowedRun::stateChanged, this, [this, seed, run = net.run] {
        if (m_isStopping && run->state() == State::Training && !run->asked()) {
            run->ask(watch::Request::Stop);
        }
        if (run->state() == State::Ended) {
            netOf(seed).problem.clear(); // what it did not answer is answered now
            showProblems();
        }
    });
    connect(net.run, &FollowedRun::problem, this, [this, seed](const QString& sentence) {
        netOf(seed).problem = sentence;
        m_isStopping = false; // it was asked, and is not asked for ever
        showProblems();
    });
}

void SeedsWindow::tell(const QString& problem)
{
    m_problemOfAll = problem;
    showProblems();
}

/// Of one net where it is not of all.
void SeedsWindow::showProblems()
{
    const auto net = std::ranges::find_if(m_nets, [](const Net& one) { return !one.problem.isEmpty(); });
    showProblem(!m_problemOfAll.isEmpty() || net == m_nets.end() ? m_problemOfAll
                                                                 : tr("Seed %1: %2").arg(net->seed).arg(net->problem));
}

int SeedsWindow::count(State state) const
{
    return static_cast<int>(
        std::ranges::count_if(m_nets, [&](const Net& net) { return net.run != nullptr && net.run->state() == state; }));
}

QString SeedsWindow::stateOf(const Net& net) const
{
    if (net.run == nullptr) {
        return tr("waits");
    }
    switch (net.run->state()) {
    case State::Reading:
        return tr("is read");
    case State::Training:
        return net.run->asked() ? tr("is asked") : tr("trains");
    case State::Paused:
        return tr("paused");
    case State::Ended:
        return tr("ended");
    case State::Gone:
        break;
    }
    return tr("ended without a word");
}

void SeedsWindow::showAll()
{
    SeedRecords records;
    std::vector<const contest::LossSums*> sums;
    for (Net& net : m_nets) {
        if (net.run != nullptr) {
            net.run->sums().follow();
            records.push_back(&net.run->record());
            sums.push_back(&net.run->sums());
        }
    }
    m_plot->setPoints({trainingSpread(sums, places), validationSpread(records)});
    showTable();
    showState();
}

void SeedsWindow::showTable()
{
    const auto column = [](const QString& title, const std::function<std::string(double)>& words = {}) {
        return engine::Report::Column{title.toStdString(), "", words, "–"};
    };
    const auto loss = [](double value) { return lossInWords(value).toStdString(); };
    const auto count = [](double value) { return QLocale().toString(value, 'f', 0).toStdString(); };
    engine::Report report{.columns = {column(tr("Seed")), column(tr("Iteration"), count), column(tr("Loss"), loss),
                                      column(tr("Validation"), loss), column(tr("Best"), loss), column(tr("State"))}};
    std::vector<qint64> seeds;
    contest::Spread spreads[3];
    for (const Net& net : m_nets) {
        const RunRecord nothing;
        const RunRecord& record = net.run == nullptr ? nothing : net.run->record();
        const std::optional<double> losses[] = {record.curve.empty() ? std::nullopt
                                                                     : std::optional<double>(record.curve.back().loss),
                                                lastValidation(record), bestValidation(record)};
        for (std::size_t index = 0; index < std::size(losses); ++index) {
            if (losses[index]) {
                spreads[index].values.push_back(*losses[index]);
            }
        }
        report.rows.push_back({net.seed, record.curve.empty() ? 0 : record.curve.back().iteration, losses[0], losses[1],
                               losses[2], stateOf(net).toStdString()});
        seeds.push_back(static_cast<qint64>(net.seed));
    }
    m_table->setReport(report, seeds);
    m_figures->setText(tr("Mean of all: loss %1, validation %2, best %3")
                           .arg(spreadInWords(spreads[0]), spreadInWords(spreads[1]), spreadInWords(spreads[2])));
}

void SeedsWindow::showState()
{
    const int training = count(State::Training), paused = count(State::Paused);
    const int ended = count(State::Ended) + count(State::Gone);
    const int waiting = static_cast<int>(m_nets.size()) - training - paused - ended;
    m_isStopping = m_isStopping && ended < static_cast<int>(m_nets.size());
    QStringList parts;
    for (const auto& [number, words] : {std::pair(training, tr("%1 train")), std::pair(paused, tr("%1 paused")),
                                        std::pair(waiting, tr("%1 wait")), std::pair(ended, tr("%1 ended"))}) {
        if (number > 0) {
            parts << words.arg(number);
        }
    }
    m_state->setText(m_nets.empty() ? tr("No net has begun yet.")
                                    : tr("%1 nets: %2.").arg(m_nets.size()).arg(parts.join(QStringLiteral(", "))));
    m_pause->setText(training > 0 || paused == 0 ? tr("&Pause all") : tr("&Go on"));
    m_pause->setEnabled(training + paused > 0);
    m_stop->setEnabled(training + paused > 0);
}

void SeedsWindow::showNet(qint64 seed)
{
    const Net& net = netOf(static_cast<std::uint64_t>(seed));
    if (net.run != nullptr) {
        followFolder(net.run->folder().path(), m_others, parentWidget());
    }
}

void SeedsWindow::askAll(watch::Request request)
{
    const State from = request == watch::Request::GoOn ? State::Paused : State::Training;
    for (const Net& net : m_nets) {
        const bool stops = request == watch::Request::Stop && net.run != nullptr && net.run->state() == State::Paused;
        if (net.run != nullptr && (net.run->state() == from || stops)) {
            net.run->ask(request);
        }
    }
}

} // namespace studio

#include "moc_seeds_window.cpp"

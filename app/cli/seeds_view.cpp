// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/seeds_view.h"

#include "app/cli/json.h"
#include "app/cli/words.h"
#include "app/contest/results.h"
#include "app/watch/seed_folders.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

/// "2.3104 ± 0.0210"; "-" of none.
std::string inWords(const contest::Spread& spread)
{
    if (spread.values.empty()) {
        return "-";
    }
    const std::optional<double> deviation = spread.deviation();
    return fmt::format("{:.4f}", spread.mean()) + (deviation ? fmt::format(" ± {:.4f}", *deviation) : "");
}

Json spreadToJson(const contest::Spread& spread)
{
    return {{"mean", spread.values.empty() ? Json() : Json(spread.mean())}, {"deviation", orNull(spread.deviation())}};
}

// Of one net
// --------------------------------------------------------------------------------------------------

std::optional<double> lossOf(const SeedNet& net)
{
    return net.log.newest ? std::optional(net.log.newest->smoothedLoss) : std::nullopt;
}

std::optional<double> validationOf(const SeedNet& net)
{
    const engine::ValidationEvent* const last = net.log.lastValidation();
    return last ? std::optional(last->loss) : std::nullopt;
}

std::optional<double> bestOf(const SeedNet& net)
{
    const engine::ValidationEvent* const best = net.log.bestValidation();
    return best ? std::optional(best->loss) : net.bestBefore;
}

std::string inWords(const std::optional<double>& loss)
{
    return loss ? fmt::format("{:.4f}", *loss) : "-";
}

std::string stateOf(const SeedNet& net)
{
    return !net.failure.empty() ? "failed"
           : net.log.end        ? std::string(engine::toString(net.log.end->reason))
           : net.over           ? "did not begin"
           : net.log.paused     ? "paused"
           : net.log.hasBegun() ? "trains"
                                : "waits";
}

contest::Spread spreadOf(const std::vector<SeedNet>& nets, std::optional<double> (*value)(const SeedNet&))
{
    contest::Spread spread;
    for (const SeedNet& net : nets) {
        if (const std::optional<double> one = value(net)) {
            spread.values.push_back(*one);
        }
    }
    return spread;
}

} // namespace

SeedsView::SeedsView(Console& console, Form form, SeedsFacts seeds, std::vector<SeedNet> nets)
    : m_console(console), m_form(form), m_nets(std::move(nets)), m_seeds(std::move(seeds)), m_frame(console.out)
{}

void SeedsView::show(std::size_t index, const engine::Event& event)
{
    SeedNet& net = m_nets[index];
    net.log.take(event);
    const bool isLines = m_form == Form::Lines;
    if (const auto* const train = std::get_if<engine::TrainEvent>(&event); train && isLines) {
        m_training[train->iteration].push_back(train->smoothedLoss);
    } else if (const auto* const validation = std::get_if<engine::ValidationEvent>(&event); validation && isLines) {
        m_validation[validation->iteration].push_back(validation->loss);
    }
    const bool isFirst = !m_first && net.log.hasBegun();
    if (isFirst) {
        m_first = net.log.start;
    }
    if (m_form == Form::Events) {
        makeJsonView(m_console, net.seed)->show(event);
        return;
    }
    if (isFirst) {
        makePlainView(m_console, m_seeds)->show(event);
    }
    printComplete();
    const auto* const pause = std::get_if<engine::PauseEvent>(&event);
    if (pause && isLines) {
        say(fmt::format("seed {:>4}  {} after iteration {}", net.seed, pause->paused ? "paused" : "goes on",
                        grouped(pause->iteration)));
    }
    drawIfDue(pause != nullptr);
}

void SeedsView::ended(std::size_t index, const std::string& failure)
{
    SeedNet& net = m_nets[index];
    net.over = true;
    net.failure = failure;
    net.log.samples.clear(); // a thousand nets may follow
    printComplete();
    if (m_form == Form::Lines) {
        say(fmt::format("seed {:>4}  {} after iteration {}: loss {}, best validation loss {}", net.seed, stateOf(net),
                        grouped(net.log.iteration()), inWords(lossOf(net)), inWords(bestOf(net))));
    }
    drawIfDue(true);
}

void SeedsView::say(const std::string& line)
{
    m_console.out.line(line);
    m_console.out.flush();
}

void SeedsView::printComplete()
{
    if (m_form != Form::Lines) {
        return;
    }
    printComplete(m_training, "loss", [](const engine::RunLog& log) { return log.iteration(); });
    printComplete(m_validation, "validation loss", [](const engine::RunLog& log) {
        return log.lastValidation() ? log.lastValidation()->iteration : -1;
    });
}

void SeedsView::printComplete(Losses& losses, const char* name, std::int64_t (*told)(const engine::RunLog&))
{
    const auto trains = [](const SeedNet& net) { return net.log.hasBegun() && !net.over; };
    const auto left = std::ranges::count(m_nets, false, &SeedNet::over);
    if (m_first && // none where no net could begin
        std::ranges::count_if(m_nets, trains) < std::min<std::ptrdiff_t>(m_seeds.atOnce, left)) {
        return; // one is about to begin
    }
    const auto isComplete = [&](std::int64_t iteration) { // no net that trains now will tell its loss of it
        return std::ranges::none_of(m_nets,
                                    [&](const SeedNet& net) { return trains(net) && told(net.log) < iteration; });
    };
    while (!losses.empty() && isComplete(losses.begin()->first)) {
        const auto& [iteration, values] = *losses.begin();
        say(fmt::format("iteration {:>7}  {} {}  ({} {})", grouped(iteration), name, inWords({values}), values.size(),
                        plural(std::ssize(values), "net", "nets")));
        losses.erase(losses.begin());
    }
}

void SeedsView::drawIfDue(bool always)
{
    constexpr std::chrono::milliseconds interval(100);
    if (m_form != Form::Live || !m_first || (!always && Clock::now() - m_drawn < interval)) {
        return;
    }
    m_drawn = Clock::now();
    std::vector<std::string> lines;
    std::istringstream rows(engine::aligned(report()));
    for (std::string line; std::getline(rows, line);) {
        lines.push_back(line);
    }
    m_frame.draw(lines);
}

engine::Report SeedsView::report() const
{
    const std::vector<engine::ColumnOf<SeedNet>> columns = {
        {{"seed", "seed"}, [](const SeedNet& net) { return net.seed; }},
        {{"iteration", "iterations", engine::grouped}, [](const SeedNet& net) { return net.log.iteration(); }},
        {{"loss", "loss", lossInWords}, lossOf},
        {{"validation", "validation_loss", lossInWords}, validationOf},
        {{"best", "best_loss", lossInWords}, bestOf},
        {{"state", "state"}, stateOf},
        {{"", "failure"},
         [](const SeedNet& net) {
             return net.failure.empty() ? engine::ReportCell() : engine::ReportCell(net.failure);
         }},
        {{"", "checkpoint"}, [this](const SeedNet& net) {
             return m_seeds.folder.empty()
                        ? engine::ReportCell()
                        : engine::ReportCell(watch::seedFolder(m_seeds.folder, net.seed).checkpoint().string());
         }}};
    engine::Report report = engine::reportOf(columns, m_nets);
    double perSecond = 0;
    for (const SeedNet& net : m_nets) {
        perSecond += net.over || !net.log.newest ? 0 : net.log.newest->perSecond;
    }
    report.total = {"mean",
                    "",
                    inWords(spreadOf(m_nets, lossOf)),
                    inWords(spreadOf(m_nets, validationOf)),
                    inWords(spreadOf(m_nets, bestOf)),
                    perSecond > 0 ? fmt::format("{} {}/s in all", countInWords(perSecond), m_first->kind->shortUnit)
                                  : "",
                    "",
                    ""};
    return report;
}

void SeedsView::finish()
{
    if (!m_first) { // none has begun
        return;
    }
    if (m_form == Form::Events) {
        printJson();
        return;
    }
    if (m_form == Form::Lines) {
        m_console.out.write(engine::aligned(report()));
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - m_began).count();
    say(fmt::format("{} nets in {}", m_nets.size(), durationInWords(seconds)));
    for (const SeedNet& net : m_nets) {
        if (!net.failure.empty()) {
            say(m_console.paint.bold(fmt::format("seed {}: {}", net.seed, oneLine(net.failure))));
        }
    }
    const bool allHave = std::ranges::all_of(m_nets, [](const SeedNet& net) { return net.log.end.has_value(); });
    if (!m_seeds.folder.empty() && allHave) {
        say("all together: hamnet evaluate --ensemble " + engine::shellFile(m_seeds.folder) + " --data " +
            engine::shellFile(m_first->data));
    }
}

void SeedsView::printJson() const
{
    printLine(m_console.out, {{"event", "seeds"},
                              {"seconds", std::chrono::duration<double>(Clock::now() - m_began).count()},
                              {"loss", spreadToJson(spreadOf(m_nets, lossOf))},
                              {"validation_loss", spreadToJson(spreadOf(m_nets, validationOf))},
                              {"best_loss", spreadToJson(spreadOf(m_nets, bestOf))},
                              {"nets", jsonRows(report())}});
}

} // namespace cli

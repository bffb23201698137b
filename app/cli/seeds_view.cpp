// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/seeds_view.h"

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/cli/words.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

/// "2.3104 ± 0.0210"; "-" of none.
std::string spreadInWords(const contest::Spread& spread)
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

template <typename Value>
contest::Spread spreadOf(const std::vector<NetOfSeed>& nets, Value NetOfSeed::*value)
{
    contest::Spread spread;
    for (const NetOfSeed& net : nets) {
        if (net.*value) {
            spread.values.push_back(*(net.*value));
        }
    }
    return spread;
}

std::string lossInWords(const std::optional<double>& loss)
{
    return loss ? fmt::format("{:.4f}", *loss) : "-";
}

std::string stateOf(const NetOfSeed& net)
{
    return !net.failure.empty() ? "failed"
           : net.end            ? std::string(engine::toString(net.end->reason))
           : net.over           ? "did not begin"
           : net.isPaused       ? "paused"
           : net.start          ? "trains"
                                : "waits";
}

} // namespace

SeedsView::SeedsView(Console& console, Form form, SeedsFacts seeds, std::vector<NetOfSeed> nets)
    : m_console(console), m_form(form), m_nets(std::move(nets)), m_seeds(std::move(seeds)), m_frame(console.out)
{}

void SeedsView::show(std::size_t index, const engine::Event& event)
{
    NetOfSeed& net = m_nets[index];
    note(net, event);
    const bool isFirst = !m_first && net.start;
    m_first = isFirst ? net.start : m_first;
    if (m_form == Form::Events) {
        makeJsonView(m_console, net.seed)->show(event);
        return;
    }
    if (isFirst) {
        makePlainView(m_console, m_seeds)->show(event);
    }
    if (m_form == Form::Lines) {
        printComplete(m_training, "loss", &NetOfSeed::iteration);
        printComplete(m_validation, "validation loss", &NetOfSeed::validated);
        if (const auto* pause = std::get_if<engine::PauseEvent>(&event)) {
            say(fmt::format("seed {:>4}  {} after iteration {}", net.seed, pause->paused ? "paused" : "goes on",
                            grouped(pause->iteration)));
        }
    }
    drawIfDue(std::holds_alternative<engine::PauseEvent>(event));
}

void SeedsView::note(NetOfSeed& net, const engine::Event& event)
{
    if (const auto* start = std::get_if<engine::StartEvent>(&event)) {
        net.start = *start;
        net.iteration = start->iteration;
    } else if (const auto* train = std::get_if<engine::TrainEvent>(&event)) {
        net.iteration = train->iteration;
        net.loss = train->smoothedLoss;
        net.perSecond = train->perSecond;
        m_training[train->iteration].push_back(train->smoothedLoss);
    } else if (const auto* validation = std::get_if<engine::ValidationEvent>(&event)) {
        net.validated = validation->iteration;
        net.validation = validation->loss;
        net.best = validation->best ? validation->loss : net.best;
        m_validation[validation->iteration].push_back(validation->loss);
    } else if (const auto* pause = std::get_if<engine::PauseEvent>(&event)) {
        net.isPaused = pause->paused;
    } else if (const auto* end = std::get_if<engine::EndEvent>(&event)) {
        net.iteration = end->iterations;
        net.end = *end;
    }
}

void SeedsView::ended(std::size_t index, const std::string& failure)
{
    NetOfSeed& net = m_nets[index];
    net.over = true;
    net.failure = failure;
    if (m_form == Form::Events) {
        return;
    }
    if (m_form == Form::Lines) {
        printComplete(m_training, "loss", &NetOfSeed::iteration);
        printComplete(m_validation, "validation loss", &NetOfSeed::validated);
        say(fmt::format("seed {:>4}  {} after iteration {}: loss {}, best validation loss {}", net.seed, stateOf(net),
                        grouped(net.iteration), lossInWords(net.loss), lossInWords(net.best)));
    }
    drawIfDue(true);
}

void SeedsView::say(const std::string& line)
{
    m_console.out.line(line);
    m_console.out.flush();
}

void SeedsView::printComplete(Losses& losses, const char* name, std::int64_t NetOfSeed::*told)
{
    const auto trains = [](const NetOfSeed& net) { return net.start && !net.over; };
    const auto left = std::ranges::count(m_nets, false, &NetOfSeed::over);
    if (m_first && // none where no net could begin
        std::ranges::count_if(m_nets, trains) < std::min<std::ptrdiff_t>(m_seeds.atOnce, left)) {
        return; // one is about to begin
    }
    const auto isComplete = [&](std::int64_t iteration) { // no net that trains now will tell its loss of it
        return std::ranges::none_of(m_nets, [&](const NetOfSeed& net) { return trains(net) && net.*told < iteration; });
    };
    while (!losses.empty() && isComplete(losses.begin()->first)) {
        const auto& [iteration, values] = *losses.begin();
        say(fmt::format("iteration {:>7}  {} {}  ({} {})", grouped(iteration), name, spreadInWords({values}),
                        values.size(), plural(std::ssize(values), "net", "nets")));
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
    std::istringstream rows(table());
    for (std::string line; std::getline(rows, line);) {
        lines.push_back(line);
    }
    m_frame.draw(lines);
}

std::string SeedsView::table() const
{
    Table table({{"seed", Align::Right},
                 {"iteration", Align::Right},
                 {"loss", Align::Right},
                 {"validation", Align::Right},
                 {"best", Align::Right},
                 {"state"}});
    double perSecond = 0;
    for (const NetOfSeed& net : m_nets) {
        perSecond += net.over ? 0 : net.perSecond;
        table.add({std::to_string(net.seed), grouped(net.iteration), lossInWords(net.loss), lossInWords(net.validation),
                   lossInWords(net.best), stateOf(net)});
    }
    table.rule();
    const std::string speed = perSecond > 0 ? fmt::format("{} {}/s in all", countInWords(perSecond),
                                                          m_first->readsText ? "chars" : "sequences")
                                            : "";
    table.add({"mean", "", spreadInWords(spreadOf(m_nets, &NetOfSeed::loss)),
               spreadInWords(spreadOf(m_nets, &NetOfSeed::validation)),
               spreadInWords(spreadOf(m_nets, &NetOfSeed::best)), speed});
    return table.aligned();
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
        m_console.out.write(table());
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - m_began).count();
    say(fmt::format("{} nets in {}", m_nets.size(), durationInWords(seconds)));
    for (const NetOfSeed& net : m_nets) {
        if (!net.failure.empty()) {
            say(m_console.paint.bold(fmt::format("seed {}: {}", net.seed, oneLine(net.failure))));
        }
    }
    const bool allHave = std::ranges::all_of(m_nets, [](const NetOfSeed& net) { return net.end.has_value(); });
    if (!m_seeds.folder.empty() && allHave) {
        say("all together: hamnet evaluate --ensemble " + engine::shellFile(m_seeds.folder) + " --data " +
            engine::shellFile(m_first->data));
    }
}

void SeedsView::printJson() const
{
    Json nets = Json::array();
    for (const NetOfSeed& net : m_nets) {
        nets.push_back({{"seed", net.seed},
                        {"iterations", net.iteration},
                        {"loss", orNull(net.loss)},
                        {"validation_loss", orNull(net.validation)},
                        {"best_loss", orNull(net.best)},
                        {"state", stateOf(net)},
                        {"failure", net.failure.empty() ? Json() : Json(net.failure)},
                        {"checkpoint", net.checkpoint.empty() ? Json() : Json(net.checkpoint)}});
    }
    printLine(m_console.out, {{"event", "seeds"},
                              {"seconds", std::chrono::duration<double>(Clock::now() - m_began).count()},
                              {"loss", spreadToJson(spreadOf(m_nets, &NetOfSeed::loss))},
                              {"validation_loss", spreadToJson(spreadOf(m_nets, &NetOfSeed::validation))},
                              {"best_loss", spreadToJson(spreadOf(m_nets, &NetOfSeed::best))},
                              {"nets", nets}});
}

} // namespace cli

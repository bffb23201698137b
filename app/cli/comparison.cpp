// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison.h"

#include "app/cli/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <memory>
#include <set>

namespace cli {

std::string Result::label() const
{
    const std::string ran = engine::folded(loaded.engine);
    return contender.engine && engine::folded(*contender.engine) == ran ? contender.name
                                                                        : contender.name + " (" + loaded.engine + ")";
}

double Result::medianStep() const
{
    return contest::median(contest::typicalSteps(curve));
}

double Result::charactersPerSecond() const
{
    return static_cast<double>(loaded.batchUnits) / medianStep();
}

std::optional<double> Result::utilisation() const
{
    double sum = 0, watched = 0;
    for (const EngineProcess::Effort& effort : efforts) {
        if (effort.utilisationPercent) {
            sum += *effort.utilisationPercent * effort.seconds;
            watched += effort.seconds;
        }
    }
    return watched > 0 ? std::optional(sum / watched) : std::nullopt;
}

std::optional<double> Result::joulesPerThousandCharacters() const
{
    double joules = 0, characters = 0;
    for (const EngineProcess::Effort& effort : efforts) {
        if (effort.joules) {
            joules += *effort.joules;
            characters += static_cast<double>(effort.characters);
        }
    }
    return characters > 0 ? std::optional(1000 * joules / characters) : std::nullopt;
}

namespace {

constexpr std::int64_t turns = 5; ///< how often each comes up

/// The contenders while they are measured.
class Field {
public:
    Field(const std::vector<Contender>& contenders, const Trial& trial) : m_order(trial.order)
    {
        for (const Contender& contender : contenders) {
            Measurement measurement = trial.common;
            measurement.engine = contender.engine.value_or("");
            measurement.device = contender.device;
            m_refusals.attempt(contender, contender.name, [&] {
                auto process = std::make_unique<EngineProcess>(measurement);
                Result result{.contender = contender, .loaded = process->loaded()};
                m_runners.push_back({std::move(process), std::move(result)});
            });
        }
        m_refusals.requireAny(!m_runners.empty());
        for (const Runner& runner : m_runners) {
            if (runner.result.loaded.weights != m_runners.front().result.loaded.weights) {
                throw engine::Error("the engines did not start from the same weights, so they cannot be compared");
            }
        }
        if (m_order == Order::AtOnce) {
            requireOwnDevices();
        }
    }

    using Piece = std::function<void(EngineProcess&, Result&)>;

    /// One after the other, or all at the same time.
    void each(const Piece& piece)
    {
        if (m_order == Order::InTurns) {
            oneByOne(piece);
            return;
        }
        std::vector<std::future<void>> pieces;
        for (Runner& runner : m_runners) {
            pieces.push_back(std::async(std::launch::async, [&] { piece(*runner.process, runner.result); }));
        }
        keepThose([&](Runner& runner) { pieces[static_cast<std::size_t>(&runner - m_runners.data())].get(); });
    }

    void oneByOne(const Piece& piece)
    {
        keepThose([&](Runner& runner) { piece(*runner.process, runner.result); });
    }

    Comparison take()
    {
        Comparison comparison{.results = {}, .refusals = m_refusals.told()};
        for (Runner& runner : m_runners) {
            comparison.results.push_back(std::move(runner.result));
        }
        return comparison;
    }

private:
    struct Runner {
        std::unique_ptr<EngineProcess> process;
        Result result;
    };

    /// Lets those go that fail.
    void keepThose(const std::function<void(Runner&)>& work)
    {
        std::vector<bool> stays;
        for (Runner& runner : m_runners) {
            const Contender& contender = runner.result.contender;
            stays.push_back(m_refusals.attempt(contender, contender.name, [&] { work(runner); }));
        }
        std::size_t index = 0;
        std::erase_if(m_runners, [&](const Runner&) { return !stays[index++]; });
        m_refusals.requireAny(!m_runners.empty());
    }

    void requireOwnDevices() const
    {
        for (std::size_t index = 0; index < m_runners.size(); ++index) {
            for (std::size_t other = index + 1; other < m_runners.size(); ++other) {
                const Result &one = m_runners[index].result, &next = m_runners[other].result;
                if (one.loaded.device == next.loaded.device) {
                    throw engine::Error("--at-once wants a device for each engine, but " + one.contender.name +
                                        " and " + next.contender.name + " both run on " + one.loaded.device +
                                        "; name them as in cuda:0/caffe,cuda:1/cudnn");
                }
            }
        }
    }

    Order m_order;
    Refusals m_refusals;
    std::vector<Runner> m_runners;
};

} // namespace

Comparison compare(const std::vector<Contender>& contenders, const Trial& trial)
{
    Field field(contenders, trial);
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        const std::int64_t count = trial.iterations * (turn + 1) / turns - trial.iterations * turn / turns;
        if (count == 0) {
            continue;
        }
        field.each([&](EngineProcess& process, Result& result) {
            const EngineProcess::Steps steps = process.train(count);
            contest::append(result.curve, steps.seconds, steps.losses);
        });
    }
    // Before the nets part in how far they are: those that are quick get further in the same time.
    if (trial.textLength > 0) {
        field.oneByOne([&](EngineProcess& process, Result& result) {
            if (process.loaded().writes) {
                result.text = process.write(trial.textLength, trial.common.seed);
            }
        });
    }
    for (std::int64_t turn = 0; turn < turns && trial.seconds > 0; ++turn) {
        field.each([&](EngineProcess& process, Result& result) {
            result.efforts.push_back(process.work(trial.seconds / static_cast<double>(turns)));
        });
    }
    field.oneByOne([](EngineProcess& process, Result& result) { result.memory = process.memory(); });
    return field.take();
}

contest::LossAgreement agreementOf(const std::vector<Result>& results)
{
    std::vector<const engine::Curve*> curves;
    for (const Result& result : results) {
        curves.push_back(&result.curve);
    }
    return contest::LossDistances().of(curves);
}

std::string sentenceOf(const std::vector<Result>& results)
{
    std::vector<contest::Figures> figures;
    for (const Result& result : results) {
        figures.push_back({.name = result.contender.name,
                           .stepSeconds = result.medianStep(),
                           .bytes = result.memory.whereItTrains()});
    }
    return contest::sentenceOf(figures, agreementOf(results));
}

std::vector<std::string> devicesOf(const std::vector<Result>& results)
{
    std::set<std::string> devices;
    for (const Result& result : results) {
        devices.insert(result.loaded.device + ": " + result.loaded.description);
    }
    return {devices.begin(), devices.end()};
}

namespace {

/// The text's lines, each cut into pieces of at most so many characters.
std::vector<std::string> wrapped(const std::string& text, int width)
{
    std::vector<std::string> lines(1);
    int taken = 0;
    for (const char byte : text) {
        const bool startsCharacter = (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
        if (byte == '\n' || (startsCharacter && taken == width)) {
            lines.emplace_back();
            taken = 0;
        }
        if (byte != '\n') {
            lines.back() += byte;
            taken += startsCharacter ? 1 : 0;
        }
    }
    return lines;
}

} // namespace

Table textsOf(const std::vector<Result>& results, int columns)
{
    constexpr int narrowest = 16, between = 2;
    const int width = std::max(narrowest, columns / static_cast<int>(results.size()) - between);
    std::vector<Table::Column> headings;
    std::vector<std::vector<std::string>> texts;
    std::size_t rows = 0;
    for (const Result& result : results) {
        headings.push_back({result.contender.name});
        texts.push_back(wrapped(result.text, width));
        rows = std::max(rows, texts.back().size());
    }
    Table table(headings);
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<std::string> cells;
        for (const std::vector<std::string>& lines : texts) {
            cells.push_back(row < lines.size() ? lines[row] : "");
        }
        table.add(cells);
    }
    return table;
}

std::string whereTextsPart(const std::vector<Result>& results)
{
    const std::string& first = results.front().text;
    std::size_t same = first.size();
    for (const Result& result : results) {
        const auto [here, there] = std::ranges::mismatch(first, result.text);
        same = std::min(same, static_cast<std::size_t>(here - first.begin()));
        static_cast<void>(there);
    }
    const bool alike = std::ranges::all_of(results, [&](const Result& result) { return result.text == first; });
    return alike ? "their texts are the same"
                 : fmt::format("their texts are the same for {} characters", grouped(columnsOf(first.substr(0, same))));
}

} // namespace cli

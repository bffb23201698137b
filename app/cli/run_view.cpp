// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_view.h"

#include "app/cli/console.h"
#include "app/cli/json.h"
#include "app/cli/words.h"
#include "app/watch/event_lines.h"
#include "engine/backends/layer_engines.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cli {
namespace {

class JsonView : public RunView {
public:
    JsonView(Console& console, std::optional<std::uint64_t> seed) : m_out(&console.out), m_seed(seed) {}

    void show(const engine::Event& event) override
    {
        Json line = watch::toJson(event);
        if (m_seed) {
            line["seed"] = *m_seed;
        }
        printLine(*m_out, line);
    }

    void remark(const std::string&) override {}

private:
    Output* m_out;
    std::optional<std::uint64_t> m_seed;
};

/// The text of a sample, set in from the left, so that it is told from what the program says.
std::string setIn(const std::string& text)
{
    std::string all;
    for (const std::string& line : linesIn(harmless(text))) {
        all += (all.empty() ? "    | " : "\n    | ") + line;
    }
    return all;
}

/// "0 to 2,000"
std::string span(const engine::StartEvent& event)
{
    return event.hasEnd() ? grouped(event.iteration) + " to " + grouped(event.iterations)
                          : "from " + grouped(event.iteration) + " until it is stopped";
}

/// "seed 1", "seeds 1 to 8: 8 nets, 2 at a time"
std::string seedsInWords(const std::optional<SeedsFacts>& seeds, std::uint64_t own)
{
    return seeds ? fmt::format("seeds {} to {}: {} nets, {} at a time", seeds->first, seeds->last, seeds->nets,
                               seeds->atOnce)
                 : fmt::format("seed {}", own);
}

/// Lines, and with `lineEvery` a progress line below them.
class LineView : public RunView {
public:
    LineView(Console& console, const std::optional<SeedsFacts>& seeds, std::optional<std::int64_t> lineEvery)
        : m_console(&console), m_seeds(seeds), m_lineEvery(lineEvery.value_or(1))
    {
        if (lineEvery) {
            m_live.emplace(console.out);
        }
    }

    ~LineView() override
    {
        try {
            clear();
        } catch (...) { // the terminal is gone
        }
    }

    void show(const engine::Event& event) override
    {
        std::visit([&](const auto& some) { on(some); }, event);
    }

    void remark(const std::string& sentence) override { say(paint().dim("note: " + oneLine(sentence))); }

private:
    const Paint& paint() const { return m_console->paint; }

    void say(const std::string& lines)
    {
        if (m_live) {
            m_live->print(lines);
        } else {
            m_console->out.line(lines);
            m_console->out.flush();
        }
    }

    void clear()
    {
        if (m_live) {
            m_live->clear();
        }
    }

    std::string trainLine(const engine::TrainEvent& event) const
    {
        const bool sameUnit = std::abs(event.objective - event.loss) <= 1e-6 * std::abs(event.loss);
        return fmt::format("{}  loss {:.4f}{}  rate {:.3g}  gradient {:.3g}  {} {}/s  {}", place(event.iteration),
                           event.loss, sameUnit ? "" : fmt::format(" (objective {:.4g})", event.objective),
                           event.learningRate, event.gradientNorm, countInWords(event.perSecond),
                           m_start.kind->shortUnit, durationInWords(event.seconds));
    }

    /// "iteration   1,480"; of sequences "epoch 3/10 148/148".
    std::string place(std::int64_t iteration) const
    {
        if (!m_start.kind->inEpochs) {
            return fmt::format("iteration {:>7}", grouped(iteration));
        }
        const std::int64_t perEpoch = std::max<std::int64_t>(1, std::llround(m_start.stepsPerEpoch));
        const std::int64_t epoch = std::max<std::int64_t>(0, iteration - 1) / perEpoch;
        const std::string last =
            m_start.hasEnd() ? "/" + grouped((m_start.iterations + perEpoch - 1) / perEpoch) : std::string();
        return fmt::format("epoch {}{} {}/{}", grouped(epoch + 1), last, grouped(iteration - epoch * perEpoch),
                           grouped(perEpoch));
    }

    void on(const engine::StartEvent& event)
    {
        m_start = event;
        const auto row = [&](std::string_view name, const std::string& words) {
            say(paint().bold(fmt::format("{:<11}", name)) +
                oneLine(engine::shortSentence(words))); // with names out of files
        };
        row("model", fmt::format("{}: {} parameters", event.modelName, grouped(event.parameters)));
        const std::string from = event.data + (event.dataOrigin.empty() ? "" : " (" + event.dataOrigin + ")");
        row("data", fmt::format("{}: {} {}, {}; {} to train on, {} held out", from, grouped(event.units),
                                event.kind->unit, event.dataWords, grouped(event.learned), grouped(event.heldOut)));
        row("solver", event.solverWords);
        row("engine", fmt::format("{}{} on {} ({})", event.engine, event.method.empty() ? "" : " by " + event.method,
                                  event.device, event.deviceDescription));
        std::vector<engine::LayerEngine> explained = event.layers;
        std::erase_if(explained, [](const engine::LayerEngine& layer) { return layer.why.empty(); });
        for (const std::string& words : engine::inWords(explained)) {
            row("", words);
        }
        row("precision",
            fmt::format("{}: {} ({})", engine::nameOf(event.precision), engine::meaningOf(event.precision),
                        event.precisionFrom == engine::PrecisionFrom::Auto     ? "auto"
                        : event.precisionFrom == engine::PrecisionFrom::Option ? "as requested"
                                                                               : "as the run was trained"));
        row("run", fmt::format("iterations {}, {} {} each; {}", span(event), grouped(event.batchUnits),
                               event.kind->unit, seedsInWords(m_seeds, event.seed)));
        row("memory", "about " + bytesInWords(event.memory) + (m_seeds ? " for each net" : ""));
        row("saves", event.checkpoint.empty() ? "nothing"
                     : m_seeds                ? "each net in " + m_seeds->folder + ", and its best"
                                              : fmt::format("{}, and the best in {}", event.checkpoint,
                                                            engine::bestCheckpoint(event.checkpoint).string()));
        for (const engine::Sentence& note : event.notes) {
            row("note", note);
        }
    }

    void on(const engine::TrainEvent& event)
    {
        // A mean that forgets: what the last few dozen iterations were like, from the first one on.
        constexpr double memory = 0.98;
        m_lossSum = memory * m_lossSum + event.loss;
        m_lossWeight = memory * m_lossWeight + 1;
        const double rate = event.perSecond;
        m_rate = m_rate == 0 ? rate : memory * m_rate + (1 - memory) * rate;
        if (!m_live || (m_lineEvery > 0 && event.iteration % m_lineEvery == 0)) {
            say(trainLine(event));
        }
        if (m_live && m_live->due()) {
            m_live->draw(progressLine(progress(event), m_console->out.columns(), m_glyphs));
        }
    }
    void on(const engine::PauseEvent& event)
    {
        say(fmt::format("iteration {:>7}  {}", grouped(event.iteration),
                        event.paused ? "paused through its folder" : "goes on"));
    }
    void on(const engine::PacingEvent& event)
    {
        say(fmt::format("iteration {:>7}  {}: {} at {:.0f} °C, limit {:.0f} °C", grouped(event.iteration),
                        event.paced ? "paced" : "no longer paced", event.place, event.celsius, event.limit));
    }
    void on(const engine::MetersEvent& event) { m_devices = event.devices; }
    void on(const engine::ChangeEvent& event)
    {
        say(fmt::format("iteration {:>7}  limits changed: {}", grouped(event.iteration),
                        event.iterations == engine::endless ? std::string("no iteration limit")
                                                            : "ends at iteration " + grouped(event.iterations)));
    }
    void on(const engine::EndEvent& event)
    {
        clear();
        say(fmt::format("{} after iteration {} and {} of training in this run",
                        event.reason == engine::EndReason::Iterations   ? "done"
                        : event.reason == engine::EndReason::TimeLimit  ? "time is up"
                        : event.reason == engine::EndReason::TargetLoss ? "the target loss is reached"
                                                                        : std::string(engine::toString(event.reason)),
                        grouped(event.iterations), durationInWords(event.seconds)));
        if (!event.verdict.empty()) {
            say(paint().bold(oneLine(event.verdict)));
        }
        if (!event.detail.empty() && event.reason != engine::EndReason::Diverged) { // that one has its own sentence
            say(oneLine(event.detail));
        }
        if (event.pacedSeconds > 0) {
            say(fmt::format("plus {} of cooling pauses", durationInWords(event.pacedSeconds)));
        }
        if (event.joulesPerThousand) {
            say(fmt::format("energy {} J, {} J per 1,000 {}", amountInWords(*event.joules),
                            amountInWords(*event.joulesPerThousand), m_start.kind->unit));
        }
        for (std::size_t index = 0; m_devices.size() > 1 && index < m_devices.size(); ++index) {
            const engine::Vitals& device = m_devices[index];
            if (device.joules) {
                say(fmt::format("device {}, {}: {} J", index, oneLine(device.name), amountInWords(*device.joules)));
            }
        }
        if (m_saved && event.reason != engine::EndReason::Diverged) {
            const std::string checkpoint = engine::shellFile(m_start.checkpoint);
            const std::string data = checkpoint + " --data " + engine::shellFile(m_start.data);
            say(!m_start.kind->writes ? "its predictions: hamnet predict " + data
                : m_start.writesText  ? "generate text: hamnet generate " + checkpoint
                                      : "evaluate it: hamnet evaluate " + data);
        }
    }

    void on(const engine::ValidationEvent& event)
    {
        const auto metric = [&](std::string_view name) { return engine::valueOf(event.metrics, name); };
        std::string line;
        if (!m_start.kind->inEpochs) {
            line = fmt::format("{}  validation loss {}  {:.3f} bits per character, {:.1f} % correct",
                               place(event.iteration), paint().bold(fmt::format("{:.4f}", event.loss)),
                               metric("bits_per_char"), 100 * metric("accuracy"));
        } else {
            line = fmt::format("{} {}{} val_loss {}{}", place(event.iteration), stepTime(event),
                               inKerasWords(event.training), paint().bold(fmt::format("{:.4f}", event.loss)),
                               inKerasWords(event.metrics, " val_"));
        }
        if (event.units + 64 < event.ofUnits) { // of a text only the first of each stream are missing else
            line += fmt::format(", by {} of {} {}", grouped(event.units), grouped(event.ofUnits), m_start.kind->unit);
        }
        say(line + (event.best ? paint().good("  best so far") : ""));
    }

    /// "loss 0.21 acc 0.94", each name after `before`.
    static std::string inKerasWords(const std::vector<engine::Metric>& metrics, std::string_view before = " ")
    {
        std::string words;
        for (const engine::Metric& one : metrics) {
            words += fmt::format("{}{} {:.4g}", before, oneLine(std::string(engine::metricSpec(one.name).shortName)),
                                 one.value);
        }
        return words;
    }

    /// "0.40 ms/step"; nothing where no step was made since the last validation.
    static std::string stepTime(const engine::ValidationEvent& event)
    {
        return event.stepSeconds > 0 ? fmt::format("{:.2f} ms/step", 1000 * event.stepSeconds) : "";
    }

    void on(const engine::SampleEvent& event)
    {
        say(fmt::format("iteration {:>7}  sample:\n", grouped(event.iteration)) + setIn(event.text));
    }

    void on(const engine::CheckpointEvent& event)
    {
        if (event.best) { // its validation has said so, and the start where it goes
            return;
        }
        m_saved = true;
        say(paint().dim(fmt::format("iteration {:>7}  saved {}", grouped(event.iteration), oneLine(event.file))));
    }

    Progress progress(const engine::TrainEvent& event) const
    {
        const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
        const double elapsed = now.count() - m_start.time;
        const std::int64_t last = m_start.iterations;
        Progress progress{.fraction = {}, .done = grouped(event.iteration), .words = {}};
        double seconds = std::numeric_limits<double>::infinity();
        if (m_start.hasEnd()) {
            seconds = static_cast<double>(last - event.iteration) * static_cast<double>(m_start.batchUnits) / m_rate;
            progress.fraction = static_cast<double>(event.iteration) / static_cast<double>(last);
            progress.done += "/" + grouped(last);
        }
        const std::optional<double> limit = m_start.limits.seconds;
        if (limit && *limit - elapsed < seconds) { // the clock ends it before the count does
            seconds = std::max(0.0, *limit - elapsed);
            progress.fraction = elapsed / *limit;
        }
        progress.words = fmt::format("loss {:.4f}  {} {}/s  {}", m_lossSum / m_lossWeight, countInWords(m_rate),
                                     m_start.kind->shortUnit,
                                     progress.fraction ? "ETA " + clockInWords(seconds) : clockInWords(elapsed));
        std::string_view before = "  busy";
        for (const engine::Vitals& device : m_devices) {
            if (device.utilisationPercent) {
                progress.words += fmt::format("{} {:.0f} %", before, *device.utilisationPercent);
                before = ",";
            }
        }
        return progress;
    }

    Console* m_console;
    std::optional<SeedsFacts> m_seeds; ///< nothing: the run is alone
    engine::StartEvent m_start;
    bool m_saved = false;                  ///< not only as the best
    std::vector<engine::Vitals> m_devices; ///< as they were told last
    std::optional<LiveLine> m_live;
    Glyphs m_glyphs = glyphsOfTerminal();
    std::int64_t m_lineEvery; ///< each of so many leaves a line above the live one; 0: none does
    double m_lossSum = 0, m_lossWeight = 0;
    double m_rate = 0; ///< units a second
};

} // namespace

std::unique_ptr<RunView> makeJsonView(Console& console, std::optional<std::uint64_t> seed)
{
    return std::make_unique<JsonView>(console, seed);
}

std::unique_ptr<RunView> makePlainView(Console& console, const std::optional<SeedsFacts>& seeds)
{
    return std::make_unique<LineView>(console, seeds, std::nullopt);
}

std::unique_ptr<RunView> makeLiveView(Console& console, std::int64_t lineEvery)
{
    return std::make_unique<LineView>(console, std::nullopt, lineEvery);
}

ExitCode exitCodeOf(Console& console, const engine::EndEvent& end)
{
    if (end.reason == engine::EndReason::Diverged) {
        console.note("hamnet: the training diverged: " + end.detail);
        return ExitCode::Diverged;
    }
    return end.reason == engine::EndReason::Stopped ? ExitCode::Interrupted : ExitCode::Done;
}

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorded_run.h"

#include "app/cli/console.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "app/watch/process_identity.h"
#include "engine/backends/layer_engines.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run.h"
#include "engine/training/run/trainer.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenSteps = 100ms;

/// What --resume means by a run's folder, or by the checkpoint in one: the run goes on there.
void takeResumed(TrainOptions& options)
{
    std::error_code unknown;
    const fs::path file = options.run.resume;
    const bool isFolder = fs::is_directory(file, unknown);
    const watch::RunFolder folder(isFolder ? file : file.has_parent_path() ? file.parent_path() : fs::path("."));
    if (isFolder && !isThere(folder.checkpoint())) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 has no checkpoint %2 that a run could go on from; "
                                                                 "name a checkpoint, or start a new run"),
                                        file.string(), folder.checkpoint().filename().string()));
    }
    if (isFolder) {
        options.run.resume = folder.checkpoint();
    }
    const bool isItsOwn = file.filename() == folder.checkpoint().filename() && watch::holdsRun(folder);
    if ((isFolder || isItsOwn) && options.runFolder.empty() && options.checkpoint.empty() &&
        !options.withoutCheckpoint) {
        options.runFolder = folder.path().string();
    }
}

void requireUnused(const watch::RunFolder& folder, const TrainOptions& options)
{
    const std::string name = folder.path().string();
    if (!watch::holdsRun(folder)) {
        std::error_code unknown;
        for (const fs::path& file :
             {folder.log(), folder.writer(), folder.request(), folder.errors(), folder.description()}) {
            const bool isWritten = file == folder.errors()        ? options.detach // else who starts us has made that
                                   : file == folder.description() ? !options.overwrite
                                                                  : true;
            if (isWritten && isThere(file) && !fs::equivalent(options.model, file, unknown)) {
                throw engine::Error(engine::say(
                    ENGINE_TEXT("Sentences", "%1 is no file of a run, which would replace it; choose another folder"),
                    file.string()));
            }
        }
        return;
    }
    if (!options.overwrite) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1 holds a run; --resume %2 continues it, --overwrite "
                                                 "replaces it"),
                        name, engine::shellQuoted(name)));
    }
}

constexpr auto startPollInterval = 50ms;

/// The command line of this process with the folder, and without what has it start another.
std::vector<std::string> wordsOfRun(const watch::RunFolder& folder)
{
    std::ifstream given("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    bool hasFolder = false;
    for (std::string word; std::getline(given, word, '\0');) {
        hasFolder = hasFolder || word.starts_with("--run-folder");
        if (word != "--detach" && !word.starts_with("--detach=")) {
            words.push_back(word);
        }
    }
    if (!hasFolder) {
        words.insert(std::ranges::find(words, "train") + 1, "--run-folder=" + folder.path().string());
    }
    return words;
}

/// Whether a run begins in the lines that come now.
bool hasStart(watch::LogReader& log)
{
    bool found = false;
    for (watch::News news{.isMore = true}; news.isMore;) {
        news = watch::newsIn(log);
        found = found || std::ranges::any_of(news.events, [](const engine::Event& event) {
                    return std::holds_alternative<engine::StartEvent>(event);
                });
    }
    return found;
}

/// What a run has said that has failed to begin; its exit code.
ExitCode passOn(Console& console, const RunPlace& place, const Interrupt& interrupt, int status)
{
    watch::eachLine(place.folder.errors(), [&](const std::string& line) { console.note(line); });
    if (place.isMade) {
        std::error_code ignored; // where more than that is in it, it stays
        std::filesystem::remove(place.folder.errors(), ignored);
        std::filesystem::remove(place.folder.path(), ignored);
    }
    if (interrupt.requested()) {
        return ExitCode::Interrupted;
    }
    if (WIFSIGNALED(status)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the run was ended by signal %1 before it began"), WTERMSIG(status)));
    }
    return static_cast<ExitCode>(WEXITSTATUS(status));
}

void tell(Console& console, const PlannedRun& run, pid_t process)
{
    const std::string folder = run.place->folder.path().string(), name = engine::shellFile(folder);
    if (run.options.json) {
        printLine(console.out, {{"event", "detached"}, {"folder", folder}, {"process", process}});
        return;
    }
    console.out.line(fmt::format("the run goes on in {} as process {}", oneLine(folder), process));
    console.out.line("watch it: hamnet watch " + name);
    console.out.line("stop it:  hamnet watch " + name + " --stop");
}

} // namespace

fs::path makeUnusedFolder(const std::string& name)
{
    for (int number = 1;; ++number) {
        const fs::path path = name + (number == 1 ? "" : "-" + std::to_string(number));
        std::error_code error;
        if (fs::create_directory(path, error)) {
            return path;
        }
        if (error && error != std::errc::file_exists) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "the folder %1 cannot be made: %2; name another "
                                                                     "place with --run-folder"),
                                            path.string(), error.message()));
        }
    }
}

std::optional<RunPlace> takeRunFolder(TrainOptions& options)
{
    if (!options.run.resume.empty()) {
        takeResumed(options);
    }
    if (options.runFolder.empty() && !options.detach) {
        return std::nullopt;
    }
    RunPlace place{.folder = watch::RunFolder(options.runFolder)};
    if (options.runFolder.empty()) {
        const fs::path named = options.run.resume.empty() ? modelOf(options) : options.run.resume;
        place.folder = watch::RunFolder(makeUnusedFolder(named.stem().string() + "-run"));
        place.isMade = true;
    } else {
        engine::makeFolder(options.runFolder);
    }
    std::error_code unknown;
    place.isContinued =
        !options.run.resume.empty() && fs::equivalent(options.run.resume, place.folder.checkpoint(), unknown);
    if (!place.isContinued) {
        requireUnused(place.folder, options);
    }
    options.checkpoint = place.folder.checkpoint().string();
    return place;
}

void writeDown(const PlannedRun& run)
{
    if (!run.place || run.place->isContinued) {
        return;
    }
    const fs::path file = run.place->folder.description();
    std::error_code unknown;
    if (!fs::equivalent(run.plan.modelName, file, unknown)) {
        engine::writeFileBytes(file, engine::toJson(run.plan.run));
    }
}

bool Thinning::takes(const engine::Event& event)
{
    if (const auto* const start = std::get_if<engine::StartEvent>(&event)) {
        m_last = start->iterations;
    } else if (const auto* const change = std::get_if<engine::ChangeEvent>(&event)) {
        m_last = change->iterations;
    }
    const auto* const step = std::get_if<engine::TrainEvent>(&event);
    if (step == nullptr || step->iteration == m_last) {
        return true;
    }
    if (m_every) {
        return *m_every > 0 && step->iteration % *m_every == 0;
    }
    const auto now = std::chrono::steady_clock::now();
    const bool isDue = now >= m_next;
    m_next = isDue ? now + betweenSteps : m_next;
    return isDue;
}

RunOutput::Record::Record(const RunPlace& place, const std::function<void()>& stop)
    : log(place.folder.log(), place.isContinued ? watch::LogWriter::Start::Append : watch::LogWriter::Start::Anew,
          stop),
      listener(place.folder, [this, stop](watch::Request request) {
          if (request == watch::Request::Stop) {
              stop();
          } else if (request == watch::Request::Pause) {
              control.pause();
          } else {
              control.resume();
          }
      })
{
    watch::writeDown(watch::thisWriter(), place.folder);
}

RunOutput::RunOutput(const PlannedRun& run, const engine::StartedRun& started, Reader reader)
    : m_plan(&run.plan), m_started(&started), m_reader(std::move(reader)), m_settings(started.settings)
{
    const bool hasEvery = run.options.has("every");
    m_every = run.options.json && !hasEvery ? 1 : m_settings.reportEvery;
    m_shown = Thinning(m_reader.wantsAll ? 1 : m_every);
    m_logged = hasEvery ? Thinning(m_every) : Thinning();
    if (run.place) {
        m_record = std::make_unique<Record>(*run.place, m_reader.stop);
    }
    if (!m_settings.tensorboard.empty()) {
        m_board = std::make_unique<watch::TensorBoardLog>(
            m_settings.tensorboard, [trainer = started.trainer.get()](engine::LookInside::Tell tell) {
                trainer->lookIntoNextStep(std::move(tell));
            });
    }
    const bool isThinned = m_reader.wantsAll || ((run.place || m_board) && !hasEvery); // to ten a second at most
    m_settings.reportEvery = isThinned ? 1 : m_every;
    m_settings.checkpoint = run.plan.files.checkpoint();
    m_settings.checkpointAtEnd = m_settings.checkpointAtEnd || !run.options.checkpoint.empty();
}

engine::RunControl* RunOutput::control()
{
    return m_record ? &m_record->control : nullptr;
}

void RunOutput::show(const engine::Event& given)
{
    const auto* const start = std::get_if<engine::StartEvent>(&given);
    const engine::Event event = start != nullptr ? withPlan(*start, *m_plan, *m_started) : given;
    if (m_record && m_logged.takes(event)) {
        m_record->log.put(toLine(watch::toJson(event)) + '\n');
    }
    if (m_board) {
        m_board->take(event);
    }
    if (m_shown.takes(event)) {
        m_reader.show(event);
    }
}

void RunOutput::finish()
{
    if (m_record) {
        m_record->log.finish();
    }
    if (m_board) {
        m_board->finish();
    }
}

void Showing::operator()(const std::function<void()>& show)
{
    const std::lock_guard lock(m_mutex);
    if (m_failure) {
        return;
    }
    try {
        show();
    } catch (...) {
        m_failure = std::current_exception();
        m_interrupt->request();
    }
}

void Showing::finish() const
{
    try {
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
    } catch (const ReaderGone&) {}
}

ExitCode detach(Console& console, const PlannedRun& run)
{
    const RunPlace& place = *run.place;
    watch::LogReader log(place.folder.log());
    hasStart(log);             // of the parts of the run before
    ::signal(SIGHUP, SIG_IGN); // a terminal that closes meanwhile ends neither
    Interrupt interrupt;
    interrupt.hasSomethingToSave();
    const pid_t process = watch::startDetached(wordsOfRun(place.folder), place.folder.errors(), ".");
    while (true) {
        int status = 0;
        const bool hasEnded = ::waitpid(process, &status, WNOHANG) == process;
        if (hasStart(log)) {
            tell(console, run, process);
            return ExitCode::Done;
        }
        if (hasEnded) {
            return passOn(console, place, interrupt, status);
        }
        if (interrupt.requested()) {
            ::kill(process, SIGTERM);
            ::waitpid(process, &status, 0);
            return passOn(console, place, interrupt, status);
        }
        std::this_thread::sleep_for(startPollInterval);
    }
}

namespace {

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
    LineView(Console& console, std::int64_t lineEvery, const std::optional<SeedsFacts>& seeds)
        : m_console(&console),
          m_seeds(seeds),
          m_isLive(console.out.isTerminal() && !seeds),
          m_live(console.out),
          m_lineEvery(lineEvery)
    {}

    ~LineView() override
    {
        try {
            m_live.clear();
        } catch (...) { // the terminal is gone
        }
    }

    void show(const engine::Event& event) override
    {
        m_hasBegun = m_hasBegun || std::holds_alternative<engine::StartEvent>(event);
        if (m_hasBegun) {
            std::visit([&](const auto& some) { on(some); }, event);
        }
    }

    void remark(const std::string& sentence) override { say(paint().dim("note: " + oneLine(sentence))); }

private:
    const Paint& paint() const { return m_console->paint; }

    void say(const std::string& lines)
    {
        if (m_isLive) {
            m_live.print(lines);
        } else {
            m_console->out.line(lines);
            m_console->out.flush();
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
        m_live.clear(); // of a part of the run before this one
        m_start = event;
        m_saved = false;
        m_devices.clear();
        m_lossSum = m_lossWeight = m_rate = 0;
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
        if (!m_isLive || (m_lineEvery > 0 && event.iteration % m_lineEvery == 0)) {
            say(trainLine(event));
        }
        if (m_isLive && m_live.due()) {
            m_live.draw(progressLine(progress(event), m_console->out.columns(), m_glyphs));
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
        m_live.clear();
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
    bool m_hasBegun = false;
    engine::StartEvent m_start;
    bool m_saved = false;                  ///< not only as the best
    std::vector<engine::Vitals> m_devices; ///< as they were told last
    bool m_isLive;
    LiveLine m_live;
    Glyphs m_glyphs = glyphsOfTerminal();
    std::int64_t m_lineEvery; ///< each of so many leaves a line above the live one; 0: none does
    double m_lossSum = 0, m_lossWeight = 0;
    double m_rate = 0; ///< units a second
};

} // namespace

void printEvent(Console& console, const engine::Event& event, std::optional<std::uint64_t> seed)
{
    Json line = watch::toJson(event);
    if (seed) {
        line["seed"] = *seed;
    }
    printLine(console.out, line);
}

std::unique_ptr<RunView> makeRunView(Console& console, std::int64_t lineEvery, const std::optional<SeedsFacts>& seeds)
{
    return std::make_unique<LineView>(console, lineEvery, seeds);
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

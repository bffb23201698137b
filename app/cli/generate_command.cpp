// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/graph/characters.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <random>
#include <utility>

namespace cli {
namespace {

/// All of the input, which may be a person or a program that takes its time.
std::string readInput(int descriptor, const engine::GoOn& goOn)
{
    constexpr int milliseconds = 100;
    std::string text;
    std::array<char, 65536> block;
    pollfd input = {descriptor, POLLIN, 0};
    while (goOn()) {
        if (::poll(&input, 1, milliseconds) <= 0) {
            continue;
        }
        const ssize_t size = ::read(descriptor, block.data(), block.size());
        if (size == 0) {
            return text;
        }
        if (size > 0) {
            text.append(block.data(), static_cast<std::size_t>(size));
        } else if (errno != EINTR && errno != EAGAIN) {
            throw engine::Error(std::string("the prompt cannot be read from the input: ") + std::strerror(errno));
        }
    }
    throw engine::CancelledError("reading the prompt was stopped");
}

/// What was written, and how fast.
struct Written {
    std::string text;
    std::vector<double> bits;
    std::int64_t characters = 0;
    double seconds = 0;
    bool endsLine = true; ///< what was shown of it

    double charactersPerSecond() const { return seconds > 0 ? static_cast<double>(characters) / seconds : 0; }
};

class GenerateCommand : public Command {
public:
    explicit GenerateCommand(CLI::App& app) : Command(app)
    {
        addValue(app, "CHECKPOINT", m_checkpoint, checkpointFile, "The trained net, as hamnet train saved it.")
            ->required();
        addRunOption(app, "temperature", m_sampling.temperature)->capture_default_str();
        addRunOption(app, "prompt", m_sampling.prompt)
            ->description("What the text starts with; the model continues from there. - reads it from the input.");
        addWhole(app, "--length", m_sampling.length, "How many characters to write.", {0})->capture_default_str();
        addValue(app, "--top-k", m_sampling.topK, "K", "Choose among the K most likely characters only; 0: among all.")
            ->check(wholeFrom(0));
        addValue(app, "--top-p", m_sampling.topP, "P",
                 "Choose among the most likely characters whose probabilities add up to P; 1: among all.")
            ->check(numberIn({.least = 0, .most = 1, .lowerEnd = LowerEnd::Open}));
        addWhole(app, "--seed", m_seed,
                 "Random seed: the same seed writes the same text. Default: a new one each time.", {0});
        addValue(app, "--stop", m_sampling.stop, "TEXT", "Stop when this was written; \\n stands for a line's end.");
        addChoice(app, "--mode", m_mode,
                  "stateful keeps the state from character to character; window reads the last characters again each "
                  "time, as MyCaffe does.",
                  {"stateful", "window"});
        addWhole(app, "--window", m_sampling.window, "Characters that the mode window reads.", {2, 1 << 20})
            ->capture_default_str();
        addValue(app, "--clamp", m_clamped, "UNIT",
                 "Clamp a unit of a recurrent layer while the net reads and writes: LAYER:STATE:UNIT=VALUE, such as "
                 "lstm:h:17=0.5, or lstm:c1:17=0.5 for the cell state of its second stacked layer. From the "
                 "prompt's end on; with @FROM or @FROM-TO appended, in that range of bytes of the text, prompt "
                 "included. May be given several times.")
            ->expected(1)
            ->take_all();
        addValue(app, "--state", m_state, "FILE",
                 "Start from the state in this file, as --save-state or the studio saved it, instead of a zero state.");
        addValue(app, "--save-state", m_saveState, "FILE",
                 "Save the state after the prompt to this file; --length 0 does only that.");
        addValue(app, "--drawn", m_sampling.drawn, "BYTES",
                 "This many bytes at the prompt's end were written with this seed: their random numbers are "
                 "skipped, so that the text continues as if it had never been stopped.")
            ->check(wholeFrom(0));
        app.add_flag("--surprise", m_surprise,
                     "Show how much each character surprised the model: in colours, or one per line with its bits.");
        app.add_flag("--json", m_json, "Print one JSON object with the text and how it was generated.");
        m_machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        Interrupt interrupt;
        const TrainedModel trained = loadTrained(m_checkpoint, m_machine);
        console.remarks(trained.notes);
        if (!engine::dataKindOf(trained.checkpoint).writes) {
            throw engine::Error(
                m_checkpoint +
                ": its net predicts a class or a number for each sequence and writes no text; use hamnet predict");
        }
        requireNewState();
        const engine::SamplingSettings sampling = settled(console, interrupt);
        engine::TextGenerator generator(trained.model, *trained.weights, trained.checkpoint.vocabulary, trained.wish);
        if (!m_saveState.empty()) {
            engine::saveWritingState(m_saveState, generator.placeAfter(sampling, interrupt.goOn()).state,
                                     engine::printProvenance(provenanceOf(trained, sampling)));
        }
        std::vector<std::string> unknown;
        const Written written = write(console, interrupt, generator, sampling, unknown);
        if (m_json) {
            printLine(console.out, toJson(written, sampling, trained));
        } else {
            showPiece(console);
            if (!written.endsLine) {
                console.out.write("\n");
            }
            console.out.flush();
        }
        tell(console, written, unknown, sampling.seed);
        if (generator.way() == engine::TextGenerator::Way::Held && trained.weights->device().worksAhead()) {
            console.note("with a unit clamped, the host draws each character and the net runs layer by layer, not in "
                         "one kernel");
        }
        return interrupt.requested() ? ExitCode::Interrupted : ExitCode::Done;
    }

private:
    /// Throws Error where --save-state would replace what is read, or no state.
    void requireNewState() const
    {
        if (!m_saveState.empty()) {
            requireFile(m_saveState, "--save-state");
            engine::requireNoInput(m_saveState, {{m_checkpoint, "the checkpoint"}, {m_state, "the state"}});
            engine::requireReplaceableByState(m_saveState);
        }
    }

    engine::SamplingSettings settled(const Console& console, const Interrupt& interrupt) const
    {
        engine::SamplingSettings sampling = m_sampling;
        sampling.mode = m_mode == "window" ? engine::GenerationMode::Window : engine::GenerationMode::Stateful;
        sampling.stop = CLI::detail::find_and_replace(sampling.stop, "\\n", "\n");
        sampling.seed = m_seed ? *m_seed : std::random_device()();
        if (sampling.prompt == "-") {
            sampling.prompt = readInput(console.in, interrupt.goOn());
        }
        if (!m_state.empty()) {
            sampling.start = engine::loadWritingState(m_state);
            sampling.held = sampling.start->held;
            sampling.seed = m_seed.value_or(sampling.start->seed);
        }
        for (const std::string& unit : m_clamped) {
            sampling.held.push_back(engine::heldUnit(unit));
        }
        engine::check(sampling);
        return sampling;
    }

    Written write(Console& console, const Interrupt& interrupt, engine::TextGenerator& generator,
                  const engine::SamplingSettings& sampling, std::vector<std::string>& unknown)
    {
        Written written;
        const auto start = std::chrono::steady_clock::now();
        generator.generate(
            sampling,
            [&](const engine::TextGenerator::Character& character) {
                ++written.characters;
                written.endsLine = character.text == "\n" || (m_surprise && !console.paint.on());
                if (m_json) {
                    written.text += character.text;
                }
                if (m_surprise) {
                    written.bits.push_back(character.bits);
                }
                if (!m_json) {
                    show(console, character);
                }
                return !interrupt.requested();
            },
            &unknown, interrupt.goOn());
        written.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return written;
    }

    void show(Console& console, const engine::TextGenerator::Character& character)
    {
        if (m_surprise && !console.paint.on()) {
            // A byte of a longer character stays one for a program that puts them together.
            const bool isPiece = !console.out.isTerminal() && !engine::isUtf8(character.text);
            console.out.line((isPiece ? std::string(character.text) : oneLine(character.text)) +
                             fmt::format("\t{:.2f}", character.bits));
        } else {
            m_piece += character.text;
            m_pieceBits += character.bits;
            if (engine::unfinishedBytes(m_piece) == 0 && !m_piece.ends_with('\r')) {
                showPiece(console);
            }
        }
        // A reader wants to see it being written; a program would rather have blocks.
        constexpr std::size_t block = 4096;
        if (console.out.isTerminal() || console.out.waiting() >= block) {
            console.out.flush();
        }
    }

    /// What was written since the last whole character: a net that knows bytes writes some in pieces, and a terminal is
    /// to tell a line's end from a lone return to its start.
    void showPiece(Console& console)
    {
        const std::string piece = std::exchange(m_piece, {});
        const double bits = std::exchange(m_pieceBits, 0);
        if (m_surprise) {
            console.out.write(console.paint.surprise(harmless(piece), bits));
        } else {
            console.out.outside(piece);
        }
    }

    engine::Provenance provenanceOf(const TrainedModel& trained, const engine::SamplingSettings& sampling) const
    {
        const engine::Checkpoint& checkpoint = trained.checkpoint;
        return {.kind = engine::Provenance::Kind::State,
                .model = checkpoint.model,
                .solver = checkpoint.solver,
                .seed = sampling.seed,
                .iteration = checkpoint.iteration,
                .checkpoint = engine::CheckpointUsed{.file = engine::shortPath(m_checkpoint),
                                                     .digest = trained.digest,
                                                     .iteration = checkpoint.iteration}};
    }

    Json toJson(const Written& written, const engine::SamplingSettings& sampling, const TrainedModel& trained) const
    {
        Json json = {{"text", written.text},
                     {"characters", written.characters},
                     {"per_second", written.charactersPerSecond()},
                     {"seed", sampling.seed},
                     {"prompt", sampling.prompt},
                     {"temperature", sampling.temperature},
                     {"iteration", trained.checkpoint.iteration},
                     {"checkpoint_digest", trained.digest}};
        for (const engine::HeldUnit& unit : sampling.held) {
            json["clamp"].push_back(engine::toText(unit));
        }
        if (m_surprise) {
            json["bits"] = written.bits;
        }
        return json;
    }

    /// Remarks, apart from the text.
    void tell(Console& console, const Written& written, const std::vector<std::string>& unknown,
              std::uint64_t seed) const
    {
        if (!unknown.empty()) {
            std::string list;
            for (const std::string& character : unknown) {
                list += (list.empty() ? "" : ", ") + oneLine(character);
            }
            console.note("left out of the prompt, since the model does not know them: " + list);
        }
        if (!m_seed && !m_json && console.err.isTerminal()) {
            console.note(fmt::format("the seed was {}; --seed {} writes the same again", seed, seed));
        }
        if (m_surprise && !m_json && written.characters > 0) {
            double sum = 0;
            for (const double bits : written.bits) {
                sum += bits;
            }
            console.note(
                fmt::format("{:.2f} bits per character on average{}", sum / static_cast<double>(written.characters),
                            console.paint.on() ? "; plain up to 1, blue up to 3, yellow up to 6, red above" : ""));
        }
    }

    std::string m_checkpoint;
    MachineOptions m_machine;
    engine::SamplingSettings m_sampling;
    std::optional<std::uint64_t> m_seed;
    std::string m_mode = "stateful";
    std::string m_state, m_saveState;
    std::vector<std::string> m_clamped;
    bool m_surprise = false, m_json = false;
    std::string m_piece; ///< see showPiece()
    double m_pieceBits = 0;
};

} // namespace

extern const CommandSpec generateCommand = {"generate", "Generate text with a trained net.",
                                            R"(  hamnet generate char_rnn_small.hamnet
  hamnet generate my.hamnet --prompt "TAMSIN:" --length 1000 --temperature 0.7 --seed 42
  hamnet generate my.hamnet --stop "\n\n" --top-p 0.95
  cat beginning.txt | hamnet generate my.hamnet --prompt -
  hamnet generate my.hamnet --surprise
  hamnet generate my.hamnet --prompt "TAMSIN:" --clamp lstm:c:17=0.5 --seed 3
  hamnet generate my.hamnet --prompt "TAMSIN:" --save-state tamsin.hamnet-state --length 0
  hamnet generate my.hamnet --state tamsin.hamnet-state)",
                                            make<GenerateCommand>};

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/drawing/net_drawing.h"
#include "engine/drawing/svg.h"
#include "engine/drawing/unrolled_drawing.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <filesystem>
#include <optional>

namespace cli {
namespace {

void checkEnding(const std::string& output)
{
    const std::string ending = std::filesystem::path(output).extension().string();
    const engine::FileFormat* const format = engine::formatByName(output);
    if (output != standardOutput && (format == nullptr || format->format != engine::Format::Svg)) {
        throw engine::Error(output + ": " + (ending.empty() ? "a name without an ending" : ending) +
                            ", but this program draws .svg; File > Export of hamnet-studio also writes .png and .pdf");
    }
}

class DrawCommand : public Command {
public:
    explicit DrawCommand(CLI::App& app) : Command(app)
    {
        addValue(app, "file", m_file, "MODEL|CHECKPOINT|PICTURE", "The model, checkpoint or picture of a net to draw.")
            ->transform(fileOrSample)
            ->required();
        addValue(app, "-o,--output", m_output, textFile, "The picture's file, .svg; - is standard output.")
            ->capture_default_str();
        m_sizes.addTo(app, "sizes are as the net has them.");
        CLI::Option* const unroll =
            addValue(app, "--unroll", m_unroll, "LAYER", "Draw what runs inside this recurrent layer, step by step.");
        addWhole(app, "--steps", m_steps, "How many steps of the unrolled layer are drawn.", {1, 100})
            ->capture_default_str()
            ->needs(unroll);
        app.add_flag("--dark", m_dark, "Light on a dark background.");
    }

    ExitCode run(Console& console) override
    {
        checkEnding(m_output);
        requireNoInput();
        std::vector<engine::Sentence> notes;
        const engine::Model model = sizedModel(m_file, m_sizes, &notes);
        const engine::Provenance made = provenance(model, notes);
        console.remarks(notes);
        const std::string svg =
            engine::svgOf(drawing(model, made), {.ground = m_dark ? engine::Ground::Dark : engine::Ground::Light,
                                                 .metadata = engine::printProvenance(made)});
        if (m_output == standardOutput) {
            console.out.outside(svg);
            return ExitCode::Done;
        }
        engine::writeFileBytes(m_output, svg);
        return ExitCode::Done;
    }

private:
    /// Throws Error where the picture would replace a file that is read.
    void requireNoInput() const
    {
        if (m_output != standardOutput) {
            engine::requireNoInput(
                m_output,
                {{m_file, "the net"},
                 {engine::solverOf(m_file), "the solver"},
                 {dataNamed(dataNamed(m_sizes.data, engine::kinds::text), engine::kinds::sequences), "the data"}});
        }
    }

    /// What goes along in the picture. A solver that cannot be read keeps no net from being drawn.
    engine::Provenance provenance(const engine::Model& model, std::vector<engine::Sentence>& notes) const
    {
        engine::Provenance made;
        if (isCheckpoint(m_file)) {
            const engine::Checkpoint checkpoint = engine::loadStructure(m_file);
            made.solver = checkpoint.solver;
            made.seed = checkpoint.seed;
            made.iteration = checkpoint.iteration;
            made.checkpoint = engine::CheckpointUsed{.file = engine::shortPath(m_file),
                                                     .digest = engine::netDigest(m_file),
                                                     .iteration = checkpoint.iteration};
        } else if (const auto earlier = provenanceOf(m_file)) {
            made = *earlier;
            made.kind = engine::Provenance::Kind::Drawing;
        } else {
            try {
                const SolverSource solver = solverFor(m_file, {});
                made.solver = solver.file.empty() ? std::string() : engine::writeSolver(solver.settings);
            } catch (const engine::Error& error) {
                notes.push_back(std::string("the picture goes without a solver: ") + error.what());
            }
        }
        made.model = engine::writeModel(model);
        return made;
    }

    engine::Drawing drawing(const engine::Model& model, const engine::Provenance& made) const
    {
        const engine::Phase phase = m_sizes.layers();
        if (!m_unroll.empty()) {
            return engine::unrolledDrawing(model, m_unroll, {.phase = phase, .steps = m_steps});
        }
        std::vector<std::optional<engine::DrawingPoint>> places(made.positions.begin(), made.positions.end());
        if (places.size() != model.layers.size()) {
            places.clear();
        }
        engine::Drawing net = engine::netDrawing(model, {.phase = phase, .places = places});
        net.notes = made.notes;
        if (net.boxes.empty()) {
            throw engine::Error(m_file + ": no layer in phase " + m_sizes.phase +
                                ", but a drawing needs one; --phase selects another");
        }
        return net;
    }

    std::string m_file, m_output = standardOutput, m_unroll;
    SizedFor m_sizes;
    std::int64_t m_steps = 4;
    bool m_dark = false;
};

} // namespace

extern const CommandSpec drawCommand = {
    "draw", "Draw a net with its sizes, or what runs inside a recurrent layer, as an SVG picture.",
    R"(  hamnet draw models/char_rnn_small.prototxt -o net.svg
  hamnet draw models/char_rnn_caffe.prototxt --vocabulary 65 --phase run -o run.svg --dark
  hamnet draw models/char_rnn_small.prototxt --unroll lstm --steps 3 > lstm.svg)",
    make<DrawCommand>};

} // namespace cli

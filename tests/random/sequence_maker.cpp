// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/layers/layers.h"
#include "tests/random/draw.h"
#include "tests/random/random_net.h"
#include "tests/random/solver_maker.h"

#include <span>

namespace engine::test {
namespace {

constexpr std::int64_t updates = 6;

ParamValue wholeNumber(std::int64_t value)
{
    return value;
}

enum class Answer { Class, Number, YesOrNo };

/// Draws a net on sequences with an answer each: recurrent layers and others in a row, an end of the steps, a loss.
class SequenceMaker {
public:
    SequenceMaker(Draw& draw, RandomNet& net) : m_draw(draw), m_net(net), m_width(draw.between(1, 4))
    {
        m_answer = m_draw.one({Answer::Class, Answer::Number, Answer::YesOrNo});
        m_outputs = m_answer == Answer::Class ? m_draw.between(2, 5) : 1;
    }

    void makeModel()
    {
        m_net.tops = {"x", "clip", "label", "length"};
        Layer source{.name = "rows", .type = "SEQUENCEDATA", .tops = {"x", "clip", "label", "length"}};
        source.params = {{"kind", std::string("TABLE")},
                         {"time_steps", wholeNumber(m_net.steps)},
                         {"batch_size", wholeNumber(m_net.streams)},
                         {"width", wholeNumber(m_width)}};
        m_net.model.layers.push_back(std::move(source));
        for (std::int64_t more = m_draw.between(1, 3); more > 0; --more) {
            if (more == 1 || m_draw.chance(0.7)) {
                addRecurrent();
            } else {
                addByStep();
            }
        }
        addEnd();
        if (m_draw.chance(0.3)) {
            addProduct(m_draw.between(1, 4), 1);
            add({.name = "bend", .type = m_draw.one<const char*>({"TANH", "RELU", "SIGMOID"}), .bottoms = {m_top}});
        }
        addProduct(m_outputs, 1);
        addLoss();
    }

    Batch drawBatch()
    {
        const std::int64_t T = m_net.steps, N = m_net.streams;
        Batch batch{.ids = std::vector<double>(static_cast<std::size_t>(T * N * m_width)),
                    .cont = std::vector<double>(static_cast<std::size_t>(T * N), 1),
                    .labels = {},
                    .lengths = {}};
        for (std::int64_t n = 0; n < N; ++n) {
            const std::int64_t length = m_draw.chance(0.5) ? T : m_draw.between(1, T);
            for (std::int64_t t = 0; t < length; ++t) {
                for (std::int64_t w = 0; w < m_width; ++w) {
                    batch.ids[static_cast<std::size_t>((t * N + n) * m_width + w)] = m_draw.number(-2, 2);
                }
            }
            for (const std::int64_t start : {std::int64_t{0}, length}) {
                if (start < T) {
                    batch.cont[static_cast<std::size_t>(start * N + n)] = 0;
                }
            }
            batch.labels.push_back(m_answer == Answer::Class     ? static_cast<double>(m_draw.between(0, m_outputs - 1))
                                   : m_answer == Answer::YesOrNo ? static_cast<double>(m_draw.between(0, 1))
                                                                 : m_draw.number(-2, 2));
            batch.lengths.push_back(static_cast<double>(length));
        }
        return batch;
    }

private:
    void add(Layer layer)
    {
        if (layer.tops.empty()) {
            layer.tops = {layer.name};
        }
        m_top = layer.tops[0];
        m_net.model.layers.push_back(std::move(layer));
    }

    std::string newName(const std::string& stem) { return stem + std::to_string(++m_names); }

    Filler filler()
    {
        return m_draw.chance(0.5)
                   ? Filler{.type = "uniform", .min = -m_draw.number(0.3, 0.8), .max = m_draw.number(0.3, 0.8)}
                   : Filler{.type = "xavier"};
    }

    void addRecurrent()
    {
        const std::span<const Cell* const> cells = recurrentCells();
        const Cell& cell = *cells[static_cast<std::size_t>(m_draw.between(0, std::ssize(cells) - 1))];
        Layer layer{.name = newName("memory"), .type = std::string(cell.layer), .bottoms = {m_top, "clip"}};
        layer.params = {{"num_output", wholeNumber(m_draw.between(1, 6))}, {"weight_filler", filler()}};
        if (cell.choice) {
            layer.params[std::string(cell.choice->key)] = std::string(cell.choice->value);
        }
        if (m_draw.chance(0.3)) {
            layer.params["num_layers"] = wholeNumber(2);
            if (m_draw.chance(0.5)) {
                layer.params["dropout_ratio"] = 0.25;
            }
        }
        m_both = m_draw.chance(0.35);
        if (m_both) {
            layer.params["bidirectional"] = true;
        }
        add(std::move(layer));
    }

    /// A layer that sees each step alone.
    void addByStep()
    {
        m_both = false;
        if (m_draw.chance(0.3)) {
            Layer layer{.name = newName("drop"), .type = "DROPOUT", .bottoms = {m_top}};
            layer.params["dropout_ratio"] = 0.5;
            add(std::move(layer));
        } else {
            addProduct(m_draw.between(1, 5), 2);
        }
    }

    void addProduct(std::int64_t outputs, std::int64_t axis)
    {
        Layer layer{.name = newName("product"), .type = "INNERPRODUCT", .bottoms = {m_top}};
        layer.params = {{"num_output", wholeNumber(outputs)}, {"axis", wholeNumber(axis)}, {"weight_filler", filler()}};
        if (m_draw.chance(0.5)) {
            layer.params["bias_filler"] = filler();
        }
        add(std::move(layer));
    }

    void addEnd()
    {
        Layer layer{.name = "end", .type = m_draw.chance(0.6) ? "LAST" : "MEANOVERSTEPS", .bottoms = {m_top, "length"}};
        if (layer.type == "LAST" && m_both) {
            layer.params["bidirectional"] = true;
        }
        add(std::move(layer));
    }

    void addLoss()
    {
        Layer layer{.name = "loss", .bottoms = {m_top, "label"}};
        if (m_answer == Answer::Class) {
            layer.type = "SOFTMAXWITHLOSS";
        } else if (m_answer == Answer::YesOrNo) {
            layer.type = "SIGMOIDCROSSENTROPYLOSS";
        } else {
            layer.type = m_draw.one<const char*>({"EUCLIDEANLOSS", "HUBERLOSS"});
            if (layer.type == "HUBERLOSS") {
                layer.params["delta"] = m_draw.one({0.3, 1.0});
            }
        }
        if (m_draw.chance(0.4)) {
            layer.params["normalization"] =
                std::string(m_draw.one<const char*>({"VALID", "FULL", "BATCH_SIZE", "NONE"}));
        }
        add(std::move(layer));
    }

    Draw& m_draw;
    RandomNet& m_net;
    std::int64_t m_width, m_outputs = 1; ///< I, and the width of what is said
    Answer m_answer = Answer::Class;
    std::string m_top = "x"; ///< what the next layer reads
    bool m_both = false;     ///< whether it was read in both directions
    int m_names = 0;
};

} // namespace

RandomNet makeRandomSequenceNet(std::uint64_t seed)
{
    Draw draw(seed);
    RandomNet net;
    net.seed = seed;
    net.steps = draw.between(1, 7);
    net.streams = draw.between(1, 4);
    net.threads = draw.chance(0.2) ? 2 : 1;
    SequenceMaker maker(draw, net);
    maker.makeModel();
    net.solver = drawSolver(draw);
    net.solver.params["max_iter"] = updates;
    const std::int64_t batches = updates * intParam(completeParams(net.solver), "iter_size");
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        net.batches.push_back(maker.drawBatch());
    }
    net.test = maker.drawBatch();
    return net;
}

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/cell_speed.h"

#include "app/contest/contender.h"
#include "app/contest/curves.h"
#include "app/contest/engine_process.h"
#include "engine/formats/prototxt/prototxt.h"

namespace studio {
namespace {

constexpr std::int64_t steps = 28, streams = 16, units = 64; // the steps are the rows of the digits that Hamnet makes
constexpr std::int64_t iterations = 23;

/// A layer in front of the cell, so that its input has as many units as it has itself.
engine::Model netOf(const std::string& equations)
{
    engine::Model model = engine::readModel(R"(
        layer { name: "images" type: "SequenceData" top: "data" top: "clip" top: "label"
                sequence_data_param { kind: ROWS time_steps: 28 width: 28 validation: 0 } }
        layer { name: "rows" type: "InnerProduct" bottom: "data" top: "rows" inner_product_param { axis: 2 weight_filler { type: "xavier" } } }
        layer { name: "cell" type: "CELL" bottom: "rows" bottom: "clip" top: "memory"
                recurrent_param { weight_filler { type: "xavier" } } }
        layer { name: "end" type: "Last" bottom: "memory" top: "end" }
        layer { name: "scores" type: "InnerProduct" bottom: "end" top: "scores"
                inner_product_param { num_output: 10 weight_filler { type: "xavier" } } }
        layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" })",
                                            "the net for the cell");
    model.layers[0].params.insert_or_assign("batch_size", streams);
    model.layers[1].params.insert_or_assign("num_output", units);
    model.layers[2].params.insert_or_assign("num_output", units);
    model.layers[2].params.insert_or_assign("equations", equations);
    return model;
}

} // namespace

editor::CellSpeeds cellSpeeds(const std::string& equations, const engine::GoOn& goOn)
{
    const engine::Model model = netOf(equations);
    editor::CellSpeeds speeds{.steps = steps, .streams = streams, .units = units};
    for (const contest::Contender& one : contest::allContenders(model)) {
        if (!one.refusal.empty()) {
            continue;
        }
        contest::EngineProcess process(one, {.model = model, .solver = engine::solverOfNewNet(), .data = "digits"},
                                       goOn);
        process.train(iterations);
        speeds.engines.push_back({.name = QString::fromStdString(one.name),
                                  .milliseconds = 1e3 * *contest::median(contest::typicalSteps(process.curve()))});
    }
    return speeds;
}

} // namespace studio

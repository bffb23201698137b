// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/training/small_run.h"

#include "engine/formats/prototxt/prototxt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace engine {

Model SmallRun::model() const
{
    std::ostringstream text;
    text << "name: \"small\" layer { name: \"text\" type: \"TextData\" top: \"data\" top: \"clip\" top: \"label\" "
         << "text_data_param { time_steps: " << steps << " batch_size: " << streams << " order: " << order << " } } "
         << "layer { name: \"embed\" type: \"Embed\" bottom: \"data\" top: \"embed\" embed_param { input_dim: 1 "
         << "num_output: 6 weight_filler { type: \"gaussian\" std: 0.5 } } } "
         << "layer { name: \"lstm\" type: \"" << cell
         << "\" bottom: \"embed\" bottom: \"clip\" top: \"lstm\" recurrent_param { "
         << "num_output: " << units << " num_layers: " << layers << " dropout_ratio: " << dropout << " " << recurrent
         << " weight_filler { type: \"uniform\" min: -0.2 max: 0.2 } } } "
         << "layer { name: \"drop\" type: \"Dropout\" bottom: \"lstm\" top: \"drop\" dropout_param { dropout_ratio: "
         << dropout << " } } "
         << "layer { name: \"scores\" type: \"InnerProduct\" bottom: \"drop\" top: \"scores\" inner_product_param { "
         << "num_output: 1 axis: 2 weight_filler { type: \"xavier\" } } } "
         << "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"scores\" bottom: \"label\" top: \"loss\" "
         << "softmax_param { axis: 2 } " << loss << " }";
    return readModel(text.str(), "small.prototxt");
}

RunDescription SmallRun::description(const std::string& engine) const
{
    return {.model = model(),
            .solver = readSolver(solver, "solver.prototxt"),
            .settings = {{"engine", engine}, {"seed", std::int64_t{7}}}};
}

std::string rhyme(std::size_t characters)
{
    const std::vector<std::string> numbers = {"one", "two", "three", "four", "five", "six"};
    std::string text;
    for (std::size_t verse = 0; text.size() < characters; ++verse) {
        text +=
            "MILLER:\n" + numbers[verse % 6] + " sacks of corn and " + numbers[(verse * verse + 1) % 6] + " of rye,\n";
    }
    text.resize(characters);
    return text;
}

std::span<float> weightNamed(const WeightStore& store, std::string_view name)
{
    const auto& weights = store.weights();
    const auto found = std::ranges::find(weights, name, &WeightStore::Weight::name);
    if (found == weights.end()) {
        throw std::out_of_range("no weight " + std::string(name));
    }
    return store.values().subspan(static_cast<std::size_t>(found->offset),
                                  static_cast<std::size_t>(found->spec.shape.count()));
}

std::vector<double> Witness::losses() const
{
    std::vector<double> losses;
    for (const TrainEvent& event : all<TrainEvent>()) {
        losses.push_back(event.loss);
    }
    return losses;
}

Witness ran(Trainer& trainer, const RunSettings& settings, std::int64_t stopAt)
{
    Witness witness;
    std::stop_source stop;
    witness.reason = engine::Run(trainer).go(settings, stop.get_token(), [&](const Event& event) {
        witness.events.push_back(event);
        if (const auto* const step = std::get_if<TrainEvent>(&event); step && step->iteration == stopAt) {
            stop.request_stop();
        }
    });
    return witness;
}

} // namespace engine

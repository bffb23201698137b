// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/session/small_request.h"

#include "engine/formats/prototxt/prototxt.h"

#include <sstream>

namespace studio {

std::string SmallBench::text()
{
    const char* const grains[] = {"rye", "oats", "wheat", "barley"};
    std::string text;
    for (std::size_t verse = 0; text.size() < 4000; ++verse) {
        text += std::string("Grind the ") + grains[verse * verse % 4] + ", then the " + grains[verse % 4] + ".\n";
    }
    return text;
}

engine::Model SmallBench::model(std::int64_t units)
{
    std::ostringstream text;
    text << "name: \"small\" layer { name: \"text\" type: \"TextData\" top: \"data\" top: \"clip\" top: \"label\" "
         << "text_data_param { time_steps: 8 batch_size: 4 } } "
         << "layer { name: \"embed\" type: \"Embed\" bottom: \"data\" top: \"embed\" embed_param { input_dim: 1 "
         << "num_output: 6 weight_filler { type: \"gaussian\" std: 0.5 } } } "
         << "layer { name: \"lstm\" type: \"LSTM\" bottom: \"embed\" bottom: \"clip\" top: \"lstm\" recurrent_param { "
         << "num_output: " << units << " weight_filler { type: \"uniform\" min: -0.2 max: 0.2 } } } "
         << "layer { name: \"scores\" type: \"InnerProduct\" bottom: \"lstm\" top: \"scores\" inner_product_param { "
         << "num_output: 1 axis: 2 weight_filler { type: \"xavier\" } } } "
         << "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"scores\" bottom: \"label\" top: \"loss\" "
         << "softmax_param { axis: 2 } }";
    return engine::readModel(text.str(), "small.prototxt");
}

engine::SolverSettings SmallBench::solver(const std::string& text)
{
    return engine::readSolver(text, "small_solver.prototxt");
}

TrainingRequest SmallBench::request() const
{
    TrainingRequest request{.run = {.model = model(),
                                    .solver = solver(),
                                    .settings = {{"device", "CPU"}, {"threads", 1}, {"seed", 3}},
                                    .data = corpus}};
    request.run.settings["validate_every"] = 20;
    request.run.settings["sample_every"] = 20;
    request.run.settings["sample_length"] = 30;
    request.checkpoint = checkpoint();
    return request;
}

} // namespace studio

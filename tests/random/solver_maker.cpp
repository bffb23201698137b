// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/solver_maker.h"

namespace engine::test {
namespace {

struct Range {
    double least, most;
};

Range rateOf(const std::string& type)
{
    if (type == "SGD" || type == "Nesterov") {
        return {0.02, 0.4};
    }
    if (type == "AdaGrad") {
        return {0.01, 0.1};
    }
    if (type == "AdaDelta") {
        return {0.5, 2};
    }
    return {0.002, 0.03}; // RMSProp, Adam, AdamW
}

void drawPolicy(Draw& draw, Params& params)
{
    const std::string policy =
        draw.one<const char*>({"fixed", "step", "exp", "inv", "multistep", "poly", "sigmoid", "cosine"});
    params["lr_policy"] = policy;
    params["gamma"] = draw.one({0.3, 0.5, 0.9});
    params["power"] = draw.one({0.5, 1.0, 2.0});
    if (policy == "step" || policy == "sigmoid") {
        params["stepsize"] = draw.between(1, 3);
    }
    if (policy == "multistep") {
        params["stepvalue"] = std::vector<std::int64_t>{1, draw.between(1, 4)};
    }
    if (draw.chance(0.3)) {
        params["warmup_iter"] = draw.between(1, 6);
    }
    if (draw.chance(0.3)) {
        params["min_lr"] = 0.001;
    }
}

void drawDecay(Draw& draw, Params& params)
{
    if (draw.chance(0.5)) {
        params["weight_decay"] = draw.one({0.0, 0.001, 0.05});
    }
    if (draw.chance(0.3)) {
        params["regularization_type"] = std::string(draw.one<const char*>({"L1", "L2"}));
    }
    if (draw.chance(0.3)) {
        params["adamw_decay"] = draw.one({-1.0, 0.0, 0.1});
    }
    if (draw.chance(0.4)) {
        params["clip_gradients"] = draw.one({0.05, 0.5, 5.0, -1.0});
    }
    if (draw.chance(0.2)) {
        params["clip_values"] = draw.one({0.01, 0.1, -1.0});
    }
}

} // namespace

SolverSettings drawSolver(Draw& draw)
{
    SolverSettings solver;
    if (draw.chance(0.2)) {
        solver.dialect = Dialect::MyCaffe;
    }
    Params& params = solver.params;
    const std::string type =
        draw.one<const char*>({"SGD", "Nesterov", "AdaGrad", "RMSProp", "AdaDelta", "Adam", "AdamW"});
    params["type"] = type;
    params["base_lr"] = draw.number(rateOf(type).least, rateOf(type).most);
    params["max_iter"] = draw.between(3, 5);
    if (draw.chance(0.6) || type == "AdaDelta") {
        params["momentum"] = draw.one({0.5, 0.9, 0.95});
    }
    if (draw.chance(0.3)) {
        params["momentum2"] = draw.one({0.9, 0.99});
    }
    if (draw.chance(0.3)) {
        params["rms_decay"] = draw.one({0.5, 0.9, 0.98});
    }
    if (draw.chance(0.7)) {
        params["delta"] = draw.one({1e-3, 1e-4, 1e-6});
    }
    if (draw.chance(0.3)) {
        params["iter_size"] = draw.between(2, 3);
    }
    drawPolicy(draw, params);
    drawDecay(draw, params);
    return solver;
}

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/solver_settings.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>

namespace engine {
namespace {

constexpr std::int64_t maxIterations = 2'147'483'647; // what Caffe's int32 fields hold
constexpr double maxNumber = 1e30;

void checkTogether(const Params& params)
{
    const std::vector<std::int64_t>& cuts = intListParam(params, "stepvalue");
    for (std::size_t cut = 1; cut < cuts.size(); ++cut) {
        if (cuts[cut] < cuts[cut - 1]) {
            throw Error(say(ENGINE_TEXT("Sentences", "solver: stepvalue %1 follows %2, but the cuts must rise"),
                            cuts[cut], cuts[cut - 1]));
        }
    }
    if (textParam(params, "lr_policy") == "step" && intParam(params, "stepsize") == 0) {
        throw Error(ENGINE_TEXT("Sentences", "solver: stepsize is 0, but lr_policy step needs 1 or more"));
    }
}

bool asksForState(const PhaseRule& rule)
{
    return rule.minLevel || rule.maxLevel || !rule.stages.empty() || !rule.notStages.empty();
}

} // namespace

std::span<const ParamSpec> solverSpecs()
{
    static const std::vector<ParamSpec> specs = {
        // the optimizer
        {.key = "type",
         .label = ENGINE_TEXT("Solver", "Optimizer"),
         .help = ENGINE_TEXT(
             "Solver",
             "How gradients become steps: SGD follows them; Adam and AdamW adapt the step size of each weight."),
         .kind = Choices{.names = {"SGD", "Nesterov", "AdaGrad", "RMSProp", "AdaDelta", "Adam", "AdamW"},
                         .quoted = true,
                         .extensions = {"AdamW"}}},
        {.key = "momentum",
         .label = ENGINE_TEXT("Solver", "Momentum"),
         .help = ENGINE_TEXT(
             "Solver", "Share of the previous step added to the next; for Adam, decay of the mean gradient (β₁)."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 1}},
        {.key = "momentum2",
         .label = ENGINE_TEXT("Solver", "Second momentum"),
         .help = ENGINE_TEXT("Solver", "Decay of Adam's mean of squared gradients (β₂)."),
         .kind = FloatRange{.fallback = 0.999, .least = 0, .most = 1}},
        {.key = "rms_decay",
         .label = ENGINE_TEXT("Solver", "RMS decay"),
         .help = ENGINE_TEXT("Solver", "Decay of RMSProp's mean of squared gradients."),
         .kind = FloatRange{.fallback = 0.99, .least = 0, .most = 1},
         .myCaffeFallback = 0.95},
        {.key = "delta",
         .label = ENGINE_TEXT("Solver", "Delta"),
         .help = ENGINE_TEXT(
             "Solver", "A small number that keeps AdaGrad, RMSProp, AdaDelta and Adam from dividing by zero (ε)."),
         .kind = FloatRange{.fallback = 1e-8, .least = 0, .most = 1}},
        {.key = "weight_decay",
         .label = ENGINE_TEXT("Solver", "Weight decay"),
         .help = ENGINE_TEXT("Solver", "Strength of weight decay: pulls weights towards zero, against overfitting."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 1e6},
         .myCaffeFallback = 0.0005},
        {.key = "regularization_type",
         .label = ENGINE_TEXT("Solver", "Kind of decay"),
         .help = ENGINE_TEXT("Solver", "L2 shrinks weights in proportion to their size, L1 by a constant amount."),
         .kind = Choices{.names = {"L2", "L1"}, .quoted = true}},
        {.key = "adamw_decay",
         .label = ENGINE_TEXT("Solver", "AdamW's decay"),
         .help = ENGINE_TEXT("Solver", "Decoupled weight decay of AdamW, applied directly to the weights; -1: use the "
                                       "weight decay above, and add none to the gradient."),
         .kind = FloatRange{.fallback = -1, .least = -1, .most = 1e6},
         .myCaffeFallback = 0.1,
         .extension = true},
        {.key = "clip_gradients",
         .label = ENGINE_TEXT("Solver", "Clip the norm"),
         .help = ENGINE_TEXT("Solver",
                             "Scales all gradients together down to this norm, against exploding gradients; -1: off."),
         .kind = FloatRange{.fallback = -1, .least = -1, .most = maxNumber}},
        {.key = "clip_values",
         .label = ENGINE_TEXT("Solver", "Clip each value"),
         .help = ENGINE_TEXT("Solver", "Clips each value of the gradients at this size; -1: off."),
         .kind = FloatRange{.fallback = -1, .least = -1, .most = maxNumber},
         .extension = true},
        {.key = "average_weights",
         .label = ENGINE_TEXT("Solver", "Average the weights"),
         .help = ENGINE_TEXT("Solver",
                             "Decay of an exponential moving average of the weights, such as 0.999 (0: off). "
                             "Validation, checkpoints and text use the average; training goes on with the weights."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.999999},
         .extension = true},
        // the learning rate
        {.key = "base_lr",
         .label = ENGINE_TEXT("Solver", "Learning rate"),
         .help = ENGINE_TEXT(
             "Solver",
             "How far each step goes: too large and the loss jumps or explodes, too small and it hardly moves."),
         .kind = FloatRange{.fallback = 0.01, .least = 0, .most = 1e6}},
        {.key = "lr_policy",
         .label = ENGINE_TEXT("Solver", "Rate over time"),
         .help = ENGINE_TEXT("Solver", "Learning rate schedule: fixed keeps it, cosine lets it fall smoothly to its "
                                       "minimum, step and multistep reduce it in steps."),
         .kind = Choices{.names = {"fixed", "step", "exp", "inv", "multistep", "poly", "sigmoid", "cosine"},
                         .quoted = true,
                         .extensions = {"cosine"}},
         .myCaffeFallback = std::string("step")},
        {.key = "gamma",
         .label = ENGINE_TEXT("Solver", "Gamma"),
         .help = ENGINE_TEXT("Solver", "Factor of step, exp and multistep; steepness of inv and sigmoid."),
         .kind = FloatRange{.fallback = 0, .least = -maxNumber, .most = maxNumber},
         .myCaffeFallback = 0.1},
        {.key = "power",
         .label = ENGINE_TEXT("Solver", "Power"),
         .help = ENGINE_TEXT("Solver", "The exponent of inv and poly."),
         .kind = FloatRange{.fallback = 0, .least = -maxNumber, .most = maxNumber}},
        {.key = "stepsize",
         .label = ENGINE_TEXT("Solver", "Step length"),
         .help = ENGINE_TEXT("Solver", "Iterations after which step reduces the rate; midpoint of sigmoid."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations"),
         .myCaffeFallback = std::int64_t{100'000}},
        {.key = "stepvalue",
         .label = ENGINE_TEXT("Solver", "Steps at"),
         .help = ENGINE_TEXT("Solver", "Iterations at which multistep reduces the rate, in rising order."),
         .kind = IntList{.least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations")},
        {.key = "warmup_iter",
         .label = ENGINE_TEXT("Solver", "Warm-up"),
         .help = ENGINE_TEXT("Solver", "Iterations over which the rate rises linearly from 0 at the start."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations"),
         .extension = true},
        {.key = "min_lr",
         .label = ENGINE_TEXT("Solver", "Minimum learning rate"),
         .help = ENGINE_TEXT("Solver", "The rate that cosine reaches at the last iteration."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 1e6},
         .extension = true},
        // the run
        {.key = "max_iter",
         .label = ENGINE_TEXT("Solver", "Schedule length"),
         .help = ENGINE_TEXT("Solver",
                             "Over how many iterations poly and cosine let the rate fall. A run that is given no other "
                             "end stops there; 0 sets none."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations"),
         .myCaffeFallback = std::int64_t{500'000}},
        {.key = "iter_size",
         .label = ENGINE_TEXT("Solver", "Batches per step"),
         .help = ENGINE_TEXT("Solver", "How many batches are accumulated before each step, like one larger batch."),
         .kind = IntRange{.fallback = 1, .least = 1, .most = 1 << 20},
         .unit = ENGINE_TEXT("Solver", "batches")},
        {.key = "display",
         .label = ENGINE_TEXT("Solver", "Report every"),
         .help = ENGINE_TEXT("Solver", "After how many iterations the loss is printed; 0: the program decides."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations")},
        {.key = "average_loss",
         .label = ENGINE_TEXT("Solver", "Loss over"),
         .help =
             ENGINE_TEXT("Solver", "Over how many iterations the loss is averaged; 0: those since the last report."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations")},
        {.key = "random_seed",
         .label = ENGINE_TEXT("Solver", "Seed"),
         .help = ENGINE_TEXT("Solver", "Random seed: the same seed trains the same net; -1: a new one for each run."),
         .kind = IntRange{.fallback = 1, .least = -1, .most = INT64_MAX}},
        {.key = "snapshot",
         .label = ENGINE_TEXT("Solver", "Save every"),
         .help = ENGINE_TEXT("Solver", "After how many iterations a checkpoint is saved; 0: at each validation."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations")},
        {.key = "snapshot_prefix",
         .label = ENGINE_TEXT("Solver", "Name of saved files"),
         .help = ENGINE_TEXT(
             "Solver",
             "File name of a run's checkpoint in a terminal; a project's runs are saved next to the project."),
         .kind = FreeText{""}},
        {.key = "snapshot_after_train",
         .label = ENGINE_TEXT("Solver", "Save at the end"),
         .help = ENGINE_TEXT(
             "Solver", "Whether a checkpoint is saved when all iterations are done; a stopped run is always saved."),
         .kind = Flag{true}},
        {.key = "snapshot_diff",
         .label = ENGINE_TEXT("Solver", "Save gradients"),
         .help = ENGINE_TEXT(
             "Solver", "Whether Caffe saves gradients with the weights; kept in the file and without effect here."),
         .kind = Flag{false}},
        {.key = "snapshot_format",
         .label = ENGINE_TEXT("Solver", "Format of saved files"),
         .help = ENGINE_TEXT("Solver", "Which format Caffe saves in; kept in the file and without effect here."),
         .kind = Choices{{"BINARYPROTO", "HDF5"}}},
        // validation
        {.key = "test_iter",
         .label = ENGINE_TEXT("Solver", "Validation batches"),
         .help = ENGINE_TEXT("Solver", "How many batches of the net's phase TEST each validation reads, spread over "
                                       "the held-out text; none or 0: all of it, up to two million characters."),
         .kind = IntList{.least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "batches"),
         .myCaffeFallback = std::vector<std::int64_t>{300}},
        {.key = "test_interval",
         .label = ENGINE_TEXT("Solver", "Validate every"),
         .help = ENGINE_TEXT("Solver", "Validate after this many iterations each time; 0: only at the end."),
         .kind = IntRange{.fallback = 500, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "iterations"),
         .myCaffeFallback = std::int64_t{1000}},
        {.key = "test_compute_loss",
         .label = ENGINE_TEXT("Solver", "Loss in validation"),
         .help = ENGINE_TEXT("Solver", "Whether Caffe computes the loss during validation; Hamnet always does."),
         .kind = Flag{false}},
        {.key = "test_initialization",
         .label = ENGINE_TEXT("Solver", "Validate first"),
         .help = ENGINE_TEXT("Solver", "Whether to validate once before the first iteration."),
         .kind = Flag{false}},
        {.key = "early_stop",
         .label = ENGINE_TEXT("Solver", "Early stopping"),
         .help = ENGINE_TEXT("Solver", "Stop after this many validations in a row without improvement; 0: never."),
         .kind = IntRange{.fallback = 0, .least = 0, .most = maxIterations},
         .unit = ENGINE_TEXT("Solver", "validations"),
         .extension = true},
        {.key = "best_by",
         .label = ENGINE_TEXT("Solver", "Best by"),
         .help = ENGINE_TEXT("Solver", "Metric that selects the best checkpoint: loss, accuracy, mae, r2 and others."),
         .kind = FreeText{"loss"},
         .extension = true},
        // files of nets
        {.key = "net",
         .label = ENGINE_TEXT("Solver", "Model file"),
         .help = ENGINE_TEXT("Solver", "File of the model to train when only the solver is given in a terminal."),
         .kind = FreeText{""}},
        {.key = "train_net",
         .label = ENGINE_TEXT("Solver", "Model file for training"),
         .help = ENGINE_TEXT("Solver", "File of the model for training, if it is a separate one."),
         .kind = FreeText{""}},
        {.key = "test_net",
         .label = ENGINE_TEXT("Solver", "Model file for validation"),
         .help = ENGINE_TEXT("Solver", "File of the model for validation, if it is a separate one; kept in the file "
                                       "without effect here: the model's layers of phase TEST validate."),
         .kind = FreeText{""}},
        {.key = "weights",
         .label = ENGINE_TEXT("Solver", "Initial weights"),
         .help = ENGINE_TEXT("Solver", "A file of weights to start from instead of the fillers."),
         .kind = FreeText{""}},
        // what only Caffe does
        {.key = "solver_mode",
         .label = ENGINE_TEXT("Solver", "CPU or GPU"),
         .help = ENGINE_TEXT("Solver", "Where Caffe runs; here the device is chosen when training starts."),
         .kind = Choices{{"GPU", "CPU"}}},
        {.key = "device_id",
         .label = ENGINE_TEXT("Solver", "Device number"),
         .help = ENGINE_TEXT("Solver", "Which GPU Caffe takes; here the device is chosen when training starts."),
         .kind = IntRange{.fallback = 0, .least = -1, .most = 1024},
         .myCaffeFallback = std::int64_t{1}},
        {.key = "debug_info",
         .label = ENGINE_TEXT("Solver", "Debug output"),
         .help = ENGINE_TEXT("Solver",
                             "Whether Caffe prints what happens inside; kept in the file and without effect here."),
         .kind = Flag{false}},
        {.key = "layer_wise_reduce",
         .label = ENGINE_TEXT("Solver", "Reduce layer by layer"),
         .help = ENGINE_TEXT(
             "Solver", "How Caffe joins the gradients of several GPUs; kept in the file and without effect here."),
         .kind = Flag{true}},
    };
    return specs;
}

Params completeParams(const SolverSettings& settings)
{
    Params params = completeParams(solverSpecs(), settings.params, settings.dialect, "solver");
    checkTogether(params);
    return params;
}

SolverSettings solverOfNewNet()
{
    return {.params = {{"type", std::string("Adam")},
                       {"momentum", 0.9},
                       {"base_lr", 0.002},
                       {"lr_policy", std::string("fixed")},
                       {"clip_gradients", 5.0},
                       {"max_iter", std::int64_t{10'000}},
                       {"test_interval", std::int64_t{500}}}};
}

int ruleTensors(const SolverSettings& settings)
{
    const std::string method = textParam(completeParams(settings), "type");
    return method == "AdaDelta" || method == "Adam" || method == "AdamW" ? 2 : 1;
}

int historyTensors(const SolverSettings& settings)
{
    return ruleTensors(settings) + (floatParam(completeParams(settings), "average_weights") > 0 ? 1 : 0);
}

Layer withStates(const Layer& layer, const SolverSettings& solver)
{
    const bool asks =
        std::ranges::any_of(layer.include, asksForState) || std::ranges::any_of(layer.exclude, asksForState);
    if (!asks || (!solver.trainState && !solver.testState)) {
        return layer;
    }
    constexpr std::array phases = {Phase::Train, Phase::Test, Phase::Run};
    std::vector<PhaseRule> in;
    for (const Phase phase : phases) {
        if (inPhase(layer, phase,
                    (phase == Phase::Train ? solver.trainState : solver.testState).value_or(NetState()))) {
            in.push_back({.phase = phase});
        }
    }
    Layer settled = layer;
    settled.exclude.clear();
    settled.include = in.size() < phases.size() ? in : std::vector<PhaseRule>();
    if (in.empty()) {
        settled.exclude.emplace_back(); // without a condition: from every net
    }
    return settled;
}

Model withStates(Model model, const SolverSettings& solver)
{
    std::ranges::transform(model.layers, model.layers.begin(),
                           [&](const Layer& layer) { return withStates(layer, solver); });
    return model;
}

} // namespace engine

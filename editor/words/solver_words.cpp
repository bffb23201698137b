// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/solver_words.h"

#include "editor/document/sentence_words.h"
#include "editor/words/numbers.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"

#include <algorithm>
#include <initializer_list>
#include <QStringList>

namespace editor {
namespace {

std::string textOf(const engine::SolverSettings& settings, std::string_view key)
{
    return std::get<std::string>(solverValue(settings, key));
}

using Names = std::vector<std::string_view>;

/// Which methods, or which ways of the rate over time, go by a setting.
struct Use {
    std::string_view key, chosenBy;
    Names names;
};

const std::vector<Use>& uses()
{
    static const std::vector<Use> all = {
        {"momentum", "type", {"SGD", "Nesterov", "AdaDelta", "Adam", "AdamW"}},
        {"momentum2", "type", {"Adam", "AdamW"}},
        {"rms_decay", "type", {"RMSProp"}},
        {"delta", "type", {"AdaGrad", "RMSProp", "AdaDelta", "Adam", "AdamW"}},
        {"adamw_decay", "type", {"AdamW"}},
        {"gamma", "lr_policy", {"step", "exp", "inv", "multistep", "sigmoid"}},
        {"power", "lr_policy", {"inv", "poly"}},
        {"stepsize", "lr_policy", {"step", "sigmoid"}},
        {"stepvalue", "lr_policy", {"multistep"}},
        {"min_lr", "lr_policy", {"cosine"}},
    };
    return all;
}

/// "Adam and AdamW".
QString joined(const Names& names)
{
    const auto text = [](std::string_view name) { return QString::fromUtf8(name); };
    const QString last = text(names.back());
    return names.size() == 1
               ? last
               : Words::tr("%1 and %2")
                     .arg(listed(std::span(names).first(names.size() - 1), QStringLiteral(", "), text), last);
}

bool isOneOf(std::string_view key, std::initializer_list<std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

} // namespace

engine::ParamValue solverValue(const engine::SolverSettings& settings, std::string_view key)
{
    const auto specs = engine::solverSpecs();
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& some) { return some.key == key; });
    const engine::ParamValue fallback = engine::fallbackOf(*spec, settings.dialect);
    const auto given = settings.params.find(key);
    if (given == settings.params.end()) {
        return fallback;
    }
    const auto* whole = std::get_if<std::int64_t>(&given->second);
    if (whole && std::holds_alternative<double>(fallback)) {
        return static_cast<double>(*whole);
    }
    return given->second.index() == fallback.index() ? given->second : fallback;
}

std::optional<engine::ParamValue> offValue(std::string_view key)
{
    if (isOneOf(key, {"clip_gradients", "clip_values"})) {
        return -1.0;
    }
    if (isOneOf(key, {"weight_decay", "average_weights"})) {
        return 0.0;
    }
    return isOneOf(key, {"early_stop", "warmup_iter"}) ? std::optional<engine::ParamValue>(std::int64_t{0})
                                                       : std::nullopt;
}

QString whyUnused(const engine::SolverSettings& settings, std::string_view key)
{
    const auto use = std::ranges::find(uses(), key, &Use::key);
    const std::string chosen = use == uses().end() ? std::string() : textOf(settings, use->chosenBy);
    if (use != uses().end() && std::ranges::find(use->names, chosen) == use->names.end()) {
        return Words::tr("%1 does not use this setting; it is for %2.")
            .arg(QString::fromStdString(chosen), joined(use->names));
    }
    const bool decays = std::get<double>(solverValue(settings, "weight_decay")) != 0;
    if (key == "regularization_type" && !decays) {
        return Words::tr("The weight decay is 0.");
    }
    if (key == "regularization_type" && textOf(settings, "type") == "AdamW" &&
        std::get<double>(solverValue(settings, "adamw_decay")) < 0) {
        return Words::tr("AdamW applies the weight decay directly to the weights.");
    }
    if (key == "early_stop" && std::get<std::int64_t>(solverValue(settings, "test_interval")) == 0) {
        return Words::tr("Validates only at the end, because “Validate every” is 0.");
    }
    return {};
}

QString solverProblem(const engine::SolverSettings& settings)
{
    try {
        engine::learningRate(engine::completeParams(settings), 0);
    } catch (const engine::Error& error) {
        return inWords(error);
    }
    return {};
}

std::vector<QPointF> ratePoints(const engine::SolverSettings& settings)
{
    constexpr std::int64_t endless = 10'000;
    constexpr int points = 400;
    std::vector<QPointF> curve;
    try {
        const engine::Params params = engine::completeParams(settings);
        const std::vector<std::int64_t>& cuts = engine::intListParam(params, "stepvalue");
        std::int64_t last = engine::intParam(params, "max_iter");
        if (last == 0) {
            last = std::max({endless, 2 * engine::intParam(params, "stepsize"),
                             2 * engine::intParam(params, "warmup_iter"), cuts.empty() ? 0 : 2 * cuts.back()});
        }
        const std::int64_t steps = std::min<std::int64_t>(points, last);
        for (std::int64_t point = 0; point <= steps; ++point) {
            const auto iteration = static_cast<std::int64_t>(static_cast<double>(last) * static_cast<double>(point) /
                                                             static_cast<double>(steps));
            curve.emplace_back(static_cast<double>(iteration), engine::learningRate(params, iteration));
        }
    } catch (const engine::Error&) {
        curve.clear(); // solverProblem() says why
    }
    return curve;
}

std::vector<SolverPreset> solverPresets()
{
    const auto text = [](const char* word) { return std::string(word); };
    const engine::Params start = engine::solverOfNewNet().params;
    const engine::ParamValue momentum = start.at("momentum");
    const auto adam = [&](engine::Params settings) {
        settings.insert({{"type", text("Adam")},
                         {"momentum", momentum},
                         {"momentum2", 0.99},
                         {"clip_gradients", 1.0},
                         {"base_lr", 0.004},
                         {"lr_policy", text("cosine")}});
        return settings;
    };
    return {
        {Words::tr("Adam, quick start"),
         Words::tr("Learns fast and suits most nets. The learning rate rises for 50 iterations and then falls "
                   "smoothly; gradients are clipped at norm 1. As in the sample char_rnn_small."),
         adam({{"warmup_iter", std::int64_t{50}}, {"min_lr", 0.0002}, {"max_iter", std::int64_t{3000}}})},
        {Words::tr("Adam, lowest loss"),
         Words::tr("The same with a longer warm-up and a lower final learning rate, as in the sample char_rnn_best: "
                   "the lowest loss on tiny Shakespeare."),
         adam({{"warmup_iter", std::int64_t{100}}, {"min_lr", 0.00008}, {"max_iter", std::int64_t{3700}}})},
        {Words::tr("AdamW, against overfitting"),
         Words::tr("Adam with decoupled weight decay, for nets that are large for their text."),
         adam({{"type", text("AdamW")},
               {"weight_decay", 0.01},
               {"base_lr", start.at("base_lr")},
               {"warmup_iter", std::int64_t{100}},
               {"min_lr", 0.0001},
               {"max_iter", std::int64_t{4000}}})},
        {Words::tr("RMSProp, as in char-rnn"),
         Words::tr("As the char-rnn of 2015 was trained: gradients clipped at 5, the learning rate falls to 97 % after "
                   "each epoch. As in the sample char_rnn_karpathy."),
         {{"type", text("RMSProp")},
          {"rms_decay", 0.95},
          {"clip_values", 5.0},
          {"base_lr", 0.002},
          {"lr_policy", text("step")},
          {"gamma", 0.97},
          {"stepsize", std::int64_t{424}},
          {"max_iter", std::int64_t{21'200}}}},
        {Words::tr("SGD, as in MyCaffe's example"),
         Words::tr("Plain steps with momentum at a fixed learning rate: slow; the baseline for comparison. As in the "
                   "sample char_rnn_caffe."),
         {{"type", text("SGD")},
          {"momentum", momentum},
          {"weight_decay", 0.0005},
          {"base_lr", 0.05},
          {"lr_policy", text("fixed")},
          {"max_iter", std::int64_t{100'000}}}},
    };
}

engine::SolverSettings withPreset(const engine::SolverSettings& settings, const SolverPreset& preset)
{
    engine::SolverSettings result = settings;
    for (const SolverGroup& group : solverGroups()) {
        std::erase_if(result.params, [&](const auto& entry) {
            return group.isOfPreset && std::ranges::count(group.keys, entry.first) > 0;
        });
    }
    for (const auto& [key, value] : preset.params) {
        result.params.insert_or_assign(key, value);
    }
    if (!preset.params.contains("weight_decay")) {
        result.params.insert_or_assign("weight_decay", 0.0); // MyCaffe's default is another
    }
    return result;
}

std::vector<SolverGroup> solverGroups()
{
    std::vector<SolverGroup> groups = {
        {Words::tr("Optimizer"), {"type", "momentum", "momentum2", "rms_decay", "delta"}},
        {Words::tr("Learning rate"),
         {"base_lr", "lr_policy", "gamma", "power", "stepsize", "stepvalue", "max_iter", "warmup_iter", "min_lr"}},
        {Words::tr("Against overfitting"), {"weight_decay", "regularization_type", "adamw_decay", "average_weights"}},
        {Words::tr("Clipping"), {"clip_gradients", "clip_values"}},
        {Words::tr("Length and validation"),
         {"iter_size", "test_interval", "test_iter", "test_initialization", "early_stop", "random_seed"},
         false},
        {Words::tr("Saving and reporting"),
         {"snapshot", "snapshot_prefix", "snapshot_after_train", "display", "average_loss", "weights"},
         false,
         false}};
    SolverGroup others{Words::tr("Kept for Caffe"), {}, false, false};
    for (const engine::ParamSpec& spec : engine::solverSpecs()) {
        const auto has = [&](const SolverGroup& group) { return std::ranges::count(group.keys, spec.key) > 0; };
        if (std::ranges::none_of(groups, has)) {
            others.keys.push_back(spec.key);
        }
    }
    groups.push_back(std::move(others));
    return groups;
}

} // namespace editor

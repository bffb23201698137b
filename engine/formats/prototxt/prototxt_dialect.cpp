// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_fields.h"
#include "engine/graph/catalog.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace engine::prototxt {

namespace {

/// Fields that hold text in BVLC Caffe's schema, so that it reads them in quotes only.
constexpr std::array<std::string_view, 13> textFields = {
    "name",      "type", "bottom",    "top",      "stage",           "not_stage",
    "lr_policy", "net",  "train_net", "test_net", "snapshot_prefix", "regularization_type",
    "input",
};

/// Messages in which BVLC Caffe has a choice of engine.
constexpr std::array<std::string_view, 8> engineMessages = {
    "convolution_param", "lrn_param",     "pooling_param", "relu_param",
    "sigmoid_param",     "softmax_param", "spp_param",     "tanh_param",
};

constexpr std::array<std::string_view, 32> myCaffeFields = {
    // of layers
    "group_start",
    "freeze_learning",
    "connect_loss_event",
    "use_halfsize",
    "lstm_simple_param",
    "lstm_attention_param",
    // of settings
    "expose_hidden_input",
    "expose_hidden_output",
    "dropout_seed",
    "cudnn_enable_tensor_cores",
    "batch_first",
    "auto_repeat_hidden_states_across_layers",
    "use_cudnn_rnn8_if_supported",
    "enable_clockwork_forgetgate_bias",
    "backward_compute_type",
    "min_top_axes",
    "enable_noise",
    "sigma_init",
    "bias_grad_scale",
    "output_contains_predictions",
    "algorithm_train",
    "loss_scale",
    "enable_simple_accuracy",
    "enable_last_element_only",
    // of solvers
    "custom_trainer",
    "custom_trainer_properties",
    "ransom_seed",
    "lbgfs_corrections",
    "snapshot_include_weights",
    "snapshot_include_state",
    "output_average_results",
    "use_test_net_for_running",
};

/// Whether only MyCaffe reads the field, in `message`.
bool isSign(const Field& field, std::string_view message)
{
    const std::string word = folded(field.text);
    const LayerType* const type = field.name == "type" && message == "layer" ? findLayerType(field.text) : nullptr;
    return isMyCaffesOwn(field.name) || (field.kind == Kind::Word && std::ranges::count(textFields, field.name) > 0) ||
           (field.name == "phase" && (word == "run" || word == "none")) ||
           (field.name == "engine" && std::ranges::count(engineMessages, message) == 0 &&
            (word == "cudnn" || word == "caffe" || word == "default")) ||
           (type && field.text != type->caffeName && field.text != type->name);
}

/// The first sign in the file; null if there is none.
const Field* firstSign(const Message& fields, std::string_view message)
{
    for (const Field& field : fields.fields) {
        const Field* const sign = isSign(field, message) ? &field : firstSign(field.message, field.name);
        if (sign) {
            return sign;
        }
    }
    return nullptr;
}

} // namespace

bool isMyCaffesOwn(std::string_view name)
{
    return std::ranges::count(myCaffeFields, name) > 0;
}

std::string_view dialectName(Dialect dialect)
{
    return dialect == Dialect::MyCaffe ? "MyCaffe" : "BVLC";
}

std::optional<Dialect> markedDialect(std::string_view commentLine)
{
    std::string line = folded(commentLine);
    std::erase(line, ' ');
    for (const Dialect dialect : {Dialect::Bvlc, Dialect::MyCaffe}) {
        if (line == "dialect:" + folded(dialectName(dialect))) {
            return dialect;
        }
    }
    return std::nullopt;
}

std::optional<Dialect> takeMarker(Message& file)
{
    std::vector<std::string>& lines = file.fields.empty() ? file.tail : file.fields.front().comments;
    for (std::size_t index = 0; index < lines.size(); ++index) {
        const std::optional<Dialect> dialect = markedDialect(lines[index]);
        if (!dialect) {
            continue;
        }
        if (!file.fields.empty() && index + file.fields.front().attached >= lines.size()) {
            --file.fields.front().attached;
        }
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(index));
        return dialect;
    }
    return std::nullopt;
}

DialectFinding findDialect(const Message& file)
{
    const Field* const sign = firstSign(file, "");
    if (!sign) {
        return {Dialect::Bvlc,
                say(ENGINE_TEXT("Sentences", "read as BVLC Caffe's dialect, since nothing in it is MyCaffe's alone"))};
    }
    return {Dialect::MyCaffe,
            say(ENGINE_TEXT("Sentences", "read as MyCaffe's dialect, since line %1 has %2, as only MyCaffe writes it"),
                sign->place.line,
                sign->kind == Kind::Message ? sign->name : std::string(say("%1: %2", sign->name, shown(sign->text))))};
}

} // namespace engine::prototxt

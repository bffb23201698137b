// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// One line of a chooser: what there is, and why it cannot be taken. Sentences are ENGINE_TEXT of the context
/// "Engines" as far as they are not made of a model's names.
struct EngineChoice {
    std::string name;                   ///< "DEFAULT", "CAFFE", "ONEDNN", ...: an EngineWish
    std::string device;                 ///< the kind: "CPU", "CUDA"; empty for DEFAULT
    std::string library;                ///< what does its heavy work: "oneDNN 2.6.3"; empty where it is not built in
    std::string about;                  ///< one sentence: what it is
    std::optional<std::string> refusal; ///< why it cannot run the model here, a sentence; nothing: it can
};

/// Every engine that Hamnet has, in the order of the devices: those of the CPU first. DEFAULT comes first of all. A
/// model whose sizes do not infer makes no engine refuse: that problem is the model's own.
std::vector<EngineChoice> engineChoices(const Model& model);

struct DeviceChoice {
    std::string name;        ///< "CPU", "CUDA"
    std::string description; ///< the processor's; empty where there is none
    std::optional<std::string> refusal;
};
std::vector<DeviceChoice> deviceChoices();

} // namespace engine

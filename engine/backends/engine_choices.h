// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// One line of a chooser: an engine, and why it cannot be taken. `about` and the sentences about the build are texts of
/// the context "Engines", to be translated where they are shown.
struct EngineChoice {
    std::string name;    ///< "DEFAULT", "CAFFE", "ONEDNN", "CUDNN", "FUSED": an EngineWish
    std::string device;  ///< the kind: "CPU", "CUDA"; empty for DEFAULT
    std::string library; ///< that does most of its computing: "oneDNN 2.6.3"; empty if it is not built in
    std::string about;   ///< one sentence: what it is
    std::optional<Sentence> refusal = {}; ///< a sentence: why it cannot train the model here; nothing: it can
};

/// Every engine that Hamnet knows: DEFAULT, those of the CPU, those of CUDA, on the devices of backends() or of these
/// kinds. A layer whose sizes do not fit makes no engine refuse, as that is the model's own problem.
std::vector<EngineChoice> engineChoices(const Model& model);
std::vector<EngineChoice> engineChoices(const Model& model, std::span<const KnownBackend> kinds);

struct DeviceChoice {
    std::string name;                     ///< "CPU", "CUDA:0"; "CUDA" where no GPU can be named
    std::string description;              ///< "Intel Xeon, 2 threads, AVX-512"; empty where there is none
    std::optional<Sentence> refusal = {}; ///< why it cannot be taken here
};

/// All devices of backends(), or of these kinds.
std::vector<DeviceChoice> deviceChoices();
std::vector<DeviceChoice> deviceChoices(std::span<const KnownBackend> kinds);

} // namespace engine

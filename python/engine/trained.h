// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/read_samples.h"
#include "engine/data/samples.h"
#include "engine/devices/device.h"
#include "engine/devices/device_wish.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/go_on.h"
#include "engine/graph/model.h"
#include "engine/graph/params.h"
#include "engine/net/net.h"
#include "engine/net/weight_store.h"
#include "engine/training/write/sampling.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace python {

/// Sequences of which a trained net is asked.
struct AskedSamples {
    engine::NamedSamples data = {};
    std::vector<std::int32_t> chosen = {};
    std::string split = {}; ///< that they are
};

/// What a net says of each.
struct Predictions {
    std::vector<double> predicted;
    std::vector<float> chances; ///< [N, classes]; empty for numbers
};

/// A net that is trained: its checkpoint, and once something is asked of it, its weights on a device. May be used on
/// several threads; one after the other.
class Trained {
public:
    /// `settings`: those of runSpecs() that say where it runs; empty: where it was trained.
    Trained(engine::Checkpoint checkpoint, const engine::Params& settings);

    const engine::Checkpoint& checkpoint() const { return m_checkpoint; }
    const engine::Model& model() const { return m_model; }

    std::string write(const engine::SamplingSettings& settings, const engine::GoOn& goOn);

    // Each returns a JSON object with the loss and the metrics. A split without a name is the validation part, or the
    // test part where that is empty.
    std::string evaluateText(const std::filesystem::path& file, const std::string& wanted, const engine::GoOn& goOn);
    std::string evaluate(const AskedSamples& asked, const engine::GoOn& goOn);

    Predictions predict(const AskedSamples& asked, const engine::GoOn& goOn);

    /// A split of the data in a file, or "all": the windows behind the end of a table too. Throws Error where it is
    /// empty.
    AskedSamples read(const std::filesystem::path& data, const std::string& split, const engine::GoOn& goOn) const;
    AskedSamples read(engine::Samples samples, const std::string& split) const;

private:
    engine::WeightStore& weights();

    engine::Checkpoint m_checkpoint;
    engine::Model m_model;
    engine::EngineWish m_wish;
    engine::DeviceWish m_where;
    std::mutex m_mutex; ///< guards what follows
    std::unique_ptr<engine::Device> m_device;
    std::unique_ptr<engine::WeightStore> m_weights; ///< after the device that it lies on
};

} // namespace python

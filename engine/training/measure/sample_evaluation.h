// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"
#include "engine/data/samples.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sample_wiring.h"
#include "engine/kernels/classes.h"
#include "engine/net/net.h"
#include "engine/training/measure/metrics.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// What a net's phase TEST says of a part of the samples. Only samples with a known answer count: a class that the
/// net never learned, or a row without a target, has none. Nor does a class that a layer ignores (ignore_label) count
/// for what that layer says: the losses, the ACCURACY layers with a top_k, and the accuracy, which goes by the ACCURACY
/// layer of the predictions, or by the loss where there is none.
struct SampleReport {
    double loss = 0;                            ///< what the phase minimises, mean over the samples that count for it
    std::int64_t samples = 0;                   ///< that were measured: of classes those that count for the accuracy
    std::int64_t ofSamples = 0;                 ///< of the whole part
    std::optional<std::int32_t> notFinite = {}; ///< the first sample of which the net says NaN or infinity; then the
                                                ///< loss and the metrics are NaN
    std::vector<Metric> metrics = {}; ///< "accuracy", or "mae", "rmse", "r2" in the target's unit; those of ACCURACY
                                      ///< layers with a top_k by the name of their top
    std::optional<ConfusionMatrix> confusion = {}; ///< of classes
};

/// What the net says of one sample.
struct Prediction {
    std::int64_t sample;            ///< its number
    double target;                  ///< the class that came, or the number in its own unit; -1, NaN: not known
    double predicted;               ///< the likeliest class, or the number in its own unit
    std::span<const float> chances; ///< of each class; empty for numbers; gone after the call

    bool isFinite() const; ///< else the net says nothing of the sample
};

/// `said` are a net's numbers for one sample; scores turn into chances there.
Prediction predictionOf(const Samples& samples, std::int32_t sample, std::span<float> said);

/// The class that a layer's settings leave out of a loss or an accuracy; -1 for none.
std::int64_t ignoredLabel(const Layer& layer, Dialect dialect);

/// Runs a model's phase TEST over samples, without dropout, in their order.
///
/// An asynchronous device cuts the batches itself, and the net's outputs stay there until some tens of milliseconds of
/// work are done: the host waits once for many batches.
class SampleEvaluator {
public:
    static constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();

    /// The store must outlive it, and samples that are given to it. Throws Error where the phase TEST cannot read the
    /// samples or says nothing of them.
    SampleEvaluator(const Model& model, WeightStore& store, const SampleFacts& facts, const EngineWish& wish);

    using Each = std::function<void(const Prediction&)>;

    /// At most `most` samples, spread evenly over those that are given; `each` hears of those that count for the
    /// accuracy. Asks before each batch whether to go on; nothing where it was not to. Throws Error where none counts.
    std::optional<SampleReport> evaluate(const Samples& samples, const std::vector<std::int32_t>& chosen,
                                         std::int64_t most = all, const GoOn& goOn = {}, const Each& each = {});

    /// Says something of each sample, in their order, whether or not its answer is known. Asks before each batch
    /// whether to go on; false where it was not to.
    bool predict(const Samples& samples, std::span<const std::int32_t> chosen, const GoOn& goOn, const Each& each);

    const DataWiring& wiring() const { return m_wiring; }
    std::vector<std::string> metricNames() const; ///< of the reports

private:
    /// A number that the net says of a batch, and its sum over batches.
    struct BatchOutput {
        const float* place;
        Normalization dividedBy;
        std::int64_t ignored; ///< the class that does not count; -1 for none
        double sum = 0;
        std::int64_t count = 0; ///< of samples

        bool counts(float answer) const { return ignored < 0 || answer != static_cast<float>(ignored); }
        double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
    };
    struct LossOutput {
        BatchOutput output;
        double weight;
    };
    struct TopAccuracy {
        std::string name;
        BatchOutput output;
    };

    /// Samples that were looked at and may be again, as their device reads them.
    struct PreparedSamples {
        const Samples* samples;
        std::string digest;
        std::vector<std::int32_t> chosen;
        std::unique_ptr<DeviceBatches> batches;
        std::unique_ptr<Recording> recording = {}; ///< of a batch but the first, on an asynchronous device
    };

    /// What the net said of a batch.
    struct Said {
        std::span<const std::int32_t> samples;
        std::span<float> predictions;      ///< [N, outputs], may be changed
        std::span<const float> ofTheBatch; ///< the losses, then the accuracies
    };

    void findLosses();
    void findAccuracies(const Model& model);
    std::vector<BatchOutput*> batchOutputs();
    std::int64_t floatsOfBatch() const;
    PreparedSamples& preparedFor(const Samples& samples, std::span<const std::int32_t> chosen);
    void ask(PreparedSamples& prepared, std::int64_t batch);
    void keepResults(std::int64_t slot);
    bool forEachBatch(const Samples& samples, std::span<const std::int32_t> chosen, const GoOn& goOn,
                      const std::function<void(const Said&)>& look);
    std::span<float> saidOf(const Said& said, std::size_t stream) const;
    void add(BatchOutput& output, float said, std::span<const float> answers) const;

    WeightStore* m_store;
    DataWiring m_wiring;
    Net m_net;
    std::int64_t m_outputs = 0; ///< numbers that the net says of a sample
    std::vector<std::string> m_metrics;
    std::int64_t m_ignored = -1; ///< the class that does not count for the accuracy; -1 for none
    std::vector<LossOutput> m_losses;
    std::vector<TopAccuracy> m_topAccuracies;
    Buffer m_results;                        ///< of several batches, in the device's memory
    std::vector<float> m_read;               ///< the same on the host
    std::vector<PreparedSamples> m_prepared; ///< the last two; after what their recordings use
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/shared_model.h"

#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <utility>
#include <vector>

namespace engine {
namespace {

/// Whether a loss is the mean over a batch, and not the sum.
bool isMean(const Layer& layer, Dialect dialect)
{
    const LayerType* const type = findLayerType(layer.type);
    if (type == nullptr || !type->loss) {
        return false;
    }
    const Params params = completeParams(layer, dialect);
    const auto found = params.find("normalization");
    return found == params.end() || textParam(params, "normalization") != "NONE";
}

} // namespace

std::int64_t streamsOf(const Model& model)
{
    return wiringOf(model, Phase::Train).streams;
}

Model withStreams(const Model& model, std::int64_t streams)
{
    Model result = model;
    bool found = false;
    for (Layer& layer : result.layers) {
        const LayerType* const type = findLayerType(layer.type);
        if (type && inPhase(layer, Phase::Train) &&
            (type->name == "SEQUENCEDATA" || type->streamsKey == "batch_size")) {
            layer.params.insert_or_assign("batch_size", streams);
            found = found || type->name == "SEQUENCEDATA";
        }
    }
    if (found) {
        return result;
    }
    if (!dataKindOf(model).answersEachStep) {
        throw Error(say(ENGINE_TEXT("Sentences", "the model \"%1\" reads INPUT layers, whose shapes set the batch; "
                                                 "another batch size needs a SEQUENCEDATA layer in their place"),
                        model.name));
    }
    return withBatch(model, wiringOf(model, Phase::Train).steps, streams);
}

StreamShare shareOf(int rank, int devices, std::int64_t streams)
{
    const std::int64_t first = streams * rank / devices;
    return {.first = first, .count = streams * (rank + 1) / devices - first, .whole = streams};
}

Model withShare(const Model& model, const StreamShare& share)
{
    if (share.isWhole()) {
        return model;
    }
    Model mine = withStreams(model, share.count);
    const double part = static_cast<double>(share.count) / static_cast<double>(share.whole);
    for (Layer& layer : mine.layers) {
        if (!isMean(layer, model.dialect)) {
            continue;
        }
        std::vector<double> weights;
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            weights.push_back(part * lossWeight(layer, top));
        }
        layer.lossWeights = std::move(weights);
    }
    return mine;
}

StreamShare inTensor(const StreamShare& share, const Shape& shape, const Shape& whole)
{
    if (share.isWhole() || shape.axes() != whole.axes()) {
        return {};
    }
    for (std::size_t axis = 0; axis < shape.axes(); ++axis) {
        if (shape[axis] != whole[axis]) {
            StreamShare placed = share;
            placed.rows = shape[axis] / share.count; // [T·N, ...] has T of them in its first axis
            placed.rows *= shape.count(0, axis);
            return placed;
        }
    }
    return {};
}

} // namespace engine

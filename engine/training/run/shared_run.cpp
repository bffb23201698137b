// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/shared_run.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/size_report.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/measure/sample_evaluation.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace engine {
namespace {

constexpr auto outOfStep =
    ENGINE_TEXT("Sentences", "the processes of the run are out of step: one has failed in the midst of a step");

class Packer {
public:
    void number(std::int64_t value) { bytes(&value, sizeof(value)); }
    void text(const std::string& value)
    {
        number(std::ssize(value));
        bytes(value.data(), value.size());
    }
    void tensor(const NamedTensor& tensor)
    {
        text(tensor.name);
        number(static_cast<std::int64_t>(tensor.shape.axes()));
        for (const std::int64_t extent : tensor.shape.extents()) {
            number(extent);
        }
        bytes(tensor.values.data(), tensor.values.size() * sizeof(float));
    }
    std::string take() { return std::move(m_bytes); }

private:
    void bytes(const void* from, std::size_t size) { m_bytes.append(static_cast<const char*>(from), size); }

    std::string m_bytes;
};

class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : m_bytes(bytes) {}

    std::int64_t number()
    {
        std::int64_t value = 0;
        bytes(&value, sizeof(value));
        return value;
    }
    std::string text()
    {
        std::string value(static_cast<std::size_t>(number()), '\0');
        bytes(value.data(), value.size());
        return value;
    }
    NamedTensor tensor()
    {
        NamedTensor tensor{.name = text(), .shape = {}, .values = {}};
        std::vector<std::int64_t> extents(static_cast<std::size_t>(number()));
        for (std::int64_t& extent : extents) {
            extent = number();
        }
        tensor.shape = Shape(std::move(extents));
        tensor.values.resize(static_cast<std::size_t>(tensor.shape.count()));
        bytes(tensor.values.data(), tensor.values.size() * sizeof(float));
        return tensor;
    }

private:
    void bytes(void* to, std::size_t size)
    {
        if (size > m_bytes.size()) {
            throw Error(outOfStep);
        }
        std::memcpy(to, m_bytes.data(), size);
        m_bytes.remove_prefix(size);
    }

    std::string_view m_bytes;
};

std::string endingOf(int rank)
{
    return "@" + std::to_string(rank);
}

} // namespace

std::optional<Sentence> whyNotShared(const Model& model, int devices)
{
    const bool isFed = std::ranges::any_of(forPhase(model, Phase::Train).layers, [](const Layer& layer) {
        const LayerType* const type = findLayerType(layer.type);
        return type && type->name == "INPUT";
    });
    const DataKind& kind = dataKindOf(model);
    if (isFed && !kind.answersEachStep) {
        return say(ENGINE_TEXT("Sentences", "a net whose sequences come from INPUT layers trains on one device, but %1 "
                                            "were asked for; a SEQUENCEDATA layer can be shared out"),
                   devices);
    }
    const std::int64_t streams = streamsOf(model);
    if (streams < devices) {
        return say(ENGINE_TEXT("Sentences", "a batch size of %1 is too small for %2 devices; raise it or name fewer "
                                            "devices"),
                   streams, devices);
    }
    const Model training = forPhase(model, Phase::Train);
    const std::string answered = kind.answersEachStep ? std::string() : kind.wiring(model, Phase::Train).lossLayer;
    const std::vector<LayerSizes> sizes = sizeReport(training).layers;
    for (std::size_t index = 0; index < training.layers.size(); ++index) {
        const Layer& layer = training.layers[index];
        bool counts = false;
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            counts = counts || lossWeight(layer, top) != 0;
        }
        // What is divided by has to have the streams in it: the first axis of what is said of sequences.
        const bool isKnown = sizes[index].problem.empty() && !sizes[index].inputs.empty();
        const bool hasStreamsFirst =
            kind.answersEachStep || !isKnown ||
            (sizes[index].inputs.front().axes() > 0 && sizes[index].inputs.front()[0] == streams);
        const bool isMeanOverStreams =
            layer.type == "SOFTMAXWITHLOSS" || (layer.type == "EUCLIDEANLOSS" && layer.name == answered);
        if (counts && !(isMeanOverStreams && hasStreamsFirst)) {
            return say(ENGINE_TEXT("Sentences",
                                   "layer %1 (%2): its loss over a share of the streams is not known to be "
                                   "a share of its loss over all; train on one device"),
                       layer.name, layer.type);
        }
        if (counts && ignoredLabel(layer, model.dialect) >= 0) {
            return say(ENGINE_TEXT("Sentences",
                                   "layer %1: ignore_label leaves a device with fewer labels than another, so their "
                                   "means do not add up to that of the batch; train on one device or leave it out"),
                       layer.name);
        }
    }
    return std::nullopt;
}

std::string inBytes(const Order& order)
{
    return {reinterpret_cast<const char*>(&order), sizeof(order)};
}

Order orderIn(std::string_view bytes)
{
    if (bytes.size() != sizeof(Order)) {
        throw Error(outOfStep);
    }
    Order order{};
    std::memcpy(&order, bytes.data(), sizeof(order));
    return order;
}

std::string packed(const std::vector<std::vector<NamedTensor>>& lists)
{
    Packer packer;
    packer.number(std::ssize(lists));
    for (const std::vector<NamedTensor>& tensors : lists) {
        packer.number(std::ssize(tensors));
        for (const NamedTensor& tensor : tensors) {
            packer.tensor(tensor);
        }
    }
    return packer.take();
}

std::vector<std::vector<NamedTensor>> unpacked(std::string_view bytes)
{
    Unpacker unpacker(bytes);
    std::vector<std::vector<NamedTensor>> lists(static_cast<std::size_t>(unpacker.number()));
    for (std::vector<NamedTensor>& tensors : lists) {
        const std::int64_t count = unpacker.number();
        for (std::int64_t tensor = 0; tensor < count; ++tensor) {
            tensors.push_back(unpacker.tensor());
        }
    }
    return lists;
}

std::vector<NamedTensor> partOf(const std::vector<NamedTensor>& state, const StreamShare& share)
{
    if (share.isWhole()) {
        return state;
    }
    std::vector<NamedTensor> part;
    for (const NamedTensor& tensor : state) {
        if (tensor.shape.axes() == 0 || tensor.shape[0] != share.whole) {
            throw Error(say(ENGINE_TEXT("Sentences", "the recurrent state %1 is %2, but must have %3 streams"),
                            tensor.name, tensor.shape, share.whole));
        }
        std::vector<std::int64_t> extents = tensor.shape.extents();
        const std::int64_t row = tensor.shape.count(1);
        extents[0] = share.count;
        const auto first = tensor.values.begin() + static_cast<std::ptrdiff_t>(share.first * row);
        part.push_back({tensor.name, Shape(std::move(extents)),
                        std::vector<float>(first, first + static_cast<std::ptrdiff_t>(share.count * row))});
    }
    return part;
}

std::vector<NamedTensor> joined(const std::vector<std::vector<NamedTensor>>& parts)
{
    std::vector<NamedTensor> all = parts.front();
    for (std::size_t part = 1; part < parts.size(); ++part) {
        for (std::size_t index = 0; index < all.size(); ++index) {
            const NamedTensor& more = parts[part][index];
            std::vector<std::int64_t> extents = all[index].shape.extents();
            extents[0] += more.shape[0];
            all[index].shape = Shape(std::move(extents));
            all[index].values.insert(all[index].values.end(), more.values.begin(), more.values.end());
        }
    }
    return all;
}

std::vector<NamedTensor> namedFor(int rank, std::vector<NamedTensor> privateState)
{
    for (NamedTensor& tensor : privateState) {
        tensor.name += rank == 0 ? "" : endingOf(rank);
    }
    return privateState;
}

std::vector<NamedTensor> ofRank(int rank, const std::vector<NamedTensor>& privateState)
{
    if (rank == 0) {
        return privateState;
    }
    std::vector<NamedTensor> own;
    for (NamedTensor tensor : privateState) {
        if (const std::string ending = endingOf(rank); tensor.name.ends_with(ending)) {
            tensor.name.resize(tensor.name.size() - ending.size());
            own.push_back(std::move(tensor));
        }
    }
    return own;
}

} // namespace engine

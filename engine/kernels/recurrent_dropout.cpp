// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/recurrent_dropout.h"

#include "engine/devices/backend.h"
#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>

namespace engine {
namespace {

/// Streams of one layer's masks: bits above those by which stackedDropoutStream tells stacked layers apart.
constexpr std::uint64_t ofWeights = std::uint64_t{1} << 48, ofColumns = std::uint64_t{1} << 49;

std::uint64_t keyOf(RandomStream random, std::uint64_t which, std::size_t part)
{
    random.stream += which + (std::uint64_t{part} << 32);
    return random.key();
}

std::vector<std::size_t> placesOfWh(const RecurrentStack& stack)
{
    std::vector<std::size_t> places;
    for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
        for (std::int64_t direction = 0; direction < stack.directions; ++direction) {
            places.push_back(stack.weight(layer, static_cast<Direction>(direction), RecurrentWeight::Wh));
        }
    }
    return places;
}

MaskedWeightsPlan planOf(const LayerSetup& layer, const RecurrentDropout& dropout,
                         const std::vector<std::size_t>& places)
{
    const Shape& shape = layer.sizes.weights.at(places[0]).shape;
    const RandomStream random = maskStream(layer.random, intParam(layer.params, "dropout_seed"));
    MaskedWeightsPlan plan{.dropout = dropout, .rows = shape[0], .units = shape[1], .parts = {}};
    for (std::size_t part = 0; part < places.size(); ++part) {
        const std::vector<std::span<float>>& gradients = layer.weights.gradients;
        const bool learns = places[part] < gradients.size() && !gradients[places[part]].empty();
        plan.parts.push_back({.values = layer.weights.values.at(places[part]).data(),
                              .gradients = learns ? gradients[places[part]].data() : nullptr,
                              .weightKey = keyOf(random, ofWeights, part),
                              .columnKey = keyOf(random, ofColumns, part)});
    }
    return plan;
}

/// Some rows of a Wh, with the factors of the columns; mask null: every weight stays.
struct MaskedRows {
    const std::uint8_t* mask;
    const float* columns;
    float scale;
    std::int64_t rows, units;
};

ENGINE_VECTOR_CLONES void maskRows(MaskedRows by, const float* from, float* to)
{
    for (std::int64_t row = 0; row < by.rows; ++row) {
        const std::int64_t first = row * by.units;
#pragma GCC ivdep
        for (std::int64_t column = 0; column < by.units; ++column) {
            const float factor = by.scale * by.columns[column];
            to[first + column] = by.mask[first + column] ? from[first + column] * factor : 0.0F;
        }
    }
}

ENGINE_VECTOR_CLONES void addMaskedRows(MaskedRows by, const float* from, float* to)
{
    for (std::int64_t row = 0; row < by.rows; ++row) {
        const std::int64_t first = row * by.units;
#pragma GCC ivdep
        for (std::int64_t column = 0; column < by.units; ++column) {
            const float factor = by.scale * by.columns[column];
            to[first + column] += by.mask[first + column] ? from[first + column] * factor : 0.0F;
        }
    }
}

/// Masks are drawn once and kept for the backward pass.
class HostMaskedWeights final : public MaskedWeights {
public:
    HostMaskedWeights(Device& device, const MaskedWeightsPlan& plan) : MaskedWeights(device, plan)
    {
        for (std::size_t part = 0; part < plan.parts.size(); ++part) {
            m_masks.emplace_back(static_cast<std::size_t>(count()), std::uint8_t{1});
            m_columns.emplace_back(static_cast<std::size_t>(plan.units), 1.0F);
        }
        m_columnMask.resize(static_cast<std::size_t>(plan.units));
    }

    void mask(const Pass& pass) override
    {
        for (std::size_t part = 0; part < plan().parts.size(); ++part) {
            draw(part, pass.number);
            const float* const from = plan().parts[part].values;
            float* const to = copy(part).data();
            forRows(part,
                    [&](const MaskedRows& rows, std::int64_t first) { maskRows(rows, from + first, to + first); });
        }
    }

    void addGradients() override
    {
        for (std::size_t part = 0; part < plan().parts.size(); ++part) {
            float* const to = plan().parts[part].gradients;
            if (to != nullptr) {
                const float* const from = gradients(part).data();
                forRows(part, [&](const MaskedRows& rows, std::int64_t first) {
                    addMaskedRows(rows, from + first, to + first);
                });
            }
        }
    }

    std::int64_t bytes() const override
    {
        const auto parts = static_cast<std::int64_t>(plan().parts.size());
        return MaskedWeights::bytes() + parts * count();
    }

private:
    void draw(std::size_t part, std::uint64_t pass)
    {
        const MaskedPart& keys = plan().parts[part];
        const auto& [weights, units] = plan().dropout;
        if (weights.threshold > 0) {
            drawDropoutMask(weights, pass, keys.weightKey, m_masks[part].data(), count());
        }
        if (units.threshold > 0) {
            drawDropoutMask(units, pass, keys.columnKey, m_columnMask.data(), plan().units);
            for (std::size_t column = 0; column < m_columnMask.size(); ++column) {
                m_columns[part][column] = m_columnMask[column] != 0 ? units.scale : 0.0F;
            }
        }
    }

    /// run(rows, their first element), in parallel over the rows of a part.
    template <typename Run>
    void forRows(std::size_t part, const Run& run) const
    {
        constexpr std::int64_t grain = 16 * 1024; // elements: some microseconds
        const std::int64_t units = plan().units;
        parallelFor(plan().rows, std::max<std::int64_t>(1, grain / units), [&](IndexRange range) {
            const std::int64_t first = range.first * units;
            run(MaskedRows{.mask = m_masks[part].data() + first,
                           .columns = m_columns[part].data(),
                           .scale = plan().dropout.weights.scale,
                           .rows = range.count(),
                           .units = units},
                first);
        });
    }

    std::vector<std::vector<std::uint8_t>> m_masks; ///< by part: [rows, units], 1 where a weight stays
    std::vector<std::vector<float>> m_columns;      ///< by part: the factor of each column
    std::vector<std::uint8_t> m_columnMask;         ///< scratch
};

/// Runs another kernel on masked copies.
class WithRecurrentDropout final : public Kernel {
public:
    WithRecurrentDropout(const LayerSetup& layer, const RecurrentDropout& dropout,
                         const std::function<std::unique_ptr<Kernel>(const LayerSetup&)>& make)
    {
        const std::vector<std::size_t> places = placesOfWh(*recurrentStack(*layer.type, layer.params));
        m_masked = layer.device->backend().makeMaskedWeights(*layer.device, planOf(layer, dropout, places));
        LayerSetup inner = layer;
        for (std::size_t part = 0; part < places.size(); ++part) {
            inner.weights.values[places[part]] = m_masked->copy(part);
            if (places[part] < inner.weights.gradients.size()) {
                inner.weights.gradients[places[part]] = m_masked->gradients(part);
            }
        }
        inner.weights.version = &m_version;
        m_kernel = make(inner);
    }

    void forward(const Pass& pass) override
    {
        m_masked->mask(pass);
        ++m_version;
        m_kernel->forward(pass);
    }

    void backward() override
    {
        m_masked->clearGradients();
        m_kernel->backward();
        m_masked->addGradients();
    }

    std::int64_t workspaceBytes() const override { return m_kernel->workspaceBytes() + m_masked->bytes(); }
    std::string_view method() const override { return m_kernel->method(); }
    std::vector<Sentence> notes() const override { return m_kernel->notes(); }
    std::vector<PrivateState> privateState() override { return m_kernel->privateState(); }
    void restartPrivateState(std::uint64_t pass) override { m_kernel->restartPrivateState(pass); }

private:
    std::uint64_t m_version = 0; ///< of the weights that the kernel sees: new in every pass
    std::unique_ptr<MaskedWeights> m_masked;
    std::unique_ptr<Kernel> m_kernel; // after what it points into
};

} // namespace

std::optional<RecurrentDropout> recurrentDropout(const LayerSetup& layer)
{
    if (!layer.training() || !layer.params.contains("weight_dropout")) {
        return std::nullopt; // LSTM_SIMPLE and all that is not recurrent have no such settings
    }
    const double weights = floatParam(layer.params, "weight_dropout"),
                 units = floatParam(layer.params, "state_dropout");
    return weights > 0 || units > 0 ? std::optional<RecurrentDropout>({dropoutRule(weights), dropoutRule(units)})
                                    : std::nullopt;
}

MaskedWeights::MaskedWeights(Device& device, const MaskedWeightsPlan& plan) : m_device(&device), m_plan(plan)
{
    const std::int64_t floats = static_cast<std::int64_t>(plan.parts.size()) * count();
    m_copies = device.allocate(floats);
    if (std::ranges::any_of(plan.parts, [](const MaskedPart& part) { return part.gradients != nullptr; })) {
        m_gradients = device.allocate(floats);
    }
}

void MaskedWeights::clearGradients()
{
    if (m_gradients.count() > 0) {
        m_device->zero(m_gradients.data(), m_gradients.count());
    }
}

std::span<float> MaskedWeights::copy(std::size_t part) const
{
    const auto each = static_cast<std::size_t>(count());
    return m_copies.span().subspan(part * each, each);
}

std::span<float> MaskedWeights::gradients(std::size_t part) const
{
    const auto each = static_cast<std::size_t>(count());
    return m_plan.parts[part].gradients != nullptr ? m_gradients.span().subspan(part * each, each) : std::span<float>();
}

std::int64_t MaskedWeights::bytes() const
{
    return (m_copies.count() + m_gradients.count()) * static_cast<std::int64_t>(sizeof(float));
}

std::unique_ptr<MaskedWeights> makeHostMaskedWeights(Device& device, const MaskedWeightsPlan& plan)
{
    return std::make_unique<HostMaskedWeights>(device, plan);
}

std::unique_ptr<Kernel> makeWithRecurrentDropout(const LayerSetup& layer, const RecurrentDropout& dropout,
                                                 const std::function<std::unique_ptr<Kernel>(const LayerSetup&)>& make)
{
    return std::make_unique<WithRecurrentDropout>(layer, dropout, make);
}

LayerMemory recurrentDropoutMemory(const LayerSetup& layer)
{
    if (!recurrentDropout(layer)) {
        return {};
    }
    std::int64_t count = 0;
    for (const std::size_t place : placesOfWh(*recurrentStack(*layer.type, layer.params))) {
        count += layer.sizes.weights.at(place).shape.count();
    }
    constexpr std::int64_t bytes = sizeof(float), mask = 1;
    return {.kept = (bytes + mask) * count, .workspace = bytes * count};
}

} // namespace engine

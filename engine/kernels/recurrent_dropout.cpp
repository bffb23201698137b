// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/recurrent_dropout.h"

#include "engine/cells/typed_cell.h"
#include "engine/devices/backend.h"
#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/graph/catalog.h"

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

/// A matrix that multiplies what comes from the state.
struct RecurrentMatrix {
    std::size_t place; ///< in Sizes::weights
    std::size_t part;  ///< see RecurrentStack::part
    int heads = 1;
};

std::vector<RecurrentMatrix> recurrentMatrices(const RecurrentStack& stack)
{
    std::vector<RecurrentMatrix> all;
    for (std::size_t part = 0; part < static_cast<std::size_t>(stack.parts()); ++part) {
        const std::size_t first = part * stack.weightsOfPart();
        if (!stack.cell->typed) {
            all.push_back({first + static_cast<std::size_t>(RecurrentWeight::Wh), part});
            continue;
        }
        const std::vector<cells::Learned>& learned = stack.cell->typed->definition.learned;
        for (std::size_t number = 0; number < learned.size(); ++number) {
            if (learned[number].kind == cells::Learned::Kind::Matrix) {
                all.push_back({first + number, part, learned[number].heads});
            }
        }
    }
    return all;
}

MaskedWeightsPlan planOf(const LayerSetup& layer, const RecurrentDropout& dropout,
                         const std::vector<RecurrentMatrix>& matrices)
{
    const Shape& shape = layer.sizes.weights.at(matrices[0].place).shape;
    const RandomStream random = maskStream(layer.random, intParam(layer.params, "dropout_seed"));
    MaskedWeightsPlan plan{.dropout = dropout, .rows = shape[0], .units = shape[1] * matrices[0].heads, .parts = {}};
    for (std::size_t number = 0; number < matrices.size(); ++number) {
        const auto& [place, part, heads] = matrices[number];
        const std::vector<std::span<float>>& gradients = layer.weights.gradients;
        const bool learns = place < gradients.size() && !gradients[place].empty();
        plan.parts.push_back({.values = layer.weights.values.at(place).data(),
                              .gradients = learns ? gradients[place].data() : nullptr,
                              .weightKey = keyOf(random, ofWeights, number),
                              .columnKey = keyOf(random, ofColumns, part),
                              .heads = heads});
    }
    return plan;
}

/// Some rows of a Wh, with the factors of the columns; mask null: every weight stays.
struct MaskedRows {
    const std::uint8_t* mask;
    const float* columns; ///< of all heads
    float scale;
    std::int64_t rows, units;
    std::int64_t firstRow, rowsOfHead;

    const float* columnsOf(std::int64_t row) const { return columns + (firstRow + row) / rowsOfHead * units; }
};

ENGINE_VECTOR_CLONES void maskRows(MaskedRows by, const float* from, float* to)
{
    for (std::int64_t row = 0; row < by.rows; ++row) {
        const std::int64_t first = row * by.units;
        const float* const columns = by.columnsOf(row);
#pragma GCC ivdep
        for (std::int64_t column = 0; column < by.units; ++column) {
            const float factor = by.scale * columns[column];
            to[first + column] = by.mask[first + column] ? from[first + column] * factor : 0.0F;
        }
    }
}

ENGINE_VECTOR_CLONES void addMaskedRows(MaskedRows by, const float* from, float* to)
{
    for (std::int64_t row = 0; row < by.rows; ++row) {
        const std::int64_t first = row * by.units;
        const float* const columns = by.columnsOf(row);
#pragma GCC ivdep
        for (std::int64_t column = 0; column < by.units; ++column) {
            const float factor = by.scale * columns[column];
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
            drawDropoutMask(weights, pass, keys.weightKey, m_masks[part].data(), count() / keys.heads);
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
        const std::int64_t heads = plan().parts[part].heads, units = plan().units / heads;
        parallelFor(plan().rows, std::max<std::int64_t>(1, grain / units), [&](IndexRange range) {
            const std::int64_t first = range.first * units;
            run(MaskedRows{.mask = m_masks[part].data() + first,
                           .columns = m_columns[part].data(),
                           .scale = plan().dropout.weights.scale,
                           .rows = range.count(),
                           .units = units,
                           .firstRow = range.first,
                           .rowsOfHead = plan().rows / heads},
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
        : m_device(layer.device)
    {
        const std::vector<RecurrentMatrix> matrices = recurrentMatrices(*recurrentStack(*layer.type, layer.params));
        m_masked = layer.device->backend().makeMaskedWeights(*layer.device, planOf(layer, dropout, matrices));
        LayerSetup inner = layer;
        for (std::size_t number = 0; number < matrices.size(); ++number) {
            const std::size_t place = matrices[number].place;
            inner.weights.values[place] = m_masked->copy(number);
            if (place < inner.weights.gradients.size()) {
                inner.weights.gradients[place] = m_masked->gradients(number);
            }
        }
        inner.weights.version = &m_version;
        m_kernel = make(inner);
    }

    void forward(const Pass& pass) override
    {
        m_masked->mask(pass);
        if (m_device->isForked()) {
            m_device->fork(); // weights have changed
        }
        ++m_version;
        m_kernel->forward(pass);
    }

    void backward() override
    {
        m_masked->clearGradients();
        m_kernel->backward();
        m_device->join();
        m_masked->addGradients();
    }

    std::int64_t workspaceBytes() const override { return m_kernel->workspaceBytes() + m_masked->bytes(); }
    std::string_view method() const override { return m_kernel->method(); }
    std::vector<Sentence> notes() const override { return m_kernel->notes(); }
    std::vector<PrivateState> privateState() override { return m_kernel->privateState(); }
    void restartPrivateState(std::uint64_t pass) override { m_kernel->restartPrivateState(pass); }

private:
    Device* m_device;
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

std::unique_ptr<Kernel> makeStackedDropout(const LayerSetup& layer, std::int64_t index, const Tensor& from,
                                           const Tensor& to)
{
    LayerSetup dropout;
    dropout.type = &layerType("DROPOUT");
    dropout.name = layer.name;
    dropout.sizes.outputs = {to.shape};
    dropout.phase = layer.phase;
    dropout.inputs = {from};
    dropout.outputs = {to};
    dropout.random = stackedDropoutStream(layer.random, index);
    dropout.device = layer.device;
    dropout.params = completeParams(dropout.type->params,
                                    {{"dropout_ratio", floatParam(layer.params, "dropout_ratio")},
                                     {"seed", intParam(layer.params, "dropout_seed")}},
                                    Dialect::Bvlc, layer.name);
    return choose(layer.device->backend().preferred(dropout), "DEFAULT", dropout).make(dropout);
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
    for (const RecurrentMatrix& matrix : recurrentMatrices(*recurrentStack(*layer.type, layer.params))) {
        count += layer.sizes.weights.at(matrix.place).shape.count() * matrix.heads; // the room of a part
    }
    constexpr std::int64_t bytes = sizeof(float), mask = 1;
    return {.kept = (bytes + mask) * count, .workspace = bytes * count};
}

} // namespace engine

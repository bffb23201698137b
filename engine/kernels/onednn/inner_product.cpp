// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/kernels/bookings.h"
#include "engine/kernels/onednn/kernels.h"
#include "engine/kernels/onednn/product.h"

#include <new>
#include <optional>

namespace engine::onednn {
namespace {

/// x [M, K], y [M, N]
struct ProductExtents {
    std::int64_t rows, depth, columns;
    Stored stored; ///< of W [K, N]
    bool biased;
};

ProductExtents productExtents(const LayerSetup& layer)
{
    const bool transposed = flagParam(layer.params, "transpose");
    const Shape& weights = layer.sizes.weights.at(0).shape; // [N, K], or [K, N] where it is stored transposed
    const std::int64_t depth = transposed ? weights[0] : weights[1];
    return {.rows = layer.inputs.at(0).count() / depth,
            .depth = depth,
            .columns = transposed ? weights[1] : weights[0],
            .stored = transposed ? Stored::AsIs : Stored::Transposed,
            .biased = layer.sizes.weights.size() > 1};
}

WeightProduct::Setup forwardProduct(const ProductExtents& of)
{
    return {.rows = of.rows, .depth = of.depth, .columns = of.columns, .stored = of.stored, .biased = of.biased};
}

WeightProduct::Setup backwardProduct(const ProductExtents& of)
{
    return {.rows = of.rows,
            .depth = of.columns,
            .columns = of.depth,
            .stored = of.stored == Stored::AsIs ? Stored::Transposed : Stored::AsIs};
}

/// As W is stored: dy^T x, or x^T dy.
GradientProduct::Setup gradientProduct(const ProductExtents& of)
{
    return of.stored == Stored::AsIs
               ? GradientProduct::Setup{.rows = of.depth, .depth = of.rows, .columns = of.columns}
               : GradientProduct::Setup{.rows = of.columns, .depth = of.rows, .columns = of.depth};
}

Bookings bookingsOf(const Library& library, const ProductExtents& of, const Slopes& slopes)
{
    Bookings all;
    WeightProduct::book(all, library, forwardProduct(of));
    all.keep("x", Bfloat16Buffer::floatsFor(of.rows * of.depth));
    all.use("dy", slopes.arrive ? Bfloat16Buffer::floatsFor(of.rows * of.columns) : 0);
    all.use("sums", slopes.arrive ? of.columns : 0);
    if (slopes.arrive && slopes.byInput) {
        WeightProduct::book(all, library, backwardProduct(of));
    }
    if (slopes.arrive && slopes.byWeight) {
        GradientProduct::book(all, library, gradientProduct(of));
    }
    return all;
}

/// y = W x + b with factors in bf16.
class InnerProductKernel final : public Kernel {
public:
    explicit InnerProductKernel(const LayerSetup& setup)
        : m_setup(setup),
          m_extents(productExtents(setup)),
          m_slopes(slopesOf(setup)),
          m_booked(bookingsOf(m_library, m_extents, m_slopes)),
          m_scratch(*setup.device),
          m_forward(place(), forwardProduct(m_extents)),
          m_x(m_booked.allocate(*setup.device, "x")),
          m_dy(m_booked.allocate(*setup.device, "dy")),
          m_sums(m_booked.allocate(*setup.device, "sums"))
    {
        if (m_slopes.arrive && m_slopes.byInput) {
            m_backward.emplace(place(), backwardProduct(m_extents));
        }
        if (m_slopes.arrive && m_slopes.byWeight) {
            m_gradient.emplace(place(), gradientProduct(m_extents));
        }
    }

    void forward(const Pass&) override
    {
        roundToBfloat16(input().data, m_x.data(), input().count());
        const auto& values = m_setup.weights.values;
        m_forward.run(m_setup.weights, 0, m_x.data(), m_extents.biased ? values[1].data() : nullptr, output().data);
    }

    void backward() override
    {
        if (!output().gradient) {
            if (input().gradient) {
                m_setup.device->zero(input().gradient, input().count());
            }
            return;
        }
        m_setup.device->zero(m_sums.data(), m_sums.count());
        roundAndSum(output().gradient, m_dy.data(), m_extents.rows, m_extents.columns, m_sums.data());
        if (m_gradient) {
            const bool plain = m_extents.stored == Stored::Transposed;
            m_gradient->run(plain ? m_dy.data() : m_x.data(), plain ? m_x.data() : m_dy.data(), gradientOf(0).data());
        }
        if (m_extents.biased && !gradientOf(1).empty()) {
            addTo(m_sums.data(), gradientOf(1).data(), m_extents.columns);
        }
        if (m_backward) {
            m_backward->run(m_setup.weights, 0, m_dy.data(), nullptr, input().gradient);
        }
    }

    std::int64_t workspaceBytes() const override { return m_booked.bytes(); }

private:
    const Tensor& input() const { return m_setup.inputs[0]; }
    const Tensor& output() const { return m_setup.outputs[0]; }
    Workplace place() { return {&m_library, m_setup.device, &m_scratch}; }

    /// Empty where the weight is frozen or nothing learns.
    std::span<float> gradientOf(std::size_t weight) const
    {
        const auto& gradients = m_setup.weights.gradients;
        return weight < gradients.size() ? gradients[weight] : std::span<float>();
    }

    LayerSetup m_setup;
    ProductExtents m_extents;
    Library m_library;
    Slopes m_slopes;
    Bookings m_booked;
    Scratch m_scratch;
    WeightProduct m_forward;
    std::optional<WeightProduct> m_backward;
    std::optional<GradientProduct> m_gradient;
    Bfloat16Buffer m_x, m_dy; ///< rounded; the latter and what follows where there are gradients
    Buffer m_sums;            ///< of the columns of dy
};

/// Names what the library has no primitive for.
[[noreturn]] void refuseProduct(const LayerSetup& layer, const dnnl::error& failure)
{
    if (failure.status == dnnl_out_of_memory) {
        throw std::bad_alloc();
    }
    throw Error(say(ENGINE_TEXT("Sentences", "layer %1: oneDNN has no product in bf16 for x of %2: %3"), layer.name,
                    layer.inputs[0].shape, failure.what()));
}

} // namespace

std::unique_ptr<Kernel> makeInnerProduct(const LayerSetup& layer)
{
    try {
        return std::make_unique<InnerProductKernel>(layer);
    } catch (const dnnl::error& failure) {
        refuseProduct(layer, failure);
    }
}

LayerMemory innerProductMemory(const LayerSetup& layer)
{
    try {
        return bookingsOf(Library(), productExtents(layer), {}).memory();
    } catch (const dnnl::error& failure) {
        refuseProduct(layer, failure);
    }
}

} // namespace engine::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/product.h"

#include <cstring>

namespace engine::onednn {
namespace {

using Type = dnnl::memory::data_type;

dnnl::memory::desc matrix(std::int64_t rows, std::int64_t columns, Type type, Stored stored = Stored::AsIs)
{
    const dnnl::memory::dims strides =
        stored == Stored::AsIs ? dnnl::memory::dims{columns, 1} : dnnl::memory::dims{1, rows};
    return {{rows, columns}, type, strides};
}

dnnl::matmul::primitive_desc described(const Library& library, const WeightProduct::Setup& setup)
{
    const dnnl::memory::desc packed({setup.depth, setup.columns}, Type::bf16, dnnl::memory::format_tag::any);
    return describeProduct(library,
                           {.a = matrix(setup.rows, setup.depth, Type::bf16),
                            .b = packed,
                            .bias = setup.biased ? matrix(1, setup.columns, Type::f32) : dnnl::memory::desc(),
                            .c = matrix(setup.rows, setup.columns, Type::f32)},
                           setup.result);
}

dnnl::matmul::primitive_desc described(const Library& library, const GradientProduct::Setup& setup)
{
    return describeProduct(library,
                           {.a = matrix(setup.rows, setup.depth, Type::bf16, Stored::Transposed),
                            .b = matrix(setup.depth, setup.columns, Type::bf16),
                            .bias = {},
                            .c = matrix(setup.rows, setup.columns, Type::f32)},
                           Result::Added);
}

/// So that what lies behind begins at a line of the cache.
std::int64_t wholeLines(std::int64_t floats)
{
    constexpr std::int64_t line = 16;
    return (floats + line - 1) / line * line;
}

Call callOf(const Library& library, const dnnl::matmul::primitive_desc& product, const dnnl::memory::desc& bias)
{
    return {library,
            dnnl::matmul(product),
            {{DNNL_ARG_SRC, product.src_desc()},
             {DNNL_ARG_WEIGHTS, product.weights_desc()},
             {DNNL_ARG_BIAS, bias},
             {DNNL_ARG_DST, product.dst_desc()},
             {DNNL_ARG_SCRATCHPAD, product.scratchpad_desc()}}};
}

/// What a product books. The scratch is long enough for it then.
template <typename Product>
Bookings booked(const Workplace& place, const typename Product::Setup& setup)
{
    Bookings all;
    Product::book(all, *place.library, setup);
    place.scratch->reserve(all.shared());
    return all;
}

} // namespace

WeightProduct::WeightProduct(const Workplace& place, const Setup& setup) : m_place(place)
{
    const dnnl::matmul::primitive_desc product = described(*place.library, setup);
    const dnnl::memory::desc packed = product.weights_desc();
    const Bookings all = booked<WeightProduct>(place, setup);
    m_packed = all.allocate(*place.device, "packed");
    m_product =
        callOf(*place.library, product, setup.biased ? matrix(1, setup.columns, Type::f32) : dnnl::memory::desc());
    const dnnl::memory::desc canonical = matrix(setup.depth, setup.columns, Type::f32, setup.stored);
    const dnnl::reorder::primitive_desc packing(place.library->engine, canonical, place.library->engine, packed);
    m_pack = {*place.library, dnnl::reorder(packing), {{DNNL_ARG_FROM, canonical}, {DNNL_ARG_TO, packed}}};
}

void WeightProduct::run(const CanonicalWeights& weights, std::size_t which, const Bfloat16* x, const float* bias,
                        float* y)
{
    m_current.refresh(weights, [&](const CanonicalWeights& current) {
        m_pack.run(*m_place.library, {{DNNL_ARG_FROM, current.values[which].data()}, {DNNL_ARG_TO, m_packed.data()}});
    });
    m_product.run(*m_place.library, {{DNNL_ARG_SRC, const_cast<Bfloat16*>(x)}, // read only, as the bias is
                                     {DNNL_ARG_WEIGHTS, m_packed.data()},
                                     {DNNL_ARG_BIAS, const_cast<float*>(bias)},
                                     {DNNL_ARG_DST, y},
                                     {DNNL_ARG_SCRATCHPAD, m_place.scratch->data()}});
}

void WeightProduct::book(Bookings& all, const Library& library, const Setup& setup)
{
    const dnnl::matmul::primitive_desc product = described(library, setup);
    all.use("packed", floatsOf(product.weights_desc()));
    all.share(floatsOf(product.scratchpad_desc()));
}

dnnl::matmul::primitive_desc StepProduct::describedBlock(const Library& library, const Setup& setup, std::int64_t block)
{
    return described(
        library,
        {.rows = setup.streams, .depth = depthOf(setup), .columns = columnsOf(setup, block), .stored = Stored::AsIs});
}

StepProduct::StepProduct(const Workplace& place, const Setup& setup) : m_place(place), m_setup(setup)
{
    const UnitBlocks blocks{setup.units};
    m_parts.resize(static_cast<std::size_t>(blocks.count()));
    // Alone, so that the library counts on one thread.
    ThreadPool::runAlone(
        [](void* context, int) {
            auto& self = *static_cast<StepProduct*>(context);
            std::int64_t packed = 0, scratch = 0;
            for (std::size_t block = 0; block < self.m_parts.size(); ++block) {
                const auto index = static_cast<std::int64_t>(block);
                const dnnl::matmul::primitive_desc product = describedBlock(*self.m_place.library, self.m_setup, index);
                self.m_parts[block] = self.partOf(index);
                self.m_parts[block].packed = packed;
                self.m_parts[block].scratch = scratch;
                packed += wholeLines(floatsOf(product.weights_desc()));
                scratch += wholeLines(floatsOf(product.scratchpad_desc()));
            }
        },
        this);
    const Bookings all = booked<StepProduct>(place, setup);
    m_packed = all.allocate(*place.device, "packed blocks");
    m_scratch = all.allocate(*place.device, "scratch of blocks");
}

/// The rows of Wh [G·H, H] that a block of Columns::Gates has are gathered before, gate after gate; for Columns::One
/// the block's columns are taken where they lie.
StepProduct::BlockProduct StepProduct::partOf(std::int64_t block) const
{
    const Library& library = *m_place.library;
    const std::int64_t depth = depthOf(m_setup), columns = columnsOf(m_setup, block);
    const dnnl::matmul::primitive_desc product = describedBlock(library, m_setup, block);
    const dnnl::memory::desc packed = product.weights_desc(),
                             source = m_setup.columns == Columns::Gates
                                          ? matrix(depth, columns, Type::f32, Stored::Transposed)
                                          : dnnl::memory::desc({depth, columns}, Type::f32,
                                                               dnnl::memory::dims{m_setup.units, 1});
    const dnnl::reorder::primitive_desc packing(library.engine, source, library.engine, packed);
    return {.pack = {library, dnnl::reorder(packing), {{DNNL_ARG_FROM, source}, {DNNL_ARG_TO, packed}}},
            .product = callOf(library, product, {})};
}

void StepProduct::refresh(const CanonicalWeights& weights, std::size_t which)
{
    m_current.refresh(weights, [&](const CanonicalWeights& current) {
        forEachBlock({m_setup.units}, [&](std::int64_t block) { packBlock(block, current.values[which].data()); });
    });
}

void StepProduct::packBlock(std::int64_t block, float* canonical) const
{
    const UnitBlocks blocks{m_setup.units};
    const std::int64_t H = m_setup.units, width = blocks.widthOf(block);
    float* from = canonical + blocks.first(block);
    if (m_setup.columns == Columns::Gates) {
        from = m_place.scratch->data() + m_setup.gates * blocks.first(block) * H;
        for (std::int64_t gate = 0; gate < m_setup.gates; ++gate) {
            std::memcpy(from + gate * width * H, canonical + (gate * H + blocks.first(block)) * H,
                        static_cast<std::size_t>(width * H) * sizeof(float));
        }
    }
    const BlockProduct& part = m_parts[static_cast<std::size_t>(block)];
    part.pack.run(*m_place.library, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, m_packed.data() + part.packed}});
}

void StepProduct::run(std::int64_t block, const Bfloat16* x, float* y) const
{
    const BlockProduct& part = m_parts[static_cast<std::size_t>(block)];
    part.product.run(*m_place.library, {{DNNL_ARG_SRC, const_cast<Bfloat16*>(x)}, // read only
                                        {DNNL_ARG_WEIGHTS, m_packed.data() + part.packed},
                                        {DNNL_ARG_DST, y},
                                        {DNNL_ARG_SCRATCHPAD, m_scratch.data() + part.scratch}});
}

void StepProduct::book(Bookings& all, const Library& library, const Setup& setup)
{
    struct Question {
        const Library& library;
        const Setup& setup;
        std::int64_t packed = 0, scratch = 0;
    } question{library, setup};
    ThreadPool::runAlone(
        [](void* context, int) {
            auto& [from, of, packed, scratch] = *static_cast<Question*>(context);
            for (std::int64_t block = 0; block < UnitBlocks{of.units}.count(); ++block) {
                const dnnl::matmul::primitive_desc product = describedBlock(from, of, block);
                packed += wholeLines(floatsOf(product.weights_desc()));
                scratch += wholeLines(floatsOf(product.scratchpad_desc()));
            }
        },
        &question);
    all.use("packed blocks", question.packed);
    all.use("scratch of blocks", question.scratch);
    all.share(setup.columns == Columns::Gates ? setup.gates * setup.units * setup.units : 0);
}

GradientProduct::GradientProduct(const Workplace& place, const Setup& setup) : m_place(place)
{
    const dnnl::matmul::primitive_desc product = described(*place.library, setup);
    place.scratch->reserve(floatsOf(product.scratchpad_desc()));
    m_product = callOf(*place.library, product, {});
}

void GradientProduct::run(const Bfloat16* a, const Bfloat16* b, float* gradient) const
{
    m_product.run(*m_place.library, {{DNNL_ARG_SRC, const_cast<Bfloat16*>(a)}, // read only
                                     {DNNL_ARG_WEIGHTS, const_cast<Bfloat16*>(b)},
                                     {DNNL_ARG_DST, gradient},
                                     {DNNL_ARG_SCRATCHPAD, m_place.scratch->data()}});
}

void GradientProduct::book(Bookings& all, const Library& library, const Setup& setup)
{
    all.share(floatsOf(described(library, setup).scratchpad_desc()));
}

} // namespace engine::onednn

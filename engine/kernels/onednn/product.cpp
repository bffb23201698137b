// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/product.h"

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

} // namespace

WeightProduct::WeightProduct(const Workplace& place, const Setup& setup) : m_place(place)
{
    const dnnl::matmul::primitive_desc product = described(*place.library, setup);
    const dnnl::memory::desc packed = product.weights_desc();
    place.scratch->reserve(floatsOf(product.scratchpad_desc()));
    m_packed = place.device->allocate(floatsOf(packed));
    m_product = callOf(*place.library, product,
                       setup.biased ? matrix(1, setup.columns, Type::f32) : dnnl::memory::desc());
    const dnnl::memory::desc canonical = matrix(setup.depth, setup.columns, Type::f32, setup.stored);
    const dnnl::reorder::primitive_desc packing(place.library->engine, canonical, place.library->engine, packed);
    m_pack = {*place.library, dnnl::reorder(packing), {{DNNL_ARG_FROM, canonical}, {DNNL_ARG_TO, packed}}};
}

void WeightProduct::run(const CanonicalWeights& weights, std::size_t which, const Bfloat16* x, const float* bias,
                        float* y)
{
    m_current.refresh(weights, [&](const CanonicalWeights& current) {
        m_pack.run(*m_place.library,
                   {{DNNL_ARG_FROM, current.values[which].data()}, {DNNL_ARG_TO, m_packed.data()}});
    });
    m_product.run(*m_place.library, {{DNNL_ARG_SRC, const_cast<Bfloat16*>(x)}, // read only, as the bias is
                                     {DNNL_ARG_WEIGHTS, m_packed.data()},
                                     {DNNL_ARG_BIAS, const_cast<float*>(bias)},
                                     {DNNL_ARG_DST, y},
                                     {DNNL_ARG_SCRATCHPAD, m_place.scratch->data()}});
}

WeightProduct::Needs WeightProduct::needsOf(const Library& library, const Setup& setup)
{
    const dnnl::matmul::primitive_desc product = described(library, setup);
    return {floatsOf(product.weights_desc()), floatsOf(product.scratchpad_desc())};
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

std::int64_t GradientProduct::scratchOf(const Library& library, const Setup& setup)
{
    return floatsOf(described(library, setup).scratchpad_desc());
}

} // namespace engine::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/layout.h"

#include "engine/devices/cpu/parallel.h"

namespace engine::onednn {
namespace {

using Tag = dnnl::memory::format_tag;

dnnl::memory::desc floats(const dnnl::memory::dims& extents, Tag tag)
{
    return {extents, dnnl::memory::data_type::f32, tag};
}

/// to = from, or with `attributes` of addition to += from.
Call reorderCall(const Library& library, const dnnl::memory::desc& from, const dnnl::memory::desc& to,
                 const dnnl::primitive_attr& attributes)
{
    const dnnl::reorder::primitive_desc described(library.engine, from, library.engine, to, attributes);
    return {library, dnnl::reorder(described), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}}};
}

dnnl::primitive_attr addition()
{
    dnnl::post_ops after;
    after.append_sum(1.0f);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(after);
    return attributes;
}

/// KnownCell::gates
std::span<const std::int64_t> orderOf(const MatrixSizes& sizes)
{
    return findCell(sizes.cell->kind)->gates;
}

bool hasOtherOrder(const MatrixSizes& sizes)
{
    return !orderOf(sizes).empty();
}

dnnl::memory::dims extentsOf(const MatrixSizes& sizes)
{
    return {1, 1, sizes.width, sizes.cell->gateCount(), sizes.units};
}

} // namespace

dnnl::memory::desc sequenceLayout(std::int64_t steps, std::int64_t streams, std::int64_t width, std::int64_t stride)
{
    return {{steps, streams, width}, dnnl::memory::data_type::f32, dnnl::memory::dims{streams * stride, stride, 1}};
}

dnnl::memory::desc stateLayout(std::int64_t streams, std::int64_t units)
{
    return floats({1, 1, streams, units}, Tag::ldnc);
}

dnnl::memory::desc biasLayout(const Cell& cell, std::int64_t units)
{
    return floats({1, 1, cell.gateCount() + (cell.recurrentBias ? 1 : 0), units}, Tag::ldgo);
}

dnnl::memory::desc canonicalLayout(const MatrixSizes& sizes)
{
    return floats(extentsOf(sizes), Tag::ldgoi);
}

dnnl::memory::desc chosenLayout(const MatrixSizes& sizes)
{
    return floats(extentsOf(sizes), Tag::any);
}

std::int64_t floatsOf(const dnnl::memory::desc& layout)
{
    return static_cast<std::int64_t>((layout.get_size() + sizeof(float) - 1) / sizeof(float));
}

void addTo(const float* from, float* to, std::int64_t floats)
{
    parallelFor(floats, grain, [=](IndexRange range) {
        for (std::int64_t at = range.first; at < range.last; ++at) {
            to[at] += from[at];
        }
    });
}

void Scratch::reserve(std::int64_t floats)
{
    if (floats > m_memory.count()) {
        m_memory = {}; // first, so that both never lie in memory together
        m_memory = m_device->allocate(floats);
    }
}

PackedMatrix::PackedMatrix(const Workplace& place, const MatrixSizes& sizes, const dnnl::memory::desc& layout)
    : m_place(place),
      m_sizes(sizes),
      m_memory(place.device->allocate(floatsOf(layout))),
      m_pack(reorderCall(*place.library, canonicalLayout(sizes), layout, {}))
{
    if (hasOtherOrder(sizes)) {
        place.scratch->reserve(sizes.count());
    }
}

void PackedMatrix::pack(float* canonical)
{
    float* from = canonical;
    if (hasOtherOrder(m_sizes)) {
        from = m_place.scratch->data();
        const std::int64_t block = m_sizes.units * m_sizes.width;
        const std::span<const std::int64_t> order = orderOf(m_sizes);
        for (std::size_t gate = 0; gate < order.size(); ++gate) {
            m_place.device->copy(canonical + order[gate] * block, from + static_cast<std::int64_t>(gate) * block,
                                 block);
        }
    }
    m_pack.run(*m_place.library, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, m_memory.data()}});
}

PackedGradient::PackedGradient(const Workplace& place, const MatrixSizes& sizes, const dnnl::memory::desc& layout)
    : m_place(place),
      m_sizes(sizes),
      m_memory(place.device->allocate(floatsOf(layout))),
      m_unpack(reorderCall(*place.library, layout, canonicalLayout(sizes),
                           hasOtherOrder(sizes) ? dnnl::primitive_attr() : addition()))
{
    if (hasOtherOrder(sizes)) {
        place.scratch->reserve(sizes.count());
    }
}

void PackedGradient::clear()
{
    m_place.device->zero(m_memory.data(), m_memory.count());
}

void PackedGradient::addTo(float* canonical) const
{
    float* const to = hasOtherOrder(m_sizes) ? m_place.scratch->data() : canonical;
    m_unpack.run(*m_place.library, {{DNNL_ARG_FROM, m_memory.data()}, {DNNL_ARG_TO, to}});
    if (to == canonical) {
        return;
    }
    const std::int64_t block = m_sizes.units * m_sizes.width;
    const std::span<const std::int64_t> order = orderOf(m_sizes);
    for (std::size_t gate = 0; gate < order.size(); ++gate) {
        onednn::addTo(to + static_cast<std::int64_t>(gate) * block, canonical + order[gate] * block, block);
    }
}

GruBias::GruBias(Device& device, std::int64_t units, Purpose purpose)
    : m_device(&device), m_units(units), m_values(device.allocate(4 * units))
{
    if (purpose == Purpose::Training) {
        m_gradients = device.allocate(4 * units);
    }
}

void GruBias::pack(const float* b, const float* bh)
{
    float* const values = m_values.data();
    for (std::int64_t unit = 0; unit < m_units; ++unit) {
        const std::int64_t r = unit, z = m_units + unit, n = 2 * m_units + unit;
        values[unit] = b[z] + bh[z];
        values[m_units + unit] = b[r] + bh[r];
        values[2 * m_units + unit] = b[n];
        values[3 * m_units + unit] = bh[n];
    }
}

void GruBias::clearGradients()
{
    m_device->zero(m_gradients.data(), m_gradients.count());
}

void GruBias::addGradientsTo(float* b, float* bh) const
{
    const float *const z = m_gradients.data(), *const r = z + m_units, *const n = r + m_units, *const hn = n + m_units;
    for (const auto& [to, byN] : {std::pair{b, n}, std::pair{bh, hn}}) {
        if (to) {
            onednn::addTo(r, to, m_units);
            onednn::addTo(z, to + m_units, m_units);
            onednn::addTo(byN, to + 2 * m_units, m_units);
        }
    }
}

} // namespace engine::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/layout.h"

namespace engine::onednn {
namespace {

using Tag = dnnl::memory::format_tag;

constexpr std::int64_t gates = 4;

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

} // namespace

dnnl::memory::desc sequenceLayout(std::int64_t steps, std::int64_t streams, std::int64_t width)
{
    return floats({steps, streams, width}, Tag::tnc);
}

dnnl::memory::desc stateLayout(std::int64_t streams, std::int64_t units)
{
    return floats({1, 1, streams, units}, Tag::ldnc);
}

dnnl::memory::desc biasLayout(std::int64_t units)
{
    return floats({1, 1, gates, units}, Tag::ldgo);
}

dnnl::memory::desc canonicalLayout(std::int64_t width, std::int64_t units)
{
    return floats({1, 1, width, gates, units}, Tag::ldgoi);
}

dnnl::memory::desc chosenLayout(std::int64_t width, std::int64_t units)
{
    return floats({1, 1, width, gates, units}, Tag::any);
}

std::int64_t floatsOf(const dnnl::memory::desc& layout)
{
    return static_cast<std::int64_t>((layout.get_size() + sizeof(float) - 1) / sizeof(float));
}

PackedMatrix::PackedMatrix(const Library& library, Device& device, const dnnl::memory::desc& canonical,
                           const dnnl::memory::desc& layout)
    : m_memory(device.allocate(floatsOf(layout))), m_pack(reorderCall(library, canonical, layout, {}))
{}

void PackedMatrix::pack(const Library& library, float* canonical)
{
    m_pack.run(library, {{DNNL_ARG_FROM, canonical}, {DNNL_ARG_TO, m_memory.data()}});
}

PackedGradient::PackedGradient(const Library& library, Device& device, const dnnl::memory::desc& canonical,
                               const dnnl::memory::desc& layout)
    : m_device(&device),
      m_memory(device.allocate(floatsOf(layout))),
      m_addTo(reorderCall(library, layout, canonical, addition()))
{}

void PackedGradient::clear()
{
    m_device->zero(m_memory.data(), m_memory.count());
}

void PackedGradient::addTo(const Library& library, float* canonical) const
{
    m_addTo.run(library, {{DNNL_ARG_FROM, m_memory.data()}, {DNNL_ARG_TO, canonical}});
}

} // namespace engine::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/graph/layer_type.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

/// The buffers that a kernel holds besides the tensors of its setup, by name. Its constructor allocates from the list
/// and Engine::memory adds the list up, so that what is told and what is held cannot differ. Sizes are in floats, names
/// are literals.
class Bookings {
public:
    /// `times` buffers that go from the forward pass to the backward pass.
    void keep(std::string_view name, std::int64_t floats, std::int64_t times = 1)
    {
        m_all.push_back({name, floats, times, true});
    }

    /// `times` buffers that are private copies of weights, or needed within a pass only.
    void use(std::string_view name, std::int64_t floats, std::int64_t times = 1)
    {
        m_all.push_back({name, floats, times, false});
    }

    /// One buffer for all that calls need only while they run: as long as the longest request.
    void share(std::int64_t floats) { m_shared = std::max(m_shared, floats); }
    std::int64_t shared() const { return m_shared; }

    /// All that `times` parts of a kernel have booked.
    void add(const Bookings& part, std::int64_t times = 1)
    {
        for (const Booking& one : part.m_all) {
            m_all.push_back(one);
            m_all.back().times *= times;
        }
        share(part.m_shared);
    }

    /// For a buffer that has to grow.
    void resize(std::string_view name, std::int64_t floats)
    {
        std::ranges::find(m_all, name, &Booking::name)->floats = floats;
    }

    /// An empty buffer where 0 floats are booked.
    Buffer allocate(Device& device, std::string_view name) const
    {
        const std::int64_t floats = booked(name).floats;
        return floats > 0 ? device.allocate(floats) : Buffer();
    }

    /// As many as are booked.
    std::vector<Buffer> allocateAll(Device& device, std::string_view name) const
    {
        std::vector<Buffer> buffers;
        for (std::int64_t time = 0; time < booked(name).times; ++time) {
            buffers.push_back(allocate(device, name));
        }
        return buffers;
    }

    LayerMemory memory() const
    {
        constexpr std::int64_t bytes = sizeof(float);
        LayerMemory memory{.workspace = bytes * m_shared};
        for (const Booking& one : m_all) {
            (one.isKept ? memory.kept : memory.workspace) += bytes * one.floats * one.times;
        }
        return memory;
    }
    std::int64_t bytes() const { return memory().kept + memory().workspace; }

private:
    struct Booking {
        std::string_view name;
        std::int64_t floats, times;
        bool isKept;
    };

    const Booking& booked(std::string_view name) const
    {
        const auto found = std::ranges::find(m_all, name, &Booking::name);
        assert(found != m_all.end());
        return *found;
    }

    std::vector<Booking> m_all;
    std::int64_t m_shared = 0;
};

} // namespace engine

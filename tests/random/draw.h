// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace engine::test {

/// Random choices that are the same for one seed on every machine.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_random(seed) {}

    std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return least + static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(most - least + 1));
    }
    double uniform() { return std::ldexp(static_cast<double>(m_random() >> 11), -53); }
    bool chance(double share) { return uniform() < share; }

    /// In [least, most], of three digits, so that it is the same number when it was written and read.
    double number(double least, double most)
    {
        const double drawn = least + (most - least) * uniform();
        const double digits = std::pow(10, 2 - std::floor(std::log10(std::fabs(drawn) + 1e-12)));
        return std::round(drawn * digits) / digits;
    }

    template <typename Value>
    Value one(std::initializer_list<Value> values)
    {
        return std::data(values)[between(0, static_cast<std::int64_t>(values.size()) - 1)];
    }
    template <typename Value>
    const Value& one(const std::vector<Value>& values)
    {
        return values[static_cast<std::size_t>(between(0, std::ssize(values) - 1))];
    }

private:
    std::mt19937_64 m_random;
};

} // namespace engine::test

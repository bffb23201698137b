// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace engine::test {

/// What was computed, in order: so that slopes can be worked out backwards by the chain rule, one operation at a time.
class Tape {
public:
    /// One result: what it depends on and its slopes by that.
    struct Entry {
        std::size_t parents[2];
        double slopes[2];
        double maxGradient; ///< the gradient is clipped to this size in the backward pass
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t add(const Entry& entry)
    {
        m_entries.push_back(entry);
        return m_entries.size() - 1;
    }

    /// The slopes of Σ seeds[i] · result i by every result. Results without a seed have 0 there.
    std::vector<double> gradients(std::vector<double> seeds) const
    {
        seeds.resize(m_entries.size());
        for (std::size_t index = m_entries.size(); index-- > 0;) {
            const Entry& entry = m_entries[index];
            seeds[index] = std::fmax(-entry.maxGradient, std::fmin(entry.maxGradient, seeds[index]));
            for (int parent = 0; parent < 2; ++parent) {
                if (entry.parents[parent] != none) {
                    seeds[entry.parents[parent]] += seeds[index] * entry.slopes[parent];
                }
            }
        }
        return seeds;
    }

    /// The same sums with every term made positive: how much there is for roundings to act on.
    std::vector<double> gradientSizes(std::vector<double> seeds) const
    {
        seeds.resize(m_entries.size());
        for (std::size_t index = m_entries.size(); index-- > 0;) {
            const Entry& entry = m_entries[index];
            seeds[index] = std::fmin(entry.maxGradient, std::fabs(seeds[index]));
            for (int parent = 0; parent < 2; ++parent) {
                if (entry.parents[parent] != none) {
                    seeds[entry.parents[parent]] += seeds[index] * std::fabs(entry.slopes[parent]);
                }
            }
        }
        return seeds;
    }

private:
    std::vector<Entry> m_entries;
};

/// A double that remembers on a tape what it was made from. A constant has no tape.
struct Traced {
    double value = 0;
    Tape* tape = nullptr;
    std::size_t index = Tape::none;

    Traced() = default;
    Traced(double constant) : value(constant) {} // NOLINT: constants mix freely, as they do with double
    Traced(double result, Tape* on, std::size_t entry) : value(result), tape(on), index(entry) {}
};

/// A number that slopes are wanted for.
inline Traced variable(Tape& tape, double value)
{
    return {value, &tape, tape.add({{Tape::none, Tape::none}, {0, 0}, HUGE_VAL})};
}

inline Traced record(double value, const Traced& a, double slopeA, const Traced& b = {}, double slopeB = 0)
{
    Tape* const tape = a.tape ? a.tape : b.tape;
    if (tape == nullptr) {
        return {value};
    }
    return {value, tape, tape->add({{a.index, b.index}, {slopeA, slopeB}, HUGE_VAL})};
}

inline Traced operator+(const Traced& a, const Traced& b)
{
    return record(a.value + b.value, a, 1, b, 1);
}
inline Traced operator-(const Traced& a, const Traced& b)
{
    return record(a.value - b.value, a, 1, b, -1);
}
inline Traced operator*(const Traced& a, const Traced& b)
{
    return record(a.value * b.value, a, b.value, b, a.value);
}
inline Traced operator/(const Traced& a, const Traced& b)
{
    return record(a.value / b.value, a, 1 / b.value, b, -a.value / (b.value * b.value));
}
inline Traced exp(const Traced& a)
{
    return record(std::exp(a.value), a, std::exp(a.value));
}
inline Traced log(const Traced& a)
{
    return record(std::log(a.value), a, 1 / a.value);
}
inline Traced tanh(const Traced& a)
{
    return record(std::tanh(a.value), a, 1 - std::tanh(a.value) * std::tanh(a.value));
}

inline double valueOf(double number)
{
    return number;
}
inline double valueOf(const Traced& number)
{
    return number.value;
}

/// The number itself; in the backward pass its gradient is clipped to the size `most`. 0 clips nothing.
inline double withClippedGradient(double number, double)
{
    return number;
}
inline Traced withClippedGradient(const Traced& number, double most)
{
    if (number.tape == nullptr || most == 0) {
        return number;
    }
    return {number.value, number.tape, number.tape->add({{number.index, Tape::none}, {1, 0}, most})};
}

} // namespace engine::test

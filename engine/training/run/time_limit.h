// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

namespace engine {

/// How a run keeps its time limit: what may still begin, from what each thing took so far. All times are seconds, those
/// of a moment from the run's start.
///
/// Steps end early enough that a last validation and a save still fit, if the validation takes a fifth of the limit at
/// most; a longer one is left out. Whatever still runs a moment after the limit is cut short.
class TimeLimit {
public:
    explicit TimeLimit(std::optional<double> seconds)
        : m_seconds(seconds.value_or(std::numeric_limits<double>::infinity()))
    {}

    void change(std::optional<double> seconds)
    {
        m_seconds = seconds.value_or(std::numeric_limits<double>::infinity());
    }

    // What is known so far; 0 before the first.

    /// The quicker of two steps in a row counts, so that one that was held up ends no run.
    void stepTakes(double seconds)
    {
        m_step = std::min(seconds, m_lastStep);
        m_lastStep = seconds;
    }
    void validationTakes(double seconds)
    {
        m_validation = seconds;
        m_validationIsKnown = true;
    }
    void validationMayTake(double seconds) { m_validation = seconds; } ///< a guess: forbids none
    void saveTakes(double seconds) { m_save = seconds; }

    /// Whether a step may begin. One that takes longer than a moment must end in time, too.
    bool mayStep(double now) const;

    /// Whether a validation may begin, with the save that follows it.
    bool mayValidate(double now) const
    {
        return now + (m_validationIsKnown ? m_validation : 0) + save() <= m_seconds + moment;
    }

    /// Whether a running validation or sample must end.
    bool isOver(double now) const { return now + save() > m_seconds + moment; }

    /// How far something that could not be foreseen may exceed the limit.
    static constexpr double moment = 0.25;

private:
    double save() const { return std::min(m_save, 0.5 * m_seconds); } // else a short run would do nothing but save

    double m_seconds;
    double m_step = 0, m_lastStep = std::numeric_limits<double>::infinity();
    double m_validation = 0, m_save = 0;
    bool m_validationIsKnown = false;
};

} // namespace engine

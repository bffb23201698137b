// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_control.h"

#include <utility>

namespace engine {

void RunControl::pause()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_pauseWanted = true;
        m_steps = 0;
        m_finishFirst = false;
    }
    m_changed.notify_all();
}

void RunControl::resume()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_pauseWanted = false;
        m_steps = 0;
        m_finishFirst = false;
    }
    m_changed.notify_all();
}

void RunControl::step()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_pauseWanted = true;
        ++m_steps;
    }
    m_changed.notify_all();
}

void RunControl::validate()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_validate = true;
    }
    m_changed.notify_all();
}

void RunControl::save()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_save = true;
    }
    m_changed.notify_all();
}

void RunControl::change(const RunLimits& limits)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_limits = limits;
    }
    m_changed.notify_all();
}

void RunControl::between(Work work)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_works.push_back(std::move(work));
    }
    m_changed.notify_all();
}

bool RunControl::asks()
{
    const std::scoped_lock lock(m_mutex);
    return m_pauseWanted || m_validate || m_save || m_limits || !m_works.empty();
}

/// The next request to handle; empty if the run has to wait. The mutex is held.
std::optional<RunControl::Turn> RunControl::takeTurn(Place place)
{
    if (!m_works.empty()) {
        Turn turn{.kind = Turn::Kind::Work, .work = std::move(m_works.front())};
        m_works.pop_front();
        return turn;
    }
    if (m_limits) {
        return Turn{.kind = Turn::Kind::Change, .limits = *std::exchange(m_limits, std::nullopt)};
    }
    if (std::exchange(m_save, false)) {
        return Turn{.kind = Turn::Kind::Save};
    }
    // A validation cannot begin within another.
    if (place == Place::BeforeStep && std::exchange(m_validate, false)) {
        m_finishFirst = true;
        return Turn{.kind = Turn::Kind::Validate};
    }
    if (!m_pauseWanted || (place == Place::WithinOne && m_finishFirst)) {
        return Turn{.kind = Turn::Kind::Continue};
    }
    if (m_steps > 0) {
        m_steps -= place == Place::BeforeStep ? 1 : 0; // asked for within a validation, the step follows that
        m_finishFirst = true;
        return Turn{.kind = Turn::Kind::Continue};
    }
    return std::nullopt;
}

RunControl::Turn RunControl::next(const std::stop_token& stop, Place place)
{
    std::optional<Turn> turn;
    {
        std::unique_lock lock(m_mutex);
        m_finishFirst = m_finishFirst && place == Place::WithinOne;
        turn = takeTurn(place);
        if (!turn && m_paused) {
            m_changed.wait(lock, stop, [&] {
                turn = takeTurn(place);
                return turn.has_value();
            });
        }
    }
    if (stop.stop_requested()) {
        turn = Turn{.kind = Turn::Kind::Stop};
    }
    if (!turn) {
        m_paused = true;
        return {.kind = Turn::Kind::Paused};
    }
    if (turn->kind == Turn::Kind::Continue || turn->kind == Turn::Kind::Stop) {
        turn->endsPause = std::exchange(m_paused, false);
    }
    return *turn;
}

} // namespace engine

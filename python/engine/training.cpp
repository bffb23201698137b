// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/engine/training.h"

#include "app/watch/event_lines.h"
#include "app/watch/tensorboard_log.h"
#include "engine/backends/start_run.h"
#include "engine/graph/error.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/training_run.h"

#include <cassert>
#include <chrono>
#include <utility>

namespace python {

Training::Training(engine::RunDescription run, std::optional<engine::Samples> samples)
    : m_run(std::move(run)), m_samples(std::move(samples)), m_thread([this](const std::stop_token& stop) {
          try {
              train(stop);
          } catch (...) {
              m_failure = std::current_exception();
          }
          const std::lock_guard lock(m_mutex);
          m_turn = Turn::Ended;
          m_changed.notify_all();
      })
{}

Training::~Training()
{
    m_thread.request_stop();
    const std::lock_guard lock(m_mutex);
    m_isAlone = true;
    m_changed.notify_all();
}

void Training::train(const std::stop_token& stop)
{
    if (m_run.resume.empty()) {
        m_run.model = engine::withStates(m_run.model, m_run.solver);
    }
    std::unique_ptr<engine::BatchSource> source =
        m_samples ? engine::sampleSource(*std::exchange(m_samples, {}), engine::until(stop)) : nullptr;
    const engine::StartedRun started = engine::startRun(m_run, {}, engine::until(stop), std::move(source));
    std::optional<watch::TensorBoardLog> board;
    if (!started.settings.tensorboard.empty()) {
        board.emplace(started.settings.tensorboard,
                      [&](engine::LookInside::Tell tell) { started.trainer->lookIntoNextStep(std::move(tell)); });
    }
    const auto toBoard = [&](const auto& write) {
        try {
            if (board) {
                write();
            }
        } catch (const engine::Error& error) { // what was trained is worth more
            m_warning = error.what();
            board.reset();
        }
    };
    const auto sink = [&](const engine::Event& event) {
        if (const auto* const start = std::get_if<engine::StartEvent>(&event)) {
            engine::StartEvent whole = *start;
            whole.notes.insert(whole.notes.begin(), started.notes.begin(), started.notes.end());
            tell(whole);
        } else {
            tell(event);
        }
        toBoard([&] { board->take(event); });
    };
    engine::Run(*started.trainer, started.gauge.get()).go(started.settings, stop, sink);
    toBoard([&] { board->finish(); });
    m_result = started.trainer->checkpoint();
}

void Training::tell(const engine::Event& event)
{
    std::string line = watch::toJson(event).dump(-1, ' ', false, watch::Json::error_handler_t::replace);
    std::unique_lock lock(m_mutex);
    m_event = std::move(line);
    m_isSeen = false;
    m_turn = Turn::Tells;
    m_changed.notify_all();
    m_changed.wait(lock, [&] { return m_turn == Turn::Trains || m_isAlone; });
}

Training::Next Training::next()
{
    constexpr std::chrono::milliseconds patience(100);
    std::unique_lock lock(m_mutex);
    if (m_turn == Turn::Tells && m_isSeen) {
        m_turn = Turn::Trains;
        m_changed.notify_all();
    }
    if (!m_changed.wait_for(lock, patience, [&] { return m_turn != Turn::Trains; })) {
        return Next::NotYet;
    }
    if (m_turn == Turn::Tells) {
        m_isSeen = true;
        return Next::Event;
    }
    if (m_failure) {
        std::rethrow_exception(m_failure);
    }
    return Next::End;
}

void Training::stop()
{
    m_thread.request_stop();
}

const engine::Checkpoint& Training::result() const
{
    if (m_failure) {
        std::rethrow_exception(m_failure);
    }
    assert(m_result);
    return *m_result;
}

} // namespace python

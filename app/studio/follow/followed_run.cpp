// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/followed_run.h"

#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace studio {
namespace {

using namespace std::chrono_literals;

constexpr auto betweenReads = 300ms, betweenLooks = 100ms;
constexpr auto patience = 10s;        ///< with a run that is asked something
constexpr int readsBetweenSigns = 10; ///< of the process's life

} // namespace

FollowedRun::FollowedRun(const std::filesystem::path& folder, int id, QObject* parent)
    : QObject(parent), m_folder(folder)
{
    m_record.id = id;
    m_record.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    connect(&m_looks, &QTimer::timeout, this, &FollowedRun::deliver);
    m_looks.start(betweenLooks);
    m_thread = std::jthread([this](const std::stop_token& stop) { read(stop); });
}

FollowedRun::~FollowedRun() = default;

// The reading thread --------------------------------------------------------------------------------------------------

void FollowedRun::read(const std::stop_token& stop)
{
    watch::LogReader log(m_folder.log());
    std::optional<engine::Sentence> problem;                       // that was told
    std::optional<std::chrono::steady_clock::time_point> answerBy; // of a request in the folder
    for (int reads = 0; !stop.stop_requested(); ++reads) {
        News news;
        bool isMore = false;
        try {
            ask(answerBy);
        } catch (const engine::Error& error) {
            news.refusal = error.sentence();
        }
        try {
            const bool isGone = reads % readsBetweenSigns == 0 && watch::lifeIn(m_folder) == watch::Life::Gone;
            watch::LogReader::Lines lines = log.next(); // after that: what it wrote last comes first
            isMore = lines.isMore;
            news.isAnew = lines.isAnew;
            news.isGone = isGone && !isMore;
            for (const std::string& text : lines.lines) {
                const watch::Json line = watch::lineIn(text);
                if (!line.is_object()) {
                    continue;
                }
                if (std::optional<engine::Event> event = watch::eventIn(line)) {
                    news.events.push_back(std::move(*event));
                }
            }
            news.isMended = std::exchange(problem, std::nullopt).has_value();
        } catch (const engine::Error& error) {
            if (problem != error.sentence()) {
                problem = news.problem = error.sentence();
            }
        }
        put(std::move(news));
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, isMore ? 0ms : betweenReads, [&] { return m_request.has_value(); });
    }
}

/// Leaves in the folder what is asked, and takes back what nobody has taken in time: a later run is not to find it.
void FollowedRun::ask(std::optional<std::chrono::steady_clock::time_point>& answerBy)
{
    std::optional<watch::Request> request;
    {
        const std::scoped_lock lock(m_mutex);
        request = std::exchange(m_request, std::nullopt);
    }
    const auto now = std::chrono::steady_clock::now();
    if (request) {
        watch::ask(m_folder, *request);
        answerBy = now + patience;
    }
    if (!answerBy || now < *answerBy) {
        return;
    }
    answerBy.reset();
    if (watch::takeRequest(m_folder)) {
        const std::optional<watch::RunWriter> writer = watch::writerOf(m_folder);
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "nobody answered for %1 seconds, and the request was "
                                                                 "taken back: %2"),
                                        patience.count(), writer ? watch::whoWrites(*writer) : engine::Sentence()));
    }
}

void FollowedRun::put(News news)
{
    const std::scoped_lock lock(m_mutex);
    if (news.isAnew) {
        m_news = std::move(news);
        return;
    }
    std::ranges::move(news.events, std::back_inserter(m_news.events));
    m_news.isGone = news.isGone;
    m_news.refusal = news.refusal ? news.refusal : m_news.refusal;
    if (news.problem || news.isMended) { // the later one holds
        m_news.problem = news.problem;
        m_news.isMended = news.isMended;
    }
}

void FollowedRun::ask(watch::Request request)
{
    m_asked = request;
    {
        const std::scoped_lock lock(m_mutex);
        m_request = request;
    }
    m_changed.notify_all();
    emit stateChanged();
}

// The GUI thread ------------------------------------------------------------------------------------------------------

void FollowedRun::deliver()
{
    News news;
    {
        const std::scoped_lock lock(m_mutex);
        std::swap(news, m_news);
    }
    if (news.isAnew) {
        reset();
    }
    bool hasGrown = false;
    for (const engine::Event& event : news.events) {
        take(event);
        hasGrown = hasGrown || std::holds_alternative<engine::TrainEvent>(event);
    }
    if (hasGrown) {
        emit curveGrew();
    }
    if (news.isGone && m_state != State::Ended) {
        setState(State::Gone);
    }
    if (news.problem || news.isMended) {
        emit problem(news.problem ? editor::inWords(*news.problem) : QString());
    }
    if (news.refusal) {
        m_asked.reset();
        emit stateChanged();
        emit problem(editor::inWords(*news.refusal));
    }
}

void FollowedRun::reset()
{
    RunRecord empty;
    empty.id = m_record.id;
    empty.name = m_record.name;
    m_record = std::move(empty);
    setState(State::Reading);
    emit begun();
}

void FollowedRun::setState(State state)
{
    if (state != m_state) {
        m_state = state;
        m_asked.reset();
        emit stateChanged();
    }
}

void FollowedRun::take(engine::Event event)
{
    if (auto* const saved = std::get_if<engine::CheckpointEvent>(&event)) { // as its folder is seen from here
        saved->file = (m_folder.path() / std::filesystem::path(saved->file).filename()).string();
    }
    m_record.take(event);
    if (std::holds_alternative<engine::StartEvent>(event)) {
        setState(State::Training);
        emit begun();
    } else if (std::holds_alternative<engine::ValidationEvent>(event)) {
        emit validated(m_record.validations.back());
    } else if (std::holds_alternative<engine::CheckpointEvent>(event)) {
        emit checkpointed(m_record.checkpoints.back());
    } else if (std::holds_alternative<engine::SampleEvent>(event)) {
        emit sampled(m_record.samples.back());
    } else if (const auto* const pause = std::get_if<engine::PauseEvent>(&event)) {
        setState(pause->paused ? State::Paused : State::Training);
    } else if (std::holds_alternative<engine::EndEvent>(event)) {
        setState(State::Ended);
    }
}

} // namespace studio

#include "moc_followed_run.cpp"

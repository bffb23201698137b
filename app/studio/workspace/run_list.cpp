// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/run_list.h"

#include <algorithm>
#include <utility>

namespace studio {
namespace fs = std::filesystem;

std::vector<RunRecord> RunList::asTheyAre() const
{
    std::vector<RunRecord> runs = m_runs;
    for (RunRecord& record : runs) {
        record = *find(record.id);
    }
    return runs;
}

const RunRecord* RunList::find(int id) const
{
    if (id == m_trained && m_training.run().id == id) {
        return &m_training.run();
    }
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [&](const RunRecord& run) { return run.id == id; });
    return found == m_runs.end() ? nullptr : &*found;
}

const RunRecord* RunList::shown() const
{
    if (m_trained != 0) {
        return find(m_trained);
    }
    return m_runs.empty() ? nullptr : &m_runs.back();
}

void RunList::set(int id, std::string RunRecord::*words, const std::string& value)
{
    for (RunRecord& run : m_runs) {
        if (run.id == id && run.*words != value) {
            run.*words = value;
            if (id == m_trained) {
                m_training.setNameAndRemark(run.name, run.remark);
            }
            m_changed();
        }
    }
}

void RunList::remove(int id)
{
    if (id == m_trained && m_training.isBusy()) {
        return;
    }
    std::erase_if(m_runs, [&](const RunRecord& run) { return run.id == id; });
    m_trained = id == m_trained ? 0 : m_trained;
    m_changed();
}

void RunList::load(std::vector<RunRecord> runs, int nextId)
{
    m_nextId = nextId;
    replace(std::move(runs));
}

void RunList::restore(std::vector<RunRecord> runs, int nextId)
{
    load(std::move(runs), nextId);
    m_changed();
}

void RunList::replace(std::vector<RunRecord> runs)
{
    m_runs = std::move(runs);
    m_trained = 0;
}

void RunList::append()
{
    m_trained = m_training.run().id;
    if (std::ranges::find(m_runs, m_trained, &RunRecord::id) == m_runs.end()) {
        ++m_nextId;
        m_runs.push_back(m_training.run());
    }
}

void RunList::takeOver()
{
    for (RunRecord& record : m_runs) {
        if (record.id == m_trained && m_training.run().id == m_trained) {
            record = m_training.run();
        }
    }
    if (hasTrained()) {
        m_changed();
    }
}

RunOrigin RunList::originOf(const fs::path& file, bool goesOn) const
{
    const RunRecord* const run = savedBy(file);
    return {.run = run ? run->id : 0, .file = file.filename().string(), .goesOn = goesOn};
}

const RunRecord* RunList::savedBy(const fs::path& checkpoint) const
{
    for (auto run = m_runs.rbegin(); run != m_runs.rend(); ++run) {
        const RunRecord& record = *find(run->id);
        if (std::ranges::find(record.checkpoints, checkpoint.string(), &engine::CheckpointEvent::file) !=
            record.checkpoints.end()) {
            return &record;
        }
    }
    return nullptr;
}

fs::path RunList::newestCheckpoint() const
{
    const RunRecord* const run = shown();
    const auto marks = run ? checkpointsThere(*run) : std::vector<engine::CheckpointEvent>();
    const auto newest = std::ranges::find(marks, false, &engine::CheckpointEvent::best);
    return newest == marks.end() ? std::string() : newest->file;
}

} // namespace studio

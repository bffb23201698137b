// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/autosave.h"

#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cstdlib>
#include <QDir>
#include <QLockFile>
#include <QUuid>

namespace studio {
namespace {

std::string freeName()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
}

QString lockOf(const std::filesystem::path& copy)
{
    return QString::fromStdString(copy.string() + ".lock");
}

/// Whether the lock is free; the process that held it may be dead.
bool isAbandoned(const std::filesystem::path& copy)
{
    QLockFile lock(lockOf(copy));
    lock.setStaleLockTime(0); // only the death of its process makes a lock stale, however long it worked
    if (!lock.tryLock(0)) {
        return false;
    }
    lock.unlock();
    return true;
}

} // namespace

std::filesystem::path stateFolder()
{
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state != nullptr && *state == '/') {
        return std::filesystem::path(state) / "hamnet";
    }
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') {
        throw engine::Error(ENGINE_TEXT(
            "Sentences", "there is no place for copies of unsaved work: neither XDG_STATE_HOME nor HOME is set"));
    }
    return std::filesystem::path(home) / ".local/state/hamnet";
}

std::filesystem::path copiesFolder()
{
    try {
        return stateFolder() / "autosave";
    } catch (const engine::Error&) {
        return {};
    }
}

std::filesystem::path unsavedRunsFolder()
{
    return stateFolder() / "runs" / freeName();
}

bool isUnsavedRunsFolder(const std::filesystem::path& folder)
{
    const std::filesystem::path normal = folder.lexically_normal(); // without a name: the folder of all of them
    return normal.has_filename() && normal.parent_path() == (stateFolder() / "runs").lexically_normal();
}

AutoSave::AutoSave(std::function<Project()> snapshot, std::filesystem::path folder)
    : m_snapshot(std::move(snapshot)),
      m_folder(std::move(folder)),
      m_copy(m_folder / (freeName() + ".hamnet")),
      m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &AutoSave::write);
}

AutoSave::~AutoSave() = default;

void AutoSave::touch()
{
    m_touched = true;
    if (m_writer.isBusy() || m_timer.isActive()) {
        return;
    }
    const qint64 sinceWrite = m_sinceWrite.isValid() ? m_sinceWrite.elapsed() : m_interval;
    m_timer.start(static_cast<int>(std::max<qint64>(m_interval - sinceWrite, std::min(1000, m_interval))));
}

void AutoSave::write()
{
    m_touched = false;
    if (!m_lock && !m_folder.empty()) {
        QDir().mkpath(QString::fromStdString(m_folder.string()));
        m_lock = std::make_unique<QLockFile>(lockOf(m_copy));
        m_lock->setStaleLockTime(0);
        m_lock->tryLock(0); // where it fails, so does the copy, with the system's words
    }
    m_writer.start([this, project = m_snapshot(), copy = m_copy,
                    original = m_original](const engine::GoOn&) -> editor::LatestWork::Deliver {
        QString sentence;
        try {
            if (copy.parent_path().empty()) {
                stateFolder(); // says what is missing
            }
            saveCopy(copy, project, original);
        } catch (const std::exception& error) { // whatever it is: it must not end the program
            sentence = editor::inWords(error);
        }
        return [this, sentence] {
            m_sinceWrite.start();
            if (sentence.isEmpty()) {
                emit copied();
            } else {
                emit failed(sentence);
            }
            if (m_touched) {
                touch();
            }
        };
    });
}

void AutoSave::close()
{
    m_timer.stop();
    m_touched = false;
    m_writer.stopAndWait(); // a copy takes milliseconds, and must not appear once its project is closed
    std::error_code ignored;
    std::filesystem::remove(m_copy, ignored);
    m_lock.reset(); // unlocks and removes
}

std::vector<Recoverable> recoverable(const std::filesystem::path& folder)
{
    std::vector<Recoverable> all;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".hamnet" || !isAbandoned(entry.path())) {
            continue;
        }
        Recoverable found{.copy = entry.path(), .summary = {}, .problem = {}};
        try {
            found.summary = readProjectSummary(entry.path());
        } catch (const engine::Error& damage) {
            found.problem = damage.sentence();
        }
        all.push_back(std::move(found));
    }
    std::sort(all.begin(), all.end(), [](const Recoverable& a, const Recoverable& b) {
        return std::tie(b.summary.written, b.copy) < std::tie(a.summary.written, a.copy);
    });
    return all;
}

void discard(const Recoverable& copy)
{
    std::error_code ignored;
    std::filesystem::remove(copy.copy, ignored);
    std::filesystem::remove(lockOf(copy.copy).toStdString(), ignored);
}

} // namespace studio

#include "moc_autosave.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_file.h"

#include "engine/graph/error.h"

#include <sys/stat.h>

#include <utility>

namespace studio {

ProjectFile::ProjectFile(std::filesystem::path file) : m_path(std::move(file))
{
    if (m_path.empty()) {
        return;
    }
    try {
        m_lock.emplace(m_path);
    } catch (const engine::WriteLock::Taken& taken) {
        m_other = taken.writer();
    } catch (const engine::Error&) {
        // A folder that cannot be written to: a save says so.
    }
    m_known = stampOf(m_path);
}

void ProjectFile::takeLockOf(ProjectFile& before)
{
    if (!m_lock && before.m_lock && before.m_path == m_path) {
        m_lock = std::move(before.m_lock);
        before.m_lock.reset();
        m_other.reset();
    }
}

void ProjectFile::prepareToSave()
{
    if (!m_lock) {
        m_lock.emplace(m_path); // whoever had it may have gone
        m_other.reset();
    }
    const Stamp now = stampOf(m_path);
    if (now.inode != 0 && now != m_known) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1: was changed since it was read here, perhaps in another window; "
                                                 "save under another name, or open it again to go on from there"),
                        m_path.string()));
    }
}

void ProjectFile::noteSaved()
{
    m_known = stampOf(m_path);
}

bool ProjectFile::Stamp::operator==(const Stamp& other) const
{
    return inode == other.inode && bytes == other.bytes && modified.tv_sec == other.modified.tv_sec &&
           modified.tv_nsec == other.modified.tv_nsec;
}

ProjectFile::Stamp ProjectFile::stampOf(const std::filesystem::path& file)
{
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        return {};
    }
    return {.inode = status.st_ino, .bytes = status.st_size, .modified = status.st_mtim};
}

} // namespace studio

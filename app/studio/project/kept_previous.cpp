// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/kept_previous.h"

#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// As AtomicFile names its temporaries, so that one that a killed program left is cleared away by the next save.
fs::path hiddenName(const fs::path& file)
{
    return file.parent_path() / (engine::hiddenPrefix(file) + "previous-" + std::to_string(::getpid()) + ".hamnet-tmp");
}

bool sameBytes(const fs::path& one, const fs::path& other)
{
    std::ifstream first(one, std::ios::binary), second(other, std::ios::binary);
    using Bytes = std::istreambuf_iterator<char>;
    return first && second && std::equal(Bytes(first), Bytes(), Bytes(second), Bytes());
}

} // namespace

fs::path previousVersionFile(const fs::path& project)
{
    fs::path file = project;
    return file += "~";
}

KeptPrevious::KeptPrevious(fs::path file) : m_file(std::move(file)), m_lock(-1)
{
    std::error_code error;
    if (!fs::exists(m_file, error)) {
        return;
    }
    m_held = hiddenName(m_file);
    fs::remove(m_held, error);
    fs::create_hard_link(m_file, m_held, error);
    if (error) { // such as a USB stick's file system
        fs::copy_file(m_file, m_held, error);
        if (error) {
            fail(error);
        }
        fs::last_write_time(m_held, fs::last_write_time(m_file, error), error); // tells when it was saved
    }
    m_lock = engine::FileDescriptor(::open(m_held.c_str(), O_RDONLY | O_CLOEXEC));
    if (m_lock.open()) {
        ::flock(m_lock.number(), LOCK_EX | LOCK_NB); // without locks, no program clears up either
    }
}

KeptPrevious::~KeptPrevious()
{
    std::error_code gone; // by keep()
    if (!m_held.empty()) {
        fs::remove(m_held, gone);
    }
}

bool KeptPrevious::isUnchanged() const
{
    std::error_code unknown;
    return fs::file_size(m_file, unknown) == fs::file_size(m_held, unknown) && sameBytes(m_file, m_held);
}

void KeptPrevious::keep()
{
    if (m_held.empty() || isUnchanged()) {
        return;
    }
    std::error_code error;
    fs::rename(m_held, previousVersionFile(m_file), error);
    if (error) {
        fail(error);
    }
}

void KeptPrevious::fail(const std::error_code& error) const
{
    throw engine::Error(
        engine::say(ENGINE_TEXT("Sentences", "%1: the previous version of the project cannot be kept there: %2"),
                    previousVersionFile(m_file).string(), engine::reasonOf(error.value())));
}

} // namespace studio

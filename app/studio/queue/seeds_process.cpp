// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/seeds_process.h"

#include "app/watch/detached_process.h"
#include "engine/graph/error.h"

#include <sys/wait.h>

#include <chrono>
#include <system_error>

namespace studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenWaits = 200ms;
constexpr int hasEnded = 0, wasStopped = 130; ///< what `hamnet` tells the shell

/// Makes it.
queue::RunFolder prepared(const fs::path& path)
{
    std::error_code error;
    fs::create_directories(path, error);
    const bool isFree = !error && fs::is_empty(path, error);
    if (error) {
        throw engine::Error(SeedsProcess::tr("the folder %1 cannot be made: %2; choose another one")
                                .arg(QString::fromStdString(path.string()), QString::fromStdString(error.message()))
                                .toStdString());
    }
    if (!isFree) {
        throw engine::Error(SeedsProcess::tr("the folder %1 is not empty; choose a new one")
                                .arg(QString::fromStdString(path.string()))
                                .toStdString());
    }
    return queue::RunFolder(path);
}

pid_t start(const engine::RunDescription& run, int seeds, const queue::RunFolder& folder)
{
    std::vector<std::string> words = queue::seedsArguments(run, folder, seeds);
    words.insert(words.begin(), "hamnet"); // by which name this program is that
    return watch::startDetached({.words = std::move(words), .folder = folder.path(), .errors = folder.errors()});
}

} // namespace

SeedsProcess::SeedsProcess(const engine::RunDescription& run, int seeds, const fs::path& folder, QObject* parent)
    : QObject(parent), m_folder(prepared(folder)), m_process(start(run, seeds, m_folder))
{
    connect(&m_looks, &QTimer::timeout, this, &SeedsProcess::look);
    m_looks.start(betweenWaits);
}

void SeedsProcess::look()
{
    int status = 0;
    if (::waitpid(m_process, &status, WNOHANG) != m_process) {
        return;
    }
    m_looks.stop();
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == hasEnded || code == wasStopped) {
        emit ended({});
        return;
    }
    const QString words = QString::fromStdString(watch::lastWords(m_folder));
    emit ended(tr("The training has ended: %1")
                   .arg(!words.isEmpty()      ? words
                        : WIFSIGNALED(status) ? tr("signal %1").arg(WTERMSIG(status))
                                              : tr("exit code %1").arg(code)));
}

} // namespace studio

#include "moc_seeds_process.cpp"

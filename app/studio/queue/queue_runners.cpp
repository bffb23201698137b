// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_runners.h"

#include "app/watch/detached_process.h"

#include <algorithm>
#include <QCoreApplication>

namespace studio {
namespace {

constexpr int patience = 60'000; ///< milliseconds for saving a large net
constexpr int stopped = 130;     ///< what `hamnet` tells the shell then

/// The last line that the process has left, as a sentence.
QString lastWords(QProcess& process)
{
    QString last;
    for (const QByteArray& line : process.readAllStandardError().split('\n')) {
        last = line.trimmed().isEmpty() ? last : QString::fromUtf8(line.trimmed());
    }
    const QString name = QStringLiteral("hamnet: ");
    return last.startsWith(name) ? last.mid(name.size()) : last;
}

} // namespace

QueueRunners::~QueueRunners()
{
    for (const auto& [device, work] : m_works) {
        work.process->disconnect(this);
        work.process->terminate();
    }
    for (const auto& [device, work] : m_works) {
        work.process->waitForFinished(patience);
    }
}

bool QueueRunners::isWorkingIn(const std::filesystem::path& folder) const
{
    return std::ranges::any_of(m_works, [&](const auto& one) { return one.second.folder == folder; });
}

std::filesystem::path QueueRunners::folderOf(const QString& device) const
{
    const auto found = m_works.find(device);
    return found == m_works.end() ? std::filesystem::path() : found->second.folder;
}

void QueueRunners::start(const std::filesystem::path& folder, const QString& device)
{
    if (m_works.contains(device)) {
        return;
    }
    auto* process = new QProcess(this);
    // Attached: it dies with the window where that crashes, and its training with it.
    QStringList arguments = {QString::fromLatin1(watch::attachedWord),
                             QString::number(QCoreApplication::applicationPid()),
                             QStringLiteral("queue"),
                             QStringLiteral("run"),
                             QStringLiteral("--queue=") + QString::fromStdString(folder.string()),
                             QStringLiteral("--json")};
    if (!device.isEmpty()) {
        arguments.append(QStringLiteral("--device=") + device.toLower());
    }
    process->setProgram(QStringLiteral("/proc/self/exe"));
    process->setArguments(arguments);
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardInputFile(QProcess::nullDevice());
    connect(process, &QProcess::finished, this, [this, device] { end(device); });
    connect(process, &QProcess::errorOccurred, this, [this, device](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) { // finished() does not follow
            end(device);
        }
    });
    m_works.emplace(device, Work{folder, process});
    process->start();
    emit changed();
}

void QueueRunners::end(const QString& device)
{
    const auto found = m_works.find(device);
    QProcess* const process = found->second.process;
    m_works.erase(found);
    const bool isFine = process->error() != QProcess::FailedToStart && process->exitStatus() == QProcess::NormalExit &&
                        (process->exitCode() == 0 || process->exitCode() == stopped);
    if (!isFine) {
        const QString words = lastWords(*process);
        emit failed(tr("Work on the queue has ended: %1")
                        .arg(!words.isEmpty()                             ? words
                             : process->error() == QProcess::UnknownError ? tr("exit code %1").arg(process->exitCode())
                                                                          : process->errorString()));
    }
    process->deleteLater();
    emit changed();
}

} // namespace studio

#include "moc_queue_runners.cpp"

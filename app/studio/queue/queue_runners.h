// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <QObject>
#include <QProcess>
#include <QString>

namespace studio {

/// `hamnet queue run` in processes of this program: one for each device at most, and one for the runs' own. They are
/// asked to stop through the queue's file, as all runners are; with this object they end at once.
class QueueRunners : public QObject {
    Q_OBJECT

public:
    explicit QueueRunners(QObject* parent = nullptr) : QObject(parent) {}
    ~QueueRunners() override; ///< the runs under way are saved and wait again

    /// `device`: "CUDA:1", in place of the runs' own; empty: those. Does nothing where that runner is at work.
    void start(const std::filesystem::path& folder, const QString& device);

    bool isWorking() const { return !m_processes.empty(); }
    bool isWorkingOn(const QString& device) const { return m_processes.contains(device); }

signals:
    void changed();                       ///< one began or ended
    void failed(const QString& sentence); ///< one ended for another reason than an empty queue or a stop

private:
    void end(const QString& device);

    std::map<QString, QProcess*> m_processes; ///< by device
};

} // namespace studio

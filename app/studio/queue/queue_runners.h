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

    /// `device`: "CUDA:1", in place of the runs' own; empty: those. Does nothing where that runner is at work, on
    /// this queue or on another one.
    void start(const std::filesystem::path& folder, const QString& device);

    bool isWorking() const { return !m_works.empty(); }
    bool isWorkingIn(const std::filesystem::path& folder) const;
    /// The folder of the queue that the device works on; empty: it is free.
    std::filesystem::path folderOf(const QString& device) const;

signals:
    void changed();                       ///< one began or ended
    void failed(const QString& sentence); ///< one ended for another reason than an empty queue or a stop

private:
    void end(const QString& device);

    struct Work {
        std::filesystem::path folder;
        QProcess* process;
    };
    std::map<QString, Work> m_works; ///< by device
};

} // namespace studio

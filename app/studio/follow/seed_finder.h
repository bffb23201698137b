// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <QObject>
#include <stop_token>
#include <thread>

namespace studio {

/// Looks for the nets in a folder of several seeds, again and again: on a thread of its own, since the disk may be
/// slow.
class SeedFinder : public QObject {
    Q_OBJECT

public:
    explicit SeedFinder(const std::filesystem::path& folder, QObject* parent = nullptr)
        : QObject(parent), m_folder(folder)
    {}

    void start(); ///< once somebody listens

signals:
    void found(quint64 seed, bool hasBegun); ///< once, and where it has not begun then, once more when it has

private:
    void look(const std::stop_token& stop);

    std::filesystem::path m_folder;
    std::jthread m_thread; // last, so that it ends before what it uses goes
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QObject>
#include <thread>

namespace studio {

/// How fast this processor multiplies matrices, for an estimate of a step: measured once for each number of threads,
/// apart from the screen.
class ProcessorSpeed : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void measure(int threads); ///< does nothing where these threads are measured, or are under way
    std::optional<double> perSecond() const { return m_perSecond; } ///< FLOP/s of a product; empty: not measured yet

signals:
    void measured();

private:
    std::optional<double> m_perSecond;
    int m_threads = -1;
    std::jthread m_measuring; // last, so that it joins before what it uses goes
};

} // namespace studio

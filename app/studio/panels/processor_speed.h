// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/work/latest_work.h"

#include <optional>
#include <QObject>

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
    editor::LatestWork m_measuring; // last, so that it ends before what it uses goes
};

} // namespace studio

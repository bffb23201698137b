// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_watch.h"

#include <cstddef>
#include <optional>
#include <QString>
#include <QStringList>
#include <vector>

namespace studio {

/// One of several parallel axes. Heights are places on it: 0 at its lower end, 1 at its upper.
struct ParallelAxis {
    struct Brush {
        double low, high; ///< heights
    };
    QString name;
    QStringList words = {}; ///< not empty: its values are these, evenly placed
    double least = 0, most = 1;
    bool isLogarithmic = false;
    std::vector<double> ticks = {0, 0.5, 1}; ///< heights with a label, from below
    std::optional<Brush> brush = {};

    bool isPoint() const { return most <= least; } ///< one value alone
    double heightOf(double value) const;
    QString labelAt(double height) const;
};

/// A run over the axes.
struct ParallelLine {
    qint64 run = 0;
    std::vector<std::optional<double>> heights = {}; ///< by axis; nothing: it has no value there
};

/// Parallel axes (Inselberg 1985) for the runs of a queue: one for each setting in which they differ, one for the best
/// loss. None where there is nothing to compare.
struct ParallelAxes {
    std::vector<ParallelAxis> axes = {};
    std::vector<ParallelLine> lines = {};

    bool isBrushed() const;
    bool passes(const ParallelLine& line) const; ///< all brushes
    bool hasAxesOf(const ParallelAxes& other) const;
};
ParallelAxes parallelAxes(const QueueView& view);

} // namespace studio

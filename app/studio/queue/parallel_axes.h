// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <QString>
#include <QStringList>
#include <span>
#include <vector>

namespace studio {

/// One of several parallel axes. Heights are places on it: 0 at its lower end, 1 at its upper. Where a run has no
/// value, the lower end is for none.
struct ParallelAxis {
    struct Brush {
        double low, high; ///< heights
    };
    QString name;
    QStringList words = {}; ///< not empty: its values are these, evenly placed
    double min = 0, max = 1;
    bool isLogarithmic = false;
    bool hasNone = false;
    std::vector<double> ticks = {}; ///< heights with a label, from below
    std::optional<Brush> brush = {};

    bool isPoint() const { return max <= min; } ///< one value alone
    double heightOf(double value) const;
    QString labelAt(double height) const;
};

/// A run over the axes.
struct ParallelLine {
    qint64 run = 0;
    QString name = {};
    std::vector<double> heights = {}; ///< by axis
    std::optional<double> rank = {};  ///< of its result: 0 of the best, 1 of the worst; nothing: it has none
};

/// What is compared of a run.
struct ComparedRun {
    qint64 id = 0;
    QString name = {};
    QStringList values = {}; ///< of the settings; empty: it has none
    std::optional<double> result = {};
};
enum class Better { Less, More };

/// Parallel axes (Inselberg 1985) for runs: one for each setting in which they differ, one for their result. None where
/// there is nothing to compare.
struct ParallelAxes {
    std::vector<ParallelAxis> axes = {};
    std::vector<ParallelLine> lines = {};

    bool isBrushed() const;
    bool passes(const ParallelLine& line) const; ///< all brushes
    bool hasAxesOf(const ParallelAxes& other) const;
};
ParallelAxes parallelAxes(const QStringList& settings, std::span<const ComparedRun> runs, const QString& result,
                          Better better = Better::Less);

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/named_samples.h"

#include <cstdint>
#include <map>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace studio {

/// The predicted column of a table, row by row, as a net's samples have it.
class TableSeries {
public:
    /// The rows of one group; of a table without groups all of them.
    struct Part {
        QString name = {};
        std::int64_t first = 0, last = 0; ///< rows [first, last)
    };

    TableSeries() = default;
    TableSeries(const engine::NamedSamples& named, const engine::SampleSettings& settings);

    const std::vector<Part>& parts() const { return m_parts; }     ///< groups that are too short for a window are none
    const std::vector<double>& values() const { return m_values; } ///< in their own unit; NaN: not known
    std::optional<std::size_t> targetInput() const { return m_target; } ///< the place of the column among those read
    /// Rows [first, last) as the net reads them.
    std::vector<float> rowsOf(std::int64_t first, std::int64_t last) const;
    float scaled(double value) const; ///< a number of the column as the net reads it
    /// The rows of a part up to `last` as a table: time, group, the columns that the net reads and the predicted one,
    /// in their own units, written as the net's table: with a row of names, or each column in its place. `dragged` are
    /// other values of the predicted column, by row.
    std::vector<std::vector<std::string>> table(const Part& part, std::int64_t last,
                                                const std::map<std::int64_t, double>& dragged) const;

    /// The predicted column of a part up to `last`, as dragged; of a gap the value before.
    std::vector<double> known(const Part& part, std::int64_t last, const std::map<std::int64_t, double>& dragged) const;

    /// Of a row on an axis: its time; behind the part's last row, by how many; before the first one empty.
    QString nameOf(const Part& part, std::int64_t row) const;
    char delimiter() const { return m_format.delimiter; } ///< that the net's table has
    QString timeOf(std::int64_t row) const; ///< as the file has it; empty behind the last one and without a time column

private:
    std::vector<float> m_rows;
    std::vector<double> m_values;
    std::vector<Part> m_parts;
    engine::NamedRows m_named;
    std::optional<std::size_t> m_target;
    std::vector<std::string> m_columns;            ///< the inputs, then the predicted one where it is none of them
    std::vector<engine::Standardisation> m_scales; ///< of the inputs
    std::string m_time, m_group;                   ///< the columns of times and groups; empty: none
    engine::TableFormat m_format;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/named_samples.h"

#include <cstdint>
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

    const std::vector<Part>& parts() const { return m_parts; }
    const std::vector<double>& values() const { return m_values; }      ///< in their own unit; NaN: not known
    const std::vector<float>& rows() const { return m_rows; }           ///< [rows, I] as the net reads them
    std::optional<std::size_t> targetInput() const { return m_target; } ///< the place of the column among those read
    float scaled(double value) const;                                   ///< a number of the column as the net reads it
    /// The columns that the net reads, and the predicted one, in their own units: [rows first ... last - 1][columns()].
    std::vector<std::vector<double>> table(std::int64_t first, std::int64_t last) const;
    const std::vector<std::string>& columns() const { return m_columns; }
    std::size_t targetColumn() const { return m_target.value_or(m_columns.size() - 1); } ///< its place among columns()

    QString timeOf(std::int64_t row) const; ///< empty where none is known

private:
    void findParts(const engine::NamedSamples& named, const std::string& group);

    std::vector<float> m_rows;
    std::vector<double> m_values;
    std::vector<std::int32_t> m_sampleOf; ///< of each row: the sample that it is the answer of; -1: none
    std::vector<Part> m_parts;
    std::optional<std::size_t> m_target;
    std::vector<std::string> m_columns;            ///< the inputs, then the predicted one where it is none of them
    std::vector<engine::Standardisation> m_scales; ///< of the inputs
    std::vector<engine::OriginColumn> m_origins;
    std::string m_time; ///< the column of times; empty: none
};

} // namespace studio

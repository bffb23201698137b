// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/table_series.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>

namespace studio {

namespace {

/// The rows without that of the names, each field in the column that its name has the number of: "column 3".
std::vector<std::vector<std::string>> inTheirPlaces(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::vector<std::string>> placed;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        std::vector<std::string>& fields = placed.emplace_back();
        for (std::size_t column = 0; column < rows[row].size(); ++column) {
            const std::size_t place = std::stoul(rows[0][column].substr(rows[0][column].find(' ')));
            fields.resize(std::max(fields.size(), place));
            fields[place - 1] = rows[row][column];
        }
    }
    return placed;
}

} // namespace

TableSeries::TableSeries(const engine::NamedSamples& named, const engine::SampleSettings& settings)
    : m_rows(named.samples.numbers.begin(), named.samples.numbers.end()),
      m_named(named.rows),
      m_columns(named.samples.facts.inputs),
      m_scales(named.samples.facts.inputScales),
      m_time(settings.table.time),
      m_group(settings.table.group),
      m_format(named.samples.facts.format)
{
    const engine::SampleFacts& facts = named.samples.facts;
    const auto input = std::ranges::find(facts.inputs, facts.target);
    if (input == facts.inputs.end()) {
        m_columns.push_back(facts.target);
    } else if (facts.classes.empty()) {
        m_target = static_cast<std::size_t>(input - facts.inputs.begin());
    }
    const std::int64_t readRows = facts.steps + std::max<std::int64_t>(settings.table.horizon - 1, 0);
    for (const std::int64_t end : m_named.groupEnds) {
        const std::int64_t first = std::ssize(m_values);
        if (end - first >= readRows) {
            m_parts.push_back({.name = QString::fromStdString(m_named.group(first)), .first = first, .last = end});
        }
        for (std::int64_t row = first; row < end; ++row) {
            m_values.push_back(m_named.answer(row));
        }
    }
}

std::vector<float> TableSeries::rowsOf(std::int64_t first, std::int64_t last) const
{
    const std::int64_t width = std::ssize(m_scales);
    return {m_rows.begin() + first * width, m_rows.begin() + last * width};
}

float TableSeries::scaled(double value) const
{
    const engine::Standardisation& scale = m_scales[*m_target];
    return static_cast<float>((value - scale.mean) / scale.deviation);
}

std::vector<std::vector<std::string>> TableSeries::table(const Part& part, std::int64_t last,
                                                         const std::map<std::int64_t, double>& dragged) const
{
    const auto text = [this](double value) {
        constexpr int digits = 9; // more than a float has
        std::string number = std::isnan(value) ? std::string() : QString::number(value, 'g', digits).toStdString();
        std::ranges::replace(number, '.', m_format.decimal == engine::DecimalMark::Comma ? ',' : '.');
        return number;
    };
    std::vector<std::vector<std::string>> rows(1);
    const auto isExtra = [&](const std::string& name) {
        return !name.empty() && std::ranges::find(m_columns, name) == m_columns.end();
    };
    const bool hasTime = isExtra(m_time), hasGroup = isExtra(m_group) && m_group != m_time;
    if (hasTime) {
        rows[0].push_back(m_time);
    }
    if (hasGroup) {
        rows[0].push_back(m_group);
    }
    rows[0].insert(rows[0].end(), m_columns.begin(), m_columns.end());
    for (std::int64_t row = part.first; row < last; ++row) {
        std::vector<std::string>& fields = rows.emplace_back();
        if (hasTime) {
            fields.push_back(m_named.time(row));
        }
        if (hasGroup) {
            fields.push_back(part.name.toStdString());
        }
        const std::size_t first = fields.size();
        for (std::size_t input = 0; input < m_scales.size(); ++input) {
            const float value = m_rows[static_cast<std::size_t>(row) * m_scales.size() + input];
            fields.push_back(text(static_cast<double>(value) * m_scales[input].deviation + m_scales[input].mean));
        }
        fields.resize(first + m_columns.size());
        const auto other = dragged.find(row);
        fields[first + m_target.value_or(m_columns.size() - 1)] =
            text(other == dragged.end() ? m_values[static_cast<std::size_t>(row)] : other->second);
    }
    return m_format.header == engine::HeaderRow::No ? inTheirPlaces(rows) : rows;
}

std::vector<double> TableSeries::known(const Part& part, std::int64_t last,
                                       const std::map<std::int64_t, double>& dragged) const
{
    std::vector<double> values;
    for (std::int64_t row = part.first; row < last; ++row) {
        const auto other = dragged.find(row);
        const double value = other == dragged.end() ? m_values[static_cast<std::size_t>(row)] : other->second;
        values.push_back(std::isnan(value) && !values.empty() ? values.back() : value);
    }
    return values;
}

QString TableSeries::nameOf(const Part& part, std::int64_t row) const
{
    if (row >= part.last) {
        return QCoreApplication::translate("studio::TableSeries", "+%1 rows").arg(row - part.last + 1);
    }
    return row < part.first ? QString() : timeOf(row);
}

QString TableSeries::timeOf(std::int64_t row) const
{
    return row < std::ssize(m_values) ? QString::fromStdString(m_named.time(row)) : QString();
}

} // namespace studio

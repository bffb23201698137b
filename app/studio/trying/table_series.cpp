// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/table_series.h"

#include <algorithm>
#include <cmath>

namespace studio {
namespace {

const engine::OriginColumn* columnNamed(const std::vector<engine::OriginColumn>& origins, const std::string& name)
{
    const auto found = std::ranges::find(origins, name, &engine::OriginColumn::name);
    return name.empty() || found == origins.end() ? nullptr : &*found;
}

} // namespace

TableSeries::TableSeries(const engine::NamedSamples& named, const engine::SampleSettings& settings)
    : m_rows(named.samples.numbers.begin(), named.samples.numbers.end()),
      m_origins(named.origins),
      m_time(settings.table.time)
{
    const engine::Samples& samples = named.samples;
    const std::int64_t width = samples.layout.width;
    const auto count = static_cast<std::size_t>(std::ssize(m_rows) / width);
    m_values.assign(count, std::nan(""));
    m_sampleOf.assign(count, -1);
    m_columns = samples.facts.inputs;
    m_scales = samples.facts.inputScales;
    const auto input = std::ranges::find(samples.facts.inputs, samples.facts.target);
    if (input != samples.facts.inputs.end() && samples.facts.classes.empty()) {
        m_target = static_cast<std::size_t>(input - samples.facts.inputs.begin());
        for (std::size_t row = 0; row < count; ++row) {
            const float value = m_rows[row * static_cast<std::size_t>(width) + *m_target];
            m_values[row] = static_cast<double>(value) * m_scales[*m_target].deviation + m_scales[*m_target].mean;
        }
    }
    if (input == samples.facts.inputs.end()) {
        m_columns.push_back(samples.facts.target);
    }
    for (std::int64_t sample = 0; sample < samples.count(); ++sample) {
        const std::int64_t row = samples.starts[static_cast<std::size_t>(sample)] / width + samples.layout.steps - 1 +
                                 settings.table.horizon;
        if (row < static_cast<std::int64_t>(count)) {
            m_sampleOf[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(sample);
            if (!std::isnan(samples.targetOf(sample))) {
                m_values[static_cast<std::size_t>(row)] = samples.targetOf(sample);
            }
        }
    }
    findParts(named, settings.table.group);
}

/// Groups lie one behind the other, and a sample knows the group that it is in.
void TableSeries::findParts(const engine::NamedSamples& named, const std::string& group)
{
    const auto count = static_cast<std::int64_t>(m_values.size());
    const engine::OriginColumn* const column = columnNamed(m_origins, group);
    if (!column) {
        m_parts = {{.first = 0, .last = count}};
        return;
    }
    const std::int64_t width = named.samples.layout.width;
    for (std::int64_t row = 0; row < count; ++row) {
        const std::int32_t sample = m_sampleOf[static_cast<std::size_t>(row)];
        if (sample < 0) {
            continue;
        }
        const QString name = QString::fromStdString(column->text(sample));
        if (m_parts.empty() || m_parts.back().name != name) {
            m_parts.push_back({.name = name, .first = named.samples.starts[static_cast<std::size_t>(sample)] / width});
        }
        m_parts.back().last = row + 1;
    }
}

float TableSeries::scaled(double value) const
{
    const engine::Standardisation& scale = m_scales[*m_target];
    return static_cast<float>((value - scale.mean) / scale.deviation);
}

std::vector<std::vector<double>> TableSeries::table(std::int64_t first, std::int64_t last) const
{
    std::vector<std::vector<double>> rows;
    for (std::int64_t row = first; row < last; ++row) {
        std::vector<double>& values = rows.emplace_back(m_columns.size());
        for (std::size_t input = 0; input < m_scales.size(); ++input) {
            const float value = m_rows[static_cast<std::size_t>(row) * m_scales.size() + input];
            values[input] = static_cast<double>(value) * m_scales[input].deviation + m_scales[input].mean;
        }
        values[targetColumn()] = m_values[static_cast<std::size_t>(row)];
    }
    return rows;
}

QString TableSeries::timeOf(std::int64_t row) const
{
    const std::int32_t sample =
        row < static_cast<std::int64_t>(m_sampleOf.size()) ? m_sampleOf[static_cast<std::size_t>(row)] : -1;
    const engine::OriginColumn* const time = columnNamed(m_origins, m_time);
    return sample < 0 || !time ? QString() : QString::fromStdString(time->text(sample));
}

} // namespace studio

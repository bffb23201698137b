// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_preview.h"

#include "app/studio/panels/parts.h"
#include "app/studio/sequences/line_list.h"
#include "app/studio/sequences/sample_pictures.h"
#include "app/studio/sequences/series_plot.h"

#include <algorithm>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr int picturesOfClass = 2;       ///< pictures
constexpr std::size_t maxPictures = 24;  ///< of all classes
constexpr std::int64_t maxPoints = 4000; ///< of the series' picture

} // namespace

SequencePreview::SequencePreview(QWidget* parent)
    : QWidget(parent),
      m_title(sectionTitle({}, this)),
      m_stack(new QStackedWidget(this)),
      m_lines(new LineList(m_stack)),
      m_pictures(new SamplePictures(m_stack)),
      m_series(new SeriesPlot(m_stack))
{
    m_pictures->setAccessibleName(tr("Some of the sequences"));
    m_series->setAccessibleName(tr("The column to predict"));
    m_series->setMinimumHeight(12 * fontMetrics().height());
    for (QWidget* picture : std::initializer_list<QWidget*>{m_pictures, m_series, m_lines}) {
        m_stack->addWidget(picture);
    }
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_title);
    rows->addWidget(m_stack, 1);
}

void SequencePreview::show(const SequenceFacts& facts, Steps steps)
{
    m_pictures->setPictures({});
    m_series->setCurves({});
    m_lines->clear();
    const bool readable = facts.problem.isEmpty();
    bool shown = false;
    if (readable && facts.kind->ofCharacters) {
        m_lines->setLines(facts.samples, facts.countsOfClasses());
        m_title->setText(tr("Number of lines of each class, and the first ones"));
        m_stack->setCurrentWidget(m_lines);
        shown = true;
    } else if (readable) {
        shown = facts.kind->ofColumns ? showSeries(facts) : showPictures(facts, steps);
    }
    setVisible(shown);
}

/// A few of each class.
bool SequencePreview::showPictures(const SequenceFacts& facts, Steps steps)
{
    std::vector<SamplePictures::Picture> pictures;
    const engine::Samples& samples = facts.samples;
    const std::size_t classes = samples.facts.classes.size();
    if (classes > 0) {
        const std::size_t each = std::clamp<std::size_t>(maxPictures / classes, 1, picturesOfClass);
        std::vector<std::size_t> taken(classes);
        for (const std::int32_t sample : samples.part(engine::Split::Train)) {
            const auto label = static_cast<std::size_t>(samples.answers[static_cast<std::size_t>(sample)]);
            if (label < classes && taken[label] < each && pictures.size() < maxPictures) {
                ++taken[label];
                pictures.push_back({.image = pictureOf(samples, sample),
                                    .words = QString::fromStdString(samples.facts.classes[label]),
                                    .tip = {}});
            }
        }
    }
    if (pictures.empty()) {
        return false;
    }
    m_title->setText(steps == Steps::Columns ? tr("Some of them, one column of pixels per step")
                                             : tr("Some of them, one row of pixels per step"));
    m_stack->setCurrentWidget(m_pictures);
    m_pictures->setPictures(std::move(pictures));
    return true;
}

/// The column to predict, in the order of the table, with its parts.
bool SequencePreview::showSeries(const SequenceFacts& facts)
{
    const engine::Samples& samples = facts.samples;
    if (!samples.facts.classes.empty()) {
        return false;
    }
    const std::int64_t stride = std::max<std::int64_t>(1, samples.count() / maxPoints);
    // Several series lie one behind the other, so their times fall within a part.
    const auto falls = [&](const std::vector<std::int32_t>& members) {
        return !std::ranges::is_sorted(
            members, {}, [&](std::int32_t sample) { return samples.times[static_cast<std::size_t>(sample)]; });
    };
    const bool byTime = !samples.times.empty() && std::ranges::none_of(samples.parts, falls);
    std::vector<SeriesPlot::Curve> curves;
    const std::tuple<engine::Split, QString, SeriesPlot::Colour> parts[] = {
        {engine::Split::Train, tr("Training"), SeriesPlot::Colour::Said},
        {engine::Split::Validation, tr("Validation"), SeriesPlot::Colour::Held},
        {engine::Split::Test, tr("Test"), SeriesPlot::Colour::Test}};
    for (const auto& [part, name, colour] : parts) {
        SeriesPlot::Curve curve{.name = name, .colour = colour};
        const std::vector<std::int32_t>& members = samples.part(part);
        for (std::size_t index = 0; index < members.size(); index += static_cast<std::size_t>(stride)) {
            const std::int32_t sample = members[index];
            curve.places.push_back(byTime ? static_cast<double>(samples.times[static_cast<std::size_t>(sample)]) / 1e6
                                          : static_cast<double>(sample + 1));
            curve.values.push_back(samples.targetOf(sample));
        }
        if (!curve.places.empty()) {
            curves.push_back(std::move(curve));
        }
    }
    m_series->setAxes(byTime ? QString() : tr("Sequence"), QString::fromStdString(samples.facts.target),
                      byTime ? SeriesPlot::Across::Times : SeriesPlot::Across::Numbers);
    m_series->setCurves(std::move(curves));
    m_title->setText(tr("What is to be predicted"));
    m_stack->setCurrentWidget(m_series);
    return true;
}

} // namespace studio

#include "moc_sequence_preview.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/diary.h"

#include "app/studio/text/elided_label.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <utility>

namespace studio {

namespace {

constexpr int betweenSamples = 150; ///< milliseconds: as fast as a person reads

/// The loss of the last point at or before an iteration.
double lossAt(const engine::Curve& curve, std::int64_t iteration)
{
    const std::optional<std::size_t> before = lastUntil(curve, iteration);
    return before ? curve.loss(*before) : std::nan("");
}

} // namespace

Diary::Diary(QWidget* parent)
    : QWidget(parent),
      m_slider(new QSlider(Qt::Horizontal)),
      m_caption(new ElidedLabel),
      m_count(new QLabel),
      m_back(editor::iconButton(this, "left", tr("Earlier sample"), this, [this] { step(-1); })),
      m_forward(editor::iconButton(this, "right", tr("Later sample"), this, [this] { step(1); })),
      m_newest(editor::iconButton(this, "follow", tr("Always show the newest sample"), this,
                                  [this](bool on) { setFollowing(on); })),
      m_replay(editor::iconButton(this, "text", tr("Use its prompt and settings in the panel Writing"), this,
                                  [this] {
                                      if (shown() != nullptr) {
                                          emit replayRequested(*shown());
                                      }
                                  })),
      m_view(new WrittenView)
{
    editor::described(m_slider,
                      {.title = tr("Samples of the run"),
                       .tip = tr("What the net wrote during training; the arrow keys go from sample to sample")},
                      this, &Diary::userMoved);
    m_view->setAccessibleName(tr("Sample"));
    setRefusal({});
    m_newest->setCheckable(true);

    auto* top = editor::inRow({m_back, {m_slider, 1}, m_forward, m_count, m_newest}, QMargins(8, 4, 8, 0));
    auto* words = editor::inRow({{m_caption, 1}, m_replay}, QMargins(8, 0, 8, 4));
    editor::inColumn(this, {top, words, {m_view, 1}}, QMargins(), 2);
    setFocusProxy(m_slider);

    m_pause.setSingleShot(true);
    m_pause.setInterval(betweenSamples);
    m_pause.callOnTimeout(this, [this] {
        if (std::exchange(m_late, false)) {
            follow();
        }
    });
    updateState();
}

void Diary::setRun(const RunRecord& run)
{
    m_samples.clear();
    for (const engine::SampleEvent& sample : run.samples) {
        m_samples.push_back({{sample}, lossAt(run.curve, sample.iteration)});
    }
    m_following = true;
    updateState();
    showSample(static_cast<int>(m_samples.size()) - 1);
}

/// A run that went back to a checkpoint writes its samples again; those that it had there before are removed.
void Diary::add(const engine::SampleEvent& sample, double loss)
{
    while (!m_samples.empty() && m_samples.back().text.iteration >= sample.iteration) {
        m_samples.pop_back(); // the run went back to a checkpoint
    }
    m_samples.push_back({{sample}, loss});
    updateState();
    m_late = m_pause.isActive();
    if (!m_late) {
        follow();
    }
}

/// Shows the newest sample, and after a pause the one that is newest then: a small net writes hundreds a second, and
/// each takes milliseconds to lay out.
void Diary::follow()
{
    const int newest = static_cast<int>(m_samples.size()) - 1;
    if (newest >= 0 && (m_following || newest == 0)) {
        showSample(newest);
        m_pause.start();
    }
}

void Diary::setRefusal(const QString& sentence)
{
    m_view->setPlaceholderText(!sentence.isEmpty() ? sentence
                                                   : tr("No samples yet. During training the net writes a few lines "
                                                        "from time to time, which are listed here."));
}

void Diary::clear()
{
    setRun({});
}

const WrittenText* Diary::shown() const
{
    const auto index = static_cast<std::size_t>(m_slider->value());
    return index < m_samples.size() ? &m_samples[index].text : nullptr;
}

void Diary::setFollowing(bool following)
{
    m_following = following;
    updateState();
    if (following && !m_samples.empty()) {
        showSample(static_cast<int>(m_samples.size()) - 1);
        emit iterationChosen(m_samples.back().text.iteration);
    }
}

void Diary::setIteration(qint64 iteration)
{
    const auto after = std::find_if(m_samples.begin(), m_samples.end(),
                                    [&](const Sample& sample) { return sample.text.iteration > iteration; });
    const auto index = static_cast<int>(after - m_samples.begin()) - 1;
    if (m_samples.empty() || std::max(index, 0) == m_slider->value()) {
        return;
    }
    m_following = false;
    showSample(std::max(index, 0));
    updateState();
}

void Diary::step(int by)
{
    m_slider->setValue(m_slider->value() + by);
}

void Diary::userMoved(int index)
{
    if (m_samples.empty()) {
        return;
    }
    m_following = index == m_slider->maximum();
    showSample(index);
    updateState();
    emit iterationChosen(m_samples[static_cast<std::size_t>(index)].text.iteration);
}

void Diary::showSample(int index)
{
    const QSignalBlocker quiet(m_slider);
    m_back->setEnabled(index > 0);
    m_forward->setEnabled(index >= 0 && index < m_slider->maximum());
    if (index < 0 || index >= static_cast<int>(m_samples.size())) {
        m_view->showText({});
        m_caption->clear();
        m_count->clear();
        return;
    }
    m_slider->setValue(index);
    const Sample& sample = m_samples[static_cast<std::size_t>(index)];
    const QLocale locale;
    QString caption = tr("Iteration %1").arg(locale.toString(qint64{sample.text.iteration}));
    if (std::isfinite(sample.loss)) {
        caption += tr(" · loss %1").arg(locale.toString(sample.loss, 'g', 4));
    }
    caption += tr(" · seed %1").arg(sample.text.seed);
    m_caption->setText(caption);
    m_caption->setToolTip(settingsOf(sample.text));
    m_count->setText(tr("%1 of %2").arg(locale.toString(index + 1), locale.toString(qint64(m_samples.size()))));
    m_view->showText(sample.text);
}

void Diary::updateState()
{
    const QSignalBlocker quiet(m_slider);
    const int last = std::max(static_cast<int>(m_samples.size()) - 1, 0);
    m_slider->setRange(0, last);
    m_slider->setEnabled(last > 0);
    m_newest->setChecked(m_following);
    m_newest->setEnabled(!m_samples.empty());
    m_replay->setEnabled(!m_samples.empty());
}

} // namespace studio

#include "moc_diary.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/unit_search.h"

#include "app/studio/lens/lens_row.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/lens/lens_words.h"
#include "engine/devices/cpu/thread_pool.h"
#include "engine/lens/patterns.h"

#include <algorithm>
#include <array>
#include <QComboBox>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <utility>

namespace studio {

namespace {

constexpr std::size_t maxFound = 100;
constexpr int selectionEntry = -1; ///< of the patterns: what the user selected

constexpr std::array patterns = {engine::TextPattern::InsideQuotes, engine::TextPattern::PositionInLine,
                                 engine::TextPattern::LineStart,    engine::TextPattern::UpperCase,
                                 engine::TextPattern::Spaces,       engine::TextPattern::Digits,
                                 engine::TextPattern::Punctuation,  engine::TextPattern::PositionInWord};

} // namespace

UnitSearch::UnitSearch(const LensText& text, QWidget* parent) : QWidget(parent), m_text(text)
{
    m_pattern = makeLensBox(tr("Pattern"), tr("Pattern to search for"));
    for (const engine::TextPattern pattern : patterns) {
        m_pattern->addItem(patternWords(pattern), static_cast<int>(pattern));
    }
    m_pattern->addItem(tr("The selected characters"), selectionEntry);
    auto* find = new QPushButton(tr("Find units"));
    find->setToolTip(tr("List the units whose gates or states correlate with the pattern, by their correlation r"));
    connect(find, &QPushButton::clicked, this, &UnitSearch::find);
    layOutLensRow(*this, {m_pattern, find});
    m_followers = new QListWidget;
    m_followers->setAccessibleName(tr("Units that follow the pattern"));
    m_followers->setFrameShape(QFrame::NoFrame);
    m_followers->hide();
    connect(m_followers, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_found.size())) {
            const engine::Follower& one = m_found[static_cast<std::size_t>(row)];
            emit chosen(one.layer, one.quantity, one.unit);
        }
    });
    setReading(nullptr);
}

void UnitSearch::setReading(std::shared_ptr<const LensReading> reading)
{
    m_search.stop();
    m_reading = std::move(reading);
    m_found.clear();
    m_followers->clear();
    m_followers->hide();
    setEnabled(m_reading != nullptr);
    if (m_reading) {
        offerPatterns();
    }
}

bool UnitSearch::isOfSelection() const
{
    return m_pattern->currentData().toInt() == selectionEntry;
}

/// What the units are compared with, for each character.
std::vector<float> UnitSearch::wantedSeries() const
{
    if (!isOfSelection()) {
        return engine::patternSeries(static_cast<engine::TextPattern>(m_pattern->currentData().toInt()),
                                     m_reading->text);
    }
    const auto [first, last] = m_text.selection();
    std::vector<float> series(m_reading->text.size(), 0.0f);
    std::fill(series.begin() + first, series.begin() + last, 1.0f);
    return series;
}

void UnitSearch::find()
{
    if (!m_reading) {
        return;
    }
    emit said(tr("Searching…"));
    m_search.start(
        [this, reading = m_reading, series = wantedSeries()](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
            std::vector<engine::Follower> found;
            try {
                engine::ThreadPool pool(2);
                found = engine::unitsThatFollow(reading->layers, series, maxFound, goOn);
            } catch (const engine::CancelledError&) {
                return [] {};
            }
            return [this, found = std::move(found)] { list(found); };
        });
}

void UnitSearch::list(std::vector<engine::Follower> found)
{
    m_found = std::move(found);
    {
        const QSignalBlocker quiet(m_followers);
        m_followers->clear();
        for (const engine::Follower& one : m_found) {
            const engine::UnitValues& values = m_reading->layers[one.layer];
            m_followers->addItem(tr("r = %1 · %2 · %3 · unit %4")
                                     .arg(QLocale().toString(one.r, 'f', 3), layerWords(values),
                                          quantityWords(values, one.quantity), QLocale().toString(qint64{one.unit})));
        }
    }
    m_followers->setMinimumWidth(m_followers->sizeHintForColumn(0) +
                                 m_followers->verticalScrollBar()->sizeHint().width());
    m_followers->setVisible(!m_found.empty());
    if (m_found.empty()) {
        emit said(isOfSelection() ? tr("Select characters of the text first, by dragging over them.")
                                  : tr("The pattern does not occur in this text, so no unit can follow it."));
        return;
    }
    emit said(tr("The best of %1: r = %2 (1 follows it exactly, -1 does the opposite, 0 neither)")
                  .arg(m_pattern->currentText(), QLocale().toString(m_found[0].r, 'f', 3)));
    m_followers->setCurrentRow(0);
}

/// A pattern that is the same at every character has no unit that follows it: it cannot be chosen, and says why.
void UnitSearch::offerPatterns()
{
    auto* items = qobject_cast<QStandardItemModel*>(m_pattern->model());
    for (int row = 0; row < m_pattern->count(); ++row) {
        const int wanted = m_pattern->itemData(row).toInt();
        const bool occurs =
            wanted == selectionEntry || engine::occurs(static_cast<engine::TextPattern>(wanted), m_reading->text);
        items->item(row)->setEnabled(occurs);
        items->item(row)->setToolTip(occurs ? QString() : whyAbsent(static_cast<engine::TextPattern>(wanted)));
    }
    for (int row = 0; row < m_pattern->count() && !items->item(m_pattern->currentIndex())->isEnabled(); ++row) {
        if (items->item(row)->isEnabled()) {
            m_pattern->setCurrentIndex(row);
        }
    }
}

} // namespace studio

#include "moc_unit_search.cpp"

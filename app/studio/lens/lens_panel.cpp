// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_panel.h"

#include "app/studio/lens/heat_map.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/lens/lens_words.h"
#include "engine/devices/cpu/thread_pool.h"

#include <array>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace studio {

namespace {

constexpr std::size_t listed = 100; ///< units that follow a pattern
constexpr int selectionEntry = -1;  ///< of the patterns: what the user selected

constexpr std::array patterns = {engine::Pattern::InsideQuotes, engine::Pattern::PositionInLine,
                                 engine::Pattern::LineStart,    engine::Pattern::UpperCase,
                                 engine::Pattern::Spaces,       engine::Pattern::Digits,
                                 engine::Pattern::Punctuation,  engine::Pattern::PositionInWord};

QComboBox* makeBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

QWidget* rowOf(std::initializer_list<QWidget*> widgets)
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(8, 2, 8, 2);
    for (QWidget* widget : widgets) {
        row->addWidget(widget, qobject_cast<QComboBox*>(widget) != nullptr ? 1 : 0);
    }
    return box;
}

} // namespace

LensPanel::LensPanel(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 4);
    column->setSpacing(0);
    column->addWidget(makeChoice());
    m_typed = new QPlainTextEdit;
    m_typed->setPlaceholderText(tr("Type or paste a text for the net to read."));
    m_typed->setAccessibleName(tr("Text to read"));
    m_typed->setTabChangesFocus(true);
    m_typed->setMaximumHeight(70);
    m_typed->hide();
    column->addWidget(m_typed);
    column->addWidget(makeUnitRow());
    column->addWidget(makeSearchRow());
    column->addWidget(makeViews(), 1);
    m_status = new QLabel;
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_legend = new LensLegend;
    column->addWidget(rowOf({m_status, m_legend}));
    qobject_cast<QHBoxLayout*>(m_status->parentWidget()->layout())->setStretchFactor(m_status, 1);
    updateState();
}

QWidget* LensPanel::makeChoice()
{
    m_source = makeBox(tr("Net"), tr("The net that reads"));
    m_what = makeBox(
        tr("Text"), tr("The text to read, up to %1 characters").arg(QLocale().toString(qulonglong{LensReading::most})));
    m_what->addItems({tr("The written text"), tr("The training text"), tr("A text of my own")});
    m_what->setCurrentIndex(static_cast<int>(LensWish::Text::Learned)); // it is always there
    m_read = new QPushButton(tr("Read"));
    m_read->setToolTip(tr("Read the text with the net as it is now"));
    connect(m_read, &QPushButton::clicked, this, &LensPanel::ask);
    connect(m_what, &QComboBox::currentIndexChanged, this,
            [this](int row) { m_typed->setVisible(row == static_cast<int>(LensWish::Text::Typed)); });
    auto* both = new QWidget; // below each other: the names of nets are long
    auto* rows = new QVBoxLayout(both);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(rowOf({m_source}));
    rows->addWidget(rowOf({m_what, m_read}));
    return both;
}

QWidget* LensPanel::makeUnitRow()
{
    m_layer = makeBox(tr("Layer"), tr("The recurrent layer"));
    m_quantity = makeBox(tr("Quantity"), tr("Which gate or state of the unit"));
    m_unit = new QSpinBox;
    m_unit->setAccessibleName(tr("Unit"));
    m_unit->setToolTip(tr("The unit; a click on the map below chooses one too"));
    m_unit->setPrefix(tr("Unit "));
    m_unit->setWrapping(true);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &LensPanel::fillQuantities);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &LensPanel::showUnit);
    connect(m_unit, &QSpinBox::valueChanged, this, &LensPanel::showUnit);
    m_clamp = new QPushButton(tr("Clamp…"));
    m_clamp->setToolTip(tr("Set or clamp the unit's state while the net writes"));
    connect(m_clamp, &QPushButton::clicked, this, [this] {
        if (const engine::UnitValues* values = layer()) {
            const int shown = m_quantity->currentIndex();
            const char state = values->isState(shown) ? values->letter(shown) : 'h';
            emit clampRequested({.layer = values->layer, .stacked = values->stacked, .state = state, .unit = unit()});
        }
    });
    return rowOf({m_layer, m_quantity, m_unit, m_clamp});
}

QWidget* LensPanel::makeSearchRow()
{
    m_pattern = makeBox(tr("Pattern"), tr("Pattern to search for"));
    for (const engine::Pattern pattern : patterns) {
        m_pattern->addItem(patternWords(pattern), static_cast<int>(pattern));
    }
    m_pattern->addItem(tr("The selected characters"), selectionEntry);
    m_find = new QPushButton(tr("Find units"));
    m_find->setToolTip(tr("List the units whose gates or states correlate with the pattern, by their correlation r"));
    connect(m_find, &QPushButton::clicked, this, &LensPanel::find);
    return rowOf({m_pattern, m_find});
}

QString LensPanel::whatForWords()
{
    return tr("The lens shows what a single unit of a net does while it reads: press Read, and each "
              "character is tinted by the unit's value there.");
}

QWidget* LensPanel::makeViews()
{
    m_text = new LensText;
    m_heat = new HeatMap;
    connect(m_text, &LensText::cursorMoved, this, &LensPanel::showHeat);
    connect(m_text, &LensText::viewMoved, this, &LensPanel::showHeat);
    connect(m_heat, &HeatMap::chosen, this, [this](qint64 unit, int character) {
        m_unit->setValue(static_cast<int>(unit));
        m_text->setCursor(character);
    });
    m_followers = new QListWidget;
    m_followers->setAccessibleName(tr("Units that follow the pattern"));
    m_followers->setFrameShape(QFrame::NoFrame);
    m_followers->hide();
    connect(m_followers, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_found.size())) {
            const engine::Follower& one = m_found[static_cast<std::size_t>(row)];
            choose(one.layer, one.quantity, one.unit);
        }
    });
    auto* views = new QSplitter(Qt::Vertical);
    views->addWidget(m_text);
    views->addWidget(m_heat);
    views->addWidget(m_followers);
    views->setSizes({300, 120, 120});
    m_empty = new QLabel(whatForWords());
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(24);
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_empty);
    m_pages->addWidget(views);
    return m_pages;
}

void LensPanel::setSources(const std::vector<TextSource>& sources)
{
    const int row = m_source->currentIndex();
    const std::string kept = row >= 0 ? m_sources[static_cast<std::size_t>(row)].checkpoint : std::string();
    m_sources = sources;
    m_source->clear();
    for (const TextSource& source : m_sources) {
        m_source->addItem(describe(source));
        if (source.checkpoint == kept) {
            m_source->setCurrentIndex(m_source->count() - 1);
        }
    }
    m_source->setPlaceholderText(tr("No net yet"));
    updateState();
}

void LensPanel::ask()
{
    const int row = m_source->currentIndex();
    if (row < 0 || m_busy) {
        return;
    }
    m_busy = true;
    m_status->setText(tr("Reading…"));
    m_empty->setText(whatForWords());
    updateState();
    emit readRequested({.checkpoint = m_sources[static_cast<std::size_t>(row)].checkpoint,
                        .text = static_cast<LensWish::Text>(m_what->currentIndex()),
                        .typed = m_typed->toPlainText()});
}

void LensPanel::fail(const QString& sentence)
{
    m_busy = false;
    m_status->clear();
    (m_reading ? m_status : m_empty)->setText(sentence); // in the middle, where nothing else is to be seen
    updateState();
}

void LensPanel::clear()
{
    m_busy = false;
    m_search.stop();
    m_heat->show({});
    m_reading.reset();
    m_found.clear();
    m_followers->clear();
    m_followers->hide();
    const QSignalBlocker quietLayer(m_layer), quietText(m_text);
    m_layer->clear();
    m_text->setText({});
    m_status->clear();
    m_empty->setText(whatForWords());
    m_pages->setCurrentIndex(0);
    updateState();
}

void LensPanel::show(std::shared_ptr<const LensReading> reading)
{
    m_busy = false;
    m_search.stop();
    const std::size_t layerBefore = static_cast<std::size_t>(std::max(0, m_layer->currentIndex()));
    const int quantityBefore = m_quantity->currentIndex(), unitBefore = m_unit->value();
    m_heat->show({}); // it points into the reading before
    m_reading = std::move(reading);
    m_found.clear();
    m_followers->clear();
    m_followers->hide();
    {
        const QSignalBlocker quiet(m_layer);
        m_layer->clear();
        for (const engine::UnitValues& one : m_reading->layers) {
            m_layer->addItem(layerWords(one));
        }
    }
    {
        const QSignalBlocker quiet(m_text); // what is chosen still belongs to the reading before
        m_text->setText(m_reading->text);
    }
    const std::size_t last = m_reading->layers.size() - 1;
    const std::size_t chosen = std::min(layerBefore, last);
    const engine::UnitValues& first = m_reading->layers[chosen];
    choose(chosen,
           quantityBefore >= 0 ? std::min<std::int64_t>(quantityBefore, first.quantities() - 1)
                               : first.cell->gateCount(),
           std::min<std::int64_t>(unitBefore, first.units - 1));
    QString words =
        tr("%1 characters in %2 s, iteration %3")
            .arg(QLocale().toString(qulonglong{m_reading->text.size()}), QLocale().toString(m_reading->seconds, 'f', 2),
                 QLocale().toString(qint64{m_reading->iteration}));
    if (m_reading->cut) {
        words += tr(" · the text was cut there");
    }
    if (m_reading->leftOut) {
        words += tr(" · unknown characters left out");
    }
    m_status->setText(words);
    m_pages->setCurrentIndex(1);
    offerPatterns();
    updateState();
}

const engine::UnitValues* LensPanel::layer() const
{
    const int row = m_layer->currentIndex();
    return m_reading && row >= 0 ? &m_reading->layers[static_cast<std::size_t>(row)] : nullptr;
}

std::int64_t LensPanel::unit() const
{
    return m_unit->value();
}

void LensPanel::choose(std::size_t layer, std::int64_t quantity, std::int64_t unit)
{
    {
        const QSignalBlocker quietLayer(m_layer), quietQuantity(m_quantity), quietUnit(m_unit);
        m_layer->setCurrentIndex(static_cast<int>(layer));
        fillQuantities();
        m_quantity->setCurrentIndex(static_cast<int>(quantity));
        m_unit->setValue(static_cast<int>(unit));
    }
    showUnit();
}

void LensPanel::fillQuantities()
{
    const engine::UnitValues* values = layer();
    if (values == nullptr) {
        return;
    }
    {
        const QSignalBlocker quietQuantity(m_quantity), quietUnit(m_unit);
        const int before = m_quantity->currentIndex();
        m_quantity->clear();
        for (std::int64_t quantity = 0; quantity < values->quantities(); ++quantity) {
            m_quantity->addItem(quantityWords(*values, quantity));
        }
        m_quantity->setCurrentIndex(
            before >= 0 && before < m_quantity->count() ? before : static_cast<int>(values->cell->gateCount()));
        m_unit->setRange(0, static_cast<int>(values->units) - 1);
    }
    showUnit();
}

void LensPanel::showUnit()
{
    const engine::UnitValues* values = layer();
    const int quantity = m_quantity->currentIndex();
    if (values == nullptr || quantity < 0) {
        return;
    }
    m_scale = lensScaleOf(*values, quantity);
    std::vector<float> series(static_cast<std::size_t>(values->steps));
    for (std::int64_t step = 0; step < values->steps; ++step) {
        series[static_cast<std::size_t>(step)] = values->at(quantity, step, m_unit->value());
    }
    m_text->setValues(std::move(series), m_scale);
    m_legend->setScale(m_scale);
    showHeat();
}

void LensPanel::showHeat()
{
    const engine::UnitValues* values = layer();
    if (values == nullptr || m_quantity->currentIndex() < 0) {
        return;
    }
    const auto [first, last] = m_text->inView();
    m_heat->show({.layer = values,
                  .quantity = m_quantity->currentIndex(),
                  .scale = m_scale,
                  .first = first,
                  .last = last,
                  .unit = m_unit->value(),
                  .character = m_text->cursor()});
}

/// What the units are compared with, for each character.
std::vector<float> LensPanel::wantedSeries() const
{
    const int wanted = m_pattern->currentData().toInt();
    if (wanted != selectionEntry) {
        return engine::patternSeries(static_cast<engine::Pattern>(wanted), m_reading->text);
    }
    const auto [first, last] = m_text->selection();
    std::vector<float> series(m_reading->text.size(), 0.0f);
    std::fill(series.begin() + first, series.begin() + last, 1.0f);
    return series;
}

void LensPanel::find()
{
    if (!m_reading) {
        return;
    }
    m_status->setText(tr("Searching…"));
    m_search.start(
        [this, reading = m_reading, series = wantedSeries()](const engine::GoOn& goOn) -> LatestWork::Deliver {
            std::vector<engine::Follower> found;
            try {
                engine::ThreadPool pool(2);
                found = engine::unitsThatFollow(reading->layers, series, listed, goOn);
            } catch (const engine::CancelledError&) {
                return [] {};
            }
            return [this, found = std::move(found)] { list(found); };
        });
}

void LensPanel::list(const std::vector<engine::Follower>& found)
{
    m_found = found;
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
    m_followers->setVisible(!m_found.empty());
    if (m_found.empty()) {
        m_status->setText(m_pattern->currentData().toInt() == selectionEntry
                              ? tr("Select characters of the text first, by dragging over them.")
                              : tr("The pattern does not occur in this text, so no unit can follow it."));
        return;
    }
    m_status->setText(tr("The best of %1: r = %2 (1 follows it exactly, -1 does the opposite, 0 neither)")
                          .arg(m_pattern->currentText(), QLocale().toString(m_found[0].r, 'f', 3)));
    m_followers->setCurrentRow(0);
}

/// A pattern that is the same at every character has no unit that follows it: it cannot be chosen, and says why.
void LensPanel::offerPatterns()
{
    auto* items = qobject_cast<QStandardItemModel*>(m_pattern->model());
    for (int row = 0; row < m_pattern->count(); ++row) {
        const int wanted = m_pattern->itemData(row).toInt();
        const bool occurs =
            wanted == selectionEntry || engine::occurs(static_cast<engine::Pattern>(wanted), m_reading->text);
        items->item(row)->setEnabled(occurs);
        items->item(row)->setToolTip(occurs ? QString() : whyAbsent(static_cast<engine::Pattern>(wanted)));
    }
    for (int row = 0; row < m_pattern->count() && !items->item(m_pattern->currentIndex())->isEnabled(); ++row) {
        if (items->item(row)->isEnabled()) {
            m_pattern->setCurrentIndex(row);
        }
    }
}

void LensPanel::updateState()
{
    m_read->setEnabled(!m_sources.empty() && !m_busy);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_layer, m_quantity, m_unit, m_clamp, m_pattern, m_find}) {
        widget->setEnabled(m_reading != nullptr);
    }
    m_legend->setVisible(m_reading != nullptr);
}

} // namespace studio

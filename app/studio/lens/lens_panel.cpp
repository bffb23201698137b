// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_panel.h"

#include "app/studio/lens/heat_map.h"
#include "app/studio/lens/lens_scale.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/text/candidates.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/thread_pool.h"
#include "engine/graph/utf8.h"
#include "engine/lens/patterns.h"
#include "engine/lens/unit_reader.h"
#include "engine/net/weight_store.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

namespace studio {

LensReading readForLens(const NetSnapshot& net, const std::string& text, int threads, const engine::GoOn& goOn,
                        std::size_t most)
{
    const auto begin = std::chrono::steady_clock::now();
    LensReading reading{.text = {}, .layers = {}, .iteration = net.iteration};
    std::vector<std::int32_t> ids;
    const bool bytes = net.vocabulary.encoding() == engine::Encoding::Bytes;
    for (std::int64_t position = 0; position < static_cast<std::int64_t>(text.size());) {
        if (ids.size() == most) {
            reading.cut = true;
            break;
        }
        const char32_t code = bytes ? static_cast<unsigned char>(text[static_cast<std::size_t>(position++)])
                                    : engine::decodeNext(text, position);
        const std::optional<std::int32_t> id = net.vocabulary.idOf(code);
        if (!id) {
            reading.leftOut = true;
            continue;
        }
        ids.push_back(*id);
        reading.text += bytes && code >= 0x80 ? U'\uFFFD' : code;
    }
    engine::CpuDevice device(engine::cpuBackend(), threads);
    engine::WeightStore store(net.model, device, 1);
    store.write(net.weights);
    reading.layers = engine::readUnits(net.model, store, ids, goOn);
    reading.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return reading;
}

namespace {

/// The box behind its name.
QWidget* named(QComboBox& box)
{
    auto* both = new QWidget;
    editor::inRow(both, {editor::labelOf(&box, box.accessibleName(), both), {&box, 1}}, QMargins());
    return both;
}

/// Its longest entry does not widen the panel.
QComboBox* makeLensBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(16);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

/// Beside each other, wrapped; boxes stand behind their names.
void layOutLensRow(QWidget& row, std::initializer_list<QWidget*> widgets)
{
    auto* layout = new editor::FlowLayout(&row);
    layout->setContentsMargins(8, 2, 8, 2);
    for (QWidget* widget : widgets) {
        auto* box = qobject_cast<QComboBox*>(widget);
        layout->addWidget(box ? named(*box) : widget);
    }
}

} // namespace

UnitChooser::UnitChooser(QWidget* parent) : QWidget(parent)
{
    m_layer = makeLensBox(tr("Layer"), tr("The recurrent layer"));
    m_quantity = makeLensBox(tr("Quantity"), tr("Which gate or state of the unit"));
    m_unit = editor::described(new editor::WholeBox,
                               {.title = tr("Unit"), .tip = tr("The unit; a click on the map below chooses one too")},
                               this, &UnitChooser::chosen);
    m_unit->setPrefix(tr("Unit "));
    m_unit->setWrapping(true);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &UnitChooser::fillQuantities);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &UnitChooser::chosen);
    layOutLensRow(*this, {m_layer, m_quantity, m_unit});
    setLayers({});
}

void UnitChooser::setLayers(std::span<const engine::UnitValues> layers)
{
    const std::size_t layerBefore = static_cast<std::size_t>(std::max(0, m_layer->currentIndex()));
    const std::int64_t quantityBefore = quantity(), unitBefore = unit();
    m_layers = layers;
    setEnabled(!layers.empty());
    const QSignalBlocker quiet(m_layer);
    m_layer->clear();
    if (layers.empty()) {
        emit chosen();
        return;
    }
    for (const engine::UnitValues& values : layers) {
        m_layer->addItem(layerWords(values));
    }
    const std::size_t layer = std::min(layerBefore, layers.size() - 1);
    const engine::UnitValues& values = layers[layer];
    choose(layer, quantityBefore >= 0 ? std::min(quantityBefore, values.quantities() - 1) : values.cell->gateCount(),
           std::min(unitBefore, values.units - 1));
}

const engine::UnitValues* UnitChooser::layer() const
{
    return m_layers.empty() ? nullptr : &m_layers[static_cast<std::size_t>(std::max(0, m_layer->currentIndex()))];
}

std::int64_t UnitChooser::quantity() const
{
    return m_quantity->currentIndex();
}

std::int64_t UnitChooser::unit() const
{
    return m_unit->value();
}

void UnitChooser::choose(std::size_t layer, std::int64_t quantity, std::int64_t unit)
{
    {
        const QSignalBlocker quiet(this), quietLayer(m_layer), quietQuantity(m_quantity), quietUnit(m_unit);
        m_layer->setCurrentIndex(static_cast<int>(layer));
        fillQuantities();
        m_quantity->setCurrentIndex(static_cast<int>(quantity));
        m_unit->setValue(static_cast<int>(unit));
    }
    emit chosen();
}

void UnitChooser::chooseUnit(std::int64_t unit)
{
    m_unit->setValue(static_cast<int>(unit));
}

void UnitChooser::fillQuantities()
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
    emit chosen();
}

namespace {

constexpr std::size_t maxFound = 100;
constexpr int selectionEntry = -1; ///< of the patterns: what the user selected

} // namespace

QWidget* LensPanel::makeSearch()
{
    m_pattern = makeLensBox(tr("Pattern"), tr("Pattern to search for"));
    using Pattern = engine::TextPattern;
    const std::pair<Pattern, QString> patterns[] = {
        {Pattern::InsideQuotes, tr("Inside quotes")},     {Pattern::PositionInLine, tr("Position in the line")},
        {Pattern::LineStart, tr("First word of a line")}, {Pattern::UpperCase, tr("Capital letters")},
        {Pattern::Spaces, tr("Spaces and line ends")},    {Pattern::Digits, tr("Digits")},
        {Pattern::Punctuation, tr("Punctuation")},        {Pattern::PositionInWord, tr("Position in the word")}};
    for (const auto& [pattern, words] : patterns) {
        m_pattern->addItem(words, static_cast<int>(pattern));
    }
    m_pattern->addItem(tr("The selected characters"), selectionEntry);
    auto* find = editor::described(
        new QPushButton(tr("Find units")),
        {.tip = tr("List the units whose gates or states correlate with the pattern, by their correlation r")}, this,
        &LensPanel::findUnits);
    m_searchRow = editor::described(new QWidget, {.name = "search"});
    layOutLensRow(*m_searchRow, {m_pattern, find});
    m_followers = editor::described(new QListWidget, {.title = tr("Units that follow the pattern")});
    m_followers->setFrameShape(QFrame::NoFrame);
    m_followers->hide();
    connect(m_followers, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_found.size())) {
            const engine::Follower& one = m_found[static_cast<std::size_t>(row)];
            m_units->choose(one.layer, one.quantity, one.unit);
        }
    });
    resetSearch();
    return m_searchRow;
}

void LensPanel::requestClamp()
{
    if (const engine::UnitValues* values = m_units->layer()) {
        const std::int64_t quantity = m_units->quantity();
        const std::string state(values->isState(quantity) ? values->nameOf(quantity) : "h");
        emit clampRequested(
            {.layer = values->layer, .stacked = values->stacked, .state = state, .unit = m_units->unit()});
    }
}

void LensPanel::resetSearch()
{
    m_search.stop();
    m_found.clear();
    m_followers->clear();
    m_followers->hide();
    m_searchRow->setEnabled(m_reading != nullptr);
    if (m_reading) {
        offerPatterns();
    }
}

bool LensPanel::isOfSelection() const
{
    return m_pattern->currentData().toInt() == selectionEntry;
}

/// What the units are compared with, for each character.
std::vector<float> LensPanel::wantedSeries() const
{
    if (!isOfSelection()) {
        return engine::patternSeries(static_cast<engine::TextPattern>(m_pattern->currentData().toInt()),
                                     m_reading->text);
    }
    const auto [first, last] = m_text->selection();
    std::vector<float> series(m_reading->text.size(), 0.0f);
    std::fill(series.begin() + first, series.begin() + last, 1.0f);
    return series;
}

void LensPanel::findUnits()
{
    if (!m_reading) {
        return;
    }
    m_status->setText(tr("Searching…"));
    m_search.start(
        [this, reading = m_reading, series = wantedSeries()](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
            std::vector<engine::Follower> found;
            try {
                engine::ThreadPool pool(2);
                found = engine::unitsThatFollow(reading->layers, series, maxFound, goOn);
            } catch (const engine::CancelledError&) {
                return [] {};
            }
            return [this, found = std::move(found)] { listFound(found); };
        });
}

void LensPanel::listFound(std::vector<engine::Follower> found)
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
        m_status->setText(isOfSelection() ? tr("Select characters of the text first, by dragging over them.")
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
        const auto pattern = static_cast<engine::TextPattern>(wanted);
        const bool occurs = wanted == selectionEntry || engine::occurs(pattern, m_reading->text);
        items->item(row)->setEnabled(occurs);
        items->item(row)->setToolTip(occurs ? QString()
                                     : pattern == engine::TextPattern::InsideQuotes
                                         ? tr("The text has no double quotation marks.")
                                         : tr("This pattern occurs nowhere in the text, or everywhere."));
    }
    for (int row = 0; row < m_pattern->count() && !items->item(m_pattern->currentIndex())->isEnabled(); ++row) {
        if (items->item(row)->isEnabled()) {
            m_pattern->setCurrentIndex(row);
        }
    }
}

namespace {

constexpr int defaultText = static_cast<int>(LensWish::Text::Learned); ///< is always there

QString whatItIsFor()
{
    return LensPanel::tr("The lens shows what a single unit of a net does while it reads: press Read, and each "
                         "character is tinted by the unit's value there.");
}

QString whatItNeeds()
{
    return LensPanel::tr("No net can read yet. Train one or open a checkpoint; then press Read, and each character is "
                         "tinted by what a unit of the net does there.");
}

QString wordsOf(const LensReading& reading)
{
    const QString characters = QLocale().toString(qulonglong{reading.text.size()});
    if (reading.isBeginning) {
        return LensPanel::tr("The first %1 characters; the rest is being read…").arg(characters);
    }
    QString words = LensPanel::tr("%1 characters in %2 s, iteration %3")
                        .arg(characters, QLocale().toString(reading.seconds, 'f', 2),
                             QLocale().toString(qint64{reading.iteration}));
    if (reading.cut) {
        words += LensPanel::tr(" · the text goes on, but no more are read");
    }
    if (reading.leftOut) {
        words += LensPanel::tr(" · unknown characters left out");
    }
    return words;
}

} // namespace

LensPanel::LensPanel(QWidget* parent) : QWidget(parent)
{
    auto* scroll = new QScrollArea; // where the panel is low
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(new QWidget);
    scroll->widget()->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false); // else it covers its dock, which seems to be behind another one
    editor::inColumn(this, {scroll}, QMargins());
    auto* column = new QVBoxLayout(scroll->widget());
    column->setContentsMargins(0, 6, 0, 4);
    column->setSpacing(0);
    column->addWidget(makeChoice());
    m_typed = editor::described(new QPlainTextEdit, {.title = tr("Text to read")});
    m_typed->setPlaceholderText(tr("Type or paste a text for the net to read."));
    m_typed->setTabChangesFocus(true);
    m_typed->setMaximumHeight(70);
    m_typed->hide();
    column->addWidget(m_typed);
    m_units = new UnitChooser;
    m_units->layout()->addWidget(
        editor::described(new QPushButton(UnitChooser::tr("Clamp…")),
                          {.tip = UnitChooser::tr("Set or clamp the unit's state while the net writes")}, this,
                          &LensPanel::requestClamp));
    m_text = new LensText;
    m_choices = new QBoxLayout(QBoxLayout::LeftToRight);
    m_choices->addWidget(m_units, 3);
    m_choices->addWidget(makeSearch(), 2);
    column->addLayout(m_choices);
    auto* views = new QVBoxLayout; // whose height is at least theirs
    views->addWidget(makeViews());
    column->addLayout(views, 1);
    m_status = editor::label({}, nullptr, editor::Look::Plain | editor::Look::Wraps);
    m_legend = new LensLegend;
    auto* below = editor::inRow({{m_status, 1}, m_legend}, QMargins(8, 2, 8, 2));
    column->addLayout(below);
    connect(m_units, &UnitChooser::chosen, this, &LensPanel::showUnit);
    editor::onNewLooks(this, &LensPanel::showUnit);
    showState();
}

QWidget* LensPanel::makeChoice()
{
    m_net = editor::described(new NetBox(tr("The net that reads")), {.title = tr("Net")});
    m_net->setMinimumContentsLength(24);
    m_what = makeLensBox(
        tr("Text"), tr("The text to read, up to %1 characters").arg(QLocale().toString(qulonglong{LensReading::most})));
    m_what->addItems({tr("The written text"), tr("The training text"), tr("A text of my own")});
    m_what->setCurrentIndex(defaultText);
    m_read = editor::described(new QPushButton(tr("Read")), {.tip = tr("Read the text with the net as it is now")},
                               this, &LensPanel::ask);
    connect(m_what, &QComboBox::currentIndexChanged, this,
            [this](int row) { m_typed->setVisible(row == static_cast<int>(LensWish::Text::Typed)); });
    auto* row = new QWidget;
    layOutLensRow(*row, {m_net, m_what, m_read});
    return row;
}

QWidget* LensPanel::makeViews()
{
    m_heat = new HeatMap;
    connect(m_text, &LensText::viewMoved, this, &LensPanel::showHeat);
    connect(m_heat, &HeatMap::chosen, this, [this](qint64 unit, int character) {
        m_units->chooseUnit(unit);
        m_text->setCursor(character);
    });
    auto* reading = new QSplitter(Qt::Vertical);
    reading->addWidget(m_text);
    reading->addWidget(m_heat);
    reading->setSizes({300, 120});
    m_views = new QSplitter;
    m_views->addWidget(reading);
    m_views->addWidget(m_followers);
    m_views->setStretchFactor(0, 1);
    m_empty = editor::label({}, nullptr, editor::Look::Wraps);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(24);
    m_pages = new QStackedWidget;
    m_pages->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_pages->setMinimumHeight(150);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_views);
    return m_pages;
}

void LensPanel::setSources(const std::vector<TextSource>& sources)
{
    m_net->setSources(sources);
    showState();
}

void LensPanel::choose(const std::string& checkpoint)
{
    m_net->choose(checkpoint);
}

void LensPanel::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    showState();
}

void LensPanel::showState()
{
    m_empty->setText(m_busy                       ? tr("Reading…")
                     : !m_failure.isEmpty()       ? m_failure
                     : m_net->source() != nullptr ? whatItIsFor()
                     : !m_refusal.isEmpty()       ? m_refusal
                                                  : whatItNeeds());
    m_read->setEnabled(m_net->source() != nullptr && !m_busy);
    m_legend->setVisible(m_reading != nullptr);
}

void LensPanel::ask()
{
    if (m_net->source() == nullptr || m_busy) {
        return;
    }
    m_busy = true;
    m_status->setText(tr("Reading…"));
    m_failure.clear();
    showState();
    emit readRequested({.checkpoint = m_net->source()->checkpoint,
                        .text = static_cast<LensWish::Text>(m_what->currentIndex()),
                        .typed = m_typed->toPlainText()});
}

void LensPanel::fail(const QString& sentence)
{
    m_busy = false;
    m_status->setText(!m_reading               ? QString()
                      : m_reading->isBeginning ? tr("%1 Only the beginning of the text is shown.").arg(sentence)
                                               : sentence);
    m_failure = sentence;
    showState();
}

void LensPanel::clear()
{
    m_busy = false;
    m_heat->show({}); // it points into the reading
    m_reading.reset();
    m_units->setLayers({});
    resetSearch();
    {
        const QSignalBlocker quiet(m_text);
        m_text->setText({});
    }
    m_status->clear();
    m_typed->clear();
    m_failure.clear();
    m_net->forget();
    m_pages->setCurrentIndex(0);
    showState();
}

/// "2 0 3 17\ntyped": which text; layer, quantity and unit where something was read; the text of the user's own.
std::string LensPanel::chosen() const
{
    QStringList numbers = m_wanted;
    if (m_reading) {
        numbers = {QString::number(m_units->layerNumber()), QString::number(m_units->quantity()),
                   QString::number(m_units->unit())};
    }
    const int what = m_what->currentIndex();
    const bool isAsAtFirst = numbers.empty() && what == defaultText && m_typed->document()->isEmpty();
    numbers.prepend(QString::number(what));
    return isAsAtFirst ? std::string() : (numbers.join(u' ') + u'\n' + m_typed->toPlainText()).toStdString();
}

void LensPanel::chooseAgain(const std::string& chosen)
{
    const QString all = QString::fromStdString(chosen);
    const QStringList numbers = all.section(u'\n', 0, 0).split(u' ');
    m_what->setCurrentIndex(all.isEmpty() ? defaultText : std::clamp(numbers.front().toInt(), 0, m_what->count() - 1));
    m_wanted = numbers.mid(1);
    m_typed->setPlainText(all.section(u'\n', 1));
}

void LensPanel::show(std::shared_ptr<const LensReading> reading)
{
    m_busy = reading->isBeginning;
    m_heat->show({}); // it points into the reading before
    m_reading = std::move(reading);
    {
        const QSignalBlocker quiet(m_text); // what is chosen still belongs to the reading before
        m_text->setText(m_reading->text);
    }
    resetSearch();
    m_units->setLayers(m_reading->layers);
    if (const QStringList unit = std::exchange(m_wanted, {}); unit.size() == 3) {
        m_units->choose(unit[0].toULongLong(), unit[1].toLongLong(), unit[2].toLongLong());
    }
    m_status->setText(wordsOf(*m_reading));
    m_pages->setCurrentIndex(1);
    showState();
}

void LensPanel::showUnit()
{
    const engine::UnitValues* values = m_units->layer();
    const std::int64_t quantity = m_units->quantity();
    if (values == nullptr || quantity < 0) {
        return;
    }
    m_scale = lensScaleOf(*values, quantity);
    const std::int64_t unit = m_units->unit();
    const LensScale own = lensScaleOf(*values, quantity, unit);
    std::vector<LensText::Look> looks;
    for (std::int64_t step = 0; step < values->steps; ++step) {
        looks.push_back({.ground = own.colour(values->at(quantity, step, unit))});
    }
    m_text->setLooks(std::move(looks), [reading = m_reading, values, quantity, unit](int character) {
        const auto value = static_cast<double>(values->at(quantity, character, unit));
        return LensText::tr("%1: %2").arg(
            characterName(reading->text[static_cast<std::size_t>(character)], engine::Encoding::Utf8),
            QLocale().toString(value, 'f', 3));
    });
    m_legend->setScale(own, m_scale);
    showHeat();
}

void LensPanel::showHeat()
{
    const engine::UnitValues* values = m_units->layer();
    if (values == nullptr || m_units->quantity() < 0) {
        return;
    }
    const auto [first, last] = m_text->inView();
    m_heat->show({.characters = charactersOf(*values, m_units->quantity(), first, last),
                  .units = static_cast<int>(values->units),
                  .scale = m_scale,
                  .first = first,
                  .unit = m_units->unit(),
                  .character = m_text->cursor(),
                  .held = {}});
}

/// Whoever opens it wants to see what it does.
void LensPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, [this] { // not where an arrangement of the panels only passes it
        if (isVisible() && !m_reading) {
            ask();
        }
    });
}

/// What stands beside each other where there is room stands below each other where it is narrow.
void LensPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int narrow = 600;
    const bool isNarrow = width() < narrow;
    m_choices->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_choices->update(); // its height is another
    m_views->setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
}

} // namespace studio

#include "moc_lens_panel.cpp"

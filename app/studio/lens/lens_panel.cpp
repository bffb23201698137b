// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_panel.h"

#include "app/studio/lens/heat_map.h"
#include "app/studio/lens/lens_row.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/lens/unit_chooser.h"
#include "app/studio/lens/unit_search.h"

#include <algorithm>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

namespace studio {

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
    m_units = new UnitChooser;
    m_text = new LensText;
    m_search = new UnitSearch(*m_text);
    m_choices = new QBoxLayout(QBoxLayout::LeftToRight);
    m_choices->addWidget(m_units, 3);
    m_choices->addWidget(m_search, 2);
    column->addLayout(m_choices);
    column->addWidget(makeViews(), 1);
    m_status = new QLabel;
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_legend = new LensLegend;
    auto* below = new QHBoxLayout;
    below->setContentsMargins(8, 2, 8, 2);
    below->addWidget(m_status, 1);
    below->addWidget(m_legend);
    column->addLayout(below);
    connect(m_units, &UnitChooser::chosen, this, &LensPanel::showUnit);
    connect(m_units, &UnitChooser::clampRequested, this, &LensPanel::clampRequested);
    connect(m_search, &UnitSearch::said, m_status, &QLabel::setText);
    connect(m_search, &UnitSearch::chosen, m_units, &UnitChooser::choose);
    showEmpty();
    updateState();
}

QWidget* LensPanel::makeChoice()
{
    m_source = makeLensBox(tr("Net"), tr("The net that reads"));
    m_source->setMinimumContentsLength(24);
    m_what = makeLensBox(
        tr("Text"), tr("The text to read, up to %1 characters").arg(QLocale().toString(qulonglong{LensReading::most})));
    m_what->addItems({tr("The written text"), tr("The training text"), tr("A text of my own")});
    m_what->setCurrentIndex(defaultText);
    m_read = new QPushButton(tr("Read"));
    m_read->setToolTip(tr("Read the text with the net as it is now"));
    connect(m_read, &QPushButton::clicked, this, &LensPanel::ask);
    connect(m_source, &QComboBox::activated, this,
            [this](int row) { m_choice.choose(m_choice.all()[static_cast<std::size_t>(row)].checkpoint); });
    connect(m_what, &QComboBox::currentIndexChanged, this,
            [this](int row) { m_typed->setVisible(row == static_cast<int>(LensWish::Text::Typed)); });
    auto* row = new QWidget;
    layOutLensRow(*row, {m_source, m_what, m_read});
    return row;
}

QWidget* LensPanel::makeViews()
{
    m_heat = new HeatMap;
    connect(m_text, &LensText::cursorMoved, this, &LensPanel::showHeat);
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
    m_views->addWidget(&m_search->followers());
    m_views->setStretchFactor(0, 1);
    m_empty = new QLabel;
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(24);
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_views);
    return m_pages;
}

void LensPanel::setSources(const std::vector<TextSource>& sources)
{
    m_choice.setSources(sources);
    m_source->clear();
    for (const TextSource& source : m_choice.all()) {
        m_source->addItem(describe(source));
    }
    m_source->setCurrentIndex(m_choice.row());
    m_source->setPlaceholderText(tr("No net yet"));
    showEmpty();
    updateState();
}

void LensPanel::choose(const std::string& checkpoint)
{
    m_choice.choose(checkpoint);
    m_source->setCurrentIndex(m_choice.row());
}

void LensPanel::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    showEmpty();
}

void LensPanel::showEmpty()
{
    m_empty->setText(m_busy                    ? tr("Reading…")
                     : !m_failure.isEmpty()    ? m_failure
                     : !m_choice.all().empty() ? whatItIsFor()
                     : !m_refusal.isEmpty()    ? m_refusal
                                               : whatItNeeds());
}

void LensPanel::ask()
{
    const int row = m_source->currentIndex();
    if (row < 0 || m_busy) {
        return;
    }
    m_busy = true;
    m_status->setText(tr("Reading…"));
    m_failure.clear();
    showEmpty();
    updateState();
    emit readRequested({.checkpoint = m_choice.all()[static_cast<std::size_t>(row)].checkpoint,
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
    showEmpty();
    updateState();
}

void LensPanel::clear()
{
    m_busy = false;
    m_heat->show({}); // it points into the reading
    m_reading.reset();
    m_units->setReading(nullptr);
    m_search->setReading(nullptr);
    {
        const QSignalBlocker quiet(m_text);
        m_text->setText({});
    }
    m_status->clear();
    m_typed->clear();
    m_failure.clear();
    m_choice.forget();
    m_source->setCurrentIndex(m_choice.row());
    showEmpty();
    m_pages->setCurrentIndex(0);
    updateState();
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
    m_search->setReading(m_reading);
    m_units->setReading(m_reading);
    if (const QStringList unit = std::exchange(m_wanted, {}); unit.size() == 3) {
        m_units->choose(unit[0].toULongLong(), unit[1].toLongLong(), unit[2].toLongLong());
    }
    m_status->setText(wordsOf(*m_reading));
    m_pages->setCurrentIndex(1);
    updateState();
}

void LensPanel::showUnit()
{
    const engine::UnitValues* values = m_units->layer();
    const std::int64_t quantity = m_units->quantity();
    if (values == nullptr || quantity < 0) {
        return;
    }
    m_scale = lensScaleOf(*values, quantity);
    std::vector<float> series(static_cast<std::size_t>(values->steps));
    for (std::int64_t step = 0; step < values->steps; ++step) {
        series[static_cast<std::size_t>(step)] = values->at(quantity, step, m_units->unit());
    }
    const LensScale own = lensScaleOf(*values, quantity, m_units->unit());
    m_text->setValues(std::move(series), own);
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
    m_heat->show({.layer = values,
                  .quantity = m_units->quantity(),
                  .scale = m_scale,
                  .first = first,
                  .last = last,
                  .unit = m_units->unit(),
                  .character = m_text->cursor()});
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
    m_views->setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
}

void LensPanel::updateState()
{
    m_read->setEnabled(!m_choice.all().empty() && !m_busy);
    m_legend->setVisible(m_reading != nullptr);
}

} // namespace studio

#include "moc_lens_panel.cpp"

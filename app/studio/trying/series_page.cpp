// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/series_page.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/words.h"
#include "app/studio/trying/verdict_view.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "engine/data/read_samples.h"
#include "engine/data/table.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/report.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace studio {

std::vector<double> columnOf(const std::filesystem::path& file, const std::string& name,
                             const engine::TableFormat& format)
{
    const engine::Table table = engine::readTable(file, format);
    const auto column = std::ranges::find(table.columns, name, &engine::Column::name);
    if (column == table.columns.end()) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Session", "%1 has no column \"%2\", which the net predicts; give a table that has it"),
            file.string(), name));
    }
    if (!column->problem.empty()) {
        throw engine::Error(column->problem);
    }
    return column->numbers;
}

TableSeries::TableSeries(const engine::NamedSamples& named, const engine::SampleSettings& settings)
    : m_rows(named.samples.numbers.begin(), named.samples.numbers.end()),
      m_named(named.rows),
      m_columns(named.samples.facts.inputs),
      m_scales(named.samples.facts.inputScales),
      m_time(settings.time),
      m_group(settings.group),
      m_format(named.samples.facts.format)
{
    const engine::SampleFacts& facts = named.samples.facts;
    const auto input = std::ranges::find(facts.inputs, facts.target);
    if (input == facts.inputs.end()) {
        m_columns.push_back(facts.target);
    } else if (facts.classes.empty()) {
        m_target = static_cast<std::size_t>(input - facts.inputs.begin());
    }
    const std::int64_t readRows = facts.steps + std::max<std::int64_t>(settings.horizon - 1, 0);
    for (const auto& [first, end] : m_named.groups) {
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

std::string TableSeries::table(const Part& part, std::int64_t last, const std::map<std::int64_t, double>& dragged) const
{
    struct Field {
        std::string name = {};
        std::function<std::string(std::int64_t row)> text = {};
    };
    const auto number = [this](double value) {
        constexpr int digits = 9; // more than a float has
        std::string text = std::isnan(value) ? std::string() : QString::number(value, 'g', digits).toStdString();
        std::ranges::replace(text, '.', m_format.decimal == engine::DecimalMark::Comma ? ',' : '.');
        return text;
    };
    const auto isExtra = [&](const std::string& name) {
        return !name.empty() && std::ranges::find(m_columns, name) == m_columns.end();
    };
    std::vector<Field> fields;
    if (isExtra(m_time)) {
        fields.push_back({m_time, m_named.time});
    }
    if (isExtra(m_group) && m_group != m_time) {
        fields.push_back({m_group, [&](std::int64_t) { return part.name.toStdString(); }});
    }
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        const bool isTarget = column == m_target.value_or(m_columns.size() - 1);
        fields.push_back({m_columns[column], [&, column, isTarget](std::int64_t row) {
                              const auto index = static_cast<std::size_t>(row);
                              if (isTarget) {
                                  const auto other = dragged.find(row);
                                  return number(other == dragged.end() ? m_values[index] : other->second);
                              }
                              const auto value = static_cast<double>(m_rows[index * m_scales.size() + column]);
                              return number(value * m_scales[column].deviation + m_scales[column].mean);
                          }});
    }
    const bool hasNames = m_format.header != engine::HeaderRow::No;
    if (!hasNames) { // each has the place that its name tells: "column 3"
        for (Field& field : std::exchange(fields, {})) {
            const std::size_t place = std::stoul(field.name.substr(field.name.find(' ')));
            fields.resize(std::max(fields.size(), place));
            fields[place - 1] = field;
        }
    }
    std::string text;
    for (std::int64_t row = part.first - (hasNames ? 1 : 0); row < last; ++row) {
        for (const Field& field : fields) {
            text += &field == fields.data() ? std::string() : std::string(1, m_format.delimiter);
            text += engine::csvField(row < part.first ? field.name
                                     : field.text     ? field.text(row)
                                                      : std::string(),
                                     m_format.delimiter);
        }
        text += '\n';
    }
    return text;
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

void DraggedSeries::setCurves(std::vector<Curve> curves, int held)
{
    const QCPRange across = xAxis->range(), upwards = yAxis->range();
    const int before = points();
    m_held = held;
    setInteraction(QCP::iRangeDrag, held < 0); // who misses a point moves nothing
    setFocusPolicy(held < 0 ? Qt::NoFocus : Qt::StrongFocus);
    SeriesPlot::setCurves(std::move(curves));
    if (points() != before) {
        m_chosen = std::max(0, points() - 1);
    }
    if (m_point) {
        xAxis->setRange(across);
        yAxis->setRange(upwards);
    }
}

QPoint DraggedSeries::placeOf(int point) const
{
    const Curve& held = curves()[static_cast<std::size_t>(m_held)];
    return QPointF(xAxis->coordToPixel(held.places[point]), yAxis->coordToPixel(held.values[point])).toPoint();
}

int DraggedSeries::points() const
{
    return m_held < 0 ? 0 : static_cast<int>(curves()[static_cast<std::size_t>(m_held)].places.size());
}

std::optional<int> DraggedSeries::pointAt(QPoint at) const
{
    constexpr int reach = 10;
    std::optional<int> found;
    int nearest = reach;
    for (int point = 0; point < points(); ++point) {
        const int away = (placeOf(point) - at).manhattanLength();
        if (away <= nearest) {
            nearest = away;
            found = point;
        }
    }
    return found;
}

/// A ring around the point that keys move.
void DraggedSeries::paintEvent(QPaintEvent* event)
{
    SeriesPlot::paintEvent(event);
    if (hasFocus() && m_chosen < points()) {
        constexpr int radius = 7;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(editor::theme().accent, 2));
        painter.drawEllipse(placeOf(m_chosen), radius, radius);
    }
}

void DraggedSeries::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key(), last = points() - 1;
    const int along = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : 0;
    const int upwards = key == Qt::Key_Down ? -1 : key == Qt::Key_Up ? 1 : 0;
    const bool isToEnd = key == Qt::Key_Home || key == Qt::Key_End;
    if (last < 0 || (along == 0 && upwards == 0 && !isToEnd)) {
        SeriesPlot::keyPressEvent(event);
        return;
    }
    m_chosen = isToEnd ? (key == Qt::Key_Home ? 0 : last) : std::clamp(m_chosen + along, 0, last);
    if (upwards != 0) {
        const double part = event->modifiers().testFlag(Qt::ShiftModifier) ? 0.1 : 0.02; // of what is in view
        const double value = curves()[static_cast<std::size_t>(m_held)].values[m_chosen];
        emit dragged(m_chosen, value + upwards * part * yAxis->range().size());
    }
    update();
}

void DraggedSeries::mousePressEvent(QMouseEvent* event)
{
    m_point = event->button() == Qt::LeftButton ? pointAt(event->pos()) : std::nullopt;
    if (!m_point) {
        SeriesPlot::mousePressEvent(event);
        return;
    }
    m_chosen = *m_point; // keys go on from there
    update();
}

void DraggedSeries::mouseMoveEvent(QMouseEvent* event)
{
    if (m_point) {
        emit dragged(*m_point, yAxis->pixelToCoord(event->position().y()));
        return;
    }
    setCursor(pointAt(event->pos()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    SeriesPlot::mouseMoveEvent(event);
}

void DraggedSeries::mouseReleaseEvent(QMouseEvent* event)
{
    if (!std::exchange(m_point, std::nullopt)) {
        SeriesPlot::mouseReleaseEvent(event);
    }
}

namespace {

constexpr int defaultCount = 30;
constexpr int maxCount = 1000;

/// The mean absolute error where the truth is known.
QString errorOf(const std::vector<double>& said, const std::vector<double>& truth)
{
    engine::NumberErrors errors;
    for (std::size_t ahead = 0; ahead < std::min(said.size(), truth.size()); ++ahead) {
        if (!std::isnan(truth[ahead])) {
            errors.add(said[ahead], truth[ahead]);
        }
    }
    return errors.count() == 0 ? QStringLiteral("–") : valueOf(errors.meanAbsolute());
}

} // namespace

SeriesPage::SeriesPage(QWidget* parent) : TryPage(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeTools());
    m_plot =
        editor::described(new DraggedSeries(this), {.title = tr("The series and its forecasts"),
                                                    .tip = tr("Ctrl+wheel zooms, a double click shows all again")});
    m_plot->setAccessibleDescription(tr("Left and right choose a point that the net reads, up and down move it"));
    m_plot->setMinimumHeight(160);
    m_plot->setMouseTracking(true);
    column->addWidget(m_plot, 1);
    m_verdict = new VerdictView(this);
    column->addWidget(m_verdict, 1);
    m_errors = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable, "forecastErrors");
    column->addWidget(m_errors);
    setFocusProxy(m_plot);
    connect(m_plot, &DraggedSeries::dragged, this, &SeriesPage::drag);
    refresh();
}

QWidget* SeriesPage::makeTools()
{
    auto* tools = new QWidget(this);
    m_group = editor::described(new QComboBox(tools), {.title = tr("Series")}, this, &SeriesPage::showPart);
    m_origin = editor::described(new QSlider(Qt::Horizontal, tools),
                                 {.name = "origin", .title = tr("Row from which to forecast")});
    m_origin->setToolTip(m_origin->accessibleName());
    m_row = editor::described(new editor::WholeBox(tools), {.name = "row"}, this,
                              [this](int row) { m_origin->setValue(row - 1); });
    m_row->setPrefix(tr("From row "));
    m_row->setToolTip(m_origin->accessibleName());
    m_from = editor::described(new QLabel(tools), {.name = "from"});
    m_from->setMinimumWidth(18 * fontMetrics().averageCharWidth());
    auto* first = editor::inRow({m_group, {m_origin, 1}, m_row, m_from});
    m_count = editor::described(new editor::WholeBox(tools), {.name = "rowsToForecast", .tip = tr("Rows to forecast")});
    m_count->setRange(1, maxCount);
    m_count->setValue(defaultCount);
    m_count->setSuffix(tr(" rows"));
    m_period = editor::described(
        new editor::WholeBox(tools),
        {.name = "period",
         .tip = tr("After how many rows the series repeats itself, for the naive forecast; found in the data. "
                   "Columns that are not predicted are taken from so many rows before.")});
    m_period->setSpecialValueText(tr("None"));
    m_period->setPrefix(tr("Period "));
    m_reset = toolButton(tr("Reset"), {.tip = tr("The series as it is in the data"), .icon = "reset"}, tools, [this] {
        m_dragged.clear();
        ask();
    });
    m_save = toolButton(tr("Save…"),
                        {.name = "saveSeries",
                         .tip = tr("Save the series up to here as CSV, to learn from or to drop here again"),
                         .icon = "save"},
                        tools, [this] {
                            constexpr std::array table = {engine::Format::CsvCurve};
                            if (const auto file = askForNewFile(this, tr("Save the series"), {}, table)) {
                                save(*file);
                            }
                        });
    auto* second = editor::inRow({m_count, m_period, m_reset, m_save, editor::stretch(1)});
    editor::inColumn(tools, {first, second}, QMargins());
    connect(m_origin, &QSlider::valueChanged, this, &SeriesPage::ask);
    for (QSpinBox* box : {m_count, m_period}) {
        connect(box, &QSpinBox::valueChanged, this, &SeriesPage::ask);
    }
    return tools;
}

void SeriesPage::setNet(const TrialNet& net)
{
    if (net.facts.digest != m_net.facts.digest || net.facts.target != m_net.facts.target) {
        setSamples(nullptr);
    }
    m_net = net;
    m_verdict->setClasses(net.facts.classes);
    m_plot->setVisible(!isOfClasses());
    m_verdict->setVisible(isOfClasses());
    setFocusProxy(isOfClasses() ? static_cast<QWidget*>(m_origin) : m_plot);
    for (QWidget* const tool : std::initializer_list<QWidget*>{m_count, m_period, m_reset, m_save}) {
        tool->setVisible(!isOfClasses());
    }
    ask();
}

void SeriesPage::setSamples(const engine::NamedSamples* samples)
{
    if (samples && samples == m_samples) {
        return;
    }
    m_samples = samples;
    const bool hadNone = m_series.parts().empty();
    m_series = samples ? TableSeries(*samples, m_net.settings) : TableSeries();
    if (m_series.parts().empty() || hadNone) {
        m_dragged.clear();
        m_forecast.clear();
    }
    const int before = std::max(0, m_group->currentIndex());
    m_group->clear();
    for (const TableSeries::Part& part : m_series.parts()) {
        m_group->addItem(part.name);
    }
    m_group->setCurrentIndex(std::min(before, m_group->count() - 1));
    m_group->setVisible(m_group->count() > 1);
    if (hadNone && !m_series.parts().empty()) {
        showPart();
        dragAgain();
    } else {
        ask();
    }
}

std::string SeriesPage::made() const
{
    if (m_dragged.empty()) {
        return m_wanted;
    }
    QStringList words{QString::number(m_group->currentIndex()), QString::number(m_origin->value())};
    for (const auto& [row, value] : m_dragged) {
        words << QString::number(row) << QString::number(value, 'g', std::numeric_limits<double>::max_digits10);
    }
    return words.join(u' ').toStdString();
}

void SeriesPage::makeAgain(const std::string& made)
{
    setSamples(nullptr); // those of the project before
    m_wanted = made;
}

void SeriesPage::dragAgain()
{
    const QStringList words = QString::fromStdString(std::exchange(m_wanted, {})).split(u' ');
    const int group = words[0].toInt();
    if (words.size() > 2 && group >= 0 && group < m_group->count()) {
        m_group->setCurrentIndex(group);
        showPart();
        m_origin->setValue(words[1].toInt());
        for (qsizetype at = 2; at + 1 < words.size(); at += 2) {
            m_dragged[words[at].toLongLong()] = words[at + 1].toDouble();
        }
        ask();
    }
}

const TableSeries::Part& SeriesPage::part() const
{
    return m_series.parts()[static_cast<std::size_t>(m_group->currentIndex())];
}

/// Another series: the forecast begins where the truth of all its rows is known.
void SeriesPage::showPart()
{
    const auto horizon = static_cast<int>(m_net.settings.horizon);
    const auto rows = static_cast<int>(part().last - part().first), last = horizon > 0 ? rows : rows - 1;
    const int least = std::min(static_cast<int>(m_net.facts.steps) + horizon - 1, last);
    m_dragged.clear();
    {
        const QSignalBlocker quietOrigin(m_origin), quietRow(m_row), quietPeriod(m_period);
        m_origin->setRange(least, last);
        m_origin->setValue(std::max(least, rows - m_count->value()));
        m_row->setRange(least + 1, last + 1);
        m_period->setRange(0, rows);
        std::vector<double> all(m_series.values().begin() + part().first, m_series.values().begin() + part().last);
        std::erase_if(all, [](double value) { return std::isnan(value); });
        m_period->setValue(isOfClasses() ? 0 : static_cast<int>(engine::likelyPeriod(all)));
    }
    ask();
}

std::int64_t SeriesPage::origin() const
{
    return part().first + m_origin->value();
}

std::int64_t SeriesPage::firstRead() const
{
    return std::max(part().first, origin() - m_net.settings.horizon + 1 - m_net.facts.steps);
}

void SeriesPage::ask()
{
    refresh();
    if (m_series.parts().empty()) {
        return;
    }
    if (isOfClasses()) {
        askClass();
        return;
    }
    const std::int64_t width = m_net.facts.width;
    TrialQuestion question{.horizon = m_net.settings.horizon, .count = m_count->value(), .period = m_period->value()};
    const std::int64_t wanted = m_net.facts.steps + question.horizon - 1 + std::max<std::int64_t>(question.period, 0);
    const std::int64_t first = std::max(part().first, origin() - wanted);
    question.rows = m_series.rowsOf(first, origin());
    for (const auto& [row, value] : m_dragged) {
        if (m_series.targetInput() && row >= first && row < origin()) {
            question.rows[static_cast<std::size_t>((row - first) * width) + *m_series.targetInput()] =
                m_series.scaled(value);
        }
    }
    draw();
    emit asked(question);
}

/// Of the window whose answer is the row.
void SeriesPage::askClass()
{
    const std::int64_t first = firstRead();
    TrialQuestion question{.sequence = m_series.rowsOf(first, first + m_net.facts.steps)};
    const double truth = origin() < part().last ? m_series.values()[static_cast<std::size_t>(origin())] : -1;
    m_errors->setText(
        truth >= 0
            ? tr("In the data: %1").arg(classText(m_net.facts.classes, static_cast<std::size_t>(truth))).toHtmlEscaped()
            : tr("The class is not known here."));
    emit asked(question);
}

void SeriesPage::setAnswer(const TrialAnswer& answer)
{
    m_forecast = answer.forecast;
    if (isOfClasses()) {
        m_verdict->setReading(answer.reading);
    } else if (!m_series.parts().empty()) {
        draw();
    }
}

void SeriesPage::drag(int point, double value)
{
    m_dragged[firstRead() + point] = value;
    ask();
}

void SeriesPage::draw()
{
    constexpr std::int64_t stretches = 4; ///< of what is read, before the forecast
    const std::vector<double> before = m_series.known(part(), origin(), m_dragged);
    const auto number = [&](std::int64_t row) { return static_cast<double>(row - part().first + 1); };
    const std::int64_t begin = std::max(part().first, origin() - stretches * m_net.facts.steps);
    const std::int64_t end = std::min(part().last, origin() + m_count->value());
    SeriesPlot::Curve truth{.name = tr("The series")},
        read{.name = tr("Read by the net: drag"), .kind = SeriesPlot::Kind::Points};
    for (std::int64_t row = begin; row < end; ++row) {
        truth.places.push_back(number(row));
        truth.values.push_back(row < origin() ? before[static_cast<std::size_t>(row - part().first)]
                                              : m_series.values()[static_cast<std::size_t>(row)]);
    }
    for (std::int64_t row = firstRead(); row < origin(); ++row) {
        read.places.push_back(number(row));
        read.values.push_back(before[static_cast<std::size_t>(row - part().first)]);
    }
    const auto ahead = [&](const QString& name, SeriesPlot::Colour colour, const std::vector<double>& values) {
        SeriesPlot::Curve curve{.name = name, .colour = colour};
        for (std::size_t step = 0; step < values.size(); ++step) {
            curve.places.push_back(number(origin()) + static_cast<double>(step));
            curve.values.push_back(values[step]);
        }
        return curve;
    };
    const std::vector<double> last = engine::naiveForecast(before, 0, m_count->value()),
                              period = m_period->value() > 0
                                           ? engine::naiveForecast(before, m_period->value(), m_count->value())
                                           : std::vector<double>();
    std::vector<SeriesPlot::Curve> curves;
    const bool canDrag = m_series.targetInput().has_value();
    curves.push_back(std::move(truth));
    curves.push_back(ahead(tr("Forecast"), SeriesPlot::Colour::Said, m_forecast));
    curves.push_back(ahead(tr("As the last value"), SeriesPlot::Colour::Held, last));
    curves.back().kind = SeriesPlot::Kind::Dashes;
    if (!period.empty()) {
        curves.push_back(ahead(tr("As %1 rows before").arg(m_period->value()), SeriesPlot::Colour::Test, period));
    }
    if (canDrag) {
        curves.push_back(std::move(read));
    }
    setAxes();
    const int held = canDrag ? static_cast<int>(curves.size()) - 1 : -1;
    m_plot->setCurves(std::move(curves), held);
    showErrors(last, period);
}

void SeriesPage::setAxes()
{
    const QString target = QString::fromStdString(m_net.facts.target), name = part().name;
    if (m_net.settings.time.empty()) {
        m_plot->setAxes(name.isEmpty() ? tr("Row") : tr("Row of %1").arg(name), target);
    } else {
        m_plot->setAxes(name, target, SeriesPlot::Across::Numbers, [this, part = part()](std::int64_t number) {
            return m_series.nameOf(part, part.first + number - 1);
        });
    }
}

void SeriesPage::showErrors(const std::vector<double>& last, const std::vector<double>& period)
{
    std::vector<double> truth;
    for (std::int64_t row = origin(); row < std::min(part().last, origin() + m_count->value()); ++row) {
        truth.push_back(m_series.values()[static_cast<std::size_t>(row)]);
    }
    const auto count = std::ranges::count_if(truth, [](double value) { return !std::isnan(value); });
    QStringList words;
    if (count == 0) {
        words += truth.empty() ? tr("The truth is not known here: the forecast lies behind the last row.")
                               : tr("The truth is not known here: the rows ahead have no value in the file.");
    } else {
        words += tr("<b>Mean error</b> over %1 rows: net %2 · as the last value %3")
                     .arg(count)
                     .arg(errorOf(m_forecast, truth), errorOf(last, truth));
        if (!period.empty()) {
            words.back() += tr(" · as %1 rows before %2").arg(m_period->value()).arg(errorOf(period, truth));
        }
    }
    if (std::ssize(m_forecast) < m_count->value() && !m_forecast.empty()) {
        words += tr("The net does not read the column that it predicts, so it sees only %1 rows ahead.")
                     .arg(m_forecast.size());
    }
    m_errors->setText(words.join(QStringLiteral("<br>")));
}

void SeriesPage::refresh()
{
    const bool has = !m_series.parts().empty();
    if (!has && m_plot->isVisible() && isAncestorOf(QApplication::focusWidget())) {
        m_plot->setFocus(Qt::OtherFocusReason); // a tool that is disabled would hand the focus on to the window
    }
    for (QWidget* const tool : std::initializer_list<QWidget*>{m_origin, m_row, m_count, m_period, m_save}) {
        tool->setEnabled(has);
    }
    m_reset->setEnabled(!m_dragged.empty());
    if (!has) {
        m_plot->setCurves({}, -1);
        m_verdict->setReading({});
        m_from->clear();
        m_errors->setText(tr("The data are being read, or are not there."));
        return;
    }
    const QSignalBlocker quiet(m_row);
    m_row->setValue(m_origin->value() + 1);
    m_from->setText(origin() < part().last ? m_series.timeOf(origin()) : tr("after the last row"));
}

bool SeriesPage::take(const std::filesystem::path& file)
{
    if (file.extension() != ".csv" || m_series.parts().empty() || !m_series.targetInput()) {
        return false;
    }
    const std::vector<double> values = columnOf(file, m_net.facts.target, m_net.facts.format);
    const auto count = std::min<std::int64_t>(origin() - firstRead(), std::ssize(values));
    m_dragged.clear();
    for (std::int64_t back = 1; back <= count; ++back) {
        const double value = values[values.size() - static_cast<std::size_t>(back)];
        if (!std::isnan(value)) {
            m_dragged[origin() - back] = value;
        }
    }
    ask();
    return true;
}

void SeriesPage::save(const std::filesystem::path& file)
{
    noteSaved([&] {
        engine::writeFileBytes(file, m_series.table(part(), origin(), m_dragged));
        return tr("Saved as %1").arg(QString::fromStdString(file.string()));
    });
}

} // namespace studio

#include "moc_series_page.cpp"

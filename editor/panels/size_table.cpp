// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/size_table.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/report_table.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/arithmetic.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QTreeView>

namespace editor {

/// The parts one after the other; what is free is the rest.
class MemoryBar : public QWidget {
public:
    explicit MemoryBar(QWidget* parent) : QWidget(parent)
    {
        setFixedSize(110, 18);
        setAccessibleName(MemoryView::tr("Memory by part"));
    }

    void show(std::vector<Total> parts, double available)
    {
        m_parts = std::move(parts); // the last is their sum
        m_available = available;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const auto sum = static_cast<double>(m_parts.back().number);
        const double all = std::max({1.0, sum, m_available});
        painter.fillRect(rect(), theme().grid);
        double left = 0;
        for (std::size_t index = 0; index + 1 < m_parts.size(); ++index) {
            const double part = width() * static_cast<double>(m_parts[index].number) / all;
            painter.fillRect(QRectF(left, 0, part, height()), theme().curve(static_cast<int>(index)));
            left += part;
        }
        if (m_available > 0 && sum > m_available) {
            painter.fillRect(QRectF(width() * m_available / all - 1, 0, 2, height()), theme().error);
        }
        painter.setPen(theme().nodeBorder);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    std::vector<Total> m_parts = memoryParts({});
    double m_available = 0;
};

MemoryView::MemoryView(QWidget* parent) : QWidget(parent), m_bar(new MemoryBar(this)), m_verdict(new TintedLabel(this))
{
    inRow(this, {m_bar, {m_verdict, 1}}, QMargins());
    onNewLooks(this, &MemoryView::refresh);
    refresh();
}

void MemoryView::show(const engine::TrainingMemory& memory)
{
    m_memory = memory;
    refresh();
}

void MemoryView::setAvailable(std::optional<std::int64_t> bytes, const QString& of, Counts counts)
{
    m_available = bytes;
    m_of = of;
    m_counts = counts;
    refresh();
}

QString MemoryView::verdict() const
{
    if (!m_available) {
        return tr("The available memory is not known.");
    }
    if (needed() > *m_available) {
        return tr("Does not fit: %1 needs %2 more than it has free (%3).")
            .arg(m_of, bytesText(needed() - *m_available), bytesText(*m_available));
    }
    return tr("Fits: %1 of the %2 that are free on %3.")
        .arg(shareText(static_cast<double>(needed()), static_cast<double>(*m_available)), bytesText(*m_available),
             m_of);
}

void MemoryView::refresh()
{
    const std::vector<Total> parts = memoryParts(m_memory);
    QString rows;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const QString swatch =
            part + 1 < parts.size()
                ? QStringLiteral("<font color='%1'>&#9632;</font>").arg(theme().curve(static_cast<int>(part)).name())
                : QString();
        rows += QStringLiteral("<tr><td>%1</td><td>%2</td><td align='right'>%3</td></tr>")
                    .arg(swatch, parts[part].name.toHtmlEscaped(), parts[part].value);
    }
    setToolTip(QStringLiteral("<table cellpadding='2'>%1</table>").arg(rows));
    m_bar->show(parts, static_cast<double>(m_available.value_or(0)));
    m_bar->setAccessibleDescription(verdict());
    if (m_available && needed() > *m_available) {
        m_verdict->showError(verdict());
    } else {
        m_verdict->showMuted(verdict());
    }
}

namespace {

using engine::LayerSizes;

/// A number of each layer; words are translated where they are shown.
struct SizeColumn {
    const char *title, *help;
    std::int64_t (*value)(const LayerSizes& layer);
    QString (*words)(std::int64_t number); ///< null: a share of the whole
    std::optional<Sum::What> sum = {};     ///< how a layer's number comes about
};

constexpr std::size_t namesColumns = 3; ///< before the numbers: name, type, output
constexpr std::size_t activationsColumn = 1;

const std::array<SizeColumn, 6>& columns()
{
    static const std::array<SizeColumn, 6> all = {{
        {QT_TRANSLATE_NOOP("editor::SizeTable", "Parameters"),
         QT_TRANSLATE_NOOP("editor::SizeTable",
                           "How many weights it learns. Double-click one to see how it is computed."),
         [](const LayerSizes& layer) { return layer.parameters; }, countText, Sum::What::Parameters},
        {QT_TRANSLATE_NOOP("editor::SizeTable", "Activations"),
         QT_TRANSLATE_NOOP(
             "editor::SizeTable",
             "Bytes kept from the forward to the backward pass: outputs, and what the formula needs again."),
         [](const LayerSizes& layer) { return layer.activationBytes; }, bytesText, Sum::What::Activations},
        {QT_TRANSLATE_NOOP("editor::SizeTable", "Gradients"),
         QT_TRANSLATE_NOOP("editor::SizeTable", "Bytes of the gradients of outputs and weights."),
         [](const LayerSizes& layer) { return layer.gradientBytes; }, bytesText},
        {QT_TRANSLATE_NOOP("editor::SizeTable", "Work forward"),
         QT_TRANSLATE_NOOP("editor::SizeTable",
                           "Operations of one forward pass; a multiplication and an addition are 2."),
         [](const LayerSizes& layer) { return layer.sizes.flopsForward; }, flopsText, Sum::What::Forward},
        {QT_TRANSLATE_NOOP("editor::SizeTable", "Work backward"),
         QT_TRANSLATE_NOOP("editor::SizeTable", "Operations of one backward pass."),
         [](const LayerSizes& layer) { return layer.sizes.flopsBackward; }, flopsText, Sum::What::Back},
        {QT_TRANSLATE_NOOP("editor::SizeTable", "Share of work"),
         QT_TRANSLATE_NOOP("editor::SizeTable", "Its share of all operations, forward and backward."),
         [](const LayerSizes& layer) { return layer.sizes.flopsForward + layer.sizes.flopsBackward; }, nullptr},
    }};
    return all;
}

std::string outputs(const LayerSizes& layer)
{
    return (layer.problem.empty() ? listed(layer.sizes.outputs, QStringLiteral("; "), shapeText)
                                  : SizeTable::tr("does not fit"))
        .toStdString();
}

engine::Report::Column headOf(const QString& title, const QString& help)
{
    return {.title = title.toStdString(), .none = "", .help = help.toStdString()};
}

engine::Report reportOf(const engine::SizeReport& sizes, const QString& countedFor)
{
    std::vector<engine::ColumnOf<LayerSizes>> all = {
        {headOf(SizeTable::tr("Layer"), SizeTable::tr("The layer's name in the drawing.")),
         [](const LayerSizes& layer) { return layer.name; }},
        {headOf(SizeTable::tr("Type"), SizeTable::tr("The layer's type.")),
         [](const LayerSizes& layer) { return layer.type; }},
        {headOf(SizeTable::tr("Output"), SizeTable::tr("The shape of its output.")), outputs}};
    const double whole = std::max(1.0, static_cast<double>(sizes.flopsForward + sizes.flopsBackward));
    for (const SizeColumn& column : columns()) {
        const auto value = [&column, whole](const LayerSizes& layer) -> engine::ReportCell {
            return !layer.problem.empty() ? engine::ReportCell()
                   : column.words         ? column.value(layer)
                                          : engine::ReportCell(100 * static_cast<double>(column.value(layer)) / whole);
        };
        all.push_back({headOf(SizeTable::tr(column.title), SizeTable::tr(column.help)), value});
        all.back().head.inWords = [&column](double number) {
            return (column.words ? column.words(static_cast<std::int64_t>(number)) : shareText(number, 100))
                .toStdString();
        };
    }
    if (!countedFor.isEmpty()) {
        all[namesColumns + activationsColumn].head.help =
            SizeTable::tr("Bytes kept from the forward to the backward pass: outputs, and what %1 needs again.")
                .arg(countedFor)
                .toStdString();
    }
    return engine::reportOf(all, sizes.layers);
}

} // namespace

SizeTable::SizeTable(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_heat(new QComboBox(this)),
      m_table(new ReportTable(tr("Sizes of the layers"), this)),
      m_totals(editor::label({}, this, Look::Wraps | Look::Selectable)),
      m_memory(new MemoryView(this))
{
    m_heat->addItem(tr("Layer type"));
    for (const SizeColumn& column : columns()) {
        m_heat->addItem(tr(column.title));
    }
    m_heat->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_heat->setMinimumContentsLength(12);
    auto* bar = inRow({labelOf(m_heat, tr("Colour the drawing by"), this), m_heat, stretch(1)});
    inColumn(this, {bar, {m_table, 1}, m_totals, m_memory}, QMargins(6, 6, 6, 6), 6);
    setFocusProxy(&m_table->names());
    m_table->setLook(
        [this](qint64 id, const std::string& of, int role) { return look(static_cast<Id>(id), of, role); });

    connect(m_heat, &QComboBox::currentIndexChanged, this, [this](int chosen) {
        refresh();
        if (chosen == 0) {
            emit heatRequested();
        }
    });
    connect(&m_document, &Document::loaded, m_heat, [this] { m_heat->setCurrentIndex(0); }); // another drawing
    connect(&m_document, &Document::selectionChanged, this, [this] {
        if (m_revision != m_document.revision()) {
            refresh();
        } else {
            select();
            m_table->scrollToSelected();
        }
    });
    connect(m_table, &ReportTable::selectionChanged, this, [this] {
        const QList<qint64> ids = m_table->selected();
        m_document.select({ids.begin(), ids.end()});
    });
    connect(m_table, &ReportTable::activated, this,
            [this](qint64 id) { emit arithmeticRequested(static_cast<Id>(id)); });
    refresh();
}

void SizeTable::refresh()
{
    m_revision = m_document.revision();
    const bool isColoured = m_heat->currentIndex() > 0;
    m_stale = !isVisible() && !isColoured;
    if (!m_stale) {
        const Derived& derived = m_document.derived();
        m_report = reportOf(derived.report, m_document.countedFor());
        m_ids.clear();
        for (const Node& node : m_document.content().nodes) { // the report has those of the phase in this order
            if (!derived.outsidePhase.contains(node.id) && m_ids.size() < m_report.rows.size()) {
                m_ids.push_back(node.id);
            }
        }
        m_table->setReport(m_report, m_ids);
        select();
        const auto sum = [](const Total& total) { return QStringLiteral("%1: %2").arg(total.name, total.value); };
        m_totals->setText(listed(totals(derived.report), QStringLiteral(" · "), sum));
        m_memory->show(derived.report.memory);
    }
    if (isColoured) {
        emit heatRequested(); // the same column has other numbers
    }
}

void SizeTable::select()
{
    const std::set<Id>& ids = m_document.selection();
    m_table->select({ids.begin(), ids.end()});
}

void SizeTable::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

/// Why a layer does not fit; else how its number comes about: "4 × 512 × (128 + 512) + 4 × 512 = 1,312,768".
QVariant SizeTable::look(Id node, const std::string& column, int role) const
{
    const engine::LayerSizes* const sizes = m_document.sizes(node);
    if (!sizes) {
        return {};
    }
    if (role == Qt::DecorationRole && column == m_report.columns.front().title) {
        const engine::LayerType* const type = engine::findLayerType(sizes->type);
        return icon(type ? groupIconName(type->group) : QStringLiteral("help"));
    }
    const bool isBroken = !sizes->problem.empty();
    if (role == Qt::ForegroundRole && isBroken && column == m_report.columns[namesColumns - 1].title) {
        return theme().error;
    }
    if (role != Qt::ToolTipRole) {
        return {};
    }
    if (isBroken) {
        return inWords(sizes->problem);
    }
    const auto* const one =
        std::ranges::find(columns(), column, [](const SizeColumn& some) { return tr(some.title).toStdString(); });
    const QString sum =
        one != columns().end() && one->sum ? arithmeticTip(arithmetic(*sizes, {}), *one->sum) : QString();
    return sum.isEmpty() ? QVariant() : QVariant(sum);
}

std::optional<double> SizeTable::number(std::size_t row) const
{
    const int column = m_heat->currentIndex() - 1;
    return column < 0 ? std::nullopt : m_report.rows[row][namesColumns + static_cast<std::size_t>(column)].number();
}

/// Nothing where all are 0, too.
std::optional<std::size_t> SizeTable::hottestRow() const
{
    std::optional<std::size_t> hottest;
    for (std::size_t row = 0; row < m_report.rows.size(); ++row) {
        if (number(row).value_or(0) > (hottest ? *number(*hottest) : 0)) {
            hottest = row;
        }
    }
    return hottest;
}

std::optional<double> SizeTable::heat(Id node) const
{
    const auto row = static_cast<std::size_t>(std::ranges::find(m_ids, node) - m_ids.begin());
    const std::optional<std::size_t> hottest = hottestRow();
    const std::optional<double> own = hottest && row < m_ids.size() ? number(row) : std::nullopt;
    return own ? std::optional(*own / *number(*hottest)) : std::nullopt;
}

QString SizeTable::heatName() const
{
    return m_heat->currentIndex() > 0 ? m_heat->currentText() : QString();
}

QString SizeTable::hottest() const
{
    const std::optional<std::size_t> row = hottestRow();
    const std::size_t column = namesColumns + static_cast<std::size_t>(std::max(0, m_heat->currentIndex() - 1));
    return row ? QString::fromStdString(engine::textOf(m_report.rows[*row][column], m_report.columns[column]))
               : QString();
}

} // namespace editor

#include "moc_size_table.cpp"

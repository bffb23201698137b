// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/values_panel.h"

#include "app/studio/inside/inside_words.h"
#include "app/studio/lens/heat_map.h"
#include "app/studio/lens/lens_panel.h"
#include "app/studio/lens/lens_scale.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/items.h"
#include "editor/canvas/value_marks.h"
#include "editor/document/document.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/report_table.h"
#include "engine/graph/report.h"

#include <algorithm>
#include <numeric>
#include <QAction>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QLayout>
#include <QLocale>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <span>
#include <utility>

namespace studio {

namespace {

constexpr int idRole = Qt::UserRole;

/// Empty where there is nothing to learn, or nothing was seen yet.
QString stateOf(const editor::NodeValues& values)
{
    const auto hasGradients = [](const engine::TensorLook& weight) { return weight.gradients.has_value(); };
    return !values.warning.isEmpty()                           ? values.warning
           : values.weights.empty()                            ? QString()
           : std::ranges::any_of(values.weights, hasGradients) ? LayerStrip::tr("learns")
                                                               : LayerStrip::tr("frozen");
}

} // namespace

LayerStrip::LayerStrip(const editor::Document& document, const editor::CanvasScene& scene, QWidget* parent)
    : QListWidget(parent), m_document(document), m_scene(scene)
{
    setObjectName(QStringLiteral("layerStrip"));
    setAccessibleName(tr("Layers of the net"));
    setWordWrap(true);
    setSpacing(2);
    viewport()->setAutoFillBackground(false); // a part of the window, no field
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto choose = [this](const QListWidgetItem* item) {
        emit layerChosen(item->data(idRole).value<editor::Id>());
    };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
    connect(&scene, &editor::CanvasScene::valuesSynced, this, &LayerStrip::fill);
    editor::onNewLooks(this, &LayerStrip::fill);
    fill();
}

/// Items stay: the one that was clicked is still in use.
void LayerStrip::fill()
{
    const std::vector<editor::Node>& nodes = m_document.content().nodes;
    while (count() > static_cast<int>(nodes.size())) {
        delete takeItem(count() - 1);
    }
    while (count() < static_cast<int>(nodes.size())) {
        addItem(QString());
    }
    int longest = 0;
    for (int row = 0; row < count(); ++row) {
        const editor::Node& node = nodes[static_cast<std::size_t>(row)];
        const editor::NodeItem* const drawn = m_scene.node(node.id);
        const editor::ValueMarks* const marks = drawn ? editor::ValueMarks::of(*drawn) : nullptr;
        const bool isWrong = marks && !marks->values().warning.isEmpty();
        const QString state = marks ? stateOf(marks->values()) : QString();
        const QString name = QString::fromStdString(node.layer.name);
        QListWidgetItem& item = *this->item(row);
        item.setData(idRole, QVariant::fromValue(node.id));
        item.setText(state.isEmpty() ? name : name + u'\n' + state);
        item.setToolTip(
            QStringLiteral("%1 (%2)\n%3").arg(name, QString::fromStdString(node.layer.type), state).trimmed());
        item.setForeground(isWrong ? editor::theme().warning : editor::theme().text);
        longest = std::max(longest, fontMetrics().horizontalAdvance(name));
    }
    constexpr int margins = 28, widest = 220; // around a name, with a scroll bar; of what a long one may take
    setMinimumWidth(std::min(longest + margins, widest));
}

namespace {

constexpr qsizetype maxFindings = 4; ///< that are shown; the tooltip has all
constexpr QSize histogramSize(90, 16);

QIcon histogramOf(const engine::ValueStatistics& values, const QColor& colour)
{
    const auto draw = [&](const QColor& bars) {
        QPixmap pixmap(histogramSize * qGuiApp->devicePixelRatio());
        pixmap.setDevicePixelRatio(qGuiApp->devicePixelRatio());
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setPen(Qt::NoPen);
        painter.setBrush(bars);
        editor::paintHistogram(painter, QRectF({}, QSizeF(histogramSize)), values, false);
        return pixmap;
    };
    QIcon icon(draw(colour));
    icon.addPixmap(draw(QGuiApplication::palette().color(QPalette::HighlightedText)), QIcon::Selected);
    return icon;
}

QString sampledWords(const engine::TensorLook& tensor)
{
    const auto number = [](std::int64_t count) { return QLocale().toString(qint64{count}); };
    QString words = ValuesPanel::tr("%1 of %2 values were sampled.")
                        .arg(number(tensor.values.sampled), number(tensor.values.count));
    if (const auto& gradients = tensor.gradients) {
        words += QLatin1Char(' ') + ValuesPanel::tr("Gradient: %1 ± %2, from %3 to %4.")
                                        .arg(valueWords(gradients->mean), valueWords(gradients->deviation),
                                             valueWords(gradients->minimum), valueWords(gradients->maximum));
    }
    return words;
}

editor::ReportTable* tableOf(const QString& name, editor::ReportTable::Look look)
{
    auto* table = new editor::ReportTable(name);
    table->setLook(std::move(look));
    table->figures().setIconSize(histogramSize);
    return table;
}

std::vector<qint64> numbersOf(const engine::Report& report)
{
    std::vector<qint64> numbers(report.rows.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

ValuesPanel::ValuesPanel(QAction& toggle, QWidget* parent) : QWidget(parent), m_pages(new QStackedWidget)
{
    setObjectName(QStringLiteral("values"));
    editor::inColumn(this, {m_pages}, QMargins());
    m_pages->addWidget(makeInvitation(toggle));
    m_pages->addWidget(makeContent(toggle));
    connect(&toggle, &QAction::toggled, this, [this](bool on) { m_pages->setCurrentIndex(on ? 1 : 0); });
    m_pages->setCurrentIndex(toggle.isChecked() ? 1 : 0);
}

QWidget* ValuesPanel::makeInvitation(QAction& toggle)
{
    auto* page = new QWidget;
    auto* words = editor::label(tr("Shows the values in the net while it trains: weights, activations and gradients of "
                                   "every layer, gates and states of its units, and what does not learn. It costs less "
                                   "than 2 % of the time and does not change the run."),
                                nullptr, editor::Look::Wraps);
    words->setAlignment(Qt::AlignCenter);
    auto* button = new QToolButton;
    button->setDefaultAction(&toggle);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    editor::inColumn(page, {editor::stretch(), words, {button, 0, Qt::AlignCenter}, editor::stretch()});
    return page;
}

QWidget* ValuesPanel::makeContent(QAction& toggle)
{
    auto* page = new QWidget;
    auto* button = new QToolButton;
    button->setDefaultAction(&toggle);
    m_when = editor::described(new QLabel, {.name = "when"});
    m_when->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Preferred); // no narrower than its words
    m_found =
        editor::label({}, nullptr, editor::Look::Wraps | editor::Look::Plain | editor::Look::Selectable, "findings");
    auto* top = editor::inRow({button, m_when, {m_found, 1}});

    m_tensors = tableOf(tr("All tensors of the net"), [this](qint64 row, const std::string& column, int role) {
        const engine::TensorLook& tensor = *m_seen[static_cast<std::size_t>(row)].tensor;
        const QString title = QString::fromStdString(column);
        return role == Qt::ToolTipRole      ? QVariant(sampledWords(tensor))
               : role != Qt::DecorationRole ? QVariant()
               : title == tr("Values")      ? histogramOf(tensor.values, editor::theme().accent)
               : title != tr("Gradients")   ? QVariant()
               : !tensor.gradients          ? QVariant()
                                            : histogramOf(*tensor.gradients, editor::theme().validation);
    });
    connect(m_tensors, &editor::ReportTable::selectionChanged, this, &ValuesPanel::chooseLayer);

    auto* parts = new QTabWidget;
    parts->setDocumentMode(true);
    parts->addTab(m_tensors, tr("Tensors"));
    parts->addTab(makeSteps(), tr("Steps"));
    editor::inColumn(page, {top, {parts, 1}}, QMargins(6, 2, 6, 2));
    return page;
}

QWidget* ValuesPanel::makeSteps()
{
    m_chosen = new UnitChooser;
    m_step = editor::described(
        new editor::WholeBox,
        {.title = tr("Step of the sequence"), .tip = tr("Step of the first stream, whose numbers the table shows")},
        this, &ValuesPanel::showStep);
    m_step->setPrefix(tr("Step "));
    m_legend = new LensLegend;
    m_heat = editor::described(new HeatMap, {.title = tr("All units of the layer over the steps of the first stream")});
    m_units = tableOf(tr("Gates and states of every unit at one step"),
                      [this](qint64 unit, const std::string& column, int role) -> QVariant {
                          const engine::UnitValues* const values = m_chosen->layer();
                          for (std::int64_t quantity = 0; values && quantity < values->quantities(); ++quantity) {
                              if (role == Qt::BackgroundRole && values->nameOf(quantity) == column) {
                                  return m_scales[static_cast<std::size_t>(quantity)].colour(
                                      values->at(quantity, m_step->value() - 1, unit));
                              }
                          }
                          return role == Qt::ForegroundRole ? editor::theme().text : QVariant();
                      });
    m_units->figures().header()->setResizeContentsPrecision(0); // by the rows in view: large nets have many

    auto* page = new QWidget;
    auto* views = new QSplitter(Qt::Horizontal);
    views->setChildrenCollapsible(false);
    views->addWidget(m_heat);
    views->addWidget(m_units);
    m_chosen->layout()->addWidget(m_step);
    m_chosen->layout()->addWidget(m_legend);
    editor::inColumn(page, {m_chosen, {views, 1}}, QMargins());
    m_stepPages = new QStackedWidget;
    auto* none =
        editor::label(tr("No recurrent layer of this net can be followed step by step: that excludes layers with "
                         "the initial state as an input, and bidirectional ones over long sequences."),
                      nullptr, editor::Look::Wraps);
    none->setAlignment(Qt::AlignCenter);
    m_stepPages->addWidget(none);
    m_stepPages->addWidget(page);

    connect(m_chosen, &UnitChooser::chosen, this, &ValuesPanel::showUnits);
    connect(m_heat, &HeatMap::chosen, this, [this](qint64 unit, int step) {
        m_step->setValue(step + 1);
        m_chosen->chooseUnit(unit);
        m_units->select({unit});
        m_units->scrollToSelected();
    });
    return m_stepPages;
}

void ValuesPanel::show(std::shared_ptr<const engine::NetLook> look, const std::vector<engine::LookFinding>& findings)
{
    const auto before = std::exchange(m_look, std::move(look)); // which is shown until chosen() comes
    m_when->setText(m_look ? tr("Iteration %1").arg(QLocale().toString(static_cast<qlonglong>(m_look->iteration)))
                           : tr("No values yet: train the net (F5)."));
    showTensors();
    showFindings(findings);
    m_stepPages->setCurrentIndex(m_look && m_look->units.empty() && !failed() ? 0 : 1);
    m_chosen->setLayers(m_look ? std::span(m_look->units) : std::span<const engine::UnitValues>());
}

/// A run that was stopped, or whose time was up, was not looked into at its last iteration.
void ValuesPanel::showEnd(std::int64_t iteration)
{
    if (m_look) {
        const QLocale locale;
        m_when->setText(tr("Iteration %1 of %2")
                            .arg(locale.toString(static_cast<qlonglong>(m_look->iteration)),
                                 locale.toString(static_cast<qlonglong>(iteration))));
    }
}

/// A row each, weights and outputs of a layer together.
void ValuesPanel::showTensors()
{
    m_seen.clear();
    for (const engine::LayerLook& layer : m_look ? std::span(m_look->layers) : std::span<const engine::LayerLook>()) {
        const bool isDrawn = layer.type != "SPLIT";
        for (const bool isWeight : {true, false}) {
            for (const engine::TensorLook& tensor : isWeight ? layer.weights : layer.outputs) {
                if (isDrawn) {
                    m_seen.push_back({.layer = &layer, .tensor = &tensor, .isWeight = isWeight});
                }
            }
        }
    }
    const auto text = [](const QString& words) { return words.toStdString(); };
    const auto digits = [text](double value) { return text(valueWords(value)); };
    const auto nothing = [](const Seen&) { return engine::ReportCell(); }; // a histogram is drawn there
    const engine::Report report = engine::reportOf<Seen>(
        {{{.title = text(tr("Layer"))}, [](const Seen& one) { return one.layer->layer; }},
         {{.title = text(tr("Tensor")), .help = text(tr("Weights, and outputs of layers"))},
          [text](const Seen& one) {
              return one.isWeight ? one.tensor->name
                                  : text(tr("output %1").arg(QString::fromStdString(one.tensor->name)));
          }},
         {{.title = text(tr("Values")),
           .none = "",
           .help = text(tr("How often which value occurs; heights are square roots"))},
          nothing},
         {{.title = text(tr("Norm")), .inWords = digits, .help = text(tr("Root of the sum of all squares (L2)"))},
          [](const Seen& one) { return one.tensor->values.norm; }},
         {{.title = text(tr("Mean")), .help = text(tr("Mean and standard deviation"))},
          [text](const Seen& one) {
              const engine::ValueStatistics& values = one.tensor->values;
              return text(tr("%1 ± %2").arg(valueWords(values.mean), valueWords(values.deviation)));
          }},
         {{.title = text(tr("Range")), .help = text(tr("Smallest and largest sampled value"))},
          [text](const Seen& one) {
              const engine::ValueStatistics& values = one.tensor->values;
              return text(tr("%1 to %2").arg(valueWords(values.minimum), valueWords(values.maximum)));
          }},
         {{.title = text(tr("Gradient")),
           .inWords = digits,
           .none = "",
           .help = text(tr("Norm of the gradient of the loss with respect to this tensor"))},
          [](const Seen& one) {
              const auto& gradients = one.tensor->gradients;
              return gradients ? engine::ReportCell(gradients->norm) : engine::ReportCell();
          }},
         {{.title = text(tr("Gradients")),
           .none = "",
           .help = text(tr("How often which gradient occurs; heights are square roots"))},
          nothing}},
        m_seen);
    m_tensors->setReport(report, numbersOf(report));
}

void ValuesPanel::showFindings(const std::vector<engine::LookFinding>& findings)
{
    QStringList words;
    for (const engine::LookFinding& finding : findings) {
        words << wordsOf(finding, *m_look).sentence;
    }
    m_found->setToolTip(words.size() > maxFindings ? words.join(QLatin1Char('\n')) : QString());
    if (words.size() > maxFindings) {
        const auto left = static_cast<int>(words.size() - maxFindings + 1);
        words = words.mid(0, maxFindings - 1);
        words << tr("%n more finding(s).", nullptr, left);
    }
    m_found->setText(
        !m_look    ? QString()
        : failed() ? tr("The values could not be read at this iteration: %1").arg(editor::inWords(m_look->failure))
        : words.isEmpty() ? tr("No saturated gates and no dead units found.")
                          : words.join(QLatin1Char('\n')));
}

bool ValuesPanel::failed() const
{
    return m_look && !m_look->failure.empty();
}

QString ValuesPanel::findings() const
{
    return m_found->text();
}

void ValuesPanel::showUnits()
{
    const engine::UnitValues* values = m_chosen->layer();
    m_step->setEnabled(values != nullptr);
    if (values != nullptr) {
        const QSignalBlocker quiet(m_step);
        m_step->setRange(1, static_cast<int>(values->steps));
        m_step->setSuffix(tr(" of %1").arg(QLocale().toString(static_cast<qlonglong>(values->steps))));
    }
    showStep();
}

void ValuesPanel::showStep()
{
    const engine::UnitValues* values = m_chosen->layer();
    const std::int64_t quantity = m_chosen->quantity();
    if (values == nullptr || quantity < 0) {
        m_heat->show({});
        m_units->setReport({}, {});
        return;
    }
    const LensScale scale = lensScaleOf(*values, quantity);
    m_legend->setScale(scale);
    m_heat->show({.characters = charactersOf(*values, quantity, 0, static_cast<int>(values->steps)),
                  .units = static_cast<int>(values->units),
                  .scale = scale,
                  .unit = m_chosen->unit(),
                  .character = m_step->value() - 1,
                  .held = {}});
    m_scales.clear();
    engine::Report report{.columns = {{.title = tr("Unit").toStdString()}}};
    for (std::int64_t one = 0; one < values->quantities(); ++one) {
        m_scales.push_back(lensScaleOf(*values, one));
        report.columns.push_back(
            {.title = std::string(values->nameOf(one)),
             .inWords = [](double value) { return QLocale().toString(value, 'f', 3).toStdString(); },
             .help = quantityWords(*values, one).toStdString()});
    }
    for (std::int64_t unit = 0; unit < values->units; ++unit) {
        std::vector<engine::ReportCell>& cells = report.rows.emplace_back(1, unit);
        for (std::int64_t one = 0; one < values->quantities(); ++one) {
            cells.emplace_back(values->at(one, m_step->value() - 1, unit));
        }
    }
    m_units->setReport(report, numbersOf(report));
}

void ValuesPanel::chooseLayer()
{
    const QList<qint64> rows = m_tensors->selected();
    for (std::size_t place = 0; m_look && !rows.empty() && place < m_look->units.size(); ++place) {
        if (m_look->units[place].layer == m_seen[static_cast<std::size_t>(rows.front())].layer->layer) {
            m_chosen->choose(place, m_chosen->quantity(), m_chosen->unit());
            return;
        }
    }
}

} // namespace studio

#include "moc_values_panel.cpp"

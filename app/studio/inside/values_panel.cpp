// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/values_panel.h"

#include "app/studio/inside/inside_words.h"
#include "app/studio/inside/value_tables.h"
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

#include <algorithm>
#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLocale>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <span>
#include <utility>

namespace studio {

namespace {

constexpr int idRole = Qt::UserRole;

/// Empty where there is nothing to learn, or nothing was seen yet.
QString stateOf(const editor::NodeValues& values)
{
    const auto hasGradients = [](const editor::NodeValues::Tensor& weight) { return weight.gradients.has_value(); };
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
constexpr int histogramWidth = 90;

QTableView* tableOf(QAbstractItemModel* model, const QString& name)
{
    auto* view = new QTableView;
    view->setModel(model);
    view->setAccessibleName(name);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setTabKeyNavigation(false);
    view->setWordWrap(false);
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 8);
    return view;
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

    m_tensors = new TensorTable(this);
    m_tensorView = tableOf(m_tensors, tr("All tensors of the net"));
    m_tensorView->verticalHeader()->hide();
    m_tensorView->horizontalHeader()->setResizeContentsPrecision(0);
    const QScrollBar* bar = m_tensorView->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, m_tensorView, [this] { widenTensors(); });
    connect(bar, &QScrollBar::rangeChanged, m_tensorView, [this] { widenTensors(); });
    auto* histograms = new HistogramCells(m_tensorView);
    for (const int column : {TensorTable::Values, TensorTable::Gradients}) {
        m_tensorView->setItemDelegateForColumn(column, histograms);
        m_tensorView->setColumnWidth(column, histogramWidth);
    }
    m_tensorView->setColumnWidth(TensorTable::Norm, 70);
    m_tensorView->setColumnWidth(TensorTable::GradientNorm, 76);
    m_tensorView->setColumnWidth(TensorTable::Mean, 130);
    m_tensorView->setColumnWidth(TensorTable::Range, 120);
    m_tensorView->horizontalHeader()->moveSection(TensorTable::Values, TensorTable::Norm);
    connect(m_tensorView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) { chooseLayerOf(now.row()); });

    auto* parts = new QTabWidget;
    parts->setDocumentMode(true);
    parts->addTab(m_tensorView, tr("Tensors"));
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
    m_units = new StepTable(this);
    m_unitView = tableOf(m_units, tr("Gates and states of every unit at one step"));
    m_unitView->horizontalHeader()->setDefaultSectionSize(58);

    auto* page = new QWidget;
    auto* views = new QSplitter(Qt::Horizontal);
    views->setChildrenCollapsible(false);
    views->addWidget(m_heat);
    views->addWidget(m_unitView);
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
        m_unitView->selectRow(static_cast<int>(unit));
    });
    return m_stepPages;
}

void ValuesPanel::show(std::shared_ptr<const engine::NetLook> look, const std::vector<engine::LookFinding>& findings)
{
    const auto before = std::exchange(m_look, std::move(look)); // which is shown until chosen() comes
    m_when->setText(m_look ? tr("Iteration %1").arg(QLocale().toString(static_cast<qlonglong>(m_look->iteration)))
                           : tr("No values yet: train the net (F5)."));
    m_tensors->show(m_look);
    widenTensors();
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

/// Names and numbers that are wider than their columns make room for themselves. By the rows in view, as large nets
/// have many.
void ValuesPanel::widenTensors()
{
    const QAbstractItemView& view = *m_tensorView;
    for (const int column : {TensorTable::Layer, TensorTable::Tensor, TensorTable::Norm, TensorTable::GradientNorm,
                             TensorTable::Mean, TensorTable::Range}) {
        const int wanted = view.sizeHintForColumn(column);
        if (wanted > m_tensorView->columnWidth(column)) {
            m_tensorView->setColumnWidth(column, wanted);
        }
    }
}

void ValuesPanel::showFindings(const std::vector<engine::LookFinding>& findings)
{
    QStringList words;
    for (const engine::LookFinding& finding : findings) {
        words << findingWords(finding, *m_look);
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
        m_units->show(nullptr, 0);
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
    m_units->show(values, m_step->value() - 1);
}

/// The layer of a tensor that is chosen is followed over its steps.
void ValuesPanel::chooseLayerOf(int row)
{
    const QString layer = m_tensors->index(row, TensorTable::Layer).data().toString();
    for (std::size_t place = 0; m_look && place < m_look->units.size(); ++place) {
        if (QString::fromStdString(m_look->units[place].layer) == layer) {
            m_chosen->choose(place, m_chosen->quantity(), m_chosen->unit());
            return;
        }
    }
}

} // namespace studio

#include "moc_values_panel.cpp"

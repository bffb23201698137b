// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/loss_plot.h"

#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/export_dialog.h"
#include "app/studio/plots/run_meter.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"

#include <cmath>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {

namespace {

constexpr int idRole = Qt::UserRole;
constexpr int strongest = 30; ///< of the slider: 10^(30 / 10) points

/// The slider counts in tenths of a power of ten of the points that are averaged: 0 is off, 10 ten points, 20 a
/// hundred.
double strengthOf(int slider)
{
    return slider == 0 ? 0 : 1 - std::pow(10, -slider / 10.0);
}

int sliderOf(double strength)
{
    return strength <= 0 ? 0 : static_cast<int>(std::lround(-10 * std::log10(1 - strength)));
}

QIcon swatch(const QColor& colour)
{
    QPixmap pixmap(24, 24);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(2, 8, 20, 8, 4, 4);
    return QIcon(pixmap);
}

} // namespace

LossPlot::LossPlot(QWidget* parent)
    : QWidget(parent), m_view(new CurveView), m_meter(new RunMeter(*m_view)), m_runs(new QListWidget)
{
    m_view->setAccessibleName(tr("Curves"));
    m_view->setEmptySentence(tr("No curves yet. Press Train, and the loss is drawn here as it falls."));
    m_view->setToolTip(QString());
    m_view->setContextMenuPolicy(Qt::CustomContextMenu); // the plot keeps mouse events from its parents
    connect(m_view, &QWidget::customContextMenuRequested, this, &LossPlot::openMenu);
    m_runs->setAccessibleName(tr("Runs to show"));
    m_runs->setFrameShape(QFrame::NoFrame);
    m_runs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_runs->setTextElideMode(Qt::ElideRight);
    makeActions();

    auto* splitter = new QSplitter(Qt::Horizontal);
    auto* drawn = new QWidget;
    auto* rows = new QVBoxLayout(drawn);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_view, 1);
    rows->addWidget(m_meter);
    splitter->addWidget(drawn);
    splitter->addWidget(m_runs);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setCollapsible(0, false);
    splitter->setSizes({700, 130});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTools());
    column->addWidget(splitter, 1);

    connect(m_view, &CurveView::checkpointActivated, this, &LossPlot::checkpointActivated);
    connect(m_view, &CurveView::iterationHovered, this, &LossPlot::iterationHovered);
    connect(m_view, &CurveView::followingChanged, this, &LossPlot::showFollowing);
    connect(m_runs, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        m_view->setShown(item->data(idRole).toInt(), item->checkState() == Qt::Checked);
    });
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &LossPlot::fillRunList);
    fillRunList();
    showOptions();
    showFollowing();
}

void LossPlot::makeActions()
{
    const auto make = [this](const char* icon, const QString& text, const QString& tip) {
        auto* action = new QAction(editor::icon(QLatin1String(icon)), text, this);
        action->setToolTip(tip);
        return action;
    };
    m_follow = make("follow", tr("Follow"), tr("Keep the newest point in sight (F, in the plot)"));
    m_follow->setCheckable(true);
    m_fit = make("zoom_fit", tr("Show all"),
                 tr("Show all points and follow (0 or double click, in the plot).\nThe wheel zooms, with Ctrl "
                    "vertically; dragging moves, with Shift it zooms to a box."));
    m_logarithmic = make("log_scale", tr("Logarithmic"), tr("Logarithmic vertical axes"));
    m_logarithmic->setCheckable(true);
    m_bits = new QAction(tr("Loss in bits per character"), this);
    m_bits->setCheckable(true);
    m_export = make("export", tr("Export…"), tr("Save the curves as a picture, a drawing, a document or a table"));
    m_copy = make("copy", tr("Copy picture"), tr("Copy what is seen as a picture"));
    connect(m_export, &QAction::triggered, this, &LossPlot::exportCurves);
    connect(m_copy, &QAction::triggered, this, &LossPlot::copyPicture);
    connect(m_follow, &QAction::triggered, m_view, &CurveView::setFollowing);
    connect(m_fit, &QAction::triggered, m_view, &CurveView::fit);
    connect(m_logarithmic, &QAction::triggered, this, [this](bool on) {
        change([on](CurveOptions& options) { options.scale = on ? Scale::Logarithmic : Scale::Linear; });
    });
    connect(m_bits, &QAction::triggered, this, [this](bool on) {
        change([on](CurveOptions& options) { options.unit = on ? LossUnit::Bits : LossUnit::Nats; });
    });
    for (const Measure measure : measures) {
        auto* action = new QAction(nameOf(measure), this);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, measure](bool on) {
            change([&](CurveOptions& options) { options.panes[static_cast<std::size_t>(measure)] = on; });
        });
        m_panes[static_cast<std::size_t>(measure)] = action;
    }
}

/// In as many rows as the width asks for: nothing is hidden.
QWidget* LossPlot::makeTools()
{
    auto* tools = new QWidget;
    auto* row = new editor::FlowLayout(tools);
    const auto add = [&](QAction* action) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setIconSize({18, 18});
        row->addWidget(button);
    };
    m_along = new QComboBox;
    m_along->setAccessibleName(tr("Horizontal axis"));
    m_along->setToolTip(tr("Horizontal axis"));
    for (const Along along : axes) {
        m_along->addItem(titleOf(along, Units::Characters), static_cast<int>(along));
    }
    connect(m_along, &QComboBox::activated, this, [this](int index) {
        change([index](CurveOptions& options) { options.along = axes[static_cast<std::size_t>(index)]; });
    });
    auto* menu = new QMenu(this);
    for (QAction* pane : m_panes) {
        menu->addAction(pane);
    }
    menu->addSeparator();
    menu->addAction(m_bits);
    auto* panes = new QToolButton;
    panes->setIcon(editor::icon(QStringLiteral("plot")));
    panes->setText(tr("Panes"));
    panes->setToolTip(tr("Choose what is drawn"));
    panes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    panes->setPopupMode(QToolButton::InstantPopup);
    panes->setMenu(menu);

    panes->setAutoRaise(true);
    row->addWidget(panes);
    row->addWidget(m_along);
    add(m_logarithmic);
    row->addWidget(makeSmoothing());
    for (QAction* action : {m_follow, m_fit, m_export}) {
        add(action);
    }
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    tools->setSizePolicy(policy);
    return tools;
}

QWidget* LossPlot::makeSmoothing()
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(8, 0, 0, 0);
    auto* label = new QLabel(tr("S&moothing"));
    m_smoothing = new QSlider(Qt::Horizontal);
    m_smoothing->setRange(0, strongest);
    m_smoothing->setPageStep(5);
    m_smoothing->setFixedWidth(fontMetrics().averageCharWidth() * 16);
    m_smoothing->setToolTip(tr("Over how many points the curve is averaged; all the way to the left: off"));
    m_smoothing->setAccessibleName(tr("Smoothing"));
    label->setBuddy(m_smoothing);
    m_smoothingValue = new QLabel;
    m_smoothingValue->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 points").arg(1000)) + 4);
    connect(m_smoothing, &QSlider::valueChanged, this,
            [this](int value) { change([value](CurveOptions& options) { options.smoothing = strengthOf(value); }); });
    row->addWidget(label);
    row->addWidget(m_smoothing);
    row->addWidget(m_smoothingValue);
    return box;
}

// What is drawn -------------------------------------------------------------------------------------------------------

void LossPlot::setCurrent(const RunRecord& run)
{
    m_view->setCurrent(RunCurves(run));
    fillRunList();
    showOptions();
}

void LossPlot::clearCurrent()
{
    m_view->setCurrent(RunCurves());
    fillRunList();
}

void LossPlot::setEarlier(const std::vector<RunRecord>& runs)
{
    std::vector<PlottedRun> all;
    for (const RunRecord& record : runs) {
        PlottedRun run{.curves = RunCurves(record), .colour = record.id, .shown = false};
        for (const PlottedRun& before : m_view->earlier()) {
            run.shown = run.shown || (before.shown && before.curves.id() == record.id);
        }
        all.push_back(std::move(run));
    }
    m_view->setEarlier(std::move(all));
    fillRunList();
}

void LossPlot::setShown(int runId, bool shown)
{
    m_view->setShown(runId, shown);
    fillRunList();
}

void LossPlot::append(std::span<const CurvePoint> points)
{
    m_view->append(points);
}

void LossPlot::setCurve(const RunCurve& curve)
{
    m_view->setCurve(curve);
}

void LossPlot::append(const ValidationPoint& point)
{
    m_view->append(point);
}

void LossPlot::append(const CheckpointMark& mark)
{
    m_view->append(mark);
}

void LossPlot::setIteration(qint64 iteration)
{
    m_view->setMark(iteration);
}

void LossPlot::clearIteration()
{
    m_view->setMark(std::nullopt);
}

void LossPlot::fillRunList()
{
    const QSignalBlocker quiet(m_runs);
    m_runs->clear();
    const auto add = [this](const RunCurves& curves, bool shown, const QColor& colour) {
        const QString name = curves.name().empty() ? tr("This run") : QString::fromStdString(curves.name());
        auto* item = new QListWidgetItem(swatch(colour), name, m_runs);
        item->setData(idRole, curves.id());
        item->setToolTip(name);
        item->setCheckState(shown ? Qt::Checked : Qt::Unchecked);
    };
    if (m_view->current().id() != 0) {
        add(m_view->current(), m_view->isCurrentShown(), m_view->colourOfCurrent());
    }
    for (auto run = m_view->earlier().rbegin(); run != m_view->earlier().rend(); ++run) {
        add(run->curves, run->shown, m_view->colourOf(*run));
    }
    m_runs->setVisible(m_runs->count() > 1);
}

// How it is drawn -----------------------------------------------------------------------------------------------------

CurveOptions LossPlot::options() const
{
    return m_view->options();
}

void LossPlot::setOptions(const CurveOptions& options)
{
    m_view->setOptions(options);
    showOptions();
}

void LossPlot::change(const std::function<void(CurveOptions&)>& edit)
{
    CurveOptions options = m_view->options();
    edit(options);
    setOptions(options);
}

void LossPlot::showOptions()
{
    const CurveOptions& options = m_view->options();
    const QSignalBlocker quiet(m_smoothing);
    m_along->setItemText(m_along->findData(static_cast<int>(Along::Characters)),
                         titleOf(Along::Characters, m_view->units()));
    m_bits->setEnabled(m_view->units() == Units::Characters);
    m_along->setCurrentIndex(m_along->findData(static_cast<int>(options.along)));
    m_logarithmic->setChecked(options.scale == Scale::Logarithmic);
    m_bits->setChecked(options.unit == LossUnit::Bits);
    m_smoothing->setValue(sliderOf(options.smoothing));
    const int points = static_cast<int>(std::lround(1 / (1 - options.smoothing)));
    m_smoothingValue->setText(options.smoothing > 0 ? tr("%1 points").arg(points) : tr("off"));
    for (const Measure measure : measures) {
        const auto pane = static_cast<std::size_t>(measure);
        m_panes[pane]->setChecked(options.panes[pane]);
    }
}

void LossPlot::showFollowing()
{
    m_follow->setChecked(m_view->isFollowing());
}

void LossPlot::exportCurves()
{
    ExportDialog dialog(*m_view, this);
    dialog.setProvenance(m_made);
    dialog.exec();
}

void LossPlot::copyPicture()
{
    QApplication::clipboard()->setImage(pictureOf(*m_view, {.size = m_view->size()}));
}

void LossPlot::openMenu(QPoint place)
{
    QMenu menu(this);
    menu.addActions({m_follow, m_fit, m_logarithmic, m_bits});
    menu.addSeparator();
    menu.addActions({m_copy, m_export});
    menu.exec(m_view->mapToGlobal(place));
}

} // namespace studio

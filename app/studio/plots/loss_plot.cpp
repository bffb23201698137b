// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/loss_plot.h"

#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/export_dialog.h"
#include "app/studio/plots/run_checklist.h"
#include "app/studio/plots/run_meter.h"
#include "app/studio/plots/smoothing_slider.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "editor/panels/tool_flow.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {

LossPlot::LossPlot(QWidget* parent) : QWidget(parent), m_view(new CurveView), m_meter(new RunMeter(*m_view))
{
    m_view->setAccessibleName(tr("Curves"));
    constexpr int minHeight = 120;
    m_view->setMinimumHeight(minHeight);
    setWaiting({});
    m_view->setToolTip(QString());
    m_view->setContextMenuPolicy(Qt::CustomContextMenu); // the plot keeps mouse events from its parents
    connect(m_view, &QWidget::customContextMenuRequested, this, &LossPlot::openMenu);
    makeActions();

    auto* splitter = new QSplitter(Qt::Horizontal);
    auto* drawn = new QWidget;
    auto* rows = new QVBoxLayout(drawn);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_view, 1);
    rows->addWidget(m_meter);
    splitter->addWidget(drawn);
    splitter->addWidget(new RunChecklist(m_view->runs()));
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setCollapsible(0, false);
    splitter->setSizes({700, 130});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTools());
    column->addWidget(splitter, 1);

    setFocusProxy(m_view);
    connect(m_view, &CurveView::checkpointActivated, this, &LossPlot::checkpointActivated);
    connect(&m_view->readout(), &CurveReadout::iterationHovered, this, &LossPlot::iterationHovered);
    connect(&m_view->zoom(), &CurveZoom::followingChanged, this, &LossPlot::showFollowing);
    connect(&m_view->runs(), &PlottedRuns::changed, this, &LossPlot::showOptions);
    showOptions();
    showFollowing();
}

void LossPlot::setWaiting(const QString& sentence)
{
    m_view->setEmptySentence(
        sentence.isEmpty() ? tr("No curves yet. Press Start, and the loss is drawn here as it falls.") : sentence);
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
                 tr("Show all points and follow (0 or double click, in the plot); once more also the losses of a run "
                    "that diverged.\nThe wheel zooms, with Ctrl "
                    "vertically; dragging moves, with Shift it zooms to a box."));
    m_logarithmic = make("log_scale", tr("Logarithmic"), tr("Logarithmic vertical axes"));
    m_logarithmic->setCheckable(true);
    m_bits = new QAction(tr("Loss in bits per character"), this);
    m_bits->setCheckable(true);
    m_export = make("export", tr("Export…"), tr("Save the curves as a picture, a drawing, a document or a table"));
    m_copy = make("copy", tr("Copy picture"), tr("Copy the visible part as a picture"));
    connect(m_export, &QAction::triggered, this, &LossPlot::exportCurves);
    connect(m_copy, &QAction::triggered, this, &LossPlot::copyPicture);
    connect(m_follow, &QAction::triggered, &m_view->zoom(), &CurveZoom::setFollowing);
    connect(m_fit, &QAction::triggered, &m_view->zoom(), &CurveZoom::fit);
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

QWidget* LossPlot::makeTools()
{
    auto* tools = new editor::ToolFlow;
    m_along = new QComboBox;
    m_along->setAccessibleName(tr("Horizontal axis"));
    m_along->setToolTip(tr("Horizontal axis"));
    m_along->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_along->setMinimumContentsLength(9); // so that all tools are one row in a window of 1440 pixels
    for (const Along along : axes) {
        m_along->addItem(titleOf(along, engine::kinds::text), static_cast<int>(along));
    }
    m_along->view()->setMinimumWidth(m_along->view()->sizeHintForColumn(0));
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
    tools->layout()->addWidget(panes);
    tools->layout()->addWidget(m_along);
    tools->add(m_logarithmic);
    m_smoothing = new SmoothingSlider;
    connect(m_smoothing, &SmoothingSlider::pointsChosen, this,
            [this](int points) { change([points](CurveOptions& options) { options.smoothing = points; }); });
    tools->layout()->addWidget(m_smoothing);
    tools->add({m_follow, m_fit, m_export});
    return tools;
}

PlottedRuns& LossPlot::runs()
{
    return m_view->runs();
}

void LossPlot::setIteration(qint64 iteration)
{
    m_view->readout().setMark(iteration);
}

// How it is drawn -----------------------------------------------------------------------------------------------------

void LossPlot::change(const std::function<void(CurveOptions&)>& edit)
{
    CurveOptions options = runs().options();
    edit(options);
    runs().setOptions(options);
}

void LossPlot::showOptions()
{
    const CurveOptions& options = runs().options();
    m_along->setItemText(m_along->findData(static_cast<int>(Along::Characters)),
                         titleOf(Along::Characters, runs().kind()));
    m_bits->setEnabled(runs().kind().lossPerUnit);
    m_along->setCurrentIndex(m_along->findData(static_cast<int>(options.along)));
    m_logarithmic->setChecked(options.scale == Scale::Logarithmic);
    m_bits->setChecked(options.unit == LossUnit::Bits);
    m_smoothing->setPoints(options.smoothing);
    for (const Measure measure : measures) {
        const auto pane = static_cast<std::size_t>(measure);
        m_panes[pane]->setChecked(options.panes[pane]);
    }
}

void LossPlot::showFollowing()
{
    m_follow->setChecked(m_view->zoom().isFollowing());
}

void LossPlot::exportCurves()
{
    ExportDialog dialog(*m_view, this);
    dialog.setProvenance(m_made);
    dialog.setFileCheck(m_check);
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

#include "moc_loss_plot.cpp"

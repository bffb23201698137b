// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/loss_plot.h"

#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/plots/plotted_runs.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QWidget>
#include <vector>

namespace studio {

namespace {

constexpr int maxSlider = 30; ///< 10^(30 / 10) points

/// The slider counts in tenths of a power of ten of the points that are averaged: 0 is off, 10 ten points, 20 a
/// hundred.
int pointsOf(int slider)
{
    return slider == 0 ? 0 : std::max(2, static_cast<int>(std::lround(std::pow(10, slider / 10.0))));
}

} // namespace

LossPlot::LossPlot(QWidget* parent) : QWidget(parent), m_view(new CurveView)
{
    m_view->setAccessibleName(tr("Curves"));
    constexpr int minHeight = 120;
    m_view->setMinimumHeight(minHeight);
    setWaiting({});
    m_view->setToolTip(QString());
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    makeActions();

    editor::inColumn(this, {makeTools(), {m_view, 1}}, QMargins(), 0);

    setFocusProxy(m_view);
    m_follow->setChecked(m_view->isFollowing());
    connect(m_view, &CurveView::followingChanged, m_follow, &QAction::setChecked);
    connect(&m_view->runs(), &PlottedRuns::changed, this, &LossPlot::showOptions);
    showOptions();
}

void LossPlot::setWaiting(const QString& sentence)
{
    m_view->setEmptySentence(
        sentence.isEmpty() ? tr("No curves yet. Press Start, and the loss is drawn here as it falls.") : sentence);
}

void LossPlot::makeActions()
{
    const auto make = [this](const char* icon, const QString& text, const QString& tip, auto act) {
        QAction* const action = addAction(icon[0] ? editor::icon(QLatin1String(icon)) : QIcon(), text, this, act);
        action->setToolTip(tip);
        action->setCheckable(std::is_invocable_v<decltype(act), bool>);
        return action;
    };
    m_follow = make("follow", tr("Follow"), tr("Keep the newest point in sight (F, in the plot)"),
                    [this](bool on) { m_view->setFollowing(on); });
    m_fit = make("zoom_fit", tr("Show all"),
                 tr("Show all points and follow (0 or double click, in the plot); once more also the losses of a run "
                    "that diverged.\nThe wheel zooms, with Ctrl "
                    "vertically; dragging moves, with Shift it zooms to a box."),
                 [this] { m_view->fit(); });
    m_logarithmic = make("log_scale", tr("Logarithmic"), tr("Logarithmic vertical axes"), [this](bool on) {
        change([on](CurveOptions& options) { options.scale = on ? Scale::Logarithmic : Scale::Linear; });
    });
    m_bits = make("", tr("Loss in bits per character"), {}, [this](bool on) {
        change([on](CurveOptions& options) { options.unit = on ? LossUnit::Bits : LossUnit::Nats; });
    });
    m_export = make("export", tr("Export…"), tr("Save the curves as a picture, a drawing, a document or a table"),
                    [this] { ExportDialog(*m_view, this, m_made, m_check).exec(); });
    m_copy = make("copy", tr("Copy picture"), tr("Copy the visible part as a picture"),
                  [this] { QApplication::clipboard()->setImage(pictureOf(*m_view, m_view->size())); });
    auto* line = new QAction(this);
    line->setSeparator(true);
    m_view->addActions({m_follow, m_fit, m_logarithmic, m_bits, line, m_copy, m_export});
    for (const Measure measure : measures) {
        m_panes[static_cast<std::size_t>(measure)] = make("", nameOf(measure), {}, [this, measure](bool on) {
            change([&](CurveOptions& options) { options.panes[static_cast<std::size_t>(measure)] = on; });
        });
    }
}

QWidget* LossPlot::makeTools()
{
    auto* tools = new editor::ToolFlow;
    m_along = editor::described(
        new QComboBox, {.title = tr("Horizontal axis"), .tip = tr("Horizontal axis")}, this, [this](int index) {
            change([index](CurveOptions& options) { options.along = axes[static_cast<std::size_t>(index)]; });
        });
    m_along->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_along->setMinimumContentsLength(9); // so that all tools are one row in a window of 1440 pixels
    for (const Along along : axes) {
        m_along->addItem(titleOf(along, engine::kinds::text), static_cast<int>(along));
    }
    m_along->view()->setMinimumWidth(m_along->view()->sizeHintForColumn(0));
    auto* menu = new QMenu(this);
    for (QAction* pane : m_panes) {
        menu->addAction(pane);
    }
    menu->addSeparator();
    menu->addAction(m_bits);
    auto* panes = editor::described(new QAction(editor::icon(QStringLiteral("plot")), tr("Panes"), this),
                                    {.tip = tr("Choose what is drawn")});
    panes->setMenu(menu);
    m_runMenu = editor::described(new QMenu(this), {.name = "runs"});
    connect(m_runMenu, &QMenu::aboutToShow, this, &LossPlot::fillRunMenu);
    m_runs = editor::described(new QAction(editor::icon(QStringLiteral("history")), tr("Runs"), this),
                               {.tip = tr("Choose whose curves are drawn")});
    m_runs->setMenu(m_runMenu);
    tools->add({panes, m_runs});
    tools->layout()->addWidget(m_along);
    tools->add(m_logarithmic);
    auto* smoothing = new QWidget;
    m_smoothing =
        editor::described(new QSlider(Qt::Horizontal),
                          {.title = tr("Smoothing"),
                           .tip = tr("Over how many points the curve is averaged; all the way to the left: off")});
    m_smoothing->setRange(0, maxSlider);
    m_smoothing->setPageStep(5);
    m_smoothing->setFixedWidth(fontMetrics().averageCharWidth() * 9);
    connect(m_smoothing, &QSlider::valueChanged, this,
            [this](int value) { change([value](CurveOptions& options) { options.smoothing = pointsOf(value); }); });
    m_points = new QLabel;
    m_points->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("1000")) + 4);
    editor::inRow(smoothing, {editor::labelOf(m_smoothing, tr("S&moothing"), smoothing), m_smoothing, m_points},
                  QMargins());
    tools->layout()->addWidget(smoothing);
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
    if (const QSignalBlocker quiet(m_smoothing);
        pointsOf(m_smoothing->value()) != options.smoothing) { // two places may stand for the same few
        m_smoothing->setValue(options.smoothing > 0 ? static_cast<int>(std::lround(10 * std::log10(options.smoothing)))
                                                    : 0);
    }
    m_points->setText(options.smoothing > 0 ? QString::number(options.smoothing) : tr("off"));
    m_runs->setEnabled(runs().earlier().size() + (runs().current().curves.id() != 0 ? 1 : 0) > 1);
    for (const Measure measure : measures) {
        const auto pane = static_cast<std::size_t>(measure);
        m_panes[pane]->setChecked(options.panes[pane]);
    }
}

/// By name and colour, the front one first, then the newest.
void LossPlot::fillRunMenu()
{
    m_runMenu->clear();
    const auto offer = [this](const PlottedRun& run) {
        const int id = run.curves.id();
        const QString name = CurvePanes::nameOf(run).replace(u'&', QStringLiteral("&&"));
        // An icon takes the place of the box with its tick.
        const QIcon icon = run.shown ? swatchOf(colourOf(id, editor::theme())) : QIcon();
        QAction* const choice =
            m_runMenu->addAction(icon, name, this, [this, id](bool shown) { runs().setShown(id, shown); });
        choice->setCheckable(true);
        choice->setChecked(run.shown);
    };
    if (runs().current().curves.id() != 0) {
        offer(runs().current());
    }
    std::for_each(runs().earlier().rbegin(), runs().earlier().rend(), offer);
}

} // namespace studio

#include "moc_loss_plot.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/guide_link.h"

#include "app/studio/guide/guide_offer.h"
#include "app/studio/guide/guide_steps.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/quick_add.h"
#include "editor/panels/palette.h"
#include "editor/panels/problems_panel.h"

#include <algorithm>
#include <QMenuBar>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

namespace studio {
namespace {

constexpr int portReach = 11;         ///< pixels around a port that are marked
constexpr QSize invitation{460, 100}; ///< around what stands on an empty canvas

/// What its own parts cover entirely has no visible region itself.
bool isSeen(const QWidget& part)
{
    if (!part.isVisible() || !part.visibleRegion().isEmpty()) {
        return part.isVisible();
    }
    const QList<QWidget*> parts = part.findChildren<QWidget*>();
    return std::any_of(parts.begin(), parts.end(),
                       [](const QWidget* each) { return !each->visibleRegion().isEmpty(); });
}

} // namespace

GuideLink::GuideLink(QMainWindow& window, const Parts& parts)
    : QObject(&window),
      m_window(window),
      m_parts(parts),
      m_guide(new GuidedNet(parts.workspace, &window,
                            {.sight = [this](const GuideWish& wish) { return sight(wish); },
                             .reveal = [this](const GuideWish& wish) { reveal(wish); },
                             .doIt = [this](const GuideWish& wish) { doIt(wish); }}))
{
    offer();
}

GuideLink::~GuideLink()
{
    delete m_guide;
}

void GuideLink::offer()
{
    if (!GuideOffer::isDue()) {
        return;
    }
    auto* card = new GuideOffer;
    m_parts.pages.start().offer(card);
    connect(card, &GuideOffer::accepted, this, &GuideLink::startOrShow);
    connect(&m_parts.workspace, &Workspace::opened, card, &QWidget::hide); // once a start is enough
}

/// Some of the net is drawn, and the rest is not.
bool GuideLink::canContinue() const
{
    const GuideWish wish = guideWish(m_parts.workspace.document().derived().model, false, {});
    return wish.step == GuideStep::Memory || wish.step == GuideStep::Scores;
}

/// False: the user wants to keep what is open.
bool GuideLink::prepareDrawing()
{
    const auto isEmpty = [this] {
        return m_parts.workspace.files().isOpen() && m_parts.workspace.document().content().nodes.empty();
    };
    if (!isEmpty() && !(m_parts.workspace.files().isOpen() && canContinue())) {
        m_parts.files.begin->trigger();
        return isEmpty();
    }
    m_parts.pages.showDrawing();
    return true;
}

void GuideLink::startOrShow()
{
    if (m_guide->isActive()) {
        m_guide->takeKeyboard();
        return;
    }
    if (prepareDrawing()) {
        GuideOffer::noteAnswered();
        m_guide->start();
    }
}

QRect GuideLink::inWindow(const QWidget& part, const QRect& area) const
{
    const bool here = part.window() == &m_window && isSeen(part);
    return here ? QRect(part.mapTo(&m_window, area.topLeft()), area.size()) : QRect();
}

QRect GuideLink::inWindow(const QWidget& part) const
{
    return inWindow(part, part.rect());
}

QRect GuideLink::areaOf(const char* dockName) const
{
    const QDockWidget& wanted = m_parts.panels.docks().named(dockName);
    if (isSeen(wanted)) {
        return inWindow(wanted);
    }
    for (const QTabBar* tabs : m_window.findChildren<QTabBar*>()) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            if (tabs->isVisible() && tabs->tabText(tab) == wanted.windowTitle()) {
                return inWindow(*tabs, tabs->tabRect(tab));
            }
        }
    }
    return {};
}

QRect GuideLink::buttonOf(const char* bar, const QAction* action) const
{
    for (const QToolButton* button : m_window.findChild<QToolBar*>(QLatin1String(bar))->findChildren<QToolButton*>()) {
        if (button->defaultAction() == action) {
            return inWindow(*button);
        }
    }
    return {};
}

std::vector<QRect> GuideLink::ports(const GuideWish& wish) const
{
    const editor::CanvasView& canvas = m_parts.pages.canvas();
    const editor::Document& document = m_parts.workspace.document();
    const editor::NodeItem* from = m_parts.pages.canvas().canvas().node(document.nodeNamed(wish.from));
    const editor::NodeItem* to = m_parts.pages.canvas().canvas().node(document.nodeNamed(wish.to));
    if (!from || !to) {
        return {};
    }
    std::vector<QRect> around;
    for (const QPointF port : {from->outputPoint(wish.output), to->inputPoint(wish.input)}) {
        const QPoint at = canvas.mapFromScene(port);
        const QRect area(at - QPoint(portReach, portReach), QSize(2 * portReach, 2 * portReach));
        if (canvas.viewport()->rect().contains(at)) {
            around.push_back(inWindow(*canvas.viewport(), area));
        }
    }
    return around;
}

std::vector<QRect> GuideLink::marks(const GuideWish& wish) const
{
    switch (wish.task) {
    case GuideTask::AddLayer: {
        const editor::Palette& palette = m_parts.panels.palette();
        const QRect row = palette.areaOf(QString::fromStdString(wish.type));
        return {row.isEmpty() ? areaOf("palette") : inWindow(palette, row)};
    }
    case GuideTask::Connect:
        return ports(wish);
    case GuideTask::SolveProblem:
        return {areaOf("problems")};
    case GuideTask::StartTraining:
    case GuideTask::TrainLonger:
        return {buttonOf("tools", m_parts.training.train)};
    case GuideTask::Watch:
        return {areaOf("diary"), inWindow(m_parts.centre)};
    case GuideTask::Nothing:
        return {buttonOf("activities", m_parts.activities.choices()[static_cast<std::size_t>(Activity::Write)])};
    }
    return {};
}

GuideSight GuideLink::sight(const GuideWish& wish) const
{
    editor::CanvasView& canvas = m_parts.pages.canvas();
    GuideSight seen{.marks = marks(wish), .room = inWindow(m_parts.centre)};
    std::erase_if(seen.marks, [](const QRect& mark) { return mark.isEmpty(); });
    if (wish.task == GuideTask::AddLayer) {
        seen.clear.push_back(areaOf("palette"));
    }
    if (const editor::QuickAdd* list = canvas.adding().openQuickAdd()) {
        seen.clear.push_back(inWindow(*list));
    }
    seen.clear.push_back(inWindow(*m_window.menuBar()));
    for (const char* bar : {"tools", "activities"}) {
        seen.clear.push_back(inWindow(*m_window.findChild<QToolBar*>(QLatin1String(bar))));
    }
    const QRect shown = canvas.viewport()->rect();
    if (canvas.canvas().nodes().empty()) {
        seen.clear.push_back(
            inWindow(*canvas.viewport(),
                     QRect(shown.center() - QPoint(invitation.width() / 2, invitation.height() / 2), invitation)));
    }
    if (wish.task == GuideTask::Nothing) {
        seen.layers = {inWindow(m_parts.centre), areaOf("diary")};
    }
    for (const auto& [id, item] : canvas.canvas().nodes()) {
        const QRect box = canvas.mapFromScene(item->box()).boundingRect().intersected(shown);
        if (!box.isEmpty()) {
            seen.layers.push_back(inWindow(*canvas.viewport(), box));
        }
    }
    return seen;
}

void GuideLink::reveal(const GuideWish& wish)
{
    const auto raise = [this](const char* name) {
        m_parts.panels.docks().named(name).show();
        m_parts.panels.docks().named(name).raise();
    };
    switch (wish.task) {
    case GuideTask::AddLayer:
        m_parts.activities.go(Activity::Draw);
        raise("palette");
        m_parts.panels.palette().reveal(QString::fromStdString(wish.type));
        break;
    case GuideTask::Connect:
        m_parts.activities.go(Activity::Draw);
        revealWire(wish);
        break;
    case GuideTask::SolveProblem:
        raise("problems");
        break;
    case GuideTask::Watch:
        m_parts.activities.go(Activity::Train);
        raise("diary");
        break;
    case GuideTask::StartTraining:
        m_parts.pages.canvas().camera().fitAll();
        break;
    case GuideTask::TrainLonger:
    case GuideTask::Nothing:
        break;
    }
}

void GuideLink::revealWire(const GuideWish& wish)
{
    editor::CanvasView& canvas = m_parts.pages.canvas();
    const editor::Document& document = m_parts.workspace.document();
    const QRectF both =
        canvas.canvas().area(document.nodeNamed(wish.from)) | canvas.canvas().area(document.nodeNamed(wish.to));
    if (!canvas.camera().shownArea().contains(both)) {
        canvas.camera().showArea(both);
    }
}

void GuideLink::doIt(const GuideWish& wish)
{
    editor::CanvasView& canvas = m_parts.pages.canvas();
    switch (wish.task) {
    case GuideTask::AddLayer:
    case GuideTask::Connect: {
        editor::Id last = 0;
        canvas.change(guideWords(wish).title,
                      [&](editor::Content& content) { last = completeStep(content, wish.step, canvas.placeForNew()); });
        canvas.goTo(last);
        break;
    }
    case GuideTask::SolveProblem:
        m_parts.panels.problems().quickFix()->trigger();
        break;
    case GuideTask::StartTraining:
    case GuideTask::TrainLonger:
        m_parts.training.train->trigger();
        break;
    case GuideTask::Watch:
    case GuideTask::Nothing:
        break;
    }
}

} // namespace studio

#include "moc_guide_link.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/window_guide.h"

#include "app/studio/guide/guide_bubble.h"
#include "app/studio/guide/guide_steps.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/items.h"
#include "editor/canvas/overlays.h"
#include "editor/looks/theme.h"
#include "editor/panels/palette.h"
#include "editor/panels/problems_panel.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>
#include <utility>

namespace studio {

namespace {

constexpr int lookEvery = 60;            ///< ms
constexpr std::size_t ofNewestLoss = 10; ///< points of the curve

double meanOfLast(const engine::Curve& curve, std::size_t count)
{
    const std::size_t first = curve.size() - std::min(count, curve.size());
    double sum = 0;
    for (std::size_t index = first; index < curve.size(); ++index) {
        sum += curve.loss(index);
    }
    return sum / static_cast<double>(curve.size() - first);
}

const QString answered = QStringLiteral("guide/answered"); ///< a setting

/// Offers the guide to who is new: until it was started or declined, or something else was opened.
class GuideOffer : public editor::Plate {
    Q_OBJECT

public:
    static bool isDue() { return !QSettings().value(answered).toBool(); }
    /// no offer comes again
    static void noteAnswered() { QSettings().setValue(answered, true); }

    GuideOffer() : Plate(nullptr)
    {
        setObjectName(QStringLiteral("guideOffer"));
        setEdge(editor::theme().accent);
        editor::onNewLooks(this, [this] { setEdge(editor::theme().accent); });
        auto* title = new QLabel(tr("New here?"), this);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        auto* words =
            editor::label(tr("Draw your first recurrent net and let it learn to write: five steps, two minutes. You "
                             "can leave at any time; Help › Guided first net starts it again."),
                          this, editor::Look::Wraps);
        auto* start = editor::described(new QPushButton(tr("&Guide me"), this), {.name = "guideAccept"}, this,
                                        &GuideOffer::accepted);
        start->setDefault(true);
        auto* decline = editor::described(new QPushButton(tr("Not now"), this), {.name = "guideDecline"}, this, [this] {
            noteAnswered();
            hide();
        });
        auto* buttons = editor::inRow({start, decline, editor::stretch()});
        editor::inColumn(this, {title, words, buttons}, QMargins(16, 14, 16, 14), 8);
    }

signals:
    void accepted();
};

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

WindowGuide::WindowGuide(const WindowParts& parts) : QObject(&parts.window), m_window(parts.window), m_parts(parts)
{
    m_look.setInterval(lookEvery);
    m_look.callOnTimeout(this, &WindowGuide::look);
    connect(&parts.workspace.document(), &editor::Document::changed, this, &WindowGuide::look);
    connect(&parts.workspace, &Workspace::opened, this, &WindowGuide::leave);
    TrainingSession& training = parts.workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        if (state == TrainingSession::State::Starting) {
            m_ran = true;
            m_ended = false;
        }
    });
    connect(&training, &TrainingSession::ended, this, [this] { m_ended = true; });
    connect(&training, &TrainingSession::failed, this, [this] { m_ran = false; });
    offer();
}

void WindowGuide::offer()
{
    if (!GuideOffer::isDue()) {
        return;
    }
    auto* card = new GuideOffer;
    m_parts.pages.start().offer(card);
    connect(card, &GuideOffer::accepted, this, &WindowGuide::startOrShow);
    connect(&m_parts.workspace, &Workspace::opened, card, [this, card] { // who has begun is not new
        if (m_parts.workspace.files().isOpen()) {
            GuideOffer::noteAnswered();
            card->hide();
        }
    });
}

/// Some of the net is drawn, and the rest is not.
bool WindowGuide::canContinue() const
{
    const GuideWish wish = guideWish(m_parts.workspace.document().derived().model, false, {});
    return wish.step == GuideStep::Memory || wish.step == GuideStep::Scores;
}

/// False: the user wants to keep what is open.
bool WindowGuide::prepareDrawing()
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

void WindowGuide::startOrShow()
{
    if (m_bubble) {
        m_bubble->takeKeyboard();
        return;
    }
    if (!prepareDrawing()) {
        return;
    }
    GuideOffer::noteAnswered();
    m_ran = m_parts.workspace.training().isBusy();
    m_ended = false;
    m_bubble = new GuideBubble(&m_window);
    connect(m_bubble, &GuideBubble::leaveWanted, this, &WindowGuide::leave);
    connect(m_bubble, &GuideBubble::doItWanted, this, &WindowGuide::doIt);
    m_wish = {.step = GuideStep::Done}; // so that the first is another
    look();
    m_look.start();
}

void WindowGuide::leave()
{
    m_look.stop();
    mark({});
    if (m_bubble) {
        m_bubble->giveKeyboardBack();
        m_bubble->hide();
        std::exchange(m_bubble, nullptr)->deleteLater(); // it may be its button that asked for this
    }
}

GuideRun WindowGuide::run() const
{
    const RunRecord& record = m_parts.workspace.training().run();
    if (!m_ran || record.curve.empty()) {
        return {.started = m_ran};
    }
    return {.started = true,
            .ended = m_ended,
            .samples = record.samples.size(),
            .firstLoss = record.curve.loss(0),
            .newestLoss = meanOfLast(record.curve, ofNewestLoss)};
}

void WindowGuide::look()
{
    if (!m_bubble) {
        return;
    }
    const editor::Derived& drawing = m_parts.workspace.document().derived();
    const GuideWish wish = guideWish(drawing.model, !drawing.problems.empty(), run());
    if (m_wish.task == GuideTask::Watch && wish.step == GuideStep::Done && !m_isRead) {
        m_bubble->offerNext(); // a fast machine has done it before it is read
    } else if (wish != m_wish) {
        m_isRead = false;
        m_wish = wish;
        reveal();
        m_bubble->say(wish);
    } else if (m_wish.task == GuideTask::Watch) {
        m_isRead = false;
        m_bubble->withdrawNext(); // another run has begun
    }
    const GuideSight seen = sight();
    mark(seen.marks);
    m_bubble->show(seen);
}

void WindowGuide::mark(const std::vector<QRect>& places)
{
    while (m_rings.size() > places.size()) {
        delete m_rings.back();
        m_rings.pop_back();
    }
    while (m_rings.size() < places.size()) {
        m_rings.push_back(new GuideRing(&m_window));
    }
    for (std::size_t index = 0; index < places.size(); ++index) {
        m_rings[index]->surround(places[index]);
    }
}

QRect WindowGuide::inWindow(const QWidget& part, const QRect& area) const
{
    const bool here = part.window() == &m_window && isSeen(part);
    return here ? QRect(part.mapTo(&m_window, area.topLeft()), area.size()) : QRect();
}

QRect WindowGuide::inWindow(const QWidget& part) const
{
    return inWindow(part, part.rect());
}

QRect WindowGuide::areaOf(const char* dockName) const
{
    const QDockWidget& wanted = m_parts.docks.named(dockName);
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

QRect WindowGuide::buttonOf(const char* bar, const QAction* action) const
{
    for (const QToolButton* button : m_window.findChild<QToolBar*>(QLatin1String(bar))->findChildren<QToolButton*>()) {
        if (button->defaultAction() == action) {
            return inWindow(*button);
        }
    }
    return {};
}

std::vector<QRect> WindowGuide::ports() const
{
    const editor::CanvasView& canvas = m_parts.pages.canvas();
    const editor::Document& document = m_parts.workspace.document();
    const editor::NodeItem* from = m_parts.pages.canvas().canvas().node(document.nodeNamed(m_wish.from));
    const editor::NodeItem* to = m_parts.pages.canvas().canvas().node(document.nodeNamed(m_wish.to));
    if (!from || !to) {
        return {};
    }
    std::vector<QRect> around;
    for (const QPointF port : {from->outputPoint(m_wish.output), to->inputPoint(m_wish.input)}) {
        const QPoint at = canvas.mapFromScene(port);
        const QRect area(at - QPoint(portReach, portReach), QSize(2 * portReach, 2 * portReach));
        if (canvas.viewport()->rect().contains(at)) {
            around.push_back(inWindow(*canvas.viewport(), area));
        }
    }
    return around;
}

std::vector<QRect> WindowGuide::marks() const
{
    switch (m_wish.task) {
    case GuideTask::AddLayer: {
        const auto& palette = *m_window.findChild<editor::Palette*>();
        const QRect row = palette.areaOf(QString::fromStdString(m_wish.type));
        return {row.isEmpty() ? areaOf("palette") : inWindow(palette, row)};
    }
    case GuideTask::Connect:
        return ports();
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

GuideSight WindowGuide::sight() const
{
    editor::CanvasView& canvas = m_parts.pages.canvas();
    GuideSight seen{.marks = marks(), .room = inWindow(m_parts.centre)};
    std::erase_if(seen.marks, [](const QRect& mark) { return mark.isEmpty(); });
    if (m_wish.task == GuideTask::AddLayer) {
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
    if (m_wish.task == GuideTask::Nothing) {
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

void WindowGuide::reveal()
{
    editor::CanvasView& canvas = m_parts.pages.canvas();
    const editor::Document& document = m_parts.workspace.document();
    switch (m_wish.task) {
    case GuideTask::AddLayer:
        m_parts.activities.go(Activity::Draw);
        m_parts.docks.bringForward("palette");
        m_window.findChild<editor::Palette*>()->reveal(QString::fromStdString(m_wish.type));
        break;
    case GuideTask::Connect: {
        m_parts.activities.go(Activity::Draw);
        const QRectF both =
            canvas.canvas().area(document.nodeNamed(m_wish.from)) | canvas.canvas().area(document.nodeNamed(m_wish.to));
        if (!canvas.camera().shownArea().contains(both)) {
            canvas.camera().showArea(both);
        }
        break;
    }
    case GuideTask::SolveProblem:
        m_parts.docks.bringForward("problems");
        break;
    case GuideTask::Watch:
        m_parts.activities.go(Activity::Train);
        m_parts.docks.bringForward("diary");
        break;
    case GuideTask::StartTraining:
        canvas.camera().fitAll();
        break;
    case GuideTask::TrainLonger:
    case GuideTask::Nothing:
        break;
    }
}

void WindowGuide::doIt()
{
    editor::CanvasView& canvas = m_parts.pages.canvas();
    switch (m_wish.task) {
    case GuideTask::AddLayer:
    case GuideTask::Connect: {
        editor::Id last = 0;
        canvas.change(guideWords(m_wish).title, [&](editor::Content& content) {
            last = completeStep(content, m_wish.step, canvas.placeForNew());
        });
        canvas.goTo(last);
        break;
    }
    case GuideTask::SolveProblem:
        m_window.findChild<editor::ProblemsPanel*>()->quickFix()->trigger();
        break;
    case GuideTask::StartTraining:
    case GuideTask::TrainLonger:
        m_parts.training.train->trigger();
        break;
    case GuideTask::Watch:
        m_isRead = true;
        look();
        break;
    case GuideTask::Nothing:
        break;
    }
}

} // namespace studio

#include "moc_window_guide.cpp"
#include "window_guide.moc"

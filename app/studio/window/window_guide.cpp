// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_bubble.h"
#include "app/studio/guide/guide_steps.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/panels.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/items.h"
#include "editor/canvas/overlays.h"
#include "editor/looks/theme.h"
#include "editor/panels/palette.h"
#include "editor/panels/problems_panel.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <functional>
#include <QCoreApplication>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <utility>
#include <vector>

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
    Q_DECLARE_TR_FUNCTIONS(studio::GuideOffer)

public:
    static bool isDue() { return !QSettings().value(answered).toBool(); }
    /// no offer comes again
    static void noteAnswered() { QSettings().setValue(answered, true); }

    explicit GuideOffer(const std::function<void()>& accepted) : Plate(nullptr)
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
        auto* start =
            editor::described(new QPushButton(tr("&Guide me"), this), {.name = "guideAccept"}, this, accepted);
        start->setDefault(true);
        auto* decline = editor::described(new QPushButton(tr("Not now"), this), {.name = "guideDecline"}, this, [this] {
            noteAnswered();
            hide();
        });
        auto* buttons = editor::inRow({start, decline, editor::stretch()});
        editor::inColumn(this, {title, words, buttons}, QMargins(16, 14, 16, 14), 8);
    }
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

/// Leads the guided first net over the window: says the next step at the place where it is done, notices by drawing and
/// run that it is, and does it in the user's place where that is asked.
class WindowGuide : public QObject {
public:
    explicit WindowGuide(const WindowParts& parts) : QObject(&parts.window), m_window(parts.window), m_parts(parts)
    {
        const auto words = [](const char* text) { return QCoreApplication::translate("studio::Menus", text); };
        editor::described(new QAction(words(QT_TRANSLATE_NOOP("studio::Menus", "&Guided first net")), this),
                          {.name = "guidedNet",
                           .keys = "Shift+F1",
                           .status = words(QT_TRANSLATE_NOOP(
                               "studio::Menus", "Draw and train a first net in five steps, in this window"))},
                          this, &WindowGuide::startOrShow);
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

    /// Begins with an empty drawing, or goes on with one that the guide knows how to continue. Where the user is guided
    /// already, the bubble takes the keyboard.
    void startOrShow()
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

private:
    /// on the start page, where that is due
    void offer()
    {
        if (!GuideOffer::isDue()) {
            return;
        }
        auto* card = new GuideOffer([this] { startOrShow(); });
        m_parts.centre.start().offer(card);
        connect(&m_parts.workspace, &Workspace::opened, card, [this, card] { // who has begun is not new
            if (m_parts.workspace.files().isOpen()) {
                GuideOffer::noteAnswered();
                card->hide();
            }
        });
    }
    /// False: the user wants to keep what is open.
    bool prepareDrawing()
    {
        const auto isEmpty = [this] {
            return m_parts.workspace.files().isOpen() && m_parts.workspace.document().content().nodes.empty();
        };
        if (!isEmpty() && !(m_parts.workspace.files().isOpen() && canContinue())) {
            m_parts.files.begin->trigger();
            return isEmpty();
        }
        m_parts.centre.showDrawing();
        return true;
    }
    /// Some of the net is drawn, and the rest is not.
    bool canContinue() const
    {
        const GuideWish wish = guideWish(m_parts.workspace.document().derived().model, false, {});
        return wish.step == GuideStep::Memory || wish.step == GuideStep::Scores;
    }
    /// takes everything away
    void leave()
    {
        m_look.stop();
        mark({});
        if (m_bubble) {
            m_bubble->giveKeyboardBack();
            m_bubble->hide();
            std::exchange(m_bubble, nullptr)->deleteLater(); // it may be its button that asked for this
        }
    }
    void look()
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
    void mark(const std::vector<QRect>& places)
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
    GuideRun run() const
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

    // Of what the guide wishes now.
    GuideSight sight() const
    {
        editor::CanvasView& canvas = m_parts.centre.canvas();
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
    std::vector<QRect> marks() const
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
            return {buttonOf("activities", m_parts.activities.choices()[numberOf(Activity::Write)])};
        }
        return {};
    }
    std::vector<QRect> ports() const
    {
        const editor::CanvasView& canvas = m_parts.centre.canvas();
        const editor::Document& document = m_parts.workspace.document();
        const editor::NodeItem* from = m_parts.centre.canvas().canvas().node(document.nodeNamed(m_wish.from));
        const editor::NodeItem* to = m_parts.centre.canvas().canvas().node(document.nodeNamed(m_wish.to));
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
    /// as it comes up: scrolls and raises what it needs
    void reveal()
    {
        editor::CanvasView& canvas = m_parts.centre.canvas();
        const editor::Document& document = m_parts.workspace.document();
        switch (m_wish.task) {
        case GuideTask::AddLayer:
            m_parts.activities.go(Activity::Draw);
            m_parts.activities.bringForward("palette");
            m_window.findChild<editor::Palette*>()->reveal(QString::fromStdString(m_wish.type));
            break;
        case GuideTask::Connect: {
            m_parts.activities.go(Activity::Draw);
            const QRectF both = canvas.canvas().area(document.nodeNamed(m_wish.from)) |
                                canvas.canvas().area(document.nodeNamed(m_wish.to));
            if (!canvas.camera().shownArea().contains(both)) {
                canvas.camera().showArea(both);
            }
            break;
        }
        case GuideTask::SolveProblem:
            m_parts.activities.bringForward("problems");
            break;
        case GuideTask::Watch:
            m_parts.activities.go(Activity::Train);
            m_parts.activities.bringForward("diary");
            break;
        case GuideTask::StartTraining:
            canvas.camera().fitAll();
            break;
        case GuideTask::TrainLonger:
        case GuideTask::Nothing:
            break;
        }
    }
    /// in the user's place
    void doIt()
    {
        editor::CanvasView& canvas = m_parts.centre.canvas();
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

    /// empty: it is not seen
    QRect inWindow(const QWidget& part, const QRect& area) const
    {
        const bool here = part.window() == &m_window && isSeen(part);
        return here ? QRect(part.mapTo(&m_window, area.topLeft()), area.size()) : QRect();
    }
    QRect inWindow(const QWidget& part) const { return inWindow(part, part.rect()); }
    /// of a dock, or of its tab where another lies before it
    QRect areaOf(const char* dockName) const
    {
        const QDockWidget& wanted = m_parts.activities.named(dockName);
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
    /// in a tool bar
    QRect buttonOf(const char* bar, const QAction* action) const
    {
        for (const QToolButton* button :
             m_window.findChild<QToolBar*>(QLatin1String(bar))->findChildren<QToolButton*>()) {
            if (button->defaultAction() == action) {
                return inWindow(*button);
            }
        }
        return {};
    }

    QMainWindow& m_window;
    WindowParts m_parts;
    GuideWish m_wish;
    bool m_isRead = false;           ///< what there was to watch: the user goes on
    GuideBubble* m_bubble = nullptr; ///< null: no user is guided
    std::vector<GuideRing*> m_rings;
    QTimer m_look;        ///< parts of the window move without telling
    bool m_ran = false;   ///< a run has started since the guide did
    bool m_ended = false; ///< and come to its end
};

} // namespace

QObject* makeGuide(const WindowParts& parts)
{
    return new WindowGuide(parts);
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/centre.h"

#include "app/studio/start/sample.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/overlays.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/unroll_view.h"
#include "engine/data/places.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QEvent>
#include <QTimer>
#include <QUndoStack>

namespace studio {

namespace {

constexpr QSize minPageSize{240, 160};
constexpr double minReadable = 0.3; ///< zoom at which layers still have their words

/// Of a view `shown` long: all of the drawing, or its part around `first`, without ground that could show more of it.
double middleShown(double begin, double end, double first, double shown)
{
    constexpr double margin = 2 * editor::gridStep;
    const double least = begin + shown / 2 - margin, most = end - shown / 2 + margin;
    return least >= most ? (begin + end) / 2 : std::clamp(first, least, most);
}

} // namespace

Centre::Centre(Workspace& workspace, const QList<QAction*>& begins, QWidget* parent)
    : QStackedWidget(parent),
      m_workspace(workspace),
      m_start(new StartPage(begins, this)),
      m_canvas(new editor::CanvasView(workspace.document(), this)),
      m_unroll(new editor::UnrollView(workspace.document(), this)),
      m_banner(new editor::Banner(this))
{
    for (QWidget* page : std::initializer_list<QWidget*>{m_start, m_canvas, m_unroll}) {
        setPage(Activity::Draw, *page);
    }
    m_pages[numberOf(Activity::Draw)] = m_start;
    connect(m_unroll, &editor::UnrollView::closeRequested, this, &Centre::showDrawing);
    connect(m_canvas, &editor::CanvasView::unrollRequested, this, [this](editor::Id node) {
        m_unroll->setNode(node);
        draw(m_unroll);
        m_unroll->setFocus();
    });
    connect(&workspace.document(), &editor::Document::focusRequested, this,
            &Centre::showDrawing); // the canvas goes to the node
    const auto takeOver = [this] { m_fitted = false; };
    connect(&workspace.document().undoStack(), &QUndoStack::indexChanged, this, takeOver);
    connect(&workspace.training(), &TrainingSession::stateChanged, this,
            [this] { m_fitted = m_fitted && !m_canvas->isVisible(); });
    m_canvas->viewport()->installEventFilter(this);
    try {
        m_start->setSamples(samplesIn(engine::bundledModels()));
    } catch (const engine::Error& error) {
        m_start->setSamplesProblem(editor::inWords(error));
    }
}

void Centre::setPage(Activity activity, QWidget& page)
{
    m_pages[numberOf(activity)] = &page;
    page.setMinimumSize(minPageSize); // what is larger scrolls or squeezes: a small screen shows all panels
    addWidget(&page);
}

void Centre::show(Activity activity)
{
    setCurrentWidget(m_pages[numberOf(activity)]);
    m_banner->comeForward();
}

Activity Centre::shown() const
{
    const auto found = std::ranges::find(m_pages, currentWidget());
    return activities[static_cast<std::size_t>(found - m_pages.begin())];
}

void Centre::draw(QWidget* page)
{
    const bool isShown = shown() == Activity::Draw;
    m_pages[numberOf(Activity::Draw)] = page;
    if (isShown) {
        show(Activity::Draw);
    }
}

void Centre::showOpened()
{
    const bool open = m_workspace.files().isOpen();
    draw(open ? static_cast<QWidget*>(m_canvas) : m_start);
    if (open) {
        m_start->setNotice({});
        m_fitted = true;
        showWhole();
    }
}

void Centre::showWhole()
{
    if (m_workspace.document().content().nodes.empty()) {
        m_canvas->camera().setZoom(1);
        return;
    }
    m_canvas->camera().fitAll();
    if (m_canvas->camera().zoom() >= minReadable) {
        return;
    }
    const ViewState& view = m_workspace.view();
    if (!view.docks.empty()) { // its place in a large drawing
        m_canvas->camera().setZoom(view.zoom);
        m_canvas->centerOn(view.middleX, view.middleY);
    } else {
        editor::CanvasScene& scene = m_canvas->canvas();
        const QRectF all = scene.drawing();
        const QPointF first = scene.area(m_workspace.document().content().nodes.front().id).center();
        m_canvas->camera().setZoom(minReadable);
        const QSizeF shown = m_canvas->camera().shownArea().size();
        m_canvas->centerOn(middleShown(all.left(), all.right(), first.x(), shown.width()),
                           middleShown(all.top(), all.bottom(), first.y(), shown.height()));
    }
}

void Centre::showDrawing()
{
    draw(m_canvas);
    m_canvas->setFocus();
}

void Centre::keepView()
{
    ViewState& view = m_workspace.view();
    view.zoom = m_canvas->camera().zoom();
    const QPointF middle = m_canvas->camera().shownArea().center();
    view.middleX = middle.x();
    view.middleY = middle.y();
}

/// A drawing that was just opened stays whole in view while the window finds its size, until the user takes over:
/// by a gesture on it, by an edit anywhere, or by a run.
bool Centre::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
        if (m_fitted) {
            QTimer::singleShot(0, this, [this] {
                if (m_fitted) {
                    showWhole();
                }
            });
        }
        break;
    case QEvent::Wheel:
    case QEvent::MouseButtonPress:
    case QEvent::KeyPress:
        m_fitted = false;
        break;
    default:
        break;
    }
    return QStackedWidget::eventFilter(watched, event);
}

void Centre::say(const QString& sentence)
{
    if (m_pages[numberOf(Activity::Draw)] == m_start) {
        m_start->setNotice(sentence);
    } else {
        m_banner->say(sentence);
    }
}

/// The drawing has a place of its own for what it refuses.
QString Centre::said() const
{
    const QString sentence = m_banner->sentence();
    return sentence.isEmpty() && shown() == Activity::Draw ? m_canvas->said() : sentence;
}

} // namespace studio

#include "moc_centre.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_view.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"
#include "engine/cells/unrolled.h"
#include "engine/drawing/svg.h"
#include "engine/drawing/unrolled_drawing.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QGraphicsView>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QSvgRenderer>

namespace editor {

/// A drawing, to push and to zoom.
class UnrollPicture : public QGraphicsView {
public:
    explicit UnrollPicture(QWidget* parent) : QGraphicsView(parent)
    {
        setScene(new QGraphicsScene(this));
        setFrameShape(QFrame::NoFrame);
        setDragMode(ScrollHandDrag);
        setTransformationAnchor(AnchorUnderMouse);
        setCacheMode(CacheBackground);
        onNewLooks(this, [this] { show(m_drawing); });
    }

    void show(const engine::Drawing& drawing)
    {
        m_drawing = drawing;
        const engine::Ground ground = theme().dark ? engine::Ground::Dark : engine::Ground::Light;
        m_renderer.load(QByteArray::fromStdString(engine::svgOf(drawing, {.ground = ground})));
        setSceneRect(m_renderer.viewBoxF());
        resetCachedContent();
        viewport()->update();
    }

    void zoomBy(double factor)
    {
        constexpr double minZoom = 0.08, maxZoom = 2;
        const double wanted = std::clamp(transform().m11() * factor, minZoom, maxZoom);
        setTransform(QTransform::fromScale(wanted, wanted));
    }

    /// As a whole, no larger than it is drawn.
    void fit()
    {
        fitInView(sceneRect(), Qt::KeepAspectRatio);
        zoomBy(std::min(1.0, 1 / transform().m11()));
    }

protected:
    void drawBackground(QPainter* painter, const QRectF& area) override
    {
        painter->fillRect(area, theme().canvas);
        m_renderer.render(painter, sceneRect());
    }

    void wheelEvent(QWheelEvent* event) override
    {
        if (event->modifiers().testFlag(Qt::ControlModifier)) {
            zoomBy(std::pow(1.0015, event->angleDelta().y()));
        } else {
            QGraphicsView::wheelEvent(event);
        }
    }

private:
    engine::Drawing m_drawing;
    QSvgRenderer m_renderer;
};

namespace {

/// How many operations compute, one after the other, forward. What each makes lies inside what it reads, or the other
/// way round, where it only cuts or joins. Each step has as many.
std::int64_t operationsOf(const engine::Cell& cell, engine::UnrollSizes sizes)
{
    const auto computes = [](const engine::LayerSizes& layer) {
        return layer.sizes.sharing == engine::Sharing::None && layer.type != "INPUT";
    };
    const std::int64_t steps = std::exchange(sizes.steps, 1);
    const auto count = [&] {
        return std::ranges::count_if(engine::inferSizes(engine::cells::unroll(cell, sizes).model), computes);
    };
    const std::int64_t ofOne = count();
    sizes.steps = 2;
    return ofOne + (steps - 1) * (count() - ofOne);
}

/// "75 steps × 2 layers: 602 operations one after another, forward; the fused engine (ONEDNN) makes 2 calls."
QString summaryOf(const engine::RecurrentStack& stack, engine::UnrollSizes sizes, bool hasDropout)
{
    std::int64_t operations = hasDropout ? stack.layers - 1 : 0;
    const std::int64_t width = sizes.width;
    for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
        sizes.width = stack.widthOf(layer, width, sizes.units);
        operations += operationsOf(*stack.cell, sizes);
    }
    QString size = Words::tr("%n step(s)", nullptr, static_cast<int>(sizes.steps));
    if (stack.layers > 1 && stack.isBidirectional()) {
        size = Words::tr("%1 steps × %2 layers × 2 directions").arg(countText(sizes.steps), countText(stack.layers));
    } else if (stack.layers > 1) {
        size = Words::tr("%1 steps × %2 layers").arg(countText(sizes.steps), countText(stack.layers));
    } else if (stack.isBidirectional()) {
        size = Words::tr("%1 steps × 2 directions").arg(countText(sizes.steps));
    }
    const QString calls =
        stack.isBidirectional()
            ? Words::tr("at most %1 calls, one for each layer and direction").arg(countText(stack.parts()))
        : stack.layers == 1 ? Words::tr("1 call")
                            : Words::tr("%1 calls, one a layer").arg(countText(stack.layers));
    return Words::tr("%1; the fused engine (%2) makes %3.")
        .arg(Words::tr("%1: %2 operations in sequence, forward").arg(size, countText(operations)),
             stack.cell->typed ? QStringLiteral("FUSED") : QStringLiteral("ONEDNN"), calls);
}

} // namespace

engine::Drawing drawnUnrolled(const Document& document, const std::string& layer)
{
    engine::Drawing drawing =
        engine::unrolledDrawing(document.derived().settled, layer, {.phase = document.shownPhase()});
    drawing.caption = UnrollView::tr("%1, unrolled: the first steps").arg(QString::fromStdString(layer)).toStdString();
    return drawing;
}

UnrollView::UnrollView(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_title(new QLabel(this)),
      m_summary(new QLabel(this)),
      m_step(new WholeBox(this)),
      m_ofSteps(new QLabel(this)),
      m_valuesLabel(editor::label({}, this, Look::Wraps, "stepValues")),
      m_pages(new QStackedWidget(this)),
      m_picture(described(new UnrollPicture(this), {.title = tr("Steps of the layer")})),
      m_why(editor::label({}, this, Look::Wraps))
{
    m_why->setAlignment(Qt::AlignCenter);
    m_why->setMargin(40);
    m_pages->addWidget(m_picture);
    m_pages->addWidget(m_why);
    m_steps = makeSteps();

    inColumn(this, {makeHead(), m_steps, {m_pages, 1}}, QMargins(), 0);
    setFocusProxy(m_picture);
    connect(&m_document, &Document::changed, this, &UnrollView::refresh);
}

QWidget* UnrollView::makeHead()
{
    auto* head = new QWidget(this);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    m_summary->setWordWrap(true);
    auto* words = inColumn({m_title, m_summary}, std::nullopt, 2);
    auto* row = inRow(head, {{words, 1}}, QMargins(12, 8, 8, 6));
    for (QToolButton* tool :
         {iconButton(head, "zoom_out", tr("Zoom out"), this, [this] { m_picture->zoomBy(1 / 1.25); }),
          iconButton(head, "zoom_in", tr("Zoom in"), this, [this] { m_picture->zoomBy(1.25); }),
          iconButton(head, "zoom_fit", tr("Zoom to fit"), this, [this] { m_picture->fit(); }),
          iconButton(head, "close", tr("Back to the drawing (Escape)"), this, &UnrollView::closeRequested)}) {
        row->addWidget(tool, 0, Qt::AlignTop);
    }
    return head;
}

QWidget* UnrollView::makeSteps()
{
    auto* steps = new QWidget(this);
    m_step->setMinimum(1);
    inRow(steps, {labelOf(m_step, tr("&Step"), steps), m_step, m_ofSteps, {m_valuesLabel, 1}}, QMargins(12, 0, 12, 8));
    connect(m_step, &QSpinBox::valueChanged, this, &UnrollView::showValues);
    return steps;
}

void UnrollView::setNode(Id node)
{
    const bool isOther = std::exchange(m_node, node) != node;
    refresh();
    if (isOther) {
        m_picture->fit();
    }
}

void UnrollView::setValues(StepValues values)
{
    m_values = std::move(values);
    showValues();
}

void UnrollView::showValues()
{
    const QString words = m_values && !m_layer.empty() ? m_values(m_layer, m_step->value()) : QString();
    m_valuesLabel->setText(words);
    m_steps->setVisible(!words.isEmpty());
}

QString UnrollView::summary() const
{
    return m_summary->text();
}

void UnrollView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
        m_picture->fit();
    }
}

/// Escape leads back; + and - zoom.
void UnrollView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit closeRequested();
    } else if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Minus) {
        m_picture->zoomBy(event->key() == Qt::Key_Plus ? 1.25 : 1 / 1.25);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void UnrollView::refresh()
{
    m_stale = m_node == 0 || !isVisible();
    if (m_stale) {
        return;
    }
    const engine::Layer* const layer = m_document.settledLayer(m_node);
    const QString name = layer ? QString::fromStdString(layer->name) : QString();
    m_layer.clear();
    m_title->setText(name);
    m_summary->clear();
    m_pages->setCurrentWidget(m_why);
    try {
        if (!layer) {
            throw engine::Error(Words::tr("The layer is no longer in the drawing.").toStdString());
        }
        m_picture->show(drawnUnrolled(m_document, layer->name));
        const engine::Params params = engine::completeParams(*layer, m_document.content().dialect);
        const engine::RecurrentStack stack = *engine::recurrentStack(engine::layerType(layer->type), params);
        const engine::Shape& x = m_document.sizes(m_node)->inputs.front();
        const bool hasDropout = stack.layers > 1 && engine::floatParam(params, "dropout_ratio") > 0 &&
                                m_document.shownPhase() == engine::Phase::Train;
        m_summary->setText(summaryOf(stack,
                                     {.steps = x[0],
                                      .streams = x[1],
                                      .width = x.count(2),
                                      .units = engine::intParam(params, "num_output"),
                                      .directions = stack.directions},
                                     hasDropout));
        m_title->setText(tr("%1 unrolled").arg(name));
        m_picture->setAccessibleDescription(m_summary->text());
        m_layer = layer->name;
        const auto steps = static_cast<int>(x[0]);
        m_step->setMaximum(steps);
        m_ofSteps->setText(steps == 1 ? tr("of 1 step") : tr("of %1 steps").arg(countText(steps)));
        m_pages->setCurrentWidget(m_picture);
    } catch (const engine::Error& error) {
        m_why->setText(inWords(error));
    }
    showValues();
}

} // namespace editor

#include "moc_unroll_view.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample_card.h"

#include "app/studio/panels/parts.h"
#include "editor/looks/theme.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>
#include <QToolButton>
#include <utility>

namespace studio {
namespace {

constexpr double pictureWidth = 112;
constexpr double margin = 14;
constexpr double corner = 10;

QRectF boundsOf(const editor::Content& drawing)
{
    QRectF bounds;
    for (const editor::Node& node : drawing.nodes) {
        bounds |= QRectF(node.position, editor::nodeSize);
    }
    return bounds;
}

/// As many whole lines as there is room for; the last ends in an ellipsis where words are left.
void drawLines(QPainter& painter, const QString& text, const QRectF& area)
{
    const QFontMetricsF metrics(painter.font());
    QTextLayout layout(text, painter.font());
    layout.beginLayout();
    double top = area.top();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(area.width());
        const bool last = top + 2 * metrics.height() > area.bottom();
        const QString words = last ? metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, area.width())
                                   : text.mid(line.textStart(), line.textLength());
        painter.drawText(QRectF(area.left(), top, area.width(), metrics.height()), Qt::AlignLeft, words);
        if (last) {
            break;
        }
        top += metrics.height();
    }
    layout.endLayout();
}

QColor colourOf(const editor::Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    return type ? editor::theme().group(type->group) : editor::theme().mutedText;
}

} // namespace

SampleCard::SampleCard(Sample sample, QWidget* parent) : QAbstractButton(parent), m_sample(std::move(sample))
{
    setText(m_sample.title);
    setAccessibleName(m_sample.title);
    setAccessibleDescription(m_sample.description);
    setToolTip(m_sample.description);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
    if (m_sample.readsImages) {
        m_sets = new QToolButton(this);
        m_sets->setText(tr("MNIST"));
        m_sets->setIcon(editor::icon(QStringLiteral("download")));
        m_sets->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_sets->setPopupMode(QToolButton::InstantPopup);
        m_sets->setAutoRaise(true);
        m_sets->setCursor(Qt::ArrowCursor);
        m_sets->setToolTip(tr("Open this sample and fetch well-known images for it"));
        m_sets->setMenu(knownSetMenu(
            m_sets, [this](const engine::KnownSet& set) { emit setChosen(QString::fromStdString(set.name)); }));
    }
}

void SampleCard::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    if (m_sets) {
        m_sets->adjustSize();
        m_sets->move(width() - m_sets->width() - 8, 8); // beside the title, which is short
    }
}

QSize SampleCard::sizeHint() const
{
    return {360, 9 * fontMetrics().height()};
}

bool SampleCard::event(QEvent* event)
{
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) {
        update();
    }
    return QAbstractButton::event(event);
}

void SampleCard::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool marked = underMouse() || hasFocus();
    painter.setPen(QPen(marked ? theme.accent : theme.nodeBorder, marked ? 2 : 1));
    painter.setBrush(isDown() ? theme.canvas : theme.node);
    painter.drawRoundedRect(card, corner, corner);

    const QRectF picture(card.left() + margin, card.top() + margin, pictureWidth, card.height() - 2 * margin);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.canvas);
    painter.drawRoundedRect(picture, corner / 2, corner / 2);
    paintNet(painter, picture.adjusted(6, 6, -6, -6));
    paintWords(painter, QRectF(picture.right() + margin, picture.top(), card.right() - picture.right() - 2 * margin,
                               picture.height()));
}

void SampleCard::paintNet(QPainter& painter, const QRectF& area) const
{
    const QRectF bounds = boundsOf(m_sample.drawing);
    if (bounds.isEmpty()) {
        return;
    }
    const double scale = std::min(area.width() / bounds.width(), area.height() / bounds.height());
    painter.save();
    painter.translate(area.center());
    painter.scale(scale, scale);
    painter.translate(-bounds.center());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(editor::theme().wire, 1.2 / scale));
    for (const editor::Wire& wire : editor::wires(m_sample.drawing)) {
        const QPointF from = m_sample.drawing.find(wire.from.node)->position +
                             QPointF(editor::nodeSize.width() / 2, editor::nodeSize.height());
        const QPointF to = m_sample.drawing.find(wire.to.node)->position + QPointF(editor::nodeSize.width() / 2, 0);
        QPainterPath path(from);
        const double bend = std::max(20.0, (to.y() - from.y()) / 2);
        path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
        painter.drawPath(path);
    }
    painter.setPen(Qt::NoPen);
    for (const editor::Node& node : m_sample.drawing.nodes) {
        painter.setBrush(colourOf(node));
        painter.drawRoundedRect(QRectF(node.position, editor::nodeSize), 20, 20);
    }
    painter.restore();
}

void SampleCard::paintWords(QPainter& painter, const QRectF& area) const
{
    const editor::Theme& theme = editor::theme();
    QFont bold = font();
    bold.setBold(true);
    const double line = fontMetrics().height();
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     m_sample.title);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    drawLines(painter, m_sample.description,
              QRectF(area.left(), area.top() + 1.3 * line, area.width(), area.height() - 2.6 * line));
    const QString facts = tr("%1 · %2 parameters")
                              .arg(tr("%n layers", nullptr, static_cast<int>(m_sample.drawing.nodes.size())),
                                   QLocale().toString(static_cast<qlonglong>(m_sample.parameters)));
    painter.drawText(QRectF(area.left(), area.bottom() - line, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     facts);
}

} // namespace studio

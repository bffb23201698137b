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
#include <QToolButton>
#include <utility>

namespace studio {
namespace {

constexpr double pictureWidth = 112;
constexpr double margin = 14;
constexpr double corner = 10;
constexpr double gaps = 0.6; ///< lines: between title, description and facts together

QRectF boundsOf(const editor::Content& drawing)
{
    QRectF bounds;
    for (const editor::Node& node : drawing.nodes) {
        bounds |= QRectF(node.position, editor::nodeSize);
    }
    return bounds;
}

/// How high a text becomes in lines of that width.
int heightOf(const QString& text, const QFont& font, double width)
{
    const QRect room(0, 0, static_cast<int>(width), 100'000);
    return QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, text).height();
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
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCursor(Qt::PointingHandCursor);
    if (m_sample.group == SampleGroup::Images) {
        m_sets = new QToolButton(this);
        m_sets->setText(tr("MNIST"));
        m_sets->setIcon(editor::icon(QStringLiteral("download")));
        m_sets->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_sets->setPopupMode(QToolButton::InstantPopup);
        m_sets->setAutoRaise(true);
        m_sets->setCursor(Qt::ArrowCursor);
        m_sets->setToolTip(tr("Open this sample and download well-known images for it"));
        m_sets->setMenu(knownSetMenu(
            m_sets, [this](const engine::KnownSet& set) { emit setChosen(QString::fromStdString(set.name)); }));
    }
}

void SampleCard::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    if (m_sets) {
        m_sets->adjustSize();
        m_sets->move(width() - m_sets->width() - 8, 8); // beside the title
    }
}

QSize SampleCard::sizeHint() const
{
    constexpr int defaultWidth = 360;
    return {defaultWidth, heightForWidth(defaultWidth)};
}

QSize SampleCard::minimumSizeHint() const
{
    return {240, 9 * fontMetrics().height()};
}

/// All of the description fits, and the picture.
int SampleCard::heightForWidth(int wide) const
{
    const double words = wide - pictureWidth - 3 * margin - 2;
    const int around = static_cast<int>(2 * margin + 2 + gaps * fontMetrics().height());
    const int high = heightOf(m_sample.title, titleFont(), words - buttonRoom()) +
                     heightOf(m_sample.description, font(), words) + heightOf(facts(), font(), words);
    return std::max(minimumSizeHint().height(), high + around);
}

QFont SampleCard::titleFont() const
{
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

int SampleCard::buttonRoom() const
{
    return m_sets ? m_sets->sizeHint().width() : 0;
}

QString SampleCard::facts() const
{
    return tr("%1 · %2 parameters")
        .arg(tr("%n layers", nullptr, static_cast<int>(m_sample.drawing.nodes.size())),
             QLocale().toString(static_cast<qlonglong>(m_sample.parameters)));
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
    const auto write = [&](const QFont& letters, const QColor& ink, const QString& text, const QRectF& room) {
        painter.setFont(letters);
        painter.setPen(ink);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
    };
    const QRectF head = area.adjusted(0, 0, -buttonRoom(), 0);
    write(titleFont(), theme.text, m_sample.title, head);
    const double below = heightOf(m_sample.title, titleFont(), head.width()) + gaps / 2 * fontMetrics().height();
    write(font(), theme.mutedText, m_sample.description, area.adjusted(0, below, 0, 0));
    const double high = heightOf(facts(), font(), area.width());
    write(font(), theme.mutedText, facts(), area.adjusted(0, area.height() - high, 0, 0));
}

} // namespace studio

#include "moc_sample_card.cpp"

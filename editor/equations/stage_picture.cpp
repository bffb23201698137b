// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/stage_picture.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QPainterPath>

namespace editor {

using engine::cells::Instruction;
using engine::cells::Part;
using engine::cells::Stage;

namespace {

constexpr double inset = 6, boxGap = 16, frameGap = 8;

void paintArrow(QPainter& painter, QPointF from, QPointF to)
{
    painter.drawLine(from, to);
    const QPointF along = to - from;
    const double length = std::hypot(along.x(), along.y());
    const QPointF unit = along / std::max(length, 1.0), across(-unit.y(), unit.x());
    painter.drawLine(to, to - unit * 4 + across * 3);
    painter.drawLine(to, to - unit * 4 - across * 3);
}

} // namespace

StagePicture::StagePicture(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Looks::instance(), &Looks::changed, this, qOverload<>(&QWidget::update));
}

void StagePicture::setCell(const engine::cells::Definition& cell, const engine::cells::Schedule& schedule)
{
    QStringList states, spoken;
    for (const engine::cells::State& state : cell.states) {
        states << QString::fromStdString(state.name);
    }
    m_frames = {{tr("Once, over all steps"), boxesOf(cell, schedule.atOnce), {}},
                {tr("Each step"), boxesOf(cell, schedule.perStep), states.join(QStringLiteral(", "))}};
    std::erase_if(m_frames, [](const Frame& frame) { return frame.boxes.empty(); });
    for (const Frame& frame : m_frames) {
        QStringList boxes;
        for (const Box& box : frame.boxes) {
            boxes << box.title + QLatin1Char(' ') + box.detail;
        }
        spoken << frame.title + QStringLiteral(": ") + boxes.join(QStringLiteral("; "));
    }
    setAccessibleName(spoken.join(QStringLiteral(". ")));
    setToolTip(spoken.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

std::vector<StagePicture::Box> StagePicture::boxesOf(const engine::cells::Definition& cell, const Part& part)
{
    std::vector<Box> boxes;
    for (const Stage& stage : part.forward) {
        if (!stage.products.empty()) {
            boxes.push_back(productOf(cell, stage));
        }
        if (!stage.norms.empty()) {
            boxes.push_back({Box::Kind::Norm, tr("Layernorm"),
                             tr("%1 vectors").arg(countText(static_cast<std::int64_t>(stage.norms.size())))});
        }
        const auto operations =
            std::ranges::count(stage.elements.instructions, Instruction::Kind::Operation, &Instruction::kind);
        if (operations > 0) {
            boxes.push_back({Box::Kind::Elements, tr("Elements"), tr("%1 operations").arg(countText(operations))});
        }
    }
    return boxes;
}

/// The matrices in the order of the text, each once.
StagePicture::Box StagePicture::productOf(const engine::cells::Definition& cell, const Stage& stage)
{
    QStringList matrices;
    for (std::size_t index = 0; index < cell.learned.size(); ++index) {
        const bool isHere = std::ranges::any_of(stage.products, [&](const engine::cells::Product& product) {
            return std::ranges::count(product.terms, static_cast<int>(index), &engine::cells::Value::Term::matrix) > 0;
        });
        if (isHere) {
            matrices << QString::fromStdString(cell.learned[index].name);
        }
    }
    return {Box::Kind::Product, tr("Product"), matrices.join(QStringLiteral(", "))};
}

double StagePicture::frameHeight(const Frame& frame) const
{
    const double line = fontMetrics().height();
    return line * (frame.loop.isEmpty() ? 3.6 : 5) + 3 * inset;
}

QSize StagePicture::sizeHint() const
{
    double height = 0;
    for (const Frame& frame : m_frames) {
        height += frameHeight(frame) + (height > 0 ? frameGap : 0);
    }
    return {320, static_cast<int>(std::ceil(height)) + 2};
}

void StagePicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double top = 1;
    for (const Frame& frame : m_frames) {
        paint(painter, frame, QRectF(1, top, width() - 2, frameHeight(frame)));
        top += frameHeight(frame) + frameGap;
    }
}

void StagePicture::paint(QPainter& painter, const Frame& frame, const QRectF& area) const
{
    const Theme& colours = theme();
    const double line = fontMetrics().height();
    painter.setPen(colours.nodeBorder);
    painter.setBrush(colours.canvas);
    painter.drawRoundedRect(area, 6, 6);
    painter.setPen(colours.mutedText);
    painter.drawText(area.adjusted(inset, inset / 2, -inset, 0), Qt::AlignLeft | Qt::AlignTop, frame.title);
    const auto count = static_cast<double>(frame.boxes.size());
    const double wide = std::min((area.width() - 2 * inset - (count - 1) * boxGap) / count, 220.0);
    QRectF box(area.left() + inset, area.top() + inset + line, wide, 2.3 * line + inset / 2);
    for (std::size_t index = 0; index < frame.boxes.size(); ++index) {
        if (index > 0) {
            painter.setPen(colours.wire);
            paintArrow(painter, {box.left() - boxGap + 2, box.center().y()}, {box.left() - 2, box.center().y()});
        }
        paint(painter, frame.boxes[index], box);
        box.translate(wide + boxGap, 0);
    }
    if (!frame.loop.isEmpty()) {
        paintLoop(painter, frame.loop, area.left() + inset + wide / 2, box.left() - boxGap - wide / 2, box.bottom());
    }
}

void StagePicture::paint(QPainter& painter, const Box& box, const QRectF& area) const
{
    const Theme& colours = theme();
    constexpr engine::LayerGroup groups[] = {engine::LayerGroup::Common, engine::LayerGroup::Shape,
                                             engine::LayerGroup::Activation};
    painter.setPen(QPen(colours.group(groups[static_cast<int>(box.kind)]), 1.5));
    painter.setBrush(colours.node);
    painter.drawRoundedRect(area, 4, 4);
    const QRectF words = area.adjusted(2, 2, -2, -2);
    const auto elided = [&](const QString& text) {
        return fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(words.width()));
    };
    painter.setPen(colours.text);
    painter.drawText(words, Qt::AlignHCenter | Qt::AlignTop, elided(box.title));
    painter.setPen(colours.mutedText);
    painter.drawText(words, Qt::AlignHCenter | Qt::AlignBottom, elided(box.detail));
}

/// From below the last box to below the first one; with one box, out of its right half into its left.
void StagePicture::paintLoop(QPainter& painter, const QString& words, double left, double right, double top) const
{
    const double line = fontMetrics().height();
    if (right - left < 1) {
        left -= 24;
        right += 24;
    }
    const double bottom = top + line * 0.9;
    painter.setPen(theme().wire);
    painter.setBrush(Qt::NoBrush);
    QPainterPath path({right, top + 1});
    path.lineTo(right, bottom);
    path.lineTo(left, bottom);
    painter.drawPath(path);
    paintArrow(painter, {left, bottom}, {left, top + 2});
    painter.setPen(theme().mutedText);
    painter.drawText(QRectF(right + 6, top + 2, width() - right - 6 - inset, line * 1.4),
                     Qt::AlignLeft | Qt::AlignVCenter, words);
}

} // namespace editor

#include "moc_stage_picture.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sample_pictures.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace studio {
namespace {

constexpr int side = 48; ///< units of a picture's longer edge
constexpr int gap = 6;

} // namespace

QImage pictureOf(const engine::Samples& samples, std::int64_t sample)
{
    const auto steps = static_cast<int>(samples.lengthOf(sample)), width = static_cast<int>(samples.layout.width);
    float least = HUGE_VALF, most = -HUGE_VALF;
    for (int t = 0; t < steps; ++t) {
        for (int i = 0; i < width; ++i) {
            least = std::min(least, samples.valueOf(sample, t, i));
            most = std::max(most, samples.valueOf(sample, t, i));
        }
    }
    QImage image(width, steps, QImage::Format_Grayscale8);
    for (int t = 0; t < steps; ++t) {
        uchar* const row = image.scanLine(t);
        for (int i = 0; i < width; ++i) {
            const float share = most > least ? (samples.valueOf(sample, t, i) - least) / (most - least) : 0.0F;
            row[i] = static_cast<uchar>(std::lround(255 * share));
        }
    }
    return image;
}

SamplePictures::SamplePictures(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

void SamplePictures::setPictures(std::vector<Picture> pictures)
{
    m_pictures = std::move(pictures);
    QStringList words;
    for (const Picture& picture : m_pictures) {
        words += picture.tip.isEmpty() ? picture.words : picture.tip;
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    setMinimumHeight(heightForWidth(std::max(width(), side)));
    updateGeometry();
    update();
}

/// Of a picture with its words, which may be wider.
int SamplePictures::cellWidth() const
{
    constexpr int maxSides = 4;
    int widest = side;
    for (const Picture& picture : m_pictures) {
        widest = std::max(widest, fontMetrics().horizontalAdvance(picture.words));
    }
    return std::min(widest, maxSides * side);
}

int SamplePictures::columns(int width) const
{
    return std::max(1, (width + gap) / (cellWidth() + gap));
}

int SamplePictures::heightForWidth(int width) const
{
    const int across = columns(width);
    const int rows = (static_cast<int>(m_pictures.size()) + across - 1) / across;
    return rows * (side + fontMetrics().height() + gap);
}

QSize SamplePictures::sizeHint() const
{
    return {6 * (cellWidth() + gap), heightForWidth(std::max(width(), side))};
}

QRect SamplePictures::cell(int index) const
{
    const int across = columns(width()), words = fontMetrics().height();
    const int wide = cellWidth();
    return {index % across * (wide + gap), index / across * (side + words + gap), wide, side + words};
}

void SamplePictures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setMinimumHeight(heightForWidth(width()));
}

void SamplePictures::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    for (int index = 0; index < static_cast<int>(m_pictures.size()); ++index) {
        const Picture& picture = m_pictures[static_cast<std::size_t>(index)];
        const QRect area = cell(index);
        const QRect frame(area.left() + (area.width() - side) / 2, area.top(), side, side);
        const QSize shown = picture.image.size().scaled(frame.size(), Qt::KeepAspectRatio);
        QRect where(QPoint(), shown);
        where.moveCenter(frame.center());
        painter.fillRect(frame, Qt::black);
        painter.drawImage(where, picture.image);
        painter.setPen(picture.wrong ? theme.error : theme.text);
        const QRect words(area.left(), frame.bottom() + 1, area.width(), fontMetrics().height());
        painter.drawText(words, Qt::AlignCenter, fontMetrics().elidedText(picture.words, Qt::ElideRight, area.width()));
    }
}

bool SamplePictures::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (int index = 0; index < static_cast<int>(m_pictures.size()); ++index) {
            if (cell(index).contains(help->pos())) {
                const Picture& picture = m_pictures[static_cast<std::size_t>(index)];
                QToolTip::showText(help->globalPos(), picture.tip.isEmpty() ? picture.words : picture.tip, this);
                return true;
            }
        }
        QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace studio

#include "moc_sample_pictures.cpp"

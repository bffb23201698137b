// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/tinted_line.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace studio {
namespace {

constexpr int belowRow = 4; ///< below a row, for the marker

} // namespace

TintedLine::TintedLine(QWidget* parent) : QWidget(parent)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(this->font().pointSizeF() * 1.5);
    setFont(font);
    setAccessibleName(tr("The line as the net reads it"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

void TintedLine::setCharacters(std::vector<Character> characters)
{
    m_characters = std::move(characters);
    m_marker = std::min(m_marker, static_cast<int>(m_characters.size()) - 1);
    setMinimumHeight(heightForWidth(std::max(width(), 1)));
    update();
}

void TintedLine::setMarker(int character)
{
    m_marker = character;
    update();
}

QSize TintedLine::cell() const
{
    return {fontMetrics().horizontalAdvance(QLatin1Char('M')) + 1, fontMetrics().height() + belowRow};
}

int TintedLine::columns(int width) const
{
    return std::max(1, width / cell().width());
}

int TintedLine::heightForWidth(int width) const
{
    const int across = columns(width), count = std::max(1, static_cast<int>(m_characters.size()));
    return (count + across - 1) / across * cell().height();
}

QSize TintedLine::sizeHint() const
{
    constexpr int usual = 40;
    return {usual * cell().width(), heightForWidth(std::max(width(), 1))};
}

QRect TintedLine::cellOf(int character) const
{
    const int across = columns(width());
    return {QPoint(character % across * cell().width(), character / across * cell().height()), cell()};
}

int TintedLine::characterAt(QPoint point) const
{
    const int across = columns(width());
    const int column = std::clamp(point.x() / cell().width(), 0, across - 1);
    return std::clamp(point.y() / cell().height() * across + column, -1, static_cast<int>(m_characters.size()) - 1);
}

void TintedLine::mousePressEvent(QMouseEvent* event)
{
    emit moved(characterAt(event->pos()));
}

void TintedLine::mouseMoveEvent(QMouseEvent* event)
{
    emit moved(characterAt(event->pos()));
}

void TintedLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setMinimumHeight(heightForWidth(width()));
}

bool TintedLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int character = characterAt(help->pos());
        QToolTip::showText(help->globalPos(),
                           character < 0 ? QString() : m_characters[static_cast<std::size_t>(character)].tip, this);
        return true;
    }
    return QWidget::event(event);
}

void TintedLine::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    for (int index = 0; index < static_cast<int>(m_characters.size()); ++index) {
        const Character& one = m_characters[static_cast<std::size_t>(index)];
        const QRect place = cellOf(index).adjusted(0, 0, 0, -belowRow);
        if (one.ground.isValid()) {
            painter.fillRect(place, one.ground);
        }
        if (one.turns) {
            QColor edge = one.ground;
            edge.setAlpha(255);
            painter.fillRect(QRect(place.left(), place.top(), 2, place.height()), edge);
        }
        painter.setPen(one.ground.isValid() ? theme.text : theme.mutedText);
        QFont font = this->font();
        font.setStrikeOut(!one.ground.isValid());
        painter.setFont(font);
        painter.drawText(place, Qt::AlignCenter, one.text);
        if (index == m_marker) {
            painter.fillRect(QRect(place.left(), place.bottom() + 1, place.width(), belowRow - 1), theme.accent);
        }
    }
}

} // namespace studio

#include "moc_tinted_line.cpp"

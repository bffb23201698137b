// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_text.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <map>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace studio {

namespace {

constexpr int margin = 8;

} // namespace

LensText::LensText(QWidget* parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("lensText"));
    setAccessibleName(tr("Text under the lens"));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setCursor(Qt::IBeamCursor);
}

QSize LensText::cell() const
{
    return {fontMetrics().horizontalAdvance(QLatin1Char('0')), fontMetrics().height() + 2};
}

void LensText::setText(const std::u32string& text)
{
    const bool goesOn = !m_text.empty() && text.starts_with(m_text);
    m_text = text;
    m_looks.clear();
    if (!goesOn) {
        m_cursor = m_anchor = 0;
    }
    layOut();
    if (!goesOn) {
        verticalScrollBar()->setValue(0);
    }
}

void LensText::setLooks(std::vector<Look> looks, std::function<QString(int character)> tipOf)
{
    m_looks = std::move(looks);
    m_tipOf = std::move(tipOf);
    setAccessibleDescription(hintAt(m_cursor));
    viewport()->update();
}

QSize LensText::sizeHint() const
{
    constexpr int columns = 40;
    const int rows = std::max(1, static_cast<int>(m_rows.size()));
    return {columns * cell().width(), rows * cell().height() + 2 * (margin + frameWidth())};
}

QSize LensText::minimumSizeHint() const
{
    return {12 * cell().width(), cell().height() + 2 * (margin + frameWidth())};
}

void LensText::layOut()
{
    const int columns = std::max(8, (viewport()->width() - 2 * margin) / cell().width());
    m_rows.clear();
    int first = 0;
    for (int index = 0; index < static_cast<int>(m_text.size()); ++index) {
        const bool ends = m_text[static_cast<std::size_t>(index)] == U'\n';
        if (ends || index - first + 1 == columns || index + 1 == static_cast<int>(m_text.size())) {
            m_rows.push_back({first, index - first + 1});
            first = index + 1;
        }
    }
    const int high = static_cast<int>(m_rows.size()) * cell().height() + 2 * margin;
    verticalScrollBar()->setRange(0, std::max(0, high - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(cell().height());
    updateGeometry();
    viewport()->update();
    emit viewMoved();
}

int LensText::rowOf(int character) const
{
    const auto after = std::ranges::upper_bound(m_rows, character, {}, &Row::first);
    return static_cast<int>(after - m_rows.begin()) - 1;
}

QRect LensText::cellOf(int character) const
{
    const int row = rowOf(character);
    if (row < 0) {
        return {};
    }
    const int column = character - m_rows[static_cast<std::size_t>(row)].first;
    return {QPoint(margin + column * cell().width(), margin + row * cell().height() - verticalScrollBar()->value()),
            cell()};
}

int LensText::characterAt(const QPoint& point) const
{
    const int row = (point.y() - margin + verticalScrollBar()->value()) / cell().height();
    const int column = (point.x() - margin) / cell().width();
    if (point.x() < margin || row < 0 || row >= static_cast<int>(m_rows.size())) {
        return -1;
    }
    const Row& found = m_rows[static_cast<std::size_t>(row)];
    return column < found.count ? found.first + column : -1;
}

std::pair<int, int> LensText::inView() const
{
    if (m_rows.empty()) {
        return {0, 0};
    }
    const int most = static_cast<int>(m_rows.size()) - 1, top = verticalScrollBar()->value();
    const Row& first = m_rows[static_cast<std::size_t>(std::clamp((top - margin) / cell().height(), 0, most))];
    const Row& last =
        m_rows[static_cast<std::size_t>(std::clamp((top + viewport()->height() - margin) / cell().height(), 0, most))];
    return {first.first, last.first + last.count};
}

std::pair<int, int> LensText::selection() const
{
    return m_anchor == m_cursor ? std::pair(m_cursor, m_cursor)
                                : std::pair(std::min(m_anchor, m_cursor), std::max(m_anchor, m_cursor) + 1);
}

void LensText::setCursor(int character)
{
    moveTo(character, false);
}

void LensText::moveTo(int character, bool selects)
{
    if (m_text.empty()) {
        return;
    }
    m_cursor = std::clamp(character, 0, static_cast<int>(m_text.size()) - 1);
    m_anchor = selects ? m_anchor : m_cursor;
    const QRect place = cellOf(m_cursor);
    if (place.top() < 0) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.top());
    } else if (place.bottom() > viewport()->height()) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.bottom() - viewport()->height());
    }
    setAccessibleDescription(hintAt(m_cursor));
    viewport()->update();
    emit cursorMoved(m_cursor);
    emit viewMoved();
}

QString LensText::hintAt(int character) const
{
    return character >= 0 && character < static_cast<int>(m_looks.size()) ? m_tipOf(character) : QString();
}

void LensText::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), editor::theme().canvas);
    painter.setFont(font());
    const int high = cell().height(), top = verticalScrollBar()->value();
    const int first = std::max(0, (top - margin) / high);
    for (int row = first; row < static_cast<int>(m_rows.size()); ++row) {
        const int y = margin + row * high - top;
        if (y > viewport()->height()) {
            break;
        }
        paintRow(painter, m_rows[static_cast<std::size_t>(row)], y);
    }
}

void LensText::paintRow(QPainter& painter, const Row& row, int top) const
{
    const editor::Theme& theme = editor::theme();
    const auto [from, to] = selection();
    for (int column = 0; column < row.count; ++column) {
        const int character = row.first + column;
        const auto index = static_cast<std::size_t>(character);
        const QRect place(QPoint(margin + column * cell().width(), top), cell());
        const Look look = index < m_looks.size() ? m_looks[index] : Look{.ground = theme.canvas};
        if (look.ground.isValid()) {
            painter.fillRect(place, look.ground);
        }
        if (look.isTurn) {
            QColor edge = look.ground;
            edge.setAlpha(255);
            painter.fillRect(QRect(place.topLeft(), QSize(2, place.height())), edge);
        }
        const char32_t code = m_text[index];
        const bool breaks = code == U'\n';
        const char32_t shown = breaks ? U'\u21b5' : code < 0x20 ? U'\u00b7' : code;
        painter.setPen(breaks || !look.ground.isValid() ? theme.mutedText : theme.text);
        painter.drawText(place, Qt::AlignCenter, QString::fromUcs4(&shown, 1));
        if (!look.ground.isValid()) {
            painter.drawLine(place.left(), place.center().y(), place.right(), place.center().y());
        }
        const bool selected = character >= from && character < to;
        if (selected || character == m_cursor) {
            painter.setPen(QPen(theme.accent, selected ? 1 : 2));
            painter.drawRect(place.adjusted(0, 0, -1, -1));
        }
    }
}

void LensText::resizeEvent(QResizeEvent*)
{
    layOut();
}

void LensText::scrollContentsBy(int, int)
{
    viewport()->update();
    emit viewMoved();
}

void LensText::mousePressEvent(QMouseEvent* event)
{
    const int character = characterAt(event->pos());
    if (event->button() == Qt::LeftButton && character >= 0) {
        moveTo(character, event->modifiers().testFlag(Qt::ShiftModifier));
    }
}

void LensText::mouseMoveEvent(QMouseEvent* event)
{
    const int character = characterAt(event->pos());
    if (event->buttons().testFlag(Qt::LeftButton) && character >= 0) {
        moveTo(character, true);
    }
}

void LensText::keyPressEvent(QKeyEvent* event)
{
    if (m_rows.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const int row = rowOf(m_cursor), column = m_cursor - m_rows[static_cast<std::size_t>(row)].first;
    const auto inRow = [&](int other) {
        const Row& found = m_rows[static_cast<std::size_t>(std::clamp(other, 0, static_cast<int>(m_rows.size()) - 1))];
        return found.first + std::min(column, found.count - 1);
    };
    const std::map<int, int> places = {{Qt::Key_Left, m_cursor - 1},
                                       {Qt::Key_Right, m_cursor + 1},
                                       {Qt::Key_Up, inRow(row - 1)},
                                       {Qt::Key_Down, inRow(row + 1)}};
    if (const auto place = places.find(event->key()); place != places.end()) {
        moveTo(place->second, event->modifiers().testFlag(Qt::ShiftModifier));
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool LensText::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QAbstractScrollArea::viewportEvent(event);
    }
    const auto* help = static_cast<const QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), hintAt(characterAt(help->pos())), viewport());
    return true;
}

void LensText::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        layOut();
    }
}

} // namespace studio

#include "moc_lens_text.cpp"

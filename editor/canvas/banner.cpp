// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/banner.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <chrono>
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <vector>

namespace editor {
namespace {

constexpr int widest = 640;
constexpr int edgeGap = 12; ///< to the canvas's edge

bool isWritable(const QWidget& widget)
{
    const auto* const text = qobject_cast<const QPlainTextEdit*>(&widget);
    return text != nullptr && !text->isReadOnly();
}

/// Whether a click or a key changes something there.
bool isControl(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
           qobject_cast<const QLineEdit*>(&widget) || isWritable(widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) ||
           (qobject_cast<const QAbstractSlider*>(&widget) && !qobject_cast<const QScrollBar*>(&widget));
}

std::chrono::milliseconds readingTime(const QString& sentence)
{
    return std::chrono::milliseconds(std::clamp<qsizetype>(2500 + 60 * sentence.size(), 4000, 15000));
}

} // namespace

Banner::Banner(QWidget* canvas) : Plate(canvas), m_icon(new QLabel(this)), m_words(new QLabel(this))
{
    setObjectName(QStringLiteral("canvasBanner"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_words, 1);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Banner::hide);
    connect(&Looks::instance(), &Looks::changed, this, &Banner::dress);
    canvas->installEventFilter(this);
    dress();
    hide();
}

void Banner::say(const QString& sentence)
{
    if (sentence.isEmpty()) {
        hide();
        return;
    }
    m_words->setText(sentenceCase(sentence));
    setAccessibleName(m_words->text());
    show();
    raise();
    place();
    m_timer.start(readingTime(sentence));
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void Banner::comeForward()
{
    raise();
    if (isVisible()) {
        place();
    }
}

QString Banner::sentence() const
{
    return isVisible() ? m_words->text() : QString();
}

bool Banner::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return Plate::eventFilter(watched, event);
}

void Banner::mousePressEvent(QMouseEvent*)
{
    hide();
}

void Banner::dress()
{
    setEdge(theme().warning);
    m_icon->setPixmap(icon(QStringLiteral("warning")).pixmap(QSize(18, 18), devicePixelRatio()));
}

void Banner::place()
{
    const QWidget* canvas = parentWidget();
    const int width = std::min(canvas->width() - 2 * edgeGap, widest);
    m_words->setFixedWidth(std::min(m_words->fontMetrics().horizontalAdvance(m_words->text()) + 4, width - 60));
    adjustSize();
    move((canvas->width() - this->width()) / 2, freeHeight(size()));
}

/// Where it covers no control; at the edge where there is no such place.
int Banner::freeHeight(QSize size) const
{
    const QWidget& canvas = *parentWidget();
    std::vector<QRect> controls;
    for (const QWidget* widget : canvas.findChildren<QWidget*>()) {
        if (isControl(*widget) && widget->isVisible() && !widget->visibleRegion().isEmpty()) {
            controls.emplace_back(widget->mapTo(&canvas, QPoint(0, 0)), widget->size());
        }
    }
    std::ranges::sort(controls, {}, &QRect::top);
    QRect place({(canvas.width() - size.width()) / 2, edgeGap}, size);
    for (const QRect& control : controls) {
        if (place.intersects(control)) {
            place.moveTop(control.bottom() + edgeGap);
        }
    }
    return place.bottom() < canvas.height() ? place.top() : edgeGap;
}

} // namespace editor

#include "moc_banner.cpp"

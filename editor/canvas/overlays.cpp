// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/overlays.h"

#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTreeWidget>
#include <utility>
#include <vector>

namespace editor {
namespace {

constexpr int widestBubble = 380;

} // namespace

Plate::Plate(QWidget* canvas) : QFrame(canvas)
{
    setFrameShape(QFrame::NoFrame);
}

void Plate::setEdge(const QColor& colour)
{
    m_edge = colour;
    update();
}

void Plate::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_edge.isValid() ? m_edge : theme().nodeBorder, m_edge.isValid() ? 1.5 : 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

Bubble::Bubble(QWidget* canvas)
    : Plate(canvas), m_words(editor::label({}, this, Look::Plain | Look::Wraps, "wireReason"))
{
    inRow(this, {m_words}, QMargins(10, 7, 10, 7));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

namespace {

/// Has screen readers say the words.
void tell(QWidget& plate, const QString& words)
{
    plate.setAccessibleName(words);
    QAccessibleEvent alert(&plate, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

} // namespace

void Bubble::say(const QString& sentence, QPoint window)
{
    setVisible(!sentence.isEmpty());
    if (sentence.isEmpty()) {
        m_said.clear();
        return;
    }
    m_words->setText(sentenceCase(sentence));
    m_words->setFixedWidth(std::min(m_words->fontMetrics().horizontalAdvance(m_words->text()) + 4, widestBubble));
    m_words->setFixedHeight(m_words->heightForWidth(m_words->width()));
    adjustSize();
    const QPoint below = window + QPoint(18, 22);
    const QSize room = parentWidget()->size();
    move(std::clamp(below.x(), 0, std::max(0, room.width() - width())),
         std::clamp(below.y(), 0, std::max(0, room.height() - height())));
    raise();
    if (std::exchange(m_said, m_words->text()) != m_words->text()) {
        tell(*this, m_words->text());
    }
}

QString sentenceCase(const QString& sentence)
{
    return sentence.isEmpty() ? sentence : sentence.at(0).toUpper() + sentence.mid(1);
}

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

Banner::Banner(QWidget* canvas)
    : Plate(canvas), m_icon(new QLabel(this)), m_words(editor::label({}, this, Look::Plain | Look::Wraps))
{
    setObjectName(QStringLiteral("canvasBanner"));
    inRow(this, {{m_icon, 0, Qt::AlignTop}, {m_words, 1}}, QMargins(12, 8, 12, 8), 8);
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &Banner::hide);
    onNewLooks(this, &Banner::dress);
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
    show();
    raise();
    place();
    m_timer.start(readingTime(sentence));
    tell(*this, m_words->text());
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

InlineEditor::InlineEditor(const QString& text, Lines lines, Keep keep, QWidget* canvas)
    : QPlainTextEdit(text, canvas), m_lines(lines), m_keep(std::move(keep))
{
    setObjectName(QStringLiteral("inlineEditor"));
    setTabChangesFocus(true);
    document()->setDocumentMargin(lines == Lines::One ? 2 : 6);
    if (lines == Lines::One) {
        setLineWrapMode(QPlainTextEdit::NoWrap);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    selectAll();
}

void InlineEditor::open(const QRect& window)
{
    const int minHeight = fontMetrics().height() + 12;
    setGeometry(window.x(), window.y(), std::max(window.width(), 120), std::max(window.height(), minHeight));
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
}

void InlineEditor::finish(Then then)
{
    if (std::exchange(m_closing, true)) {
        return;
    }
    hide();
    if (then == Then::Keep) {
        m_keep(toPlainText());
    }
    parentWidget()->setFocus();
    deleteLater();
}

bool InlineEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) { // no key is the window's while words are being edited
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void InlineEditor::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape) {
        finish(m_lines == Lines::One ? Then::Forget : Then::Keep);
    } else if (enter && (m_lines == Lines::One || event->modifiers().testFlag(Qt::ControlModifier))) {
        finish();
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void InlineEditor::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        finish();
    }
}

QuickAdd::QuickAdd(std::map<QString, QString> offered, const QString& title, const Choose& choose, QWidget* canvas)
    : Plate(canvas), m_list(new LayerList(this))
{
    setObjectName(QStringLiteral("quickAdd"));
    setAccessibleName(title);
    m_list->offer(std::move(offered));
    m_list->field()->installEventFilter(this);
    m_list->tree()->setFocusPolicy(Qt::NoFocus); // the field keeps the keyboard and steers the list
    m_list->tree()->setFrameShape(QFrame::NoFrame);
    auto* label = new QLabel(title, this);
    label->setBuddy(m_list->field());
    label->setMargin(6);
    inColumn(this, {label, {m_list, 1}}, QMargins(4, 4, 4, 4), 0);
    connect(m_list->tree(), &QTreeWidget::itemClicked, m_list, &LayerList::take);
    connect(m_list, &LayerList::addRequested, this, [this, choose](const QString& type) {
        if (m_closing) { // where a single click activates, Qt tells of it twice
            return;
        }
        leave();
        choose(type);
    });
}

void QuickAdd::open(QPoint window, const QString& words)
{
    const QSize room = parentWidget()->size();
    resize(QSize(320, 420).boundedTo(room));
    move(std::clamp(window.x(), 0, std::max(0, room.width() - width())),
         std::clamp(window.y(), 0, std::max(0, room.height() - height())));
    m_list->field()->setText(words);
    show();
    raise();
    m_list->field()->setFocus(Qt::PopupFocusReason);
}

bool QuickAdd::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) { // Escape and the arrows are ours, not the window's
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            leave();
            return true;
        }
        if (key == Qt::Key_Tab || key == Qt::Key_Backtab) { // it walks the drawing, and must not change it here
            m_list->step(key == Qt::Key_Tab ? 1 : -1);
            return true;
        }
    }
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
        leave();
    }
    return Plate::eventFilter(watched, event);
}

void QuickAdd::leave()
{
    if (std::exchange(m_closing, true)) {
        return;
    }
    parentWidget()->setFocus(Qt::PopupFocusReason); // else Qt hands it on as Tab does, which leads to the first layer
    hide();
    deleteLater();
}

std::optional<QPoint> calmCorner(CanvasView& view, QSize size, const QWidget* other, std::size_t maxLayers)
{
    constexpr int gap = 12; // to the canvas's corner
    const int right = view.width() - size.width() - gap, bottom = view.height() - size.height() - gap;
    std::optional<QPoint> calmest;
    for (const QPoint corner :
         std::array{QPoint(right, bottom), QPoint(gap, bottom), QPoint(right, gap), QPoint(gap, gap)}) {
        const QRect area(corner, size);
        const std::size_t layers = view.canvas().layersIn(view.mapToScene(area).boundingRect());
        const bool isTaken = other && other->isVisibleTo(&view) && other->geometry().intersects(area);
        if (!isTaken && layers <= maxLayers) {
            calmest = corner;
            if (layers == 0) {
                break;
            }
            maxLayers = layers - 1;
        }
    }
    return calmest;
}

Minimap::Minimap(CanvasView& view) : QGraphicsView(&view.canvas(), &view), m_view(view)
{
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview of the drawing"));
    setToolTip(tr("Drag to move the canvas"));
    setInteractive(false);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(FullViewportUpdate);
    viewport()->setCursor(Qt::OpenHandCursor);
    setFixedSize(180, 132);
}

void Minimap::place()
{
    const QSize room = m_view.size();
    const QRectF shown = m_view.camera().shownArea(), drawing = m_view.canvas().drawing();
    const bool wanted = m_view.actions().minimap->isChecked() && !drawing.isEmpty() && !shown.contains(drawing) &&
                        room.width() > 3 * width() && room.height() > 2 * height();
    const auto corner =
        wanted ? calmCorner(m_view, size(), m_view.findChild<HeatLegend*>(), 0) : std::optional<QPoint>();
    setVisible(corner.has_value());
    if (corner) {
        move(*corner);
        raise();
        setBackgroundBrush(theme().node);
        fitInView(drawing | shown, Qt::KeepAspectRatio);
        viewport()->update();
    }
}

void Minimap::drawForeground(QPainter* painter, const QRectF&)
{
    QPen pen(theme().accent, 1.5);
    pen.setCosmetic(true);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(m_view.camera().shownArea());
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    m_view.centerOn(mapToScene(event->position().toPoint()));
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton)) {
        m_view.centerOn(mapToScene(event->position().toPoint()));
    }
}

void Minimap::wheelEvent(QWheelEvent* event)
{
    m_view.camera().zoomBy(std::pow(1.0015, event->angleDelta().y()), m_view.viewport()->rect().center());
    event->accept();
}

HeatLegend::HeatLegend(CanvasView& view) : QLabel(&view), m_view(view)
{
    setObjectName(QStringLiteral("heatLegend"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setMargin(8);
    hide();
    onNewLooks(this, &HeatLegend::dress);
}

void HeatLegend::show(const QString& name, const QString& max)
{
    m_name = name;
    m_max = max;
    setAccessibleName(tr("Colours of the drawing: %1, from 0 to %2").arg(name, max));
    setVisible(!name.isEmpty() && !max.isEmpty());
    dress();
}

void HeatLegend::dress()
{
    constexpr int stops = 12;
    QString colours;
    for (int stop = 0; stop < stops; ++stop) {
        colours +=
            QStringLiteral("<td width='14' bgcolor='%1'>&nbsp;</td>").arg(theme().heat(stop / (stops - 1.0)).name());
    }
    setText(QStringLiteral("%1<table cellspacing='0' cellpadding='0'><tr>%2</tr><tr><td colspan='6'>0</td>"
                           "<td colspan='6' align='right'>%3</td></tr></table>")
                .arg(m_name.toHtmlEscaped(), colours, m_max.toHtmlEscaped()));
    resize(sizeHint());
    place();
}

void HeatLegend::place()
{
    if (isVisibleTo(&m_view)) {
        constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
        move(calmCorner(m_view, size(), m_view.findChild<Minimap*>(), any).value_or(QPoint()));
        raise();
    }
}

} // namespace editor

#include "moc_overlays.cpp"

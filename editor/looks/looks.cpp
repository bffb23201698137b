// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/looks.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDBusConnection>
#include <QDBusError>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDialog>
#include <QEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QPainter>
#include <QPolygonF>
#include <QScrollArea>
#include <QSettings>
#include <QSlider>
#include <QString>
#include <QStringList>
#include <QStyleHints>
#include <QStyleOption>
#include <QTabBar>
#include <QToolTip>
#include <QVariant>
#include <QWidget>
#include <utility>
#include <vector>

namespace editor {

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString object = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString scheme = QStringLiteral("color-scheme");

} // namespace

DesktopScheme::DesktopScheme(QObject* parent) : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(service, object, interface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    constexpr int patience = 200; // ms; a portal that is not up yet tells us later, by its signal
    constexpr std::array late = {QDBusError::NoReply, QDBusError::Timeout, QDBusError::TimedOut};
    QDBusMessage question = QDBusMessage::createMethodCall(service, object, interface, QStringLiteral("Read"));
    question << appearance << scheme;
    const QDBusMessage answer = bus.call(question, QDBus::Block, patience);
    if (answer.type() == QDBusMessage::ReplyMessage && !answer.arguments().isEmpty()) {
        take(answer.arguments().constFirst());
    } else if (std::ranges::count(late, QDBusError(answer).type()) > 0) { // on a busy machine: when it comes to it
        bus.callWithCallback(question, this, SLOT(answered(QDBusVariant)));
    }
}

void DesktopScheme::answered(const QDBusVariant& value)
{
    take(value.variant());
    emit changed();
}

void DesktopScheme::settingChanged(const QString& space, const QString& key, const QDBusVariant& value)
{
    if (space == appearance && key == scheme) {
        take(value.variant());
        emit changed();
    }
}

void DesktopScheme::take(QVariant value)
{
    while (value.canConvert<QDBusVariant>()) { // Read wraps its answer twice
        value = value.value<QDBusVariant>().variant();
    }
    constexpr uint dark = 1;
    constexpr uint light = 2;
    const uint said = value.toUInt();
    m_dark = said == dark || said == light ? std::optional(said == dark) : std::nullopt;
}

namespace {

using Widgets = std::vector<QWidget*>;

/// What takes the keyboard in a part of a form, in order.
struct Part {
    QRect place;
    Widgets fields;
};

/// A row is as high as its lowest part: a list beside several fields is read before the first of them.
void sortByReading(std::vector<Part>& parts)
{
    std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.place.top(); });
    for (auto row = parts.begin(); row != parts.end();) {
        const int top = row->place.top();
        int bottom = row->place.bottom();
        auto end = std::next(row);
        for (; end != parts.end() && end->place.top() < (top + bottom) / 2; ++end) {
            bottom = std::min(bottom, end->place.bottom());
        }
        std::stable_sort(row, end, [](const Part& a, const Part& b) { return a.place.left() < b.place.left(); });
        row = end;
    }
}

Widgets fieldsOf(QWidget& widget)
{
    Widgets fields;
    if ((widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy()) {
        fields.push_back(&widget);
    }
    std::vector<Part> parts;
    for (QObject* child : widget.children()) {
        auto* const part = qobject_cast<QWidget*>(child);
        if (part && !part->isWindow() && part->isVisible()) {
            parts.push_back({part->geometry(), fieldsOf(*part)});
        }
    }
    std::erase_if(parts, [](const Part& part) { return part.fields.empty(); });
    sortByReading(parts);
    for (const Part& part : parts) {
        fields.insert(fields.end(), part.fields.begin(), part.fields.end());
    }
    return fields;
}

/// The widgets around a field that give it their keyboard, the innermost first: Tab stops at them too.
Widgets giversTo(QWidget& field)
{
    Widgets givers;
    for (QWidget* around = field.parentWidget(); around && !around->isWindow(); around = around->parentWidget()) {
        QWidget* last = around;
        while (last->focusProxy()) {
            last = last->focusProxy();
        }
        if (last == &field) {
            givers.push_back(around);
        }
    }
    return givers;
}

void orderPanel(QWidget& panel)
{
    QWidget* before = nullptr;
    for (QWidget* const field : fieldsOf(panel)) {
        std::vector<std::pair<QWidget*, QWidget*>> proxies;
        for (QWidget* const giver : giversTo(*field)) { // Qt would move all that was made between them along
            proxies.emplace_back(giver, giver->focusProxy());
            giver->setFocusProxy(nullptr);
        }
        if (before) {
            QWidget::setTabOrder(before, field);
        }
        for (const auto& [giver, proxy] : proxies) {
            giver->setFocusProxy(proxy); // puts it right before the field
        }
        before = field;
    }
}

} // namespace

void orderTabs(QWidget& window)
{
    if (!qobject_cast<QMainWindow*>(&window)) {
        orderPanel(window);
        return;
    }
    for (QObject* child : window.children()) {
        auto* const panel = qobject_cast<QWidget*>(child);
        if (panel && !panel->isWindow() && panel->isVisible()) {
            orderPanel(*panel);
        }
    }
}

namespace {

const QString modeKey = QStringLiteral("looks/mode");

const QStringList modeNames = {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};

/// Whether the desktop is dark. Our own palette hides the desktop's, so it is put aside for the question.
bool isDesktopDark(const DesktopScheme& portal)
{
    if (portal.dark()) {
        return *portal.dark();
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown) {
        return scheme == Qt::ColorScheme::Dark;
    }
#endif
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const bool dark = isDark(QApplication::palette());
    QApplication::setPalette(ours);
    return dark;
}

/// Enter does what Space does, as it does in dialogs, which see to it themselves.
bool pressesByEnter(QAbstractButton& button, QEvent& event)
{
    constexpr std::array kinds = {QEvent::ShortcutOverride, QEvent::KeyPress, QEvent::KeyRelease};
    if (std::ranges::count(kinds, event.type()) == 0 || qobject_cast<QDialog*>(button.window())) {
        return false;
    }
    const auto& key = static_cast<const QKeyEvent&>(event);
    const bool enters = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (!enters || (key.modifiers() & ~Qt::KeypadModifier)) {
        return false;
    }
    QKeyEvent space(event.type(), Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "), key.isAutoRepeat());
    QCoreApplication::sendEvent(&button, &space);
    event.accept();
    return true;
}

} // namespace

Looks& Looks::instance()
{
    static Looks* looks = nullptr; // the application's child: a new application has new looks
    if (!looks) {
        Q_ASSERT_X(qApp, "Looks", "there is no QApplication yet");
        looks = new Looks(qApp);
        connect(looks, &QObject::destroyed, [] { looks = nullptr; });
        looks->follow();
        looks->apply();
    }
    return *looks;
}

Looks::Looks(QObject* parent)
    : QObject(parent),
      m_portal(new DesktopScheme(this)),
      m_mode(Mode(std::max(qsizetype{0}, modeNames.indexOf(QSettings().value(modeKey).toString()))))
{
    connect(m_portal, &DesktopScheme::changed, this, [this] {
        follow();
        apply();
    });
    QApplication::setStyle(new Style);
    qApp->installEventFilter(this);
}

void Looks::setMode(Mode mode)
{
    QSettings().setValue(modeKey, modeNames[static_cast<qsizetype>(mode)]);
    m_mode = mode;
    apply();
}

const Theme& Looks::theme() const
{
    return m_dark ? darkTheme() : lightTheme();
}

bool Looks::eventFilter(QObject* watched, QEvent* event)
{
    // The desktop's change reaches the application as a new palette (before ours hides it) or each window as a new
    // theme.
    const bool desktop =
        event->type() == QEvent::ThemeChange || (event->type() == QEvent::ApplicationPaletteChange && watched == qApp);
    if (desktop && !m_applying) {
        follow();
        apply();
    }
    if (event->type() == QEvent::KeyPress && watched->isWidgetType()) { // fields come and go: the order is that of now
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Tab || key == Qt::Key_Backtab) {
            orderTabs(*static_cast<QWidget*>(watched)->window());
        }
    }
    if (auto* const button = qobject_cast<QAbstractButton*>(watched); button && pressesByEnter(*button, *event)) {
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void Looks::follow()
{
    m_applying = true;
    m_desktopDark = isDesktopDark(*m_portal);
    m_applying = false;
}

void Looks::apply()
{
    const bool dark = m_mode == Mode::Dark || (m_mode == Mode::System && m_desktopDark);
    if (m_applied && dark == m_dark) {
        return;
    }
    m_applying = true;
    m_applied = true;
    m_dark = dark;
    const QPalette palette = paletteOf(theme());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    qApp->setStyleSheet(styleSheet(theme()));
    m_applying = false;
    emit changed();
}

const Theme& theme()
{
    return Looks::instance().theme();
}

namespace {

/// Our icon for one of the style's; empty where Fusion's own serves.
QString iconName(QStyle::StandardPixmap which)
{
    switch (which) {
    case QStyle::SP_TitleBarCloseButton:
    case QStyle::SP_DockWidgetCloseButton:
    case QStyle::SP_LineEditClearButton:
        return QStringLiteral("close");
    case QStyle::SP_TitleBarNormalButton:
        return QStringLiteral("float");
    case QStyle::SP_MessageBoxCritical:
        return QStringLiteral("error");
    case QStyle::SP_MessageBoxWarning:
        return QStringLiteral("warning");
    case QStyle::SP_MessageBoxInformation:
        return QStringLiteral("info");
    case QStyle::SP_MessageBoxQuestion:
        return QStringLiteral("help");
    case QStyle::SP_ToolBarHorizontalExtensionButton:
        return QStringLiteral("more");
    default:
        return {};
    }
}

constexpr double corner = 2.5;

bool has(const QStyleOption& option, QStyle::StateFlag state)
{
    return option.state.testFlag(state);
}

/// The edge of something that takes input: it says where the keyboard is, and what was refused.
QPen edgePen(const QStyleOption& option)
{
    if (option.styleObject != nullptr && option.styleObject->property(refusedProperty).toBool()) {
        return {theme().error, 1.6};
    }
    if (!has(option, QStyle::State_Enabled)) {
        return {option.palette.color(QPalette::Mid), 1.0};
    }
    return has(option, QStyle::State_HasFocus) ? QPen(theme().accent, 1.6) : QPen(theme().nodeBorder, 1.0);
}

void drawEdge(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edgePen(option));
    painter.setBrush(Qt::NoBrush);
    const double inset = painter.pen().widthF() / 2;
    painter.drawRoundedRect(QRectF(option.rect).adjusted(inset, inset, -inset, -inset), corner, corner);
    painter.restore();
}

/// A square or a circle, filled where it is on.
void drawIndicator(QPainter& painter, const QStyleOption& option, double radius)
{
    const bool filled = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
    const QRectF box = QRectF(option.rect).adjusted(0.8, 0.8, -0.8, -0.8);
    const bool accented = filled && has(option, QStyle::State_Enabled) && !has(option, QStyle::State_HasFocus);
    painter.setPen(accented ? QPen(option.palette.color(QPalette::Highlight)) : edgePen(option));
    painter.setBrush(option.palette.color(filled ? QPalette::Highlight : QPalette::Base));
    painter.drawRoundedRect(box, radius, radius);
}

void drawCheckBox(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawIndicator(painter, option, corner);
    const QRectF box = option.rect;
    const auto at = [&box](double x, double y) { return box.topLeft() + QPointF(box.width() * x, box.height() * y); };
    painter.setPen(QPen(option.palette.color(QPalette::HighlightedText), std::max(1.6, box.width() / 7), Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (has(option, QStyle::State_NoChange)) {
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else if (has(option, QStyle::State_On)) {
        painter.drawPolyline(QPolygonF({at(0.26, 0.52), at(0.43, 0.70), at(0.74, 0.32)}));
    }
    painter.restore();
}

void drawRadioButton(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = option.rect;
    drawIndicator(painter, option, box.width() / 2);
    if (has(option, QStyle::State_On)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(option.palette.color(QPalette::HighlightedText));
        painter.drawEllipse(box.center(), box.width() * 0.2, box.height() * 0.2);
    }
    painter.restore();
}

/// Fusion's lines of frames and menus are darker than the window, which dark themes have no room for. Lists, tables and
/// texts say by theirs that the keyboard is there.
void drawFrame(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.setPen(has(option, QStyle::State_HasFocus) ? theme().accent : option.palette.color(QPalette::Mid));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    painter.restore();
}

void drawTabClose(QPainter& painter, const QStyleOption& option)
{
    const bool hovered = has(option, QStyle::State_MouseOver) || has(option, QStyle::State_Raised);
    if (hovered && has(option, QStyle::State_Enabled)) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(option.palette.color(QPalette::Mid));
        painter.drawRoundedRect(option.rect, corner, corner);
        painter.restore();
    }
    const QIcon::Mode mode = has(option, QStyle::State_Enabled) ? QIcon::Normal : QIcon::Disabled;
    icon(QStringLiteral("close")).paint(&painter, option.rect.adjusted(2, 2, -2, -2), Qt::AlignCenter, mode);
}

/// Whether Qt changes the widget's value by the wheel, which here scrolls the form that the widget stands in.
bool isChangedByWheel(const QObject& widget)
{
    return qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget) ||
           qobject_cast<const QSlider*>(&widget);
}

bool hasStops(const QScrollArea& area)
{
    const QList<QWidget*> parts = area.findChildren<QWidget*>();
    return std::ranges::any_of(parts, [](const QWidget* part) { return part->focusPolicy() & Qt::TabFocus; });
}

} // namespace

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

/// Qt shortens the titles of docks in tabs to a few letters: they stay whole, and arrows lead to those without room.
void Style::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    auto* tabs = qobject_cast<QTabBar*>(widget);
    if (tabs && qobject_cast<QMainWindow*>(tabs->parentWidget())) {
        tabs->setElideMode(Qt::ElideNone);
        tabs->setUsesScrollButtons(true);
    }
    if (auto* area = qobject_cast<QScrollArea*>(widget); area && hasStops(*area)) {
        area->setFocusPolicy(Qt::NoFocus); // nothing would show that the keyboard is there
    }
    if (isChangedByWheel(*widget)) {
        widget->installEventFilter(this);
        if (widget->focusPolicy() == Qt::WheelFocus) {
            widget->setFocusPolicy(Qt::StrongFocus);
        }
    }
}

bool Style::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && isChangedByWheel(*watched)) {
        event->ignore(); // so that Qt offers it to the parent
        return true;
    }
    return QProxyStyle::eventFilter(watched, event);
}

QIcon Style::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    const QString name = iconName(which);
    return name.isEmpty() ? QProxyStyle::standardIcon(which, option, widget) : icon(name);
}

QPixmap Style::standardPixmap(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    const QString name = iconName(which);
    if (name.isEmpty()) {
        return QProxyStyle::standardPixmap(which, option, widget);
    }
    constexpr int side = 16;
    return icon(name).pixmap(QSize(side, side), widget ? widget->devicePixelRatioF() : 1.0);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int overflow = 24; // logical pixels; Fusion's 12 leave its icon a speck
    return metric == PM_ToolBarExtensionExtent ? overflow : QProxyStyle::pixelMetric(metric, option, widget);
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* back) const
{
    switch (hint) {
    case SH_EtchDisabledText:
        return 0; // a white shadow under grey text reads as a blur
    case SH_DialogButtonBox_ButtonsHaveIcons:
        return 0;
    case SH_Table_GridLineColor:
        return static_cast<int>(QApplication::palette().color(QPalette::Mid).rgba());
    case SH_ToolTip_WakeUpDelay:
        return 500; // tooltips here explain: soon, but not in the way
    case SH_ToolTip_FallAsleepDelay:
        return 300; //
    default:
        return QProxyStyle::styleHint(hint, option, widget, back);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const
{
    switch (element) {
    case PE_FrameLineEdit:
        drawEdge(*painter, *option);
        return;
    case PE_IndicatorCheckBox:
        drawCheckBox(*painter, *option);
        return;
    case PE_IndicatorRadioButton:
        drawRadioButton(*painter, *option);
        return;
    case PE_IndicatorTabClose:
        drawTabClose(*painter, *option);
        return;
    case PE_PanelMenu:
        painter->fillRect(option->rect, theme().node);
        drawFrame(*painter, *option);
        return;
    case PE_FrameFocusRect:
        if (has(*option, State_KeyboardFocusChange)) {
            drawFrame(*painter, *option);
        }
        return;
    case PE_FrameMenu:
    case PE_Frame:
        drawFrame(*painter, *option);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    const bool chosen = item && has(*item, State_Selected) && has(*item, State_Enabled);
    if (element != CE_MenuItem || !chosen || item->icon.isNull()) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    // Fusion asks for the hovered icon, whose ink is for the window's ground and not for the highlight's.
    QStyleOptionMenuItem light = *item;
    const int side = pixelMetric(PM_SmallIconSize, option, widget);
    light.icon =
        item->icon.pixmap(QSize(side, side), widget ? widget->devicePixelRatioF() : 1.0, QIcon::Selected, QIcon::Off);
    QProxyStyle::drawControl(element, &light, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if ((spin && spin->frame) || (combo && combo->frame)) {
        drawEdge(*painter, *option);
    }
}

} // namespace editor

#include "moc_looks.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/desktop_scheme.h"
#include "editor/looks/palette.h"
#include "editor/looks/style.h"
#include "editor/looks/style_sheet.h"
#include "editor/looks/tab_order.h"
#include "editor/looks/theme.h"
#include "editor/looks/themes.h"

#include <array>
#include <QApplication>
#include <QKeyEvent>
#include <QSettings>
#include <QStyleHints>
#include <QToolTip>
#include <utility>

namespace editor {
namespace {

const QString modeKey = QStringLiteral("looks/mode");

const std::array<std::pair<Looks::Mode, QString>, 3>& modeNames()
{
    static const std::array names = {std::pair{Looks::Mode::System, QStringLiteral("system")},
                                     std::pair{Looks::Mode::Light, QStringLiteral("light")},
                                     std::pair{Looks::Mode::Dark, QStringLiteral("dark")}};
    return names;
}

Looks::Mode storedMode()
{
    const QString stored = QSettings().value(modeKey).toString();
    for (const auto& [mode, name] : modeNames()) {
        if (name == stored) {
            return mode;
        }
    }
    return Looks::Mode::System;
}

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

Looks::Looks(QObject* parent) : QObject(parent), m_portal(new DesktopScheme(this)), m_mode(storedMode())
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
    for (const auto& [known, name] : modeNames()) {
        if (known == mode) {
            QSettings().setValue(modeKey, name);
        }
    }
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

} // namespace editor

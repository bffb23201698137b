// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/desktop_scheme.h"

#include <algorithm>
#include <array>
#include <QDBusConnection>
#include <QDBusError>
#include <QDBusMessage>
#include <QVariant>

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

} // namespace editor

#include "moc_desktop_scheme.cpp"

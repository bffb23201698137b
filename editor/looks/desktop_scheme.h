// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QDBusVariant>
#include <QObject>

namespace editor {

/// What the desktop's portal says of light and dark: Qt 6.4 does not ask it, and without that a GNOME that is dark
/// looks light to us. Says nothing where there is no portal or where the user has no preference.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent);

    std::optional<bool> dark() const { return m_dark; }

signals:
    void changed();

private slots:
    void answered(const QDBusVariant& value);
    void settingChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    void take(QVariant value);

    std::optional<bool> m_dark;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QObject>
#include <QProxyStyle>

class QDBusVariant;

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

/// A dynamic property: where it is true, a field's edge says that what was typed is refused.
inline constexpr const char* refusedProperty = "refused";

/// Fusion, with our icons where it brings its own (docks, messages, clear buttons), and with edges of fields and boxes
/// that can be seen on dark ground too: Fusion's are a shade of the window. The wheel scrolls and changes no value.
class Style final : public QProxyStyle {
    Q_OBJECT

public:
    Style();
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;
    QPixmap standardPixmap(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* back) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

/// Lets Tab go through each panel of the window, or through the dialog, in the order of reading: from top to bottom, in
/// a row from left to right. Qt's own order is that in which the fields were made.
void orderTabs(QWidget& window);

} // namespace editor

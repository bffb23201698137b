// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace editor {

/// Fusion, with our icons where it brings its own: docks, messages, clear buttons.
class Style final : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;
    QPixmap standardPixmap(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* back) const override;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/elided_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace studio {

QString ElidedBox::shown() const
{
    constexpr int gap = 8; ///< that styles leave beside icon and text
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + gap / 2;
    return fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, field.width() - icon - gap);
}

void ElidedBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    if (currentIndex() < 0) {
        option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText()); // as any such box has it
        option.currentText = placeholderText();
    } else {
        option.currentText = shown();
    }
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace studio

#include "moc_elided_box.cpp"

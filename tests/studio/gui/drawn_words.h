// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

class QPaintDevice;
class QWidget;

namespace studio {

/// A line of text as a widget draws it, in logical pixels of that widget.
struct DrawnWords {
    QString text;
    QRectF place; ///< what the glyphs take, by the font's height
    QRectF clip;  ///< where the painter lets them be seen
    QRectF sheet; ///< where the widget does

    QRectF seen() const { return place & clip & sheet; }
};

/// What `paint` writes on a sheet of the widget's size.
std::vector<DrawnWords> wordsPaintedBy(const QWidget& widget, const std::function<void(QPaintDevice&)>& paint);

/// Everything that the widget itself writes, without its children. Nothing needs to be shown on a screen.
std::vector<DrawnWords> drawnWords(QWidget& widget);

/// Sentences on the words that do not fit: shortened to "…", cut by what they are drawn in, or on top of others. For
/// all visible widgets below `root`, also those that are scrolled away; not for drawings, which leave words out by
/// their zoom, and not for what stands in docks, unless `root` is one.
QStringList wordsThatDoNotFit(QWidget& root);

} // namespace studio

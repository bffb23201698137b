// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/split_bar.h"

#include "editor/looks/theme.h"

#include <array>
#include <QLocale>
#include <QPainter>

namespace studio {

SplitBar::SplitBar(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Parts of the data"));
}

void SplitBar::setParts(std::int64_t training, std::int64_t validation, std::int64_t test, Counts counts)
{
    m_training = training;
    m_validation = validation;
    m_test = test;
    const QLocale locale;
    const QString said = counts == Counts::Sequences ? tr("Training %1, validation %2, test %3 sequences")
                                                     : tr("Training %1, validation %2, test %3 characters");
    const QString words =
        said.arg(locale.toString(static_cast<qlonglong>(training)), locale.toString(static_cast<qlonglong>(validation)),
                 locale.toString(static_cast<qlonglong>(test)));
    setToolTip(words);
    setAccessibleDescription(words);
    update();
}

QSize SplitBar::sizeHint() const
{
    return {200, fontMetrics().height() + 8};
}

void SplitBar::paintEvent(QPaintEvent*)
{
    struct BarPart {
        std::int64_t characters;
        QColor colour;
        QString name;
    };
    const editor::Theme& theme = editor::theme();
    const std::array parts = {BarPart{m_training, theme.accent, tr("training")},
                              BarPart{m_validation, theme.validation, tr("validation")},
                              BarPart{m_test, theme.warning, tr("test")}};
    const double all = static_cast<double>(m_training + m_validation + m_test);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (all <= 0) {
        painter.setPen(theme.nodeBorder);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        return;
    }
    double left = 0;
    for (const BarPart& part : parts) {
        const double wide = width() * static_cast<double>(part.characters) / all;
        const QRectF area(left, 0, wide, height());
        left += wide;
        if (part.characters == 0) {
            continue;
        }
        QColor ground = part.colour;
        ground.setAlphaF(0.35F);
        painter.fillRect(area.adjusted(0, 0, -1, 0), ground);
        painter.setPen(theme.text);
        const QString share = QLocale().toString(100.0 * static_cast<double>(part.characters) / all, 'f', 0);
        for (const QString& words : {tr("%1 %2 %").arg(part.name, share), tr("%1 %").arg(share)}) {
            if (fontMetrics().horizontalAdvance(words) + 4 < area.width()) {
                painter.drawText(area, Qt::AlignCenter, words);
                break; // where there is no room for either, the tip has the numbers
            }
        }
    }
}

} // namespace studio

#include "moc_split_bar.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/confusion_view.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

namespace studio {
namespace {

constexpr int longestName = 90; ///< units
constexpr int margin = 4;

QString percent(double share)
{
    return QLocale().toString(100 * share, 'f', 1) + QStringLiteral(" %");
}

} // namespace

ConfusionView::ConfusionView(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Confusion matrix"));
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

void ConfusionView::setMatrix(const engine::ConfusionMatrix& matrix, std::vector<std::string> classes)
{
    m_matrix = matrix;
    m_classes = std::move(classes);
    QStringList words;
    for (std::int64_t truth = 0; truth < m_matrix.classes(); ++truth) {
        words += m_matrix.ofClass(truth) > 0 ? tr("%1: %2 correct").arg(nameOf(truth), percent(m_matrix.recall(truth)))
                                             : tr("%1: not in the data").arg(nameOf(truth));
    }
    std::int64_t largest = 0;
    for (std::int64_t truth = 0; truth < m_matrix.classes(); ++truth) {
        for (std::int64_t said = 0; said < m_matrix.classes(); ++said) {
            largest = std::max(largest, m_matrix.count(truth, said));
        }
    }
    m_countWidth =
        std::max(fontMetrics().height(),
                 fontMetrics().horizontalAdvance(QLocale().toString(static_cast<qlonglong>(largest))) + margin);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QString ConfusionView::nameOf(std::int64_t index) const
{
    return QString::fromStdString(m_classes[static_cast<std::size_t>(index)]);
}

int ConfusionView::nameWidth() const
{
    int widest = fontMetrics().horizontalAdvance(tr("actual"));
    for (std::int64_t index = 0; index < m_matrix.classes(); ++index) {
        widest = std::max(widest, fontMetrics().horizontalAdvance(nameOf(index)));
    }
    return std::min(widest, longestName) + 2 * margin;
}

int ConfusionView::foundWidth() const
{
    return std::max(fontMetrics().horizontalAdvance(percent(1)), fontMetrics().horizontalAdvance(tr("Recall"))) +
           2 * margin;
}

/// Names that are wider than their columns stand upright over them.
bool ConfusionView::headsStand(int width) const
{
    int widest = 0;
    for (std::int64_t index = 0; index < m_matrix.classes(); ++index) {
        widest = std::max(widest, fontMetrics().horizontalAdvance(nameOf(index)));
    }
    return widest > static_cast<int>(cellWidth(width));
}

/// The axis' name, and those of the classes.
int ConfusionView::headHeight() const
{
    const int line = fontMetrics().height() + margin;
    return line + (headsStand(width()) ? nameWidth() : line);
}

double ConfusionView::cellWidth(int width) const
{
    return (width - nameWidth() - foundWidth()) / static_cast<double>(std::max<std::int64_t>(m_matrix.classes(), 1));
}

/// One column more than classes: how much of each was found.
QSizeF ConfusionView::cellSize() const
{
    const auto classes = static_cast<double>(std::max<std::int64_t>(m_matrix.classes(), 1));
    return {cellWidth(width()), (height() - headHeight()) / classes};
}

QSize ConfusionView::minimumSizeHint() const
{
    const auto classes = static_cast<int>(m_matrix.classes());
    const int line = fontMetrics().height();
    return {nameWidth() + classes * countWidth() + foundWidth(), headHeight() + classes * line};
}

QSize ConfusionView::sizeHint() const
{
    const auto classes = static_cast<int>(m_matrix.classes());
    const int wide = fontMetrics().horizontalAdvance(QStringLiteral("0000")) + 2 * margin;
    const QSize least = minimumSizeHint();
    return {least.width() + classes * std::max(0, wide - countWidth()),
            headHeight() + classes * (least.height() / std::max(classes, 1) + margin)};
}

void ConfusionView::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    const std::int64_t classes = m_matrix.classes();
    if (classes == 0) {
        return;
    }
    QPainter painter(this);
    const QSizeF size = cellSize();
    const int left = nameWidth(), top = headHeight();
    const bool stand = headsStand(width());
    const auto elided = [&](const QString& words, double wide) {
        return fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(wide));
    };
    painter.setPen(theme.mutedText);
    const int line = fontMetrics().height() + margin;
    painter.drawText(QRectF(left, 0, static_cast<double>(classes) * size.width(), line), Qt::AlignCenter,
                     tr("predicted"));
    painter.drawText(QRectF(0, top - line, left - margin, line), Qt::AlignRight | Qt::AlignVCenter, tr("actual"));
    for (std::int64_t said = 0; said < classes; ++said) {
        const QRectF head(left + static_cast<double>(said) * size.width(), line, size.width(), top - line);
        if (stand) {
            painter.save();
            painter.translate(head.left(), head.bottom());
            painter.rotate(-90);
            painter.drawText(QRectF(margin, 0, head.height() - margin, size.width()), Qt::AlignLeft | Qt::AlignVCenter,
                             elided(nameOf(said), head.height() - margin));
            painter.restore();
        } else {
            painter.drawText(head, Qt::AlignCenter, nameOf(said));
        }
    }
    const QRectF foundHead(left + static_cast<double>(classes) * size.width(), 0,
                           width() - left - static_cast<double>(classes) * size.width(), top);
    painter.drawText(foundHead, Qt::AlignHCenter | Qt::AlignBottom, tr("Recall"));
    for (std::int64_t truth = 0; truth < classes; ++truth) {
        const double y = top + static_cast<double>(truth) * size.height();
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y, left - margin, size.height()), Qt::AlignRight | Qt::AlignVCenter,
                         elided(nameOf(truth), left - margin));
        const auto came = static_cast<double>(m_matrix.ofClass(truth));
        for (std::int64_t said = 0; said < classes; ++said) {
            const std::int64_t count = m_matrix.count(truth, said);
            const QRectF cell(left + static_cast<double>(said) * size.width(), y, size.width() - 1, size.height() - 1);
            const double share = came > 0 ? static_cast<double>(count) / came : 0;
            if (truth == said) {
                QColor ground = theme.success;
                ground.setAlphaF(static_cast<float>(0.10 + 0.35 * share));
                painter.fillRect(cell, ground);
            } else {
                // A few mistakes in a hundred are what one looks for: a root brings them out.
                painter.fillRect(cell, count > 0 ? theme.heat(std::min(1.0, 0.15 + std::sqrt(share))) : theme.node);
            }
            if (count > 0) {
                painter.setPen(theme.text);
                painter.drawText(cell, Qt::AlignCenter, QLocale().toString(static_cast<qlonglong>(count)));
            }
        }
        painter.setPen(theme.text);
        painter.drawText(QRectF(foundHead.left(), y, foundHead.width() - margin, size.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         came > 0 ? percent(m_matrix.recall(truth)) : QStringLiteral("–"));
    }
}

QString ConfusionView::wordsAt(QPoint position) const
{
    const QSizeF size = cellSize();
    const auto said = static_cast<std::int64_t>(std::floor((position.x() - nameWidth()) / size.width()));
    const auto truth = static_cast<std::int64_t>(std::floor((position.y() - headHeight()) / size.height()));
    if (truth < 0 || truth >= m_matrix.classes() || said < 0 || said >= m_matrix.classes()) {
        return {};
    }
    const QString count = QLocale().toString(static_cast<qlonglong>(m_matrix.count(truth, said)));
    const QString all = QLocale().toString(static_cast<qlonglong>(m_matrix.ofClass(truth)));
    return truth == said ? tr("%1 of %2 of class %3 predicted correctly").arg(count, all, nameOf(truth))
                         : tr("%1 of %2 of class %3 predicted as %4").arg(count, all, nameOf(truth), nameOf(said));
}

bool ConfusionView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString words = m_matrix.classes() > 0 ? wordsAt(help->pos()) : QString();
        QToolTip::showText(help->globalPos(), words, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace studio

#include "moc_confusion_view.cpp"

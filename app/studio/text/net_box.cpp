// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/net_box.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QFileInfo>
#include <QLocale>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace studio {

NetBox::NetBox(const QString& tip, QWidget* parent) : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(16);
    setToolTip(tip);
    setPlaceholderText(tr("None yet"));
    setEnabled(false);
    connect(this, &QComboBox::activated, this,
            [this](int row) { m_chosen = m_sources[static_cast<std::size_t>(row)].checkpoint; });
}

void NetBox::setSources(const std::vector<TextSource>& sources)
{
    const auto trains = [](const std::vector<TextSource>& all) {
        return std::ranges::any_of(all, [](const TextSource& source) { return source.trains; });
    };
    if (m_chosen && m_chosen->empty() && trains(m_sources) && !trains(sources)) {
        m_chosen.reset(); // it was chosen as the net in training, which it is no more
    }
    m_sources = sources;
    const auto best = std::ranges::find(m_sources, true, &TextSource::best);
    if (!trains(m_sources) && best != m_sources.end() && best->run == m_sources.front().run) {
        std::rotate(m_sources.begin(), best, best + 1);
    }
    clear();
    for (const TextSource& source : m_sources) {
        addItem(editor::icon(source.checkpoint.empty() ? QStringLiteral("train")
                             : source.best             ? QStringLiteral("best")
                             : source.imported         ? QStringLiteral("import")
                                                       : QStringLiteral("checkpoint")),
                describe(source));
        setItemData(count() - 1, QString::fromStdString(source.checkpoint), Qt::ToolTipRole);
    }
    setEnabled(count() > 0);
    showChoice();
}

void NetBox::choose(const std::string& checkpoint)
{
    m_chosen = checkpoint;
    showChoice();
}

void NetBox::forget()
{
    m_chosen.reset();
    showChoice();
}

void NetBox::showChoice()
{
    const auto chosen = std::ranges::find_if(
        m_sources, [&](const TextSource& source) { return m_chosen && source.checkpoint == *m_chosen; });
    const bool isThere = chosen != m_sources.end();
    setCurrentIndex(isThere ? static_cast<int>(chosen - m_sources.begin()) : m_sources.empty() ? -1 : 0);
}

const TextSource* NetBox::source() const
{
    return currentIndex() < 0 ? nullptr : &m_sources[static_cast<std::size_t>(currentIndex())];
}

QString NetBox::describe(const TextSource& source)
{
    const QLocale locale;
    if (source.checkpoint.empty()) {
        return source.trains ? NetBox::tr("Net in training") : NetBox::tr("Net of the last run");
    }
    const QString file = QFileInfo(QString::fromStdString(source.checkpoint)).fileName();
    if (source.imported) {
        return source.run.empty() ? NetBox::tr("%1 · imported").arg(file) : QString::fromStdString(source.run);
    }
    const QString iteration = locale.toString(qint64{source.iteration});
    if (source.best) {
        return NetBox::tr("Best of %1, iteration %2").arg(QString::fromStdString(source.run), iteration);
    }
    QString text = NetBox::tr("%1 · iteration %2").arg(file, iteration);
    if (std::isfinite(source.loss)) {
        text += NetBox::tr(" · loss %1").arg(locale.toString(source.loss, 'g', 4));
    }
    return text;
}

QString NetBox::shown() const
{
    constexpr int gap = 8; ///< that styles leave beside icon and text
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + gap / 2;
    return fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, field.width() - icon - gap);
}

void NetBox::paintEvent(QPaintEvent*)
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

#include "moc_net_box.cpp"

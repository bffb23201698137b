// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/contender_list.h"

#include "editor/document/sentence_words.h"
#include "engine/backends/run_memory.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QComboBox>
#include <QHeaderView>
#include <QStandardItemModel>

namespace studio {
namespace {

QString wordOf(engine::Precision precision)
{
    return QString::fromUtf8(engine::nameOf(precision).data());
}

/// Why the contender does not compute at that precision; nothing where it does.
std::optional<engine::Sentence> refusalOf(const contest::Contender& contender, engine::Precision precision)
{
    try {
        const engine::RunPlace place = engine::placeFor(contender.device, contender.engine);
        return place.refusal ? place.refusal(precision) : std::nullopt;
    } catch (const engine::UnavailableError& why) {
        return why.sentence();
    }
}

} // namespace

ContenderList::ContenderList(const engine::Model& model, QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("contenders"));
    setAccessibleName(tr("Engines to compare"));
    setHeaderLabels({tr("Engine"), tr("Precision")});
    setRootIsDecorated(false);
    setSelectionMode(QAbstractItemView::NoSelection);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (const contest::Contender& contender : contest::allContenders(model)) {
        add(contender);
    }
    tickAtFirst();
    connect(this, &QTreeWidget::itemChanged, this, &ContenderList::choiceChanged);
}

void ContenderList::add(const contest::Contender& contender)
{
    auto* row = new QTreeWidgetItem(this, {QString::fromStdString(contender.name), QString()});
    row->setCheckState(0, Qt::Unchecked);
    m_contenders.push_back(contender);
    if (contender.refusal.empty()) {
        addPrecisions(*row, contender);
        return;
    }
    row->setDisabled(true);
    row->setToolTip(0, tr("Not available: %1").arg(editor::inWords(contender.refusal)));
    row->setText(1, tr("not available"));
    row->setToolTip(1, row->toolTip(0));
    noteReason(editor::inWords(contender.refusal), row->text(0));
}

void ContenderList::noteReason(const QString& sentence, const QString& of)
{
    const auto known = std::ranges::find(m_reasons, sentence, &Reason::sentence);
    if (known == m_reasons.end()) {
        m_reasons.push_back({sentence, {of}});
    } else {
        known->of.append(of);
    }
}

QStringList ContenderList::reasons() const
{
    QStringList lines;
    for (const Reason& reason : m_reasons) {
        lines.append(QStringLiteral("%1: %2").arg(reason.of.join(QStringLiteral(", ")), reason.sentence));
    }
    return lines;
}

void ContenderList::addPrecisions(QTreeWidgetItem& row, const contest::Contender& contender)
{
    auto* box = new QComboBox(this);
    box->addItem(tr("Automatic"), QStringLiteral("auto"));
    for (const engine::Precision one :
         {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
        box->addItem(wordOf(one), wordOf(one));
        if (const std::optional<engine::Sentence> refusal = refusalOf(contender, one)) {
            qobject_cast<QStandardItemModel*>(box->model())->item(box->count() - 1)->setEnabled(false);
            box->setItemData(box->count() - 1, tr("Not available: %1").arg(editor::inWords(*refusal)), Qt::ToolTipRole);
            noteReason(editor::inWords(*refusal), row.text(0) + QLatin1Char(' ') + wordOf(one));
        }
    }
    setItemWidget(&row, 1, box);
}

void ContenderList::tickAtFirst()
{
    const auto canRun = [](const contest::Contender& one) { return one.refusal.empty(); };
    const auto gpu =
        std::ranges::find_if(m_contenders, [&](const contest::Contender& one) { return one.onGpu() && canRun(one); });
    const std::string device = gpu == m_contenders.end() ? "CPU" : gpu->device.name;
    for (std::size_t index = 0; index < m_contenders.size(); ++index) {
        if (m_contenders[index].device.name == device && canRun(m_contenders[index])) {
            topLevelItem(static_cast<int>(index))->setCheckState(0, Qt::Checked);
        }
    }
}

std::vector<contest::Contender> ContenderList::chosen() const
{
    std::vector<contest::Contender> all;
    for (int index = 0; index < topLevelItemCount(); ++index) {
        QTreeWidgetItem* const row = topLevelItem(index);
        if (row->checkState(0) != Qt::Checked || row->isDisabled()) {
            continue;
        }
        contest::Contender contender = m_contenders[static_cast<std::size_t>(index)];
        const auto* const box = qobject_cast<const QComboBox*>(itemWidget(row, 1));
        contender.device.precision = engine::precisionNamed(box->currentData().toString().toStdString());
        if (contender.device.precision) {
            contender.name += " " + box->currentText().toStdString();
        }
        all.push_back(std::move(contender));
    }
    return all;
}

} // namespace studio

#include "moc_contender_list.cpp"

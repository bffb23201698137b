// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/contender_list.h"

#include "editor/document/sentence_words.h"
#include "engine/backends/run_memory.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QHeaderView>

namespace studio {
namespace {

/// Why the contender does not compute at that precision; empty where it does.
engine::Sentence refusalOf(const contest::Contender& contender, engine::Precision precision)
{
    try {
        const engine::RunPlace place = engine::placeFor(contender.device, contender.engine);
        return (place.refusal ? place.refusal(precision) : std::nullopt).value_or(engine::Sentence());
    } catch (const engine::UnavailableError& why) {
        return why.sentence();
    }
}

} // namespace

ContenderList::ContenderList(const engine::Model& model, QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("contenders"));
    setAccessibleName(tr("Engines to compare"));
    setHeaderLabel(tr("Engine"));
    setSelectionMode(QAbstractItemView::NoSelection);
    const std::vector<contest::Contender> all = contest::allContenders(model);
    const auto gpu =
        std::ranges::find_if(all, [](const contest::Contender& one) { return one.onGpu() && one.refusal.empty(); });
    const std::string first = gpu == all.end() ? "CPU" : gpu->device.name;
    for (const contest::Contender& contender : all) {
        QTreeWidgetItem& row = add(contender, *invisibleRootItem(), QString::fromStdString(contender.name));
        if (contender.device.name == first && contender.refusal.empty()) {
            row.setCheckState(0, Qt::Checked);
        }
        for (const engine::Precision precision :
             {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
            if (contender.refusal.empty()) {
                contest::Contender exact = contender;
                exact.device.precision = precision;
                exact.name += " " + std::string(engine::nameOf(precision));
                exact.refusal = refusalOf(contender, precision);
                add(exact, row, QString::fromUtf8(engine::nameOf(precision).data()));
            }
        }
    }
    connect(this, &QTreeWidget::itemChanged, this, &ContenderList::choiceChanged);
}

QTreeWidgetItem& ContenderList::add(contest::Contender contender, QTreeWidgetItem& above, const QString& words)
{
    auto* row = new QTreeWidgetItem(&above, {words});
    row->setCheckState(0, Qt::Unchecked);
    row->setDisabled(!contender.refusal.empty());
    m_rows.push_back({row, std::move(contender)});
    return *row;
}

QStringList ContenderList::reasons() const
{
    QStringList sentences, lines;
    for (const auto& [item, one] : m_rows) {
        const QString sentence = editor::inWords(one.refusal), name = QString::fromStdString(one.name);
        const qsizetype known = sentences.indexOf(sentence);
        if (!sentence.isEmpty() && known < 0) {
            sentences.append(sentence);
            lines.append(name);
        } else if (!sentence.isEmpty()) {
            lines[known] += QStringLiteral(", ") + name;
        }
    }
    for (qsizetype line = 0; line < lines.size(); ++line) {
        lines[line] += QStringLiteral(": ") + sentences[line];
    }
    return lines;
}

std::vector<contest::Contender> ContenderList::chosen() const
{
    std::vector<contest::Contender> all;
    for (const auto& [item, one] : m_rows) {
        if (item->checkState(0) == Qt::Checked) {
            all.push_back(one);
        }
    }
    return all;
}

} // namespace studio

#include "moc_contender_list.cpp"

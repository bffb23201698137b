// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"

#include <QStringList>
#include <QTreeWidget>
#include <vector>

namespace studio {

/// The engines on the devices of this machine, and beneath each the precisions, each to be ticked. Those that cannot
/// run the net here are faint; reasons() says why.
class ContenderList : public QTreeWidget {
    Q_OBJECT

public:
    /// At first those on the first GPU that can are ticked, or those on the processor where there is none.
    explicit ContenderList(const engine::Model& model, QWidget* parent = nullptr);

    /// Why engines and precisions are not available, each reason once: "CUDA/CUDNN, CUDA/FUSED: no GPU was found".
    QStringList reasons() const;

    std::vector<contest::Contender> chosen() const; ///< named with their precision where it is not the usual one

signals:
    void choiceChanged();

private:
    QTreeWidgetItem& add(contest::Contender contender, QTreeWidgetItem& above, const QString& words);

    struct Row {
        QTreeWidgetItem* item;
        contest::Contender contender;
    };
    std::vector<Row> m_rows;
};

} // namespace studio

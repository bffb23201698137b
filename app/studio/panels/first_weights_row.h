// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace studio {

class Workspace;

/// What the next run starts from, with buttons that import weights and forget them.
class FirstWeightsRow : public QWidget {
    Q_OBJECT

public:
    explicit FirstWeightsRow(Workspace& workspace, QWidget* parent = nullptr);

    void refresh();

private:
    Workspace& m_workspace;
    QLabel* m_name;
    QToolButton *m_import, *m_forget;
};

} // namespace studio

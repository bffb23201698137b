// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QIcon>
#include <QPointer>
#include <vector>

class QLineEdit;
class QMenuBar;
class QTreeWidget;

namespace studio {

/// Every command of the menus and of the lists' own ones, to be found by typing parts of its words. accept() closes it;
/// chosen() is what was chosen.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(const QMenuBar& menus, QWidget* parent);

    QAction* chosen() const { return m_chosen; } ///< null: nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Command {
        QPointer<QAction> action;
        QString path;  ///< of menus above it: "View › Panels"
        QString words; ///< that are searched
    };
    void collect(const QList<QAction*>& actions, const QString& path);
    void fit();
    void filter();
    void choose();

    std::vector<Command> m_commands; ///< in the order of the menus
    QPointer<QAction> m_chosen;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    QIcon m_noIcon; ///< as wide as an icon
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QList>
#include <QMainWindow>
#include <QObject>
#include <QTimer>

namespace studio {

/// The docks of a window: made, dressed, shown or hidden together, and arranged as they were kept.
class DockArea : public QObject {
    Q_OBJECT

public:
    explicit DockArea(QMainWindow& window);
    ~DockArea() override; ///< deletes the docks with their panels, before what they look at

    /// A new dock around the widget.
    QDockWidget* add(const QString& name, const QString& title, QWidget* widget, Qt::DockWidgetArea area);
    const QList<QDockWidget*>& all() const { return m_docks; }

    /// Takes mnemonics from the panels that the window's menus have.
    void leaveKeysToMenus();

    void keepAsDefault(); ///< the arrangement as it is now is the one that arrangeByDefault() brings back
    void arrangeByDefault();
    void arrange(const QByteArray& kept); ///< as arrangement() gave it

    /// As QMainWindow::saveState() has it, also while the docks are hidden.
    QByteArray arrangement() const;

    /// Shows or hides all. Who opens a project finds the panels as they were, at first as `kept` says.
    void hideAtFirst(const QByteArray& kept);
    void show(bool open);

private:
    void dress();

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QByteArray m_default;
    QByteArray m_aside; ///< how they stood when they were hidden
    bool m_shown = true;
    QTimer m_dress;
};

} // namespace studio

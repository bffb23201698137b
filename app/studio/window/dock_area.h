// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QList>
#include <QMainWindow>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <vector>

namespace studio {

/// The docks of a window: made, dressed, laid side by side or as tabs, and arranged as they were kept.
class DockArea : public QObject {
    Q_OBJECT

public:
    explicit DockArea(QMainWindow& window);
    ~DockArea() override; ///< deletes the docks with their panels, before what they look at

    /// A new dock around the widget, hidden until it is put somewhere.
    QDockWidget* add(const QString& name, const QString& title, QWidget* widget);
    const QList<QDockWidget*>& all() const { return m_docks; }
    QDockWidget& named(const char* name) const; ///< one that was added

    void hideAll();
    void forgetSizes(); ///< that the user chose

    void put(const char* dock, Qt::DockWidgetArea area); ///< at an edge of the window, shown
    void putBeside(const char* first, const char* dock); ///< to the right of one that is shown
    /// Tabs in the place of the first, which stays in front; `closed` come up there too when they are opened.
    void stack(const QList<const char*>& tabs, const QList<const char*>& closed = {});
    int formWidth(const char* dock) const; ///< that its form would like, with the scroll bar beside it
    void resize(const char* dock, int pixels, Qt::Orientation along);

    /// Takes mnemonics that the window's menus have from the panels and from the middle.
    void leaveKeysToMenus(const QWidget& middle);

    bool arrange(const QByteArray& kept); ///< as arrangement() gave it; false: it is of another version of the window
    QByteArray arrangement() const;       ///< with the docks whose width the user chose

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dress();
    void giveRoom(QDockWidget& dock);
    bool isSized(QDockWidget& dock) const;
    std::vector<int> widths() const;
    void noteSized();

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QTimer m_dress;
    std::vector<int> m_before; ///< widths of all docks, while the user drags an edge between two
    QSet<QString> m_sized;     ///< docks whose width the user chose
};

} // namespace studio

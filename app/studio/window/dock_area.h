// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QByteArray>
#include <QDockWidget>
#include <QList>
#include <QMainWindow>
#include <QMap>
#include <QObject>
#include <QString>
#include <QTimer>

namespace studio {

/// The docks of a window: made, dressed, laid side by side or as tabs, and arranged as they were kept.
class DockArea : public QObject {
    Q_OBJECT

public:
    explicit DockArea(QMainWindow& window);
    ~DockArea() override; ///< deletes the docks with their panels, before what they look at

    /// A new dock, hidden until it is put somewhere, around what is made as its child.
    void add(const QString& name, const QString& title, const std::function<QWidget*(QWidget*)>& make,
             const QSize& minSize);
    const QList<QDockWidget*>& all() const { return m_docks; }
    QDockWidget& named(const char* name) const; ///< one that was added

    void hideAll();
    void forgetGiven(); ///< for a new arrangement: all forms are given room again

    void bringForward(const char* dock);                 ///< shown, and before others in its place
    void put(const char* dock, Qt::DockWidgetArea area); ///< at an edge of the window, shown
    /// To the right of one that is shown, or below it.
    void putBeside(const char* first, const char* dock, Qt::Orientation along = Qt::Horizontal);
    /// Tabs in the place of the first, which stays in front; all but the first `open` come up there when they are
    /// opened.
    void stack(const QList<const char*>& tabs, qsizetype open);
    int formWidth(const char* dock) const; ///< that its form would like, with the scroll bar beside it
    void resize(const char* dock, int pixels, Qt::Orientation along);

    /// Takes mnemonics that the window's menus have from the panels and from the middle.
    void leaveKeysToMenus(const QWidget& middle);

    bool arrange(const QByteArray& kept); ///< as arrangement() gave it; false: it is of another version of the window
    QByteArray arrangement() const;

private:
    void dress();
    void giveRoom(QDockWidget& dock);

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QMap<QString, int> m_given; ///< by dock: the largest width that its form was given room for
    QTimer m_dress;
};

} // namespace studio

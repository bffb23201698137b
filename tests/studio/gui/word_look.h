// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/studio/gui/stage.h"

#include <functional>
#include <QStringList>

class QAbstractItemView;
class QCustomPlot;
class QTabWidget;

namespace studio {

/// What was laid out by timers and by layouts is settled.
void settle();

/// The window gets the size, which it must be able to have.
void resizeTo(QWidget& window, QSize size);

/// Looks for words that do not fit, place by place, and keeps what it finds. HAMNET_PICTURES=FOLDER keeps pictures of
/// such places.
class WordLook {
public:
    /// All that the part shows, and what comes up in it as its lists are scrolled and its tabs turned. Docks are not
    /// seen through their window.
    void at(QWidget& part, const QString& where);

    void atPanel(MainWindow& window, const QString& panel, const QString& where);

    /// The action's dialog, whether it stops the window or not, which is closed afterwards; `work` is done in it first.
    void atDialog(MainWindow& window, const QString& action, const std::function<void(QDialog&)>& work = {});

    void atDialog(QDialog& dialog, const QString& where); ///< is shown, looked at and closed

    /// A tab bar without room for all of its tabs hides some behind two arrows.
    void forHiddenTabs(const MainWindow& window, const QString& where);

    std::size_t plotWords() const { return m_plotWords; } ///< that were looked at
    void verify();                                        ///< that nothing was found

private:
    void atPlot(QCustomPlot& plot, const QString& where);
    void atList(QAbstractItemView& list, const QString& where);
    void atTabs(QTabWidget& tabs, const QString& where);
    void note(QWidget& part, const QString& where);

    QStringList m_found;
    std::size_t m_plotWords = 0;
};

} // namespace studio

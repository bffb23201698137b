// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/help_dialogs.h"

#include "app/studio/help/gesture_card.h"
#include "app/studio/help/manual_window.h"
#include "app/studio/window/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QFocusFrame>
#include <QMenuBar>
#include <QMessageBox>
#include <QTimer>

namespace studio {

/// What was chosen runs once the palette is gone and the window has the focus again.
void showCommands(QMainWindow& window)
{
    CommandPalette palette(*window.menuBar(), &window);
    QFocusFrame frame(&window);
    frame.setWidget(window.focusWidget()); // what a command acts on
    if (palette.exec() == QDialog::Accepted && palette.chosen()) {
        QTimer::singleShot(0, palette.chosen(), &QAction::trigger);
    }
}

void showGestures(QMainWindow& window)
{
    GestureCard(window).exec();
}

void showManual(QMainWindow& window)
{
    auto* manual = window.findChild<ManualWindow*>();
    if (!manual) {
        manual = new ManualWindow(&window);
    }
    manual->show(QStringLiteral("index"));
}

void showAbout(QMainWindow& window)
{
    QMessageBox::about(&window, QCoreApplication::translate("Help", "About Hamnet"),
                       QCoreApplication::translate(
                           "Help",
                           "<h3>Hamnet %1</h3><p>Draw recurrent nets, train them, and read what they write.</p>"
                           "<p>Free software under the GNU General Public License, version 3 or later. Plots by "
                           "QCustomPlot.</p>")
                           .arg(QCoreApplication::applicationVersion()));
}

} // namespace studio

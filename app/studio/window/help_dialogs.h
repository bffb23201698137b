// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

namespace studio {

void showCommands(QMainWindow& window); ///< a list to search; what is chosen runs once the list is gone
void showGestures(QMainWindow& window); ///< every key, and what the mouse does
void showManual(QMainWindow& window);   ///< in a window of its own, which stays open
void showAbout(QMainWindow& window);

} // namespace studio

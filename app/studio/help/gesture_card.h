// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QMainWindow>

namespace studio {

/// One page: the keys of every menu, as its actions have them now, and what the mouse does on canvas and plots.
class GestureCard : public QDialog {
    Q_OBJECT

public:
    explicit GestureCard(QMainWindow& window);
};

} // namespace studio

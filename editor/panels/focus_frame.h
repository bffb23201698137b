// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace editor {

/// A frame around what has the keyboard in a window, while a dialog above it has the keyboard instead. It takes no
/// clicks and goes with the dialog.
class FocusFrame : public QWidget {
    Q_OBJECT

public:
    /// Around the window's focus widget as it is now; around nothing where it has none.
    FocusFrame(QWidget& window, QObject& dialog);

private:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace editor

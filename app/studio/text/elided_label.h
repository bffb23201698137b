// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace studio {

/// One line that ends in an ellipsis where it does not fit: half a number would be another number. All of it shows
/// under the mouse.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString shown() const;
};

} // namespace studio

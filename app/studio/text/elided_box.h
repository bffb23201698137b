// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace studio {

/// A choice whose text loses its middle where it does not fit: the ends tell such choices apart.
class ElidedBox : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;

    QString shown() const; ///< of the choice, as it is painted

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace studio

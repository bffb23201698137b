// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace studio {

/// Offers the guide to who starts the studio for the first time. Once it was seen it never comes again.
class GuideOffer : public QFrame {
    Q_OBJECT

public:
    static bool isDue(); ///< it has not been seen yet

    explicit GuideOffer(QWidget* parent = nullptr);

signals:
    void accepted();
    void declined();

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace studio

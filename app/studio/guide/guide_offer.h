// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace studio {

/// Offers the guide to who is new: until it was started or declined, or something else was opened.
class GuideOffer : public QFrame {
    Q_OBJECT

public:
    static bool isDue();
    static void noteAnswered(); ///< no offer comes again

    explicit GuideOffer(QWidget* parent = nullptr);

signals:
    void accepted();

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace studio

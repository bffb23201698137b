// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace studio {

/// Offers the guide to who is new: at the first starts of the studio, until it was started or declined.
class GuideOffer : public QFrame {
    Q_OBJECT

public:
    static bool isDue();
    static void noteAnswered(); ///< it was started or declined: no offer comes again

    explicit GuideOffer(QWidget* parent = nullptr);

signals:
    void accepted();

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_counted = false; ///< among the starts at which it was seen
};

} // namespace studio

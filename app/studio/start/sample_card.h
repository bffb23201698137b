// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/start/sample.h"

#include <QAbstractButton>

namespace studio {

/// A sample as a card to click: a picture of its net, its name, what it is.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit SampleCard(Sample sample, QWidget* parent = nullptr);

    const Sample& sample() const { return m_sample; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintNet(QPainter& painter, const QRectF& area) const;
    void paintWords(QPainter& painter, const QRectF& area) const;

    Sample m_sample;
};

} // namespace studio

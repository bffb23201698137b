// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/start/sample.h"

#include <QAbstractButton>

class QToolButton;

namespace studio {

/// A sample as a card to click: a picture of its net, its name, what it is.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit SampleCard(Sample sample, QWidget* parent = nullptr);

    const Sample& sample() const { return m_sample; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int wide) const override;

signals:
    void setChosen(const QString& knownSet); ///< to open the sample with; by its name

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintNet(QPainter& painter, const QRectF& area) const;
    void paintWords(QPainter& painter, const QRectF& area) const;
    QFont titleFont() const;
    int buttonRoom() const; ///< beside the title
    QString facts() const;

    Sample m_sample;
    QToolButton* m_sets = nullptr; ///< null: the sample reads no images
};

} // namespace studio

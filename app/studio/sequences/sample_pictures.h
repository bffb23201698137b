// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"

#include <cstdint>
#include <QImage>
#include <QWidget>
#include <vector>

namespace studio {

/// A sequence as a picture, a step a row: black is the least number of the sequence, white the greatest.
QImage pictureOf(const engine::Samples& samples, std::int64_t sample);

/// Small pictures side by side, each with a few words below it, in as many rows as they need.
class SamplePictures : public QWidget {
    Q_OBJECT

public:
    struct Picture {
        QImage image;
        QString words; ///< below it
        QString tip;
        bool wrong = false; ///< its words are in the colour of errors
    };

    explicit SamplePictures(QWidget* parent = nullptr);

    void setPictures(std::vector<Picture> pictures);
    const std::vector<Picture>& pictures() const { return m_pictures; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    int cellWidth() const;
    int columns(int width) const;
    QRect cell(int index) const;

    std::vector<Picture> m_pictures;
};

} // namespace studio

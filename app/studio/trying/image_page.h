// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/trying/try_page.h"

#include <QImage>
#include <string>

class QCheckBox;
class QLabel;
class QMenu;
class QSlider;
class QSpinBox;
class QToolButton;

namespace studio {

class DrawField;
class ReadPicture;
class VerdictView;

/// An image of the user's own, drawn with the mouse, and what the net says of it after each row or column.
class ImagePage : public TryPage {
    Q_OBJECT

public:
    explicit ImagePage(QWidget* parent = nullptr);

    void setNet(const TrialNet& net) override;
    void setSamples(const engine::NamedSamples* samples) override;
    void setAnswer(const TrialAnswer& answer) override;
    bool take(const std::filesystem::path& file) override;
    std::string made() const override; ///< a PNG
    void makeAgain(const std::string& made) override;
    void ask() override;

    QImage imageRead() const; ///< as the net reads it, dark and light as in the data
    void save(const std::filesystem::path& folder, const std::string& ofClass);

private:
    QWidget* makeTools();
    void takeSample(int number);
    void moveTo(int end);
    QImage imageCentred() const; ///< light on dark; as it is, where that is not wanted
    void setBrush();

    TrialNet m_net;
    const engine::NamedSamples* m_samples = nullptr;
    bool m_darkOnLight = false; ///< as the data are
    std::string m_wanted;       ///< to make again once the size of the net's images is known
    DrawField* m_field;
    ReadPicture* m_read;
    QLabel* m_truth; ///< the class of a sample of the data, as long as nothing is drawn over it
    VerdictView* m_verdict;
    QCheckBox* m_centre;
    QSlider* m_brush;
    QToolButton *m_eraser, *m_undo, *m_clear, *m_random, *m_save;
    QSpinBox* m_sample;
    QMenu* m_classes;
};

} // namespace studio

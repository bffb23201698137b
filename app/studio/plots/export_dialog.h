// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/plot_export.h"

#include <filesystem>
#include <functional>
#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace studio {

/// Asks what to export the curves as, and does it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportDialog(CurveView& view, QWidget* parent = nullptr);

    /// Asked for what made the curves as a picture of them is saved.
    void setProvenance(std::function<engine::Provenance()> made) { m_made = std::move(made); }

    /// Throws engine::Error for a file that no picture and no table may replace.
    void setFileCheck(std::function<void(const std::filesystem::path& file)> check) { m_check = std::move(check); }

    engine::Format format() const;
    PictureSettings settings() const;

private:
    void showFields();
    void exportFile();
    void copyImage();
    void say(const QString& sentence);

    CurveView& m_view;
    std::function<engine::Provenance()> m_made;
    std::function<void(const std::filesystem::path& file)> m_check;
    QComboBox* m_format;
    QSpinBox *m_width, *m_height;
    QDoubleSpinBox* m_scale;
    QCheckBox* m_light;
    QLabel* m_note;
};

} // namespace studio

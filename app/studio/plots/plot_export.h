// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/run_curves.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <QDialog>
#include <QImage>
#include <QSize>
#include <QString>
#include <span>
#include <string>

class QCPPainter;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace studio {

class CurveView;

struct PictureSettings {
    QSize size = {1000, 600};                    ///< in the units of the screen
    double scale = 2;                            ///< pixels for each of them, in a PNG or on the clipboard
    bool onLight = false;                        ///< in the light theme's colours, as for print
    std::optional<engine::Provenance> made = {}; ///< goes along in a PNG or an SVG; nothing: it is not known
};

/// What is seen, as a picture.
QImage pictureOf(CurveView& view, const PictureSettings& settings);

/// Every point of the runs, whatever is seen, numbers as in C: a row for each iteration that has a point or a
/// validation.
std::string csvOf(std::span<const RunCurves* const> runs);

/// A picture, or all points as CsvCurve. The whole file or none. Throws engine::Error where it cannot be written.
void exportPlot(CurveView& view, engine::Format format, const PictureSettings& settings,
                const std::filesystem::path& file);

/// What is painted on that size, in the units of the screen.
struct PaintedPicture {
    QSize size;
    QString title;
    std::function<void(QCPPainter&)> draw;
    std::optional<engine::Provenance> made = {}; ///< as in PictureSettings
};

/// The picture as SVG, PDF or PNG. The whole file or none. Throws engine::Error where it cannot be written.
void savePicture(const std::filesystem::path& file, engine::Format format, const PaintedPicture& picture);

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

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

/// What is seen, as a picture, in units of the screen and pixels for each of them; on light ground as for print.
QImage pictureOf(CurveView& view, QSize size, double scale = 2, bool onLight = false);

/// Every point of the runs, whatever is seen, numbers as in C: a row for each iteration that has a point or a
/// validation.
std::string csvOf(std::span<const RunCurves* const> runs);

/// What is painted on that size, in the units of the screen.
struct PaintedPicture {
    QSize size;
    QString title;
    std::function<void(QCPPainter&)> draw;
    std::optional<engine::Provenance> made = {}; ///< goes along in a PNG or an SVG; nothing: it is not known
    double scale = 2;                            ///< pixels of a PNG for each unit
};

/// The picture as SVG, PDF or PNG. The whole file or none. Throws engine::Error where it cannot be written.
void savePicture(const std::filesystem::path& file, engine::Format format, const PaintedPicture& picture);

/// Asks what to export the curves as, and does it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `made` is asked for what made the curves as a picture of them is saved; `check` throws engine::Error for a file
    /// that no picture and no table may replace. Either may be empty.
    explicit ExportDialog(CurveView& view, QWidget* parent = nullptr, std::function<engine::Provenance()> made = {},
                          std::function<void(const std::filesystem::path& file)> check = {});

private:
    engine::Format format() const;
    QSize size() const; ///< of the picture, in units of the screen
    void showFields();
    void exportFile();

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <optional>
#include <QWidget>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QSlider;
class QSpinBox;

namespace studio {

/// How characters are drawn: preset, temperature, length, top-k, top-p, seed.
class SamplingControls : public QWidget {
    Q_OBJECT

public:
    explicit SamplingControls(QWidget* parent = nullptr);

    void read(WrittenText& wish) const;  ///< writes all but the seed into it
    std::optional<quint64> seed() const; ///< nothing: another one each time
    void write(const WrittenText& wish); ///< shows its settings, the seed as well
    void setSeed(std::optional<quint64> seed);
    int labelWidth() const { return m_labelWidth; } ///< of its first column, for others to line up with
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Shape { Wide, Narrow };
    struct Row {
        QLabel* label;
        QWidget* field;
    };
    void addRow(const QString& text, QWidget* field, QWidget* buddy);
    void place(Shape shape);
    int highOf(Shape shape) const; ///< in rows
    int wideWidth() const;
    void makeTemperature();
    void applyPreset(int index);
    void showPreset();

    Shape m_shape = Shape::Wide;
    std::vector<Row> m_rows;
    QGridLayout* m_grid = nullptr;
    int m_labelWidth = 0;
    QComboBox* m_preset;
    QSlider* m_slider;
    QDoubleSpinBox* m_temperature;
    QSpinBox* m_length;
    QSpinBox* m_topK;
    QDoubleSpinBox* m_topP;
    QDoubleSpinBox* m_seed; ///< whole numbers that an int cannot hold; -1: random
};

} // namespace studio

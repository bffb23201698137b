// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/sequence_facts.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace studio {

class LineList;
class SamplePictures;
class SeriesPlot;

/// How some of the sequences look: pictures of each class, the column to predict, or lines. Nothing where they cannot
/// be read.
class SequencePreview : public QWidget {
    Q_OBJECT

public:
    explicit SequencePreview(QWidget* parent = nullptr);

    enum class Steps { Rows, Columns }; ///< what of an image a step is

    void show(const SequenceFacts& facts, Steps steps);

private:
    bool showPictures(const SequenceFacts& facts, Steps steps); ///< whether there are any
    bool showSeries(const SequenceFacts& facts);

    QLabel* m_title;
    QStackedWidget* m_stack;
    LineList* m_lines;
    SamplePictures* m_pictures;
    SeriesPlot* m_series;
};

} // namespace studio

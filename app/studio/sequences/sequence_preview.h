// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/sequence_facts.h"
#include "engine/data/samples.h"

#include <cstdint>
#include <QImage>
#include <QListWidget>
#include <QStyledItemDelegate>
#include <QWidget>
#include <vector>

class QLabel;
class QStackedWidget;
class QTreeView;
class QTreeWidget;

namespace studio {

/// The first column of a tree, whose texts take as many lines as their width asks for, up to a few.
class WrappedText : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit WrappedText(QTreeView& tree); ///< which owns it

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    QTreeView& m_tree;
};

/// The text of a sample that is a line of characters.
QString lineOf(const engine::Samples& samples, std::int64_t sample);

/// A sequence as a picture, a step a row: black is the least number of the sequence, white the greatest.
QImage pictureOf(const engine::Samples& samples, std::int64_t sample);

/// Small pictures side by side, each with a few words below it, in as many rows as they need.
class SamplePictures : public QListWidget {
    Q_OBJECT

public:
    struct Picture {
        QImage image;
        QString words; ///< below it
        QString tip;
        bool wrong = false; ///< its words are in the colour of errors
    };

    explicit SamplePictures(QWidget* parent = nullptr);

    void setPictures(const std::vector<Picture>& pictures);

protected:
    void updateGeometries() override; ///< as high as all of them: what is around it scrolls
};

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
    // Each tells whether there are any.
    bool showPictures(const SequenceFacts& facts, Steps steps);
    bool showLines(const SequenceFacts& facts);
    bool showSeries(const SequenceFacts& facts);

    QLabel* m_title;
    QStackedWidget* m_stack;
    QTreeWidget* m_lines;
    SamplePictures* m_pictures;
    SeriesPlot* m_series;
};

} // namespace studio

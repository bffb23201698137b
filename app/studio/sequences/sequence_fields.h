// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/reading_form.h"
#include "app/studio/sequences/sequence_facts.h"
#include "engine/data/read_samples.h"

#include <QTreeWidget>
#include <string>
#include <vector>

class QComboBox;
class QPushButton;
class QSpinBox;

namespace studio {

/// The columns of a table with their kinds and first values, and which of them the net reads: a column of numbers has
/// a box to check. Lists them also where the table has a problem, as it may be mended by leaving a column out.
class ColumnList : public QTreeWidget {
    Q_OBJECT

public:
    explicit ColumnList(QWidget* parent = nullptr);

    /// What becomes of a column's gaps is chosen beside it.
    void setColumns(const engine::Table& outline, const engine::SampleSettings& settings);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// By the user: the parameter "inputs" or "gaps". No inputs: all columns of numbers, as by default.
    void chosen(const std::string& key, const engine::ParamValue& value);

private:
    void noteChange(QTreeWidgetItem* changed);
    void showGaps(const engine::SampleSettings& settings);
    void addRule(QTreeWidgetItem& item, const engine::Column& column, bool isTime);

    std::vector<engine::Column> m_columns;
    engine::GapRules m_rules;
    std::vector<std::string> m_usual; ///< the columns that are read where none is named
};

/// What a column holds, in the user's language.
QString kindOfColumn(engine::ColumnKind kind);

/// "1 February 2020"; empty where the text is none in that form.
QString dateOf(const std::string& text, engine::TimeForm form);

/// How sequences are read: the parameters of SEQUENCEDATA, those of the kind of data alone.
class SequenceFields : public ReadingForm {
    Q_OBJECT

public:
    explicit SequenceFields(editor::Document& document, QWidget* parent = nullptr);

    /// What the drawing says.
    void showSettings(const engine::SampleSettings& settings);

    /// With what was found out about the sequences.
    void show(const SequenceFacts& facts, const engine::SampleSettings& settings);

private:
    void showColumns(const engine::Table& outline, const engine::SampleSettings& table);
    void showFormat(const engine::TableFormat& wish, const engine::TableFormat& found);

    QComboBox *m_kind, *m_target, *m_time, *m_group, *m_delimiter, *m_decimal, *m_header, *m_encoding, *m_read;
    QSpinBox *m_steps, *m_horizon;
    QPushButton* m_timeOffer; ///< a column that holds times, where none is chosen
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/reading_form.h"
#include "app/studio/sequences/sequence_facts.h"
#include "engine/data/read_samples.h"

#include <QFrame>
#include <QTreeWidget>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
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
    /// By the user. Empty: all columns of numbers, as by default.
    void inputsChosen(const std::vector<std::string>& names);
    void gapsChosen(const engine::GapRules& rules);

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

/// Asks how a column of dates is written that can be read in two ways: some of its texts as each way reads them, and a
/// button for each.
class FormatQuestionBox : public QFrame {
    Q_OBJECT

public:
    explicit FormatQuestionBox(QWidget* parent = nullptr);

    void ask(const engine::Column& column);

signals:
    void answered(const std::string& key, const std::string& value); ///< a parameter of SEQUENCEDATA

private:
    QLabel* m_question;
    QLabel* m_examples[3][3]; ///< rows of a text and what it is in both ways
};

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

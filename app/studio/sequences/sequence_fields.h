// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/reading_form.h"
#include "app/studio/sequences/sequence_facts.h"

class QComboBox;
class QPushButton;
class QSpinBox;

namespace studio {

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
    void showColumns(const engine::TableOutline& outline, const engine::TableSettings& table);
    void showFormat(const engine::TableFormat& wish, const engine::TableFormat& found);

    QComboBox *m_kind, *m_target, *m_time, *m_group, *m_delimiter, *m_decimal, *m_header, *m_encoding, *m_read;
    QSpinBox *m_steps, *m_horizon;
    QPushButton* m_timeOffer; ///< a column that holds times, where none is chosen
};

} // namespace studio

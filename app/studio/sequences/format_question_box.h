// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_format.h"

#include <QFrame>
#include <string>

class QLabel;

namespace studio {

/// Asks how a column of dates is written that can be read in two ways: some of its texts as each way reads them, and a
/// button for each.
class FormatQuestionBox : public QFrame {
    Q_OBJECT

public:
    explicit FormatQuestionBox(QWidget* parent = nullptr);

    /// `name` is the column's; `form` that of its times.
    void ask(const engine::FormatQuestion& question, const std::string& name, engine::TimeForm form);

signals:
    void answered(const std::string& key, const std::string& value); ///< a parameter of SEQUENCEDATA

private:
    QLabel* m_question;
    QLabel* m_examples[3][3]; ///< rows of a text and what it is in both ways
};

} // namespace studio

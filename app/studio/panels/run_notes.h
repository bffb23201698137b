// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace studio {

/// What the user wrote of a run, to be edited, and what the run said as it began: where its first weights came from,
/// above all.
class RunNotes : public QWidget {
    Q_OBJECT

public:
    explicit RunNotes(QWidget* parent = nullptr);

    void showRun(const RunRecord* run); ///< null: none is selected

signals:
    /// The run that was shown when it was written: another one may be selected already.
    void annotated(int run, const QString& remark);

private:
    QLineEdit* m_remark;
    QLabel* m_notes;
    int m_run = 0; ///< id of the run that is shown; 0: none
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QStatusBar;

namespace studio {

/// While this lives the cursor is a clock, and the status bar says why: for what holds the window up where its files
/// are large. What was said meanwhile stays said.
class Busy {
public:
    Busy(QStatusBar& status, const QString& words);
    ~Busy();
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    QStatusBar& m_status;
    QString m_words;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace studio {

class PlottedRuns;

/// The runs of a plot by name and colour, each with a box that shows or hides its curves. Hidden while there is nothing
/// to choose from.
class RunChecklist : public QListWidget {
    Q_OBJECT

public:
    explicit RunChecklist(PlottedRuns& runs, QWidget* parent = nullptr);

private:
    void fill();

    PlottedRuns& m_runs;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"

#include <QTreeWidget>

namespace studio {

/// The text of a sample that is a line of characters.
QString lineOf(const engine::Samples& samples, std::int64_t sample);

/// The classes of lines of text: how many lines each has, and its first ones.
class LineList : public QTreeWidget {
    Q_OBJECT

public:
    explicit LineList(QWidget* parent = nullptr);

    /// `counts`: lines of each class.
    void setLines(const engine::Samples& samples, const std::vector<std::int64_t>& counts);

    QSize minimumSizeHint() const override;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_reading.h"
#include "editor/work/latest_work.h"
#include "engine/lens/units_that_follow.h"

#include <cstdint>
#include <memory>
#include <QWidget>
#include <vector>

class QComboBox;
class QListWidget;

namespace studio {

class LensText;

/// Finds the units of a reading that follow a pattern of its text, or what the user has selected there. Itself a row to
/// choose the pattern in; the list of those that were found has a place of its own in the panel.
class UnitSearch : public QWidget {
    Q_OBJECT

public:
    explicit UnitSearch(const LensText& text, QWidget* parent = nullptr);

    /// Forgets what was found in the reading before. Null: there is nothing to search.
    void setReading(std::shared_ptr<const LensReading> reading);

    QListWidget& followers() { return *m_followers; }

signals:
    void said(const QString& sentence);
    void chosen(std::size_t layer, std::int64_t quantity, std::int64_t unit); ///< one of those that were found

private:
    void find();
    void list(std::vector<engine::Follower> found);
    bool isOfSelection() const; ///< instead of a pattern
    std::vector<float> wantedSeries() const;
    void offerPatterns();

    const LensText& m_text;
    std::shared_ptr<const LensReading> m_reading; ///< shared with the panel and the search under way
    std::vector<engine::Follower> m_found;
    QComboBox* m_pattern;
    QListWidget* m_followers;
    editor::LatestWork m_search; // last, so that it ends before what it uses goes
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/text_source.h"

#include <optional>
#include <string>
#include <vector>

namespace studio {

/// Which of the nets is taken: the one that the user chose, as long as it is there, or else the first. Where no net
/// trains, the best of the last run comes first: its last may be worse.
class SourceChoice {
public:
    void setSources(const std::vector<TextSource>& sources);
    void choose(const std::string& checkpoint) { m_chosen = checkpoint; } ///< it may come later
    void forget() { m_chosen.reset(); }

    const std::vector<TextSource>& all() const { return m_sources; }
    int row() const; ///< -1 where there is none

private:
    std::vector<TextSource> m_sources;
    std::optional<std::string> m_chosen; ///< its checkpoint
};

} // namespace studio

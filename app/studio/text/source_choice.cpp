// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/source_choice.h"

#include <algorithm>

namespace studio {

void SourceChoice::setSources(const std::vector<TextSource>& sources)
{
    const auto trains = [](const std::vector<TextSource>& all) {
        return std::ranges::any_of(all, [](const TextSource& source) { return source.trains; });
    };
    if (m_chosen && m_chosen->empty() && trains(m_sources) && !trains(sources)) {
        m_chosen.reset(); // it was chosen as the net in training, which it is no more
    }
    m_sources = sources;
    const auto best = std::ranges::find(m_sources, true, &TextSource::best);
    if (!trains(m_sources) && best != m_sources.end() && best->run == m_sources.front().run) {
        std::rotate(m_sources.begin(), best, best + 1);
    }
}

int SourceChoice::row() const
{
    const auto chosen = std::ranges::find_if(
        m_sources, [&](const TextSource& source) { return m_chosen && source.checkpoint == *m_chosen; });
    if (chosen != m_sources.end()) {
        return static_cast<int>(chosen - m_sources.begin());
    }
    return m_sources.empty() ? -1 : 0;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

/// The words, names and numbers that a sentence was made of, those of the sentences in it included.
inline std::vector<std::string> partsOf(const engine::Sentence& sentence)
{
    std::vector<std::string> all;
    for (const engine::Sentence& part : sentence.parts()) {
        const std::vector<std::string> inner = part.parts().empty() ? std::vector<std::string>{part} : partsOf(part);
        all.insert(all.end(), inner.begin(), inner.end());
    }
    return all;
}

/// That a sentence was made of these, whatever its words: they are asserted where the sentence is at home.
template <typename... Parts>
auto tells(const Parts&... parts)
{
    const std::vector<std::string> wanted{engine::Sentence::part(parts)...};
    return testing::ResultOf("what it was made of", partsOf, testing::IsSupersetOf(wanted));
}

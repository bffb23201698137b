// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/contenders.h"
#include "app/cli/json.h"

#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace cli {

/// What was to be measured and cannot be.
struct Refusal {
    std::string name;   ///< of its row
    std::string reason; ///< a sentence
};

/// Its row in a table: the name, the reason in the last column, and nothing between.
std::vector<std::string> rowOf(const Refusal& refusal, std::size_t columns);

Json toJson(const std::vector<Refusal>& refusals);

/// Measures what can be measured: a contender that fails keeps its name and the reason, and the others go on.
class Refusals {
public:
    /// Whether `work` did not throw Error. What is not available and was not asked for by name is not reported. Throws
    /// CancelledError.
    bool attempt(const Contender& contender, const std::string& name, const std::function<void()>& work);

    const std::vector<Refusal>& told() const { return m_told; }

    /// Throws the first failure where nothing is left to be measured.
    void requireAny(bool isLeft) const;

private:
    std::vector<Refusal> m_told;
    std::exception_ptr m_first;
};

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

namespace engine {

/// A net's output is not finite, so it has no result.
class NotFiniteError : public Error {
public:
    /// `owner` starts the sentence: which net, on what.
    explicit NotFiniteError(const Sentence& owner)
        : Error(engine::say(
              ENGINE_TEXT("Sentences",
                          "%1: what the net computes is not finite (NaN or infinite), so it says nothing; its weights "
                          "ran away while it learned, or it reads numbers far beyond those that it learned from"),
              owner))
    {}
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

/// What the Error says that `work` throws; empty where it throws none.
template <typename Work>
engine::Sentence sentenceOf(Work work)
{
    try {
        work();
    } catch (const engine::Error& error) {
        return error.sentence();
    }
    return {};
}

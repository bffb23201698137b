// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

#include <string>

/// What the Error says that `work` throws; empty where it throws none.
template <typename Work>
std::string sentenceOf(Work work)
{
    try {
        work();
    } catch (const engine::Error& error) {
        return error.what();
    }
    return {};
}

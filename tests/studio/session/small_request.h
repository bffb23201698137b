// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_session.h"
#include "tests/support/temporary_folder.h"

#include <cstdint>

namespace studio {

/// A small char-RNN and a text of its own, for sessions to train within a test's patience.
struct SmallBench {
    TemporaryFolder folder;
    std::filesystem::path corpus = folder.write("mill.txt", text());

    static std::string text();
    static engine::Model model(std::int64_t units = 12);
    static engine::SolverSettings solver(const std::string& text = "type: \"Adam\" base_lr: 0.01 lr_policy: \"fixed\" "
                                                                   "max_iter: 60 clip_gradients: 1");

    /// 60 iterations, one thread, a validation and a sample each 20, saved to net.hamnet.
    TrainingRequest request() const;
    std::filesystem::path checkpoint() const { return folder.path() / "net.hamnet"; }
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/autosave.h"
#include "app/studio/workspace/crash_copies.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace studio {

/// What makes a net that reads a text small enough to train within a test's patience.
struct SmallNet {
    std::int64_t units = 8, streams = 4, steps = 8;
};

inline void shrink(editor::Document& document, const SmallNet& small = {})
{
    document.change(QStringLiteral("small"), [&](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", small.units);
        editor::setParam(content, content.findNamed("text")->id, "batch_size", small.streams);
        editor::setParam(content, content.findNamed("text")->id, "time_steps", small.steps);
    });
}

/// Of the net's recurrent layer.
inline void setUnits(editor::Document& document, std::int64_t units)
{
    document.change(QStringLiteral("units"), [units](editor::Content& content) {
        const editor::Node* const lstm = content.findNamed("lstm");
        editor::setParam(content, (lstm ? lstm : content.findNamed("gru"))->id, "num_output", units);
    });
}

/// Changes settings of the next run; the others stay.
inline void setNextRun(Workspace& workspace, const engine::Params& settings)
{
    engine::RunDescription choice = workspace.nextRun().choice();
    for (const auto& [key, value] : settings) {
        choice.settings.insert_or_assign(key, value);
    }
    workspace.nextRun().setChoice(choice);
}

/// The small sample, smaller still, on one thread, for a run with these settings.
inline void openSmall(Workspace& workspace, const engine::Params& settings, const SmallNet& small = {})
{
    QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
    shrink(workspace.document(), small);
    setNextRun(workspace, {{"threads", 1}});
    setNextRun(workspace, settings);
}

inline bool waitFor(Workspace& workspace, TrainingSession::State state)
{
    return QTest::qWaitFor([&] { return workspace.training().state() == state; }, patience);
}

/// Waits for a copy against a crash that is such a project; the pauses between copies are left out.
inline bool waitForCopy(const CrashCopies& copies, const std::function<bool(const Project&)>& isSuch)
{
    const auto isCopied = [&] {
        skipPauses(copies);
        std::error_code none;
        const std::filesystem::directory_iterator kept(stateFolder() / "autosave", none);
        return std::any_of(std::filesystem::begin(kept), std::filesystem::end(kept), [&](const auto& entry) {
            return entry.path().extension() == ".hamnet" && isSuch(loadCopy(entry.path()));
        });
    };
    return QTest::qWaitFor(isCopied, patience);
}

} // namespace studio

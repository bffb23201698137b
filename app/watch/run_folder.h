// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/process_identity.h"
#include "engine/graph/fields.h"
#include "engine/graph/sentence.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace watch {

/// What a run leaves in its folder, and where others ask something of it. The one home of these names.
class RunFolder {
public:
    explicit RunFolder(std::filesystem::path path) : m_path(std::move(path)) {}

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path checkpoint() const { return m_path / "run.hamnet"; }
    std::filesystem::path log() const { return m_path / "log.jsonl"; }      ///< events, as train --json prints them
    std::filesystem::path errors() const { return m_path / "errors.txt"; }  ///< what a run without a terminal said else
    std::filesystem::path writer() const { return m_path / "writer.json"; } ///< see RunWriter
    std::filesystem::path description() const { return m_path / "run.json"; } ///< of a new run: see engine::runIn()
    std::filesystem::path rest() const { return m_path / "rest.json"; }  ///< the same of what is left of a queue's run
    std::filesystem::path request() const { return m_path / "request"; } ///< see run_request.h

private:
    std::filesystem::path m_path;
};

/// The process that trains a run, or was the last to.
struct RunWriter {
    ProcessIdentity process = {};
    std::string host = {};
};
template <engine::IsA<RunWriter> Writer>
void fields(Writer& writer, auto&& visit)
{
    visit("process", writer.process.id);
    visit("start", writer.process.start);
    visit("host", writer.host);
}

enum class Life {
    Runs,
    Gone,
    Unknown ///< it is on another host
};

RunWriter thisWriter();
Life lifeOf(const RunWriter& writer);

/// Replaces what the folder says of its writer. Throws Error with the system's words.
void writeDown(const RunWriter& writer, const RunFolder& folder);

/// Nothing where the folder does not say. Throws Error for what does not read, or was written by a newer Hamnet.
std::optional<RunWriter> writerOf(const RunFolder& folder);

/// Whether who writes to the folder lives; Unknown also where the folder does not say who does. Throws Error as
/// writerOf().
Life lifeIn(const RunFolder& folder);

/// Shows others that the writer lives: see sinceLastWritten(). Where that fails they go by the log alone.
void showLife(const RunFolder& folder);

/// The time since the log grew or the writer showed that it lives, by this host's clock; nothing where neither is
/// there.
std::optional<std::chrono::seconds> sinceLastWritten(const RunFolder& folder);

/// "process 4711 on alder trains it", "..., which trained it, runs no more"; what is known of it, as a sentence.
engine::Sentence whoWrites(const RunWriter& writer);

/// The last line of what a run without a terminal said, as a sentence; empty where it said nothing.
std::string lastWords(const RunFolder& folder);

/// Throws Error where that is no folder, where it holds no run, or one of a newer Hamnet, or may not be read.
void requireRun(const RunFolder& folder);

/// Whether the folder has a log of a run, whole or begun. False for a log.jsonl that begins as no event does.
bool holdsRun(const RunFolder& folder);

/// Runs that differ in their seed alone have a folder each in one folder: FOLDER/seed3.
RunFolder seedFolder(const std::filesystem::path& folder, std::uint64_t seed);

/// The seeds that have a folder there, in their order, also where no run has begun in it; none where that is no folder.
std::vector<std::uint64_t> seedsIn(const std::filesystem::path& folder);

/// The run's best checkpoint, or else its newest; empty where it has none.
std::filesystem::path bestIn(const RunFolder& folder);

} // namespace watch

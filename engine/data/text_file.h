// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/mapped_file.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// Whether the bytes are hardly a text: with a zero byte, or control characters beyond the few that texts have.
bool isBinary(std::string_view bytes);

/// The bytes of a file of text that another program wrote: as they lie on disk, or in memory, unpacked, where gzip has
/// compressed them, whatever the file's name. Memory is taken as bytes come.
class TextFile {
public:
    /// Throws Error for what is no file with at least one byte, for damaged gzip, and for a file of a kind that is
    /// known and no text in UTF-8: archives and compressed files, documents, tables of other programs, pictures,
    /// checkpoints, UTF-16 with its mark; `owner` starts the sentence. CancelledError.
    TextFile(const std::filesystem::path& file, const Sentence& owner, const GoOn& goOn = {});

    std::string_view bytes() const
    {
        return m_mapped ? m_mapped->bytes()
                        : std::string_view(reinterpret_cast<const char*>(m_unpacked.data()), m_unpacked.size());
    }

    /// When the file was last written; throws Error where it has become shorter: see MappedFile.
    std::int64_t checkedAge() const; ///< always 0 where it was unpacked

    /// Calls `work` with the bytes in order, piece by piece: see MappedFile.
    void passOver(const std::function<void(std::string_view piece)>& work) const;

private:
    std::optional<MappedFile> m_mapped; ///< none where the file was unpacked
    std::vector<std::uint8_t> m_unpacked;
};

} // namespace engine

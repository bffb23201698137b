// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/mapped_file.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// Whether the text is UTF-16: by its mark, or by the zeros that half of its bytes are where most letters are Latin.
bool isUtf16(std::string_view text);

/// The bytes of a file of text that another program wrote: as they lie on disk, or in memory, unpacked, where gzip has
/// compressed them, whatever the file's name. Memory is taken as bytes come.
class TextFile {
public:
    /// Throws Error for what is no file with at least one byte, for damaged gzip, and for a file of a kind that is
    /// known and no text in UTF-8, which it names with a way to get one: zip (as Excel's .xlsx), an old .xls, xz,
    /// bzip2, zstd, tar, Parquet, UTF-16; `owner` starts the sentence. CancelledError.
    TextFile(const std::filesystem::path& file, const Sentence& owner, const GoOn& goOn = {});

    std::string_view bytes() const { return m_mapped ? m_mapped->bytes() : std::string_view(m_unpacked); }

    /// Throws Error where the file has become shorter: see MappedFile.
    void checkAge() const;

    /// Calls `work` with the bytes in order, piece by piece: see MappedFile.
    void passOver(const std::function<void(std::string_view piece)>& work) const;

private:
    std::optional<MappedFile> m_mapped; ///< none where the file was unpacked
    std::string m_unpacked;
};

} // namespace engine

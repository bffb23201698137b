// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// The container of all `.hamnet` files: named sections of bytes behind a table that is checked before anything else is
// believed. All numbers are little-endian.
//
//     0   8  magic 0x89 "HAMNET" '\n'
//     8   4  format version
//    12   4  number of sections
//    16  24  the oldest Hamnet that reads the file, this format and what its sections say, as text filled up with
//            zeros: "0.1.0"
//    40   8  size of the file
//    48   8  checksum of the table
//    56   8  checksum of the 56 bytes before
//    64      table, 64 bytes a section: name (40, filled up with zeros), offset (8), length (8), checksum (8)
//            sections in the table's order; each starts at the next multiple of 64, with zeros before it
//
// Checksums are XXH3, 64 bits. There is one way only to lay out given sections, so every altered byte is noticed.

/// The format that this program writes and reads.
inline constexpr std::uint32_t containerVersion = 1;

/// The oldest Hamnet that reads the format that this one writes: older ones refuse the file and name it. Goes up to the
/// release that a new version of the format goes into; what sections say has versions of its own.
inline constexpr std::string_view containerReader = "0.1.0";

/// A section that is to be written; owns nothing.
struct SectionView {
    std::string name; ///< at most 39 bytes, unique
    std::span<const std::byte> bytes;
};

class Container;

/// Reads what was written as its readers will. Throws Error where one of them would refuse it.
using ContainerCheck = std::function<void(const Container& written)>;

/// Replaces `file` by one with these sections, whole or not at all: a temporary in the same folder is written, read
/// back while the disk writes it, compared with its checksums, checked and synced, and only then takes the name. A
/// symbolic link stays; what it points to is replaced. Throws Error with the system's words; then an earlier file is as
/// it was, and the temporary is gone. Temporaries that a killed process left behind are removed on the way.
void writeContainer(const std::filesystem::path& file, std::span<const SectionView> sections,
                    const ContainerCheck& check = {});

/// Tries all that it takes to write these files of one folder again and again, and leaves nothing behind: a temporary
/// is written and read back as above but not synced, and the system is asked for each name; there must be room for the
/// files that are not there yet. Throws Error as writeContainer does.
void tryContainers(std::span<const std::filesystem::path> files, std::span<const SectionView> sections,
                   const ContainerCheck& check);

/// Whether the file has something that would be lost if a container with this section replaced it: it is there, is not
/// empty, and is no container with such a section.
bool holdsAnother(const std::filesystem::path& file, std::string_view section);

/// An open container. Holds the table only; sections are read when asked for, and believed when their checksum holds.
class Container {
public:
    /// Throws Error for a file that cannot be read, is no container, is damaged or incomplete, or is of another
    /// version.
    explicit Container(const std::filesystem::path& file);

    const std::filesystem::path& file() const { return m_file; }
    bool has(std::string_view name) const { return m_sections.contains(name); }

    /// The checksum of the table, 16 hexadecimal digits: files with the same sections have the same one.
    std::string digest() const;

    // These throw Error where there is no such section, or where its bytes do not have its checksum.
    std::uint64_t bytes(std::string_view name) const;
    std::vector<std::byte> read(std::string_view name) const;
    void read(std::string_view name, std::span<std::byte> into) const; ///< of the section's size

    /// Reads all sections and compares them with their checksums.
    void verify() const;

private:
    struct Section {
        std::string name;
        std::uint64_t offset, length, checksum;
        std::uint64_t gap; ///< zeros between its end and the next section
    };

    const Section& section(std::string_view name) const;
    void readAt(std::uint64_t offset, std::span<std::byte> into) const;
    void check(const Section& section, std::uint64_t found) const;
    [[noreturn]] void fail(const Sentence& problem) const;

    std::filesystem::path m_file;
    FileDescriptor m_descriptor;
    std::uint64_t m_tableChecksum = 0;
    std::map<std::string, Section, std::less<>> m_sections; ///< by their names
};

} // namespace engine

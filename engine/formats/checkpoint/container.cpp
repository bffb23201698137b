// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/container.h"

#include "engine/data/mapped_file.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <memory>
#include <system_error>

namespace engine {
namespace {

static_assert(std::endian::native == std::endian::little, "containers are written as they lie in memory");

constexpr std::array<char, 8> magic{'\x89', 'H', 'A', 'M', 'N', 'E', 'T', '\n'};
constexpr std::uint64_t alignment = 64;
constexpr std::uint32_t maxSections = 1u << 20;

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t sections;
    std::array<char, 24> reader;
    std::uint64_t fileBytes;
    std::uint64_t tableChecksum;
    std::uint64_t headerChecksum;
};
static_assert(sizeof(Header) == 64);

struct Entry {
    std::array<char, 40> name;
    std::uint64_t offset, length, checksum;
};
static_assert(sizeof(Entry) == 64);

std::uint64_t checksumOf(std::span<const std::byte> bytes)
{
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t checksumOf(const Header& header)
{
    return checksumOf(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, headerChecksum)));
}

std::uint64_t aligned(std::uint64_t offset)
{
    return (offset + alignment - 1) / alignment * alignment;
}

template <std::size_t size>
std::array<char, size> filledUp(std::string_view text)
{
    std::array<char, size> field{};
    if (text.size() >= size) {
        throw Error(say(ENGINE_TEXT("Sentences", "container: the name \"%1\" has %2 bytes, but %3 are the most"), text,
                        text.size(), size - 1));
    }
    std::copy(text.begin(), text.end(), field.begin());
    return field;
}

/// Up to the first zero, without what a terminal would obey.
template <std::size_t size>
std::string textOf(const std::array<char, size>& field)
{
    std::string text(field.begin(), std::find(field.begin(), field.end(), '\0'));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

std::string hexadecimal(std::uint64_t value)
{
    return fmt::format("{:016x}", value);
}

std::vector<Entry> tableOf(std::span<const SectionView> sections)
{
    std::vector<Entry> table;
    std::uint64_t end = sizeof(Header) + sections.size() * sizeof(Entry);
    for (const SectionView& section : sections) {
        const std::uint64_t offset = aligned(end);
        table.push_back({.name = filledUp<40>(section.name),
                         .offset = offset,
                         .length = section.bytes.size(),
                         .checksum = checksumOf(section.bytes)});
        end = offset + section.bytes.size();
    }
    return table;
}

void write(AtomicFile& out, std::span<const SectionView> sections)
{
    const std::vector<Entry> table = tableOf(sections);
    Header header{.magic = magic,
                  .version = containerVersion,
                  .sections = static_cast<std::uint32_t>(table.size()),
                  .reader = filledUp<24>(containerReader),
                  .fileBytes = table.empty() ? sizeof(Header) : table.back().offset + table.back().length,
                  .tableChecksum = checksumOf(std::as_bytes(std::span(table))),
                  .headerChecksum = 0};
    header.headerChecksum = checksumOf(header);

    out.write(std::as_bytes(std::span(&header, 1)));
    out.write(std::as_bytes(std::span(table)));
    constexpr std::array<std::byte, alignment> zeros{};
    for (std::size_t index = 0; index < sections.size(); ++index) {
        out.write(std::span(zeros).first(table[index].offset - out.size()));
        out.write(sections[index].bytes);
    }
}

void readBack(const AtomicFile& out, const std::filesystem::path& file, const ContainerCheck& check)
{
    try {
        const Container written(out.temporary());
        written.verify();
        if (check) {
            check(written);
        }
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1: what was written does not read back, and any earlier file of that name is kept: %2"),
                file.string(), error.sentence()));
    }
}

} // namespace

void writeContainer(const std::filesystem::path& file, std::span<const SectionView> sections,
                    const ContainerCheck& check)
{
    AtomicFile out(file);
    write(out, sections);
    out.startSync();
    readBack(out, file, check); // while the disk writes
    out.sync();
    out.replaceTarget();
}

void tryContainers(std::span<const std::filesystem::path> files, std::span<const SectionView> sections,
                   const ContainerCheck& check)
{
    AtomicFile out(files.front());
    write(out, sections);
    readBack(out, files.front(), check);
    std::uint64_t missing = 0;
    for (const std::filesystem::path& file : files) {
        missing += requireReplaceable(file) ? 0 : 1;
    }
    const std::uint64_t bytes = missing * out.size();
    std::error_code unknown;
    const std::uint64_t free = std::filesystem::space(files.front().parent_path() / ".", unknown).available;
    if (!unknown && free < bytes) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 bytes are needed on its disk, but %3 are free"),
                        files.front().string(), bytes, free));
    }
}

bool holdsAnother(const std::filesystem::path& file, std::string_view section)
{
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown) || std::filesystem::file_size(file, unknown) == 0) {
        return false;
    }
    try {
        return !Container(file).has(section);
    } catch (const Error&) {
        return true;
    }
}

Container::Container(const std::filesystem::path& file) : m_file(file), m_descriptor(openToRead(file, file.string()))
{
    struct stat status {};
    if (::fstat(m_descriptor.number(), &status) != 0) {
        fail(say(ENGINE_TEXT("Sentences", "cannot be read: %1"), reasonOf(errno)));
    }
    const auto fileBytes = static_cast<std::uint64_t>(status.st_size);
    Header header{};
    if (fileBytes < sizeof(Header)) {
        fail(say(ENGINE_TEXT("Sentences", "has %1 bytes, but a Hamnet file has at least %2"), fileBytes,
                 sizeof(Header)));
    }
    readAt(0, std::as_writable_bytes(std::span(&header, 1)));
    if (header.magic != magic) {
        fail(ENGINE_TEXT("Sentences",
                         "is no Hamnet file: its first bytes are not those that every Hamnet file starts with"));
    }
    if (header.headerChecksum != checksumOf(header)) {
        fail(say(ENGINE_TEXT("Sentences", "is damaged: its head has the checksum %1, but %2 was written"),
                 hexadecimal(checksumOf(header)), hexadecimal(header.headerChecksum)));
    }
    if (header.version != containerVersion) {
        fail(say(ENGINE_TEXT("Sentences", "needs Hamnet %1 or newer, as its format has version %2, but this is Hamnet "
                                          "%3, which reads version %4"),
                 textOf(header.reader), header.version, std::string_view(HAMNET_VERSION), containerVersion));
    }
    if (header.fileBytes != fileBytes) {
        fail(say(ENGINE_TEXT("Sentences", "is incomplete: it has %1 bytes, but %2 were written"), fileBytes,
                 header.fileBytes));
    }
    // The checksum holds; what follows guards against a file that was made to do harm.
    const auto require = [&](bool isSo) {
        if (!isSo) {
            fail(ENGINE_TEXT("Sentences", "is damaged: its table of sections is none that Hamnet writes"));
        }
    };
    require(header.sections <= maxSections && header.sections <= (fileBytes - sizeof(Header)) / sizeof(Entry));
    std::vector<Entry> table(header.sections);
    readAt(sizeof(Header), std::as_writable_bytes(std::span(table)));
    if (checksumOf(std::as_bytes(std::span(table))) != header.tableChecksum) {
        fail(ENGINE_TEXT("Sentences", "is damaged: its table of sections does not have the checksum that was written"));
    }
    m_tableChecksum = header.tableChecksum;

    std::uint64_t end = sizeof(Header) + table.size() * sizeof(Entry);
    for (std::size_t index = 0; index < table.size(); ++index) {
        const Entry& entry = table[index];
        require(entry.offset == aligned(end) && entry.offset <= fileBytes && entry.length <= fileBytes - entry.offset);
        end = entry.offset + entry.length;
        const std::uint64_t next = index + 1 < table.size() ? aligned(end) : fileBytes;
        const std::string name = textOf(entry.name);
        require(
            m_sections.try_emplace(name, Section{name, entry.offset, entry.length, entry.checksum, next - end}).second);
    }
    require(end == fileBytes);
}

const Container::Section& Container::section(std::string_view name) const
{
    const auto found = m_sections.find(name);
    if (found == m_sections.end()) {
        fail(say(ENGINE_TEXT("Sentences", "has no section %1, which is needed"), name));
    }
    return found->second;
}

std::string Container::digest() const
{
    return hexadecimal(m_tableChecksum);
}

std::uint64_t Container::bytes(std::string_view name) const
{
    return section(name).length;
}

std::vector<std::byte> Container::read(std::string_view name) const
{
    std::vector<std::byte> content(section(name).length);
    read(name, content);
    return content;
}

void Container::read(std::string_view name, std::span<std::byte> into) const
{
    const Section& wanted = section(name);
    if (into.size() != wanted.length) {
        fail(say(ENGINE_TEXT("Sentences", "has %1 bytes in its section %2, but wanted are %3"), wanted.length,
                 wanted.name, into.size()));
    }
    readAt(wanted.offset, into);
    check(wanted, checksumOf(into));
}

void Container::verify() const
{
    std::vector<std::byte> block(256 * 1024);
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
    for (const auto& [name, section] : m_sections) {
        XXH3_64bits_reset(state.get());
        for (std::uint64_t done = 0; done < section.length;) {
            const std::span<std::byte> part = std::span(block).first(std::min(block.size(), section.length - done));
            readAt(section.offset + done, part);
            XXH3_64bits_update(state.get(), part.data(), part.size());
            done += part.size();
        }
        check(section, XXH3_64bits_digest(state.get()));
    }
}

/// `found` is the checksum of the section's bytes as they are now.
void Container::check(const Section& section, std::uint64_t found) const
{
    if (found != section.checksum) {
        fail(say(ENGINE_TEXT("Sentences", "is damaged: its section %1 has the checksum %2, but %3 was written"),
                 section.name, hexadecimal(found), hexadecimal(section.checksum)));
    }
    std::array<std::byte, alignment> gap{};
    readAt(section.offset + section.length, std::span(gap).first(section.gap));
    if (std::any_of(gap.begin(), gap.end(), [](std::byte value) { return value != std::byte{0}; })) {
        fail(say(
            ENGINE_TEXT("Sentences", "is damaged: there is something behind its section %1 where zeros were written"),
            section.name));
    }
}

void Container::readAt(std::uint64_t offset, std::span<std::byte> into) const
{
    while (!into.empty()) {
        const ssize_t got = ::pread(m_descriptor.number(), into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            fail(got < 0 ? say(ENGINE_TEXT("Sentences", "cannot be read: %1"), reasonOf(errno))
                         : say(ENGINE_TEXT("Sentences", "ends at byte %1, before what its table says"), offset));
        }
        into = into.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
}

void Container::fail(const Sentence& problem) const
{
    throw Error(say("%1: %2", m_file.string(), problem));
}

} // namespace engine

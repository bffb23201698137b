// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_external.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <system_error>

namespace engine::onnx {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> numberOf(const std::string& text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

fs::path ExternalNumbers::fileOf(const External& place, const std::string& tensor) const
{
    const auto start = say(ENGINE_TEXT("Sentences", "%1: the numbers of its constant %2 lie in %3"), m_fileName,
                           printable(tensor), shown(place.location));
    const fs::path location(place.location);
    const bool leaves = std::ranges::any_of(location, [](const fs::path& part) { return part == ".."; });
    if (place.location.empty() || location.is_absolute() || leaves) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, but only a file in the folder of the graph is opened"), start));
    }
    std::error_code problem;
    const fs::path folder = fs::canonical(m_folder.empty() ? fs::path(".") : m_folder, problem);
    const fs::path file = problem ? fs::path() : fs::canonical(folder / location, problem);
    if (problem || !fs::is_regular_file(file, problem)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1, which is not there: wanted are both files in one folder, as they were "
                                         "exported, or one that torch.onnx.export(..., external_data=False) writes"),
                start));
    }
    const auto [end, rest] = std::ranges::mismatch(folder, file); // behind links, too
    if (end != folder.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, a link that leaves the folder of the graph, and is not followed"),
                        start));
    }
    return file;
}

std::vector<std::byte> ExternalNumbers::bytesOf(const External& place, const std::string& tensor)
{
    const fs::path file = fileOf(place, tensor);
    const auto [size, first] = m_sizes.try_emplace(file, 0);
    if (first) {
        std::error_code problem;
        size->second = fs::file_size(file, problem);
        if (problem) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: cannot be read"), file.string()));
        }
        m_there += size->second;
    }
    const std::optional<std::uint64_t> offset = place.offset.empty() ? 0 : numberOf(place.offset);
    const bool inside = offset && *offset <= size->second;
    const std::optional<std::uint64_t> length = !inside                ? std::nullopt
                                                : place.length.empty() ? size->second - *offset
                                                                       : numberOf(place.length);
    if (!inside || !length || *length > size->second - *offset || (m_read += *length) > 2 * m_there) {
        throw Error(say(
            ENGINE_TEXT("Sentences",
                        "%1: its constant %2 is said to lie at %3 with %4 bytes in %5, which has %6 bytes"),
            m_fileName, printable(tensor), place.offset.empty() ? std::string("0") : printable(place.offset),
            place.length.empty() ? std::string("all") : printable(place.length), shown(place.location), size->second));
    }
    std::vector<std::byte> bytes(*length);
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(*offset));
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: cannot be read"), file.string()));
    }
    return bytes;
}

} // namespace engine::onnx

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/log_reader.h"

#include "app/watch/event_lines.h"
#include "engine/data/mapped_file.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <system_error>

namespace watch {
namespace {

constexpr std::size_t blockBytes = std::size_t{1} << 20;
constexpr std::size_t maxLineBytes = std::size_t{1} << 24; // a sample of a million characters takes less
constexpr std::size_t rememberedBytes = 256;               // lines of numbers from two runs differ in less

bool mayBeThere(const std::filesystem::path& file)
{
    std::error_code failure; // what it is, tells whoever opens it
    return std::filesystem::exists(file, failure) || failure;
}

} // namespace

LogReader::Lines LogReader::next()
{
    Lines result;
    const engine::FileDescriptor file = // one for all: another may take its name meanwhile
        mayBeThere(m_file) ? engine::openToRead(m_file, m_file.string()) : engine::FileDescriptor(-1);
    if (!file.open() && !mayBeThere(m_file.parent_path())) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "the folder %1 is gone; it is read further when it is "
                                                                 "there again"),
                                        m_file.parent_path().string()));
    }
    if (!file.open() || engine::readTextAt(m_file, file, m_at - m_before.size(), m_before.size()) != m_before) {
        result.isAnew = m_at > 0;
        m_at = 0;
        m_before.clear();
    }
    if (!file.open()) {
        return result;
    }
    std::string bytes;
    std::size_t end = std::string::npos; // of the last whole line
    for (std::size_t count = blockBytes; end == std::string::npos; count *= 2) {
        bytes = engine::readTextAt(m_file, file, m_at, count);
        end = bytes.rfind('\n');
        if (end == std::string::npos && bytes.size() > maxLineBytes) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 has a line of more than %2 bytes, but no run "
                                                                     "writes such a line; it is read no further"),
                                            m_file.string(), maxLineBytes));
        }
        if (bytes.size() < count && end == std::string::npos) {
            return result;
        }
        result.isMore = bytes.size() == count;
    }
    bytes.resize(end + 1);
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t stop = bytes.find('\n', begin);
        result.lines.push_back(bytes.substr(begin, stop - begin));
        begin = stop + 1;
    }
    m_at += bytes.size();
    m_before.append(bytes, bytes.size() - std::min(bytes.size(), rememberedBytes));
    m_before.erase(0, m_before.size() - std::min(m_before.size(), rememberedBytes));
    return result;
}

News newsIn(LogReader& log)
{
    const LogReader::Lines read = log.next();
    News news{.isAnew = read.isAnew, .isMore = read.isMore};
    for (const std::string& line : read.lines) {
        if (std::optional<engine::Event> event = eventIn(lineIn(line))) {
            news.events.push_back(std::move(*event));
        }
    }
    return news;
}

void eachLine(const std::filesystem::path& file, const std::function<void(const std::string&)>& take)
{
    if (!mayBeThere(file)) {
        return;
    }
    LogReader reader(file);
    for (bool isMore = true; isMore;) {
        const LogReader::Lines lines = reader.next();
        isMore = lines.isMore;
        std::ranges::for_each(lines.lines, take);
    }
    if (const std::string last = engine::readTextAt(file, reader.position(), maxLineBytes); !last.empty()) {
        take(last);
    }
}

} // namespace watch

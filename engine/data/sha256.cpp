// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/sha256.h"

#include "engine/data/mapped_file.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <memory>
#include <new>
#include <vector>

namespace engine {
std::string sha256Of(const std::filesystem::path& file)
{
    const FileDescriptor source = openToRead(file, file.string());
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) {
        throw std::bad_alloc();
    }
    std::vector<char> block(std::size_t{1} << 16);
    ssize_t count = -1;
    while ((count = ::read(source.number(), block.data(), block.size())) > 0) {
        EVP_DigestUpdate(context.get(), block.data(), static_cast<std::size_t>(count));
    }
    if (count < 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2, wanted its bytes"), file.string(), reasonOf(errno)));
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
    unsigned length = 0;
    EVP_DigestFinal_ex(context.get(), digest.data(), &length);
    std::string digits;
    for (unsigned byte = 0; byte < length; ++byte) {
        digits += fmt::format("{:02x}", digest[byte]);
    }
    return digits;
}

} // namespace engine

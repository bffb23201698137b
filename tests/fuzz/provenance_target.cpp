// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures with what made them. The first byte of a file says how the rest is read: as SVG or PNG.
#include "engine/formats/exchange/provenance.h"
#include "tests/fuzz/target.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <string>

namespace fuzz {

namespace {

using namespace engine;

/// Names with endings for the file in memory.
class Names {
public:
    explicit Names(const std::filesystem::path& target)
    {
        for (const char* const name : {"s.svg", "p.png"}) {
            std::filesystem::create_symlink(target, m_folder.path() / name);
        }
    }

    std::filesystem::path of(char kind) const { return m_folder.path() / (kind == 's' ? "s.svg" : "p.png"); }

private:
    TemporaryFolder m_folder;
};

Provenance sample()
{
    return {.kind = Provenance::Kind::State,
            .model = "layer { name: \"a\" }\n",
            .solver = "base_lr: 1\n",
            .positions = {{1, 2}},
            .notes = {{.area = {1, 2, 3, 4}, .text = "<&ä>"}},
            .seed = 7,
            .iteration = 3,
            .checkpoint = CheckpointUsed{.file = "~/a.hamnet", .digest = "0123456789abcdef", .iteration = 3}};
}

void eatProvenance(std::span<const std::byte> file)
{
    if (file.empty()) {
        return;
    }
    static MemoryFile memory;
    static const Names names(memory.with({}));
    memory.with(file.subspan(1));
    reads([&] {
        if (const auto provenance = provenanceIn(names.of(textOf(file).front()))) {
            const std::string written = printProvenance(*provenance);
            require(printProvenance(parseProvenance(written, "again")) == written,
                    "what made a file is the same when it was written and read");
        }
    });
}

std::vector<Bytes> provenanceSeeds()
{
    const std::string svg = withProvenance("<svg><title/></svg>", Format::Svg, sample());
    std::string png(
        "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\0\0\0\0\x3A\x7E\x9B\x55\0\0\0\0IEND\xAE\x42\x60\x82", 45);
    png = withProvenance(png, Format::Png, sample());
    return {bytesOf("s" + svg), bytesOf("p" + png)};
}

} // namespace

const Target provenance = {"provenance", eatProvenance, provenanceSeeds};

} // namespace fuzz

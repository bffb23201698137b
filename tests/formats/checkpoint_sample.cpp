// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/checkpoint_sample.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

namespace engine {
namespace {

// Where things lie in a container, written down a second time: a change of the layout must be seen by a test.
constexpr std::size_t headSize = 64, entrySize = 64, sectionCountAt = 12, tableChecksumAt = 48, headChecksumAt = 56;
constexpr std::size_t entryOffsetAt = 40, entryLengthAt = 48, entryChecksumAt = 56;

template <typename Number>
Number numberAt(const std::vector<std::byte>& file, std::size_t offset)
{
    Number number = 0;
    std::memcpy(&number, &file.at(offset), sizeof number);
    return number;
}

void setChecksum(std::vector<std::byte>& file, std::size_t at, std::size_t first, std::size_t length)
{
    const std::uint64_t checksum = XXH3_64bits(file.data() + first, length);
    std::memcpy(&file.at(at), &checksum, sizeof checksum);
}

/// Equal in every bit, so that NaN equals NaN and 0 differs from -0.
template <typename Values>
bool sameBytes(const Values& a, const Values& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
               return std::memcmp(&x, &y, sizeof x) == 0;
           });
}

bool sameTensors(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NamedTensor& x, const NamedTensor& y) {
        return x.name == y.name && x.shape == y.shape && sameBytes(x.values, y.values);
    });
}

} // namespace

std::vector<std::string> namesIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Checkpoint sampleCheckpoint()
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    constexpr double wideNan = std::numeric_limits<double>::quiet_NaN();
    return {
        .model = "name: \"sample\"\nlayer { name: \"ip\" type: \"InnerProduct\" }\n",
        .solver = "type: \"Adam\"\n",
        .vocabulary = Vocabulary(Encoding::Utf8, {U'\n', U' ', U'a', U'é', U'…', U'𝄞'}),
        .corpus = {.file = "/texts/play é.txt",
                   .digest = "0123456789abcdef",
                   .bytes = 1'115'394,
                   .fractions = {.validation = 0.05, .test = 0.025},
                   .order = BatchOrder::Windows},
        .engine = "ONEDNN",
        .engines = {{"lstm1", "ONEDNN"}, {"lstm2 é", "CAFFE"}},
        .device = "CPU",
        .precision = "bf16",
        .threads = 12,
        .seed = 0xFFFF'FFFF'FFFF'FFFFu,
        .weights = {{"ip/W", {2, 3}, {1, -0.0F, nan, infinity, -infinity, 1e-45F}}, {"ip/b", {2}, {0.5F, 0.25F}}},
        .history = {{"history0/ip/W", {2, 3}, {1, 2, 3, 4, 5, 6}},
                    {"history0/ip/b", {2}, {7, 8}},
                    {"history1/ip/W", {2, 3}, {9, 10, 11, 12, 13, 14}},
                    {"history1/ip/b", {2}, {15, 16}}},
        .state = {{"lstm1/h", {1, 2}, {0.5F, -0.5F}}, {"scalar", {}, {3}}, {"nothing", {0, 5}, {}}},
        .privateState = {{"lstm1/dropout", {3}, {nan, 1e-45F, -2}}},
        .iteration = 12'345,
        .rateScale = 0.5,
        .cursor = {.positions = {0, 1'000'000'000'000}, .fresh = {true, false}, .batches = 678, .epochs = 1.25},
        .seconds = 99.5,
        .bestValidationLoss = 1.5,
        .bestIteration = 12'000,
        .validationsWithoutGain = 3,
        .curve = {{.iteration = 1,
                   .seconds = 0.5,
                   .loss = 4.2,
                   .learningRate = 0.01,
                   .gradientNorm = std::numeric_limits<double>::infinity(),
                   .validationLoss = wideNan},
                  {.iteration = 2,
                   .seconds = 1,
                   .loss = wideNan,
                   .learningRate = -0.0,
                   .gradientNorm = 5e-324,
                   .validationLoss = 1.5}},
        .samples = {{.iteration = 100, .seed = 7, .text = std::string("ROMEO:\n\0é", 10)},
                    {.iteration = 200, .seed = 8, .text = ""}},
        .sequences = {.kind = "table",
                      .file = "/data/weather é.csv",
                      .digest = "fedcba9876543210",
                      .steps = 28,
                      .width = 2,
                      .classes = {"falls", "rises"},
                      .target = "temperature",
                      .inputs = {"pressure", "rain"},
                      .inputScales = {{1013.25, 8.5}, {0.1, 0}},
                      .targetScale = {-3.5, 7},
                      .format = {.delimiter = ';',
                                 .header = HeaderRow::Yes,
                                 .decimal = DecimalMark::Comma,
                                 .dates = DateOrder::MonthFirst}},
        .metrics = {{1, "accuracy", 0.5}, {2, "mae", -0.0}},
    };
}

bool sameBits(const Checkpoint& a, const Checkpoint& b)
{
    const auto numbers = [](const Checkpoint& c) {
        return std::vector<double>{c.rateScale, c.cursor.epochs, c.seconds, c.bestValidationLoss};
    };
    return a.model == b.model && a.solver == b.solver && a.vocabulary == b.vocabulary && a.corpus == b.corpus &&
           a.engine == b.engine && a.engines == b.engines && a.device == b.device && a.precision == b.precision &&
           a.threads == b.threads && a.seed == b.seed && sameTensors(a.weights, b.weights) &&
           sameTensors(a.history, b.history) && sameTensors(a.state, b.state) &&
           sameTensors(a.privateState, b.privateState) && a.iteration == b.iteration &&
           a.cursor.positions == b.cursor.positions && a.cursor.fresh == b.cursor.fresh &&
           a.cursor.batches == b.cursor.batches && sameBytes(numbers(a), numbers(b)) &&
           a.bestIteration == b.bestIteration && a.validationsWithoutGain == b.validationsWithoutGain &&
           sameBytes(a.curve.points(), b.curve.points()) && a.samples == b.samples && a.sequences == b.sequences &&
           a.learned == b.learned && a.metrics == b.metrics;
}

std::vector<std::byte> bytesOf(const std::filesystem::path& file)
{
    std::vector<std::byte> bytes(std::filesystem::file_size(file));
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

void writeBytes(const std::filesystem::path& file, const std::vector<std::byte>& bytes)
{
    std::filesystem::remove(file); // some file systems sync a file that is written over, thousands of times here
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::vector<SectionPlace> sectionPlaces(const std::vector<std::byte>& file)
{
    std::vector<SectionPlace> places;
    const auto count = numberAt<std::uint32_t>(file, sectionCountAt);
    for (std::size_t entry = headSize; entry < headSize + count * entrySize; entry += entrySize) {
        places.push_back({.offset = numberAt<std::uint64_t>(file, entry + entryOffsetAt),
                          .length = numberAt<std::uint64_t>(file, entry + entryLengthAt)});
    }
    return places;
}

void sealHead(std::vector<std::byte>& file)
{
    setChecksum(file, headChecksumAt, 0, headChecksumAt);
}

void sealTable(std::vector<std::byte>& file)
{
    setChecksum(file, tableChecksumAt, headSize, numberAt<std::uint32_t>(file, sectionCountAt) * entrySize);
    sealHead(file);
}

void sealAgain(std::vector<std::byte>& file)
{
    const std::vector<SectionPlace> places = sectionPlaces(file);
    for (std::size_t index = 0; index < places.size(); ++index) {
        setChecksum(file, headSize + index * entrySize + entryChecksumAt, places[index].offset, places[index].length);
    }
    sealTable(file);
}

} // namespace engine

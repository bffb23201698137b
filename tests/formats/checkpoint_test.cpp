// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/paths.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <span>

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::size_t readerAt = 16; ///< in the file's head: the oldest Hamnet that reads it

class CheckpointFile : public testing::Test {
protected:
    /// Writes the checkpoint and gives the file's bytes.
    std::vector<std::byte> saved(const Checkpoint& checkpoint)
    {
        saveCheckpoint(file, checkpoint);
        return bytesOf(file);
    }

    /// Writes it as a stranger might: with checksums that hold, and nobody reads it back.
    void writeUnchecked(const Checkpoint& checkpoint)
    {
        const std::string summary = toArchive(CheckpointSummary{}), structure = toArchive(checkpoint);
        std::vector<SectionView> sections{{"summary", std::as_bytes(std::span(summary))},
                                          {"structure", std::as_bytes(std::span(structure))}};
        const auto add = [&](const std::string& group, const std::vector<NamedTensor>& tensors) {
            for (std::size_t index = 0; index < tensors.size(); ++index) {
                sections.push_back(
                    {group + "/" + std::to_string(index), std::as_bytes(std::span(tensors[index].values))});
            }
        };
        add("weights", checkpoint.weights);
        add("history", checkpoint.history);
        add("state", checkpoint.state);
        add("private", checkpoint.privateState);
        writeContainer(file, sections);
    }

    /// The sentence with which the reader refuses these bytes; empty where it takes them.
    std::string refusal(const std::vector<std::byte>& bytes)
    {
        writeBytes(file, bytes);
        return sentenceOf([&] { loadCheckpoint(file); });
    }

    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "run.hamnet";
};

TEST_F(CheckpointFile, GivesBackAnEmptyCheckpoint)
{
    saveCheckpoint(file, {});
    EXPECT_TRUE(sameBits(loadCheckpoint(file), {}));
}

TEST_F(CheckpointFile, KeepsThatNothingWasValidated)
{
    Checkpoint checkpoint = sampleCheckpoint();
    checkpoint.bestValidationLoss = std::numeric_limits<double>::quiet_NaN();
    saveCheckpoint(file, checkpoint);
    EXPECT_TRUE(std::isnan(loadCheckpoint(file).bestValidationLoss));
}

TEST_F(CheckpointFile, KeepsTheDigestsOfWhatWasLearnedInTheirOrder)
{
    Checkpoint checkpoint = sampleCheckpoint();
    checkpoint.learned = {0, 12'345, std::numeric_limits<std::uint64_t>::max()};
    saveCheckpoint(file, checkpoint);
    EXPECT_TRUE(sameBits(loadCheckpoint(file), checkpoint));
    checkpoint.learned = {12'345, 0};
    EXPECT_THROW(saveCheckpoint(file, checkpoint), Error); // it reads back what it wrote
}

TEST_F(CheckpointFile, WithoutAScaleForEachNumberOfAStepIsRefused)
{
    for (const bool fewer : {true, false}) {
        Checkpoint checkpoint = sampleCheckpoint();
        fewer ? checkpoint.sequences.inputScales.pop_back() : checkpoint.sequences.inputs.pop_back();
        EXPECT_THROW(saveCheckpoint(file, checkpoint), Error); // it reads back what it wrote
    }
}

std::filesystem::path goldenFile()
{
    return sourceRoot() / "tests/golden/files/checkpoint_sample.hamnet";
}

TEST_F(CheckpointFile, OfAnotherBuildReads)
{
    EXPECT_TRUE(sameBits(loadCheckpoint(goldenFile()), sampleCheckpoint()));
}

TEST_F(CheckpointFile, IsTheSameFileOnEachSystem)
{
    EXPECT_TRUE(saved(sampleCheckpoint()) == bytesOf(goldenFile()));
}

/// A curve of several pieces: a rate that never changes, losses that fit into a float, some that do not, a run that
/// went back to an earlier iteration, validations.
Curve longCurve()
{
    Curve curve;
    for (std::int64_t point = 0; point < 5'000; ++point) {
        const auto at = static_cast<double>(point);
        const double loss = 4 / (at + 1);
        curve.append({.iteration = point < 3'000 ? point + 1 : point - 100,
                      .seconds = point == 4'096                    ? -0.0
                                 : point < 1'500 || point == 4'000 ? at / 7
                                                                   : inMicroseconds(at / 7),
                      .loss = point == 2'500 ? loss : static_cast<double>(static_cast<float>(loss)),
                      .learningRate = point < 4'500 ? 0.002 : 0.001,
                      .gradientNorm = point == 17 ? std::nan("5") : std::sqrt(at),
                      .validationLoss = point % 700 == 3 ? loss + 0.1 : std::nan("")});
    }
    return curve;
}

TEST_F(CheckpointFile, KeepsEachBitOfALongCurve)
{
    Checkpoint checkpoint = sampleCheckpoint();
    checkpoint.curve = longCurve();
    saveCheckpoint(file, checkpoint);
    EXPECT_TRUE(sameBits(loadCheckpoint(file), checkpoint));
}

TEST_F(CheckpointFile, KeepsACurveInFewBytes)
{
    const auto bytesWith = [&](const Curve& curve) {
        Checkpoint checkpoint = sampleCheckpoint();
        checkpoint.curve = curve;
        return toArchive(checkpoint).size();
    };
    Curve curve;
    for (std::int64_t iteration = 1; iteration <= 10'240; ++iteration) {
        const auto at = static_cast<double>(iteration);
        curve.append({.iteration = iteration,
                      .seconds = inMicroseconds(at / 7),
                      .loss = static_cast<float>(4 / at),
                      .learningRate = 0.002,
                      .gradientNorm = static_cast<float>(std::sqrt(at)),
                      .validationLoss = std::nan("")});
    }
    EXPECT_LT(static_cast<double>(bytesWith(curve) - bytesWith({})) / 10'240, 12.1) << "of the 48 that a point has";
}

/// An archive whose curve begins with these numbers. The checkpoint's curve is empty, so that three counts are
/// replaced.
std::string withCurve(const std::vector<std::int64_t>& numbers)
{
    Checkpoint checkpoint = sampleCheckpoint(), other = checkpoint;
    checkpoint.curve = other.curve = {};
    other.curve.append({});
    std::string archive = toArchive(checkpoint);
    const auto place = std::ranges::mismatch(archive, toArchive(other)).in1 - archive.begin();
    const std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int64_t));
    return archive.replace(static_cast<std::size_t>(place), 3 * sizeof(std::int64_t), bytes);
}

TEST_F(CheckpointFile, WithACurveThatLiesIsRefused)
{
    const auto refusalOf = [](const std::vector<std::int64_t>& numbers) {
        const std::string archive = withCurve(numbers);
        Checkpoint read;
        return sentenceOf([&] { fromArchive(std::as_bytes(std::span(archive)), read); });
    };
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(refusalOf({0, 0, 0}), "");
    // The last two have one column, its key of eight letters; way 3, then a first time, then one step.
    for (const std::vector<std::int64_t>& numbers :
         std::vector<std::vector<std::int64_t>>{{2, 0, 0},
                                                {2, 1, 1, 5, 0},
                                                {2, 2, 0, 1, 0, 5},
                                                {2, 1, 2, 1},
                                                {2, 1, 0, huge - 1},
                                                {2, 1, 0, -1},
                                                {2, 1, 0, 1, 1, 7, 0},
                                                {2, 1, 0, 1, 0, 1, 8, 0, 9},
                                                {2, 1, 0, 1, 0, 0},
                                                {2, 1, 0, 1, 0, 1, 8, 0, -256 + 3, -1, -1},
                                                {2, 1, 0, 1, 0, 1, 8, 0, 3 + (huge / 256 - 1) * 256, 0, 0}}) {
        EXPECT_EQ(refusalOf(numbers), "its curve is not one that a run writes");
    }
    EXPECT_THAT(refusalOf({huge, 1, 0, 0, 0}), HasSubstr("structure does not read"));
}

TEST_F(CheckpointFile, HasASummary)
{
    saveCheckpoint(file, sampleCheckpoint());
    const CheckpointSummary summary = readSummary(file);
    EXPECT_EQ(summary.modelName, "sample");
    EXPECT_EQ(summary.iteration, 12'345);
    EXPECT_EQ(summary.parameters, 8);
    EXPECT_EQ(summary.vocabulary, 6);
    EXPECT_EQ(summary.seconds, 99.5);
    EXPECT_EQ(summary.bestValidationLoss, 1.5);
}

TEST_F(CheckpointFile, HasASummaryWhereTheModelsTextDoesNotRead)
{
    Checkpoint checkpoint = sampleCheckpoint();
    checkpoint.model = "name: {{{";
    saveCheckpoint(file, checkpoint);
    EXPECT_THAT(readSummary(file).modelName, IsEmpty());
}

TEST_F(CheckpointFile, SummaryDoesNotReadTheTensors)
{
    std::vector<std::byte> bytes = saved(sampleCheckpoint());
    bytes[sectionPlaces(bytes)[2].offset] ^= std::byte{1}; // the first weight
    writeBytes(file, bytes);
    EXPECT_EQ(readSummary(file).iteration, 12'345);
}

TEST_F(CheckpointFile, ThatIsNotThereOrSomethingElseIsRefused)
{
    EXPECT_THAT(sentenceOf([&] { loadCheckpoint(file); }),
                testing::AllOf(StartsWith(file.string()), HasSubstr("No such file")));
    EXPECT_THAT(sentenceOf([&] { loadCheckpoint(folder.path()); }), HasSubstr("is a folder, wanted a file"));
    EXPECT_THAT(refusal(std::vector<std::byte>(1000, std::byte{'x'})), HasSubstr("is no Hamnet file"));
}

TEST_F(CheckpointFile, CutShortAnywhereIsRefusedWithASentence)
{
    const std::vector<std::byte> whole = saved(sampleCheckpoint());
    std::vector<std::size_t> lengths{0, 1, 63, 64, 65};
    for (const SectionPlace& place : sectionPlaces(whole)) {
        lengths.insert(lengths.end(), {place.offset, place.offset + 1, place.offset + place.length});
    }
    std::mt19937 random(1);
    for (int index = 0; index < 200; ++index) {
        lengths.push_back(random() % whole.size());
    }
    for (const std::size_t length : lengths) {
        if (length < whole.size()) {
            const std::string sentence = refusal({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
            EXPECT_THAT(sentence, StartsWith(file.string() + ": ")) << length << " bytes of " << whole.size();
        }
    }
}

TEST_F(CheckpointFile, OfAnotherLengthSaysHowMuchIsThere)
{
    const std::size_t whole = saved(sampleCheckpoint()).size();
    for (const std::size_t length : {whole - 10, whole + 1}) {
        std::vector<std::byte> bytes = saved(sampleCheckpoint());
        bytes.resize(length);
        EXPECT_THAT(refusal(bytes), HasSubstr("is incomplete: it has " + std::to_string(length) + " bytes, but " +
                                              std::to_string(whole) + " were written"));
    }
}

TEST_F(CheckpointFile, WithAnyByteChangedIsRefusedWithASentence)
{
    const std::vector<std::byte> whole = saved(sampleCheckpoint());
    std::mt19937 random(2);
    for (int flip = 0; flip < 2000; ++flip) {
        std::vector<std::byte> bytes = whole;
        const std::size_t at = random() % bytes.size();
        bytes[at] ^= static_cast<std::byte>(1 + random() % 255);
        ASSERT_THAT(refusal(bytes), StartsWith(file.string() + ": ")) << "byte " << at;
    }
}

TEST_F(CheckpointFile, NamesTheSectionThatIsDamaged)
{
    std::vector<std::byte> bytes = saved(sampleCheckpoint());
    bytes[sectionPlaces(bytes)[3].offset] ^= std::byte{1};
    EXPECT_THAT(refusal(bytes), HasSubstr("its section weights/1 has the checksum"));
}

TEST_F(CheckpointFile, OfANewerFormatNamesTheHamnetThatItNeeds)
{
    std::vector<std::byte> bytes = saved(sampleCheckpoint());
    constexpr std::size_t versionAt = 8;
    bytes[versionAt] = std::byte{2};
    std::memcpy(&bytes[readerAt], "7.5.0", 5);
    sealAgain(bytes);
    bytes.resize(bytes.size() / 2); // whatever else a newer format changes
    EXPECT_THAT(refusal(bytes), HasSubstr("needs Hamnet 7.5.0 or newer, as its format has version 2"));
}

TEST_F(CheckpointFile, OfAnotherStructureIsRefused)
{
    std::vector<std::byte> bytes = saved(sampleCheckpoint());
    const SectionPlace structure = sectionPlaces(bytes)[1];
    // The archive starts with the class: one byte of tracking, then four of its version.
    ASSERT_EQ(bytes[structure.offset + 1], std::byte{2});
    for (const int version : {0, 200}) {
        bytes[structure.offset + 1] = static_cast<std::byte>(version);
        sealAgain(bytes);
        EXPECT_THAT(refusal(bytes), HasSubstr(say("its structure has version %1, but this is Hamnet ", version)));
    }
}

/// A file with these bytes as its structure, and checksums that hold.
std::vector<std::byte> withStructure(const std::vector<std::byte>& whole, const std::vector<std::byte>& structure)
{
    std::vector<std::byte> bytes = whole;
    const SectionPlace place = sectionPlaces(whole)[1];
    for (std::size_t index = 0; index < place.length; ++index) {
        bytes[place.offset + index] = structure[index % structure.size()];
    }
    sealAgain(bytes);
    return bytes;
}

TEST_F(CheckpointFile, ThatCountsMoreThanItHoldsOrLessThanNothingIsRefusedWithoutTakingTheMemory)
{
    const std::vector<std::byte> whole = saved(sampleCheckpoint());
    // Tracking and version of the class, then a model text of 2^62 bytes, or of -1.
    std::vector<std::byte> structure(64, std::byte{0});
    structure[1] = std::byte{2};
    structure[12] = std::byte{0x40};
    EXPECT_THAT(refusal(withStructure(whole, structure)), HasSubstr("structure does not read"));
    std::fill(structure.begin() + 5, structure.end(), std::byte{0xFF});
    EXPECT_THAT(refusal(withStructure(whole, structure)), HasSubstr("it counts -1 things"));
}

TEST_F(CheckpointFile, WithMoreOrFewerThanItsStructureSaysIsRefused)
{
    for (const auto& [structure, sentence] :
         {std::pair(toArchive(Checkpoint{}) + '\0', "its structure ends before its section does"),
          std::pair(toArchive(sampleCheckpoint()), "the tensor ip/W has 0 bytes, but its shape 2×3 needs 24")}) {
        const std::string summary = toArchive(CheckpointSummary{});
        writeContainer(file, std::vector<SectionView>{{"summary", std::as_bytes(std::span(summary))},
                                                      {"structure", std::as_bytes(std::span(structure))}});
        EXPECT_THAT(sentenceOf([&] { loadCheckpoint(file); }), HasSubstr(sentence));
    }
}

TEST_F(CheckpointFile, ThatIsAnotherKindOfHamnetFileIsRefused)
{
    writeContainer(file, {});
    EXPECT_EQ(sentenceOf([&] { loadCheckpoint(file); }), file.string() + ": has no section summary, which is needed");
}

TEST_F(CheckpointFile, WithAnUnknownOrderOfBatchesIsRefused)
{
    Checkpoint checkpoint = sampleCheckpoint();
    checkpoint.corpus.order = static_cast<BatchOrder>(7);
    EXPECT_THAT(sentenceOf([&] {
                    saveCheckpoint(file, checkpoint);
                    loadCheckpoint(file);
                }),
                HasSubstr("the order of batches has the number 7, but only 0 to 1 are known"));
}

TEST_F(CheckpointFile, CanBeLookedAtWithoutItsTensors)
{
    saveCheckpoint(file, sampleCheckpoint());
    Checkpoint wanted = sampleCheckpoint();
    for (std::vector<NamedTensor>* tensors : {&wanted.weights, &wanted.history, &wanted.state, &wanted.privateState}) {
        for (NamedTensor& tensor : *tensors) {
            tensor.values.clear();
        }
    }
    EXPECT_TRUE(sameBits(loadStructure(file), wanted));
}

/// All that saving takes is tried, and nothing is there afterwards that was not there before.
class TriedCheckpoint : public CheckpointFile {
protected:
    std::string refusal(const std::filesystem::path& other)
    {
        const std::vector<std::filesystem::path> files{file, other};
        const std::vector<std::string> before = namesIn(folder.path());
        const std::string sentence = sentenceOf([&] { trySaving(files, sampleCheckpoint()); });
        EXPECT_EQ(namesIn(folder.path()), before);
        return sentence;
    }
};

TEST_F(TriedCheckpoint, LeavesAllAsItIs)
{
    EXPECT_EQ(refusal(folder.path() / "run.best.hamnet"), "");
    const std::vector<std::byte> before = saved(sampleCheckpoint());
    EXPECT_EQ(refusal(file), "");
    EXPECT_TRUE(bytesOf(file) == before);
}

TEST_F(TriedCheckpoint, RefusesANameThatIsTooLong)
{
    EXPECT_THAT(refusal(folder.path() / std::string(256, 'n')), HasSubstr("cannot be written: File name too long"));
}

TEST_F(TriedCheckpoint, RefusesAPipeAndAFolder)
{
    const std::filesystem::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::filesystem::create_directory(folder.path() / "folder");
    EXPECT_THAT(refusal(pipe), HasSubstr("pipe: cannot be written, as it is a folder or a device"));
    EXPECT_THAT(refusal(folder.path() / "folder"), HasSubstr("folder: cannot be written, as it is a folder"));
}

struct WrongCase {
    const char* name;
    void (*change)(Checkpoint&);
    const char* sentence;
};

class CheckpointWithWrongNumbers : public CheckpointFile, public testing::WithParamInterface<WrongCase> {};

TEST_P(CheckpointWithWrongNumbers, IsRefused)
{
    Checkpoint checkpoint = sampleCheckpoint();
    GetParam().change(checkpoint);
    writeUnchecked(checkpoint);
    EXPECT_THAT(sentenceOf([&] { loadCheckpoint(file); }), HasSubstr(GetParam().sentence));
}

TEST_P(CheckpointWithWrongNumbers, IsNotSavedInPlaceOfAGoodOne)
{
    const std::vector<std::byte> before = saved(sampleCheckpoint());
    Checkpoint checkpoint = sampleCheckpoint();
    GetParam().change(checkpoint);
    for (const auto& save : {std::function<void()>([&] { saveCheckpoint(file, checkpoint); }),
                             std::function<void()>([&] { trySaving(std::span(&file, 1), checkpoint); })}) {
        const std::string sentence = sentenceOf(save);
        EXPECT_THAT(sentence, HasSubstr("run.hamnet: what was written does not read back"));
        EXPECT_THAT(sentence, HasSubstr(GetParam().sentence));
        EXPECT_TRUE(bytesOf(file) == before);
        EXPECT_THAT(namesIn(folder.path()), ElementsAre("run.hamnet"));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, CheckpointWithWrongNumbers,
    testing::Values(
        WrongCase{"Iteration", [](Checkpoint& c) { c.iteration = -1; }, "a number in it is -1"},
        WrongCase{"RateScale", [](Checkpoint& c) { c.rateScale = std::nan(""); }, "a number in it is nan"},
        WrongCase{"Fraction", [](Checkpoint& c) { c.corpus.fractions.test = -0.5; }, "a number in it is -0.5"},
        WrongCase{"TwoTensorsOfAName", [](Checkpoint& c) { c.weights.push_back(c.weights.front()); },
                  "the tensor ip/W comes twice in weights"},
        WrongCase{"Shape",
                  [](Checkpoint& c) {
                      c.weights[0].shape = {7, 3};
                  },
                  "the tensor ip/W has 24 bytes, but its shape 7×3 needs 84"},
        WrongCase{"HugeShape",
                  [](Checkpoint& c) {
                      c.weights[0].shape = {1LL << 32, 1LL << 32};
                  },
                  "but extents are 0 or more, their product at most 2^40"},
        WrongCase{"Axes", [](Checkpoint& c) { c.weights[0].shape = Shape(std::vector<std::int64_t>(33, 1)); },
                  "and their number at most 32"},
        WrongCase{"TensorName", [](Checkpoint& c) { c.weights[0].name.assign(5000, 'x'); },
                  "a name in it has 5000 bytes, but 4096 are the most"},
        WrongCase{"TextPath", [](Checkpoint& c) { c.corpus.file.assign(5000, 'x'); }, "a name in it has 5000"},
        WrongCase{"NegativeShape",
                  [](Checkpoint& c) {
                      c.weights[0].shape = {-2, -3};
                  },
                  "but extents are 0 or more"}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

} // namespace
} // namespace engine

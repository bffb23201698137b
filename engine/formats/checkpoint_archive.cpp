// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint_archive.h"

#include "engine/graph/error.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/tracking.hpp>
#include <boost/serialization/version.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <streambuf>
#include <type_traits>
#include <utility>

// The version of each class. Raise one when its fields change, and let serialize() take the older ones too; a file of a
// newer class version is refused.
BOOST_CLASS_VERSION(engine::Checkpoint, 1)
BOOST_CLASS_VERSION(engine::CheckpointSummary, 1)
BOOST_CLASS_VERSION(engine::CorpusIdentity, 1)
BOOST_CLASS_VERSION(engine::BatchCursor, 1)

// Nothing is shared by pointers, so nothing that an archive says can point anywhere.
BOOST_CLASS_TRACKING(engine::Checkpoint, boost::serialization::track_never)
BOOST_CLASS_TRACKING(engine::CheckpointSummary, boost::serialization::track_never)
BOOST_CLASS_TRACKING(engine::CorpusIdentity, boost::serialization::track_never)
BOOST_CLASS_TRACKING(engine::BatchCursor, boost::serialization::track_never)

namespace engine {
namespace {

// Without header (which would tie a file to the version of Boost that wrote it: the container has a version of its own)
// and without conversion of characters.
constexpr unsigned archiveFlags = boost::archive::no_header | boost::archive::no_codecvt;

// Boost's own code for strings and vectors takes the memory that the bytes ask for before it looks whether so many
// follow. Here everything is read piece by piece: a size that is not true ends at the end of the archive. And all
// numbers have 64 bits or are bytes, so that an archive means the same on every machine.
//
// Each function both writes and reads, by the kind of archive.

template <typename Archive>
constexpr bool writes = Archive::is_saving::value;

template <typename Archive>
std::int64_t count(Archive& archive, std::size_t size)
{
    auto number = static_cast<std::int64_t>(size);
    archive& number;
    if (number < 0) {
        throw Error("it counts " + std::to_string(number) + " things, but a count is 0 or more");
    }
    return number;
}

/// Elements without structure of their own: characters, code points, numbers.
template <typename Archive, typename Elements>
void elements(Archive& archive, Elements& all)
{
    using Element = typename Elements::value_type;
    static_assert(std::is_trivially_copyable_v<Element>);
    std::int64_t left = count(archive, all.size());
    if constexpr (writes<Archive>) {
        archive.save_binary(all.data(), all.size() * sizeof(Element));
    } else {
        std::array<Element, 4096> piece;
        while (left > 0) {
            const std::int64_t now = std::min<std::int64_t>(left, piece.size());
            archive.load_binary(piece.data(), static_cast<std::size_t>(now) * sizeof(Element));
            all.insert(all.end(), piece.begin(), piece.begin() + now);
            left -= now;
        }
    }
}

/// Things with a structure: `one` writes or reads one of them.
template <typename Archive, typename Thing, typename One>
void things(Archive& archive, std::vector<Thing>& all, const One& one)
{
    const std::int64_t size = count(archive, all.size());
    for (std::int64_t index = 0; index < size; ++index) {
        if constexpr (!writes<Archive>) {
            all.emplace_back();
        }
        one(all[static_cast<std::size_t>(index)]);
    }
}

template <typename Archive, typename Enum>
void choice(Archive& archive, Enum& value, Enum last, const char* what)
{
    auto number = static_cast<std::int64_t>(value);
    archive& number;
    if (number < 0 || number > static_cast<std::int64_t>(last)) {
        throw Error(std::string(what) + " has the number " + std::to_string(number) + ", but only 0 to " +
                    std::to_string(static_cast<std::int64_t>(last)) + " are known");
    }
    if constexpr (!writes<Archive>) {
        value = static_cast<Enum>(number);
    }
}

template <typename Archive>
void flags(Archive& archive, std::vector<bool>& all)
{
    std::vector<std::uint8_t> bytes(all.begin(), all.end());
    elements(archive, bytes);
    if constexpr (!writes<Archive>) {
        all.assign(bytes.begin(), bytes.end());
    }
}

/// Names and shapes.
template <typename Archive>
void tensors(Archive& archive, std::vector<NamedTensor>& all)
{
    things(archive, all, [&](NamedTensor& tensor) {
        std::vector<std::int64_t> extents = tensor.shape.extents();
        elements(archive, tensor.name);
        elements(archive, extents);
        if constexpr (!writes<Archive>) {
            tensor.shape = Shape(std::move(extents));
        }
    });
}

template <typename Archive>
void vocabularyOf(Archive& archive, Vocabulary& vocabulary)
{
    Encoding encoding = vocabulary.encoding();
    std::vector<char32_t> characters = vocabulary.characters();
    choice(archive, encoding, Encoding::Utf8, "the encoding");
    elements(archive, characters);
    if constexpr (!writes<Archive>) {
        vocabulary = Vocabulary(encoding, std::move(characters));
    }
}

/// One value of all points, so that a long curve is written and read in a few pieces.
template <typename Archive, typename Number>
void column(Archive& archive, std::vector<CurvePoint>& curve, Number CurvePoint::*field)
{
    std::vector<Number> values;
    if constexpr (writes<Archive>) {
        std::transform(curve.begin(), curve.end(), std::back_inserter(values),
                       [&](auto& point) { return point.*field; });
    }
    elements(archive, values);
    if constexpr (!writes<Archive>) {
        if constexpr (std::is_same_v<Number, std::int64_t>) {
            curve.resize(values.size()); // the iterations come first
        }
        if (values.size() != curve.size()) {
            throw Error("its curves have " + std::to_string(curve.size()) + " and " + std::to_string(values.size()) +
                        " points, but all must have as many");
        }
        for (std::size_t index = 0; index < values.size(); ++index) {
            curve[index].*field = values[index];
        }
    }
}

template <typename Archive>
void curveOf(Archive& archive, std::vector<CurvePoint>& curve)
{
    column(archive, curve, &CurvePoint::iteration);
    column(archive, curve, &CurvePoint::seconds);
    column(archive, curve, &CurvePoint::loss);
    column(archive, curve, &CurvePoint::learningRate);
    column(archive, curve, &CurvePoint::gradientNorm);
    column(archive, curve, &CurvePoint::validationLoss);
}

/// Boost reads any version of a class and leaves it to the class what to make of it.
template <typename Class>
void requireKnown(unsigned version)
{
    constexpr unsigned newest = boost::serialization::version<Class>::value;
    if (version > newest) {
        throw Error("its structure was written by a newer Hamnet (version " + std::to_string(version) +
                    "), but this is Hamnet " HAMNET_VERSION ", which reads up to version " + std::to_string(newest));
    }
}

/// An archive in memory, read where it lies.
class MemoryBuffer : public std::streambuf {
public:
    explicit MemoryBuffer(std::span<const std::byte> bytes)
    {
        // The buffer's interface knows no const; reading changes nothing.
        char* const first = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
        setg(first, first, first + bytes.size());
    }
    bool atEnd() const { return gptr() == egptr(); }
};

template <typename Value>
std::string archived(const Value& value)
{
    std::stringbuf buffer(std::ios::out | std::ios::binary);
    boost::archive::binary_oarchive archive(buffer, archiveFlags);
    archive << value;
    return std::move(buffer).str();
}

/// Into a value that was just made.
template <typename Value>
void unarchive(std::span<const std::byte> bytes, Value& value)
{
    MemoryBuffer buffer(bytes);
    try {
        boost::archive::binary_iarchive archive(buffer, archiveFlags);
        archive >> value;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& exception) { // the archive's own, and those of the standard library
        throw Error(std::string("its structure does not read: ") + exception.what());
    }
    if (!buffer.atEnd()) {
        throw Error("its structure ends before its section does");
    }
}

} // namespace

// Boost finds these by the type of their second argument.

template <typename Archive>
void serialize(Archive& archive, CheckpointSummary& summary, unsigned version)
{
    requireKnown<CheckpointSummary>(version);
    elements(archive, summary.modelName);
    archive& summary.iteration& summary.parameters& summary.vocabulary;
    archive& summary.seconds& summary.bestValidationLoss;
}

template <typename Archive>
void serialize(Archive& archive, CorpusIdentity& corpus, unsigned version)
{
    requireKnown<CorpusIdentity>(version);
    elements(archive, corpus.file);
    elements(archive, corpus.digest);
    archive& corpus.bytes& corpus.fractions.validation& corpus.fractions.test;
    choice(archive, corpus.order, BatchOrder::Windows, "the order of batches");
}

template <typename Archive>
void serialize(Archive& archive, BatchCursor& cursor, unsigned version)
{
    requireKnown<BatchCursor>(version);
    elements(archive, cursor.positions);
    flags(archive, cursor.fresh);
    archive& cursor.batches& cursor.epochs;
}

template <typename Archive>
void serialize(Archive& archive, Checkpoint& checkpoint, unsigned version)
{
    requireKnown<Checkpoint>(version);
    elements(archive, checkpoint.model);
    elements(archive, checkpoint.solver);
    vocabularyOf(archive, checkpoint.vocabulary);
    archive& checkpoint.corpus;
    elements(archive, checkpoint.engine);
    elements(archive, checkpoint.device);
    archive& checkpoint.seed;

    tensors(archive, checkpoint.weights);
    tensors(archive, checkpoint.history);
    tensors(archive, checkpoint.state);
    archive& checkpoint.iteration& checkpoint.rateScale;
    archive& checkpoint.cursor;

    archive& checkpoint.seconds& checkpoint.bestValidationLoss;
    archive& checkpoint.bestIteration& checkpoint.validationsWithoutGain;
    curveOf(archive, checkpoint.curve);
    things(archive, checkpoint.samples, [&](TextSample& sample) {
        archive& sample.iteration& sample.seed;
        elements(archive, sample.text);
    });
}

std::string toArchive(const Checkpoint& checkpoint)
{
    return archived(checkpoint);
}

std::string toArchive(const CheckpointSummary& summary)
{
    return archived(summary);
}

void fromArchive(std::span<const std::byte> bytes, Checkpoint& checkpoint)
{
    checkpoint = {};
    unarchive(bytes, checkpoint);
}

void fromArchive(std::span<const std::byte> bytes, CheckpointSummary& summary)
{
    summary = {};
    unarchive(bytes, summary);
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
// What files carry of what made them: written, read, and in the hands of a stranger.
#include "engine/data/corpus.h"
#include "engine/data/text_note.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/provenance_file.h"
#include "engine/graph/error.h"
#include "tests/formats/tiny_png.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <cstdlib>

using namespace engine;
using testing::HasSubstr;

namespace {

Provenance sample(Provenance::Kind kind)
{
    return {.kind = kind,
            .model = "name: \"a < b & \\\"c\\\"\"\nlayer { name: \"lstm\" type: \"LSTM\" }\n",
            .solver = "base_lr: 0.05\n",
            .positions = {{0, -24.5}, {120, 96}},
            .notes = {{.x = 1, .y = 2, .width = 300, .height = 40, .text = "größer – 𝄞\n", .frame = true}},
            .seed = 18'446'744'073'709'551'615u,
            .iteration = 1'000,
            .checkpoint =
                CheckpointUsed{.file = "~/play.runs/run-1.hamnet", .digest = "0123456789abcdef", .iteration = 1'000},
            .sampling = TextSampling{.prompt = "ROMEO:\n",
                                     .temperature = 0.7,
                                     .topP = 0.95,
                                     .topK = 40,
                                     .length = 500,
                                     .drawn = 3,
                                     .held = {"lstm:h:17=0.5"},
                                     .from = 7}};
}

const std::string tinySvg = "<?xml version=\"1.0\"?>\n<svg width=\"1\" data-x=\"a>b\">\n<title>T</title>\n</svg>\n";

std::string number(std::size_t value)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(value >> shift & 0xFF);
    }
    return bytes;
}

/// A PNG with a chunk behind its header.
std::string pngWith(const std::string& type, const std::string& data)
{
    std::string png = tinyPng();
    const std::string chunk = type + data;
    const auto sum = ::crc32_z(0, reinterpret_cast<const unsigned char*>(chunk.data()), chunk.size());
    return png.insert(33, number(data.size()) + chunk + number(sum));
}

std::string deflated(const std::string& text)
{
    std::string packed(::compressBound(text.size()), '\0');
    uLongf size = packed.size();
    ::compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
               text.size());
    packed.resize(size);
    return packed;
}

struct Provenances : testing::Test {
    TemporaryFolder folder;

    /// The sentence with which reading the file is refused.
    std::string refusal(const std::string& name, const std::string& bytes)
    {
        return ::sentenceOf([&] { provenanceIn(folder.write(name, bytes)); });
    }
};

} // namespace

TEST_F(Provenances, AreReadAsTheyWereWritten)
{
    for (const auto kind : {Provenance::Kind::Drawing, Provenance::Kind::Curves, Provenance::Kind::Race,
                            Provenance::Kind::Text, Provenance::Kind::State}) {
        EXPECT_EQ(parseProvenance(printProvenance(sample(kind)), "a file"), sample(kind));
    }
    const Provenance little{.kind = Provenance::Kind::Drawing, .model = "layer {}"};
    EXPECT_EQ(parseProvenance(printProvenance(little), "a file"), little);
}

TEST_F(Provenances, GoAlongInASvg)
{
    const std::string svg = withProvenance(tinySvg, Format::Svg, sample(Provenance::Kind::Curves));
    EXPECT_THAT(svg, HasSubstr("data-x=\"a>b\">\n<metadata>"));
    EXPECT_EQ(provenanceIn(folder.write("a.svg", svg)), sample(Provenance::Kind::Curves));
    // Another program has put metadata of its own first, and wrapped ours.
    std::string edited = svg;
    edited.insert(edited.find("<metadata>"), "<metadata id=\"m\"><rdf:RDF/><!-- layer --></metadata><metadata/>");
    EXPECT_EQ(provenanceIn(folder.write("b.SVG", edited)), sample(Provenance::Kind::Curves));
    EXPECT_EQ(provenanceIn(folder.write("c.svg", tinySvg)), std::nullopt);
    EXPECT_THROW(withProvenance("no picture", Format::Svg, sample(Provenance::Kind::Curves)), Error);
}

TEST_F(Provenances, GoAlongInAPng)
{
    const std::string png = withProvenance(tinyPng(), Format::Png, sample(Provenance::Kind::Race));
    EXPECT_EQ(provenanceIn(folder.write("a.png", png)), sample(Provenance::Kind::Race));
    EXPECT_EQ(png.substr(0, 33) + png.substr(png.find("IDAT") - 4), tinyPng());
    EXPECT_EQ(provenanceIn(folder.write("b.png", tinyPng())), std::nullopt);
    EXPECT_THROW(withProvenance("no picture", Format::Png, sample(Provenance::Kind::Race)), Error);
}

TEST_F(Provenances, GoAlongInAPacketOfXmp)
{
    const std::string pdf = "%PDF-1.4\n1 0 obj\n" + xmpOf(sample(Provenance::Kind::Drawing)) + "endobj\n";
    EXPECT_EQ(provenanceIn(folder.write("a.pdf", pdf)), sample(Provenance::Kind::Drawing));
    EXPECT_EQ(provenanceIn(folder.write("b.pdf", "%PDF-1.4\n")), std::nullopt);
}

TEST_F(Provenances, GoAlongInAText)
{
    const std::string text = "ROMEO:\nWhat light", note = textNoteOf(sample(Provenance::Kind::Text));
    for (const std::string& bytes : {text + note, text + note.substr(0, note.size() - 1), text + note + "\r\n  \n"}) {
        EXPECT_EQ(provenanceIn(folder.write("a.txt", bytes)), sample(Provenance::Kind::Text));
        EXPECT_EQ(textWithoutNote(folder.write("a.txt", bytes)), text);
    }
    EXPECT_EQ(provenanceIn(folder.write("no_ending", text + note)), sample(Provenance::Kind::Text));
    EXPECT_EQ(provenanceIn(folder.write("b.txt", text)), std::nullopt);
    EXPECT_EQ(provenanceIn(folder.write("c.txt", text + note + "And more.")), std::nullopt);
    EXPECT_EQ(provenanceIn(folder.write("d.txt", "")), std::nullopt);
}

TEST_F(Provenances, AreNoPartOfATextThatIsLearned)
{
    std::string text;
    for (int line = 0; line < 400'000; ++line) { // more than is read at once
        text += "abcdefghij\n";
    }
    const std::string note = textNoteOf(sample(Provenance::Kind::Text));
    const Corpus bare(folder.write("bare.txt", text), Encoding::Utf8);
    const std::filesystem::path file = folder.write("noted.txt", text + note);
    const Corpus noted(file, Encoding::Utf8);
    EXPECT_EQ(noted.digest(), bare.digest());
    EXPECT_EQ(noted.vocabulary(), bare.vocabulary());
    EXPECT_EQ(noted.characters(), bare.characters());
    EXPECT_EQ(noted.text(noted.range(Split::All, {})), bare.text(bare.range(Split::All, {})));
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    EXPECT_EQ(noted.text({0, 10}), "abcdefghij"); // touched, and read through again
    EXPECT_THROW(Corpus(folder.write("only.txt", note), Encoding::Utf8), Error);
}

TEST_F(Provenances, GoAlongWithAState)
{
    const WritingState state{.tensors = {{"lstm/h", {1, 2}, {0.5F, -1}}}, .last = "e"};
    const std::filesystem::path file = folder.path() / "a.hamnet-state";
    saveWritingState(file, state, printProvenance(sample(Provenance::Kind::State)));
    EXPECT_EQ(loadWritingState(file), state);
    EXPECT_EQ(provenanceIn(file), sample(Provenance::Kind::State));
    saveWritingState(file, state);
    EXPECT_EQ(provenanceIn(file), std::nullopt);
}

TEST_F(Provenances, AreReadFromEachKindOfTextInAPng)
{
    const Provenance net{.kind = Provenance::Kind::Drawing, .model = "layer { name: \"größer\" }\n"};
    const std::string json = printProvenance(net), key = "Hamnet provenance";
    const std::string wide = "größer", latin1Word = "gr\xF6\xDF"
                                                    "er";
    std::string latin1 = json;
    latin1.replace(latin1.find(wide), wide.size(), latin1Word);
    EXPECT_EQ(provenanceIn(folder.write("a.png", pngWith("tEXt", key + '\0' + latin1))), net);
    EXPECT_EQ(provenanceIn(folder.write("b.png", pngWith("zTXt", key + std::string(2, '\0') + deflated(latin1)))), net);
    EXPECT_EQ(
        provenanceIn(folder.write("c.png", pngWith("iTXt", key + std::string("\0\1\0en\0\0", 7) + deflated(json)))),
        net);
}

TEST_F(Provenances, OfAStrangerAreRefusedInASentence)
{
    const std::string good = printProvenance(sample(Provenance::Kind::Text));
    const auto noted = [&](const std::string& json) {
        return refusal("a.txt", "abc" + std::string(textNoteMark) + json);
    };
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string json = good;
        const std::size_t place = json.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        return noted(json.replace(place, from.size(), to));
    };
    EXPECT_EQ(noted(good), "");
    EXPECT_THAT(noted("{}"), HasSubstr("something is missing"));
    EXPECT_THAT(noted("{\"hamnet_provenance\":1}"), HasSubstr("something is missing"));
    EXPECT_THAT(noted("{\"a\":" + std::string(50'000, '[') + "}"), HasSubstr("damaged"));
    EXPECT_THAT(changed("provenance\":1", "provenance\":2"), HasSubstr("it has version 2"));
    EXPECT_THAT(changed("\"text\"", "\"film\""), HasSubstr("of the kind 'film'"));
    EXPECT_THAT(changed("0123456789abcdef", "../../etc/passwd"), HasSubstr("16 hexadecimal digits"));
    EXPECT_THAT(changed("\"seed\":18446744073709551615", "\"seed\":\"x\""), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"seed\":18446744073709551615", "\"seed\":5e48"), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"hamnet_provenance\":1", "\"hamnet_provenance\":5e48"), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"iteration\":1000", "\"iteration\":-1"), HasSubstr("counts -1"));
    EXPECT_THAT(changed("0.7", "-0.7"), HasSubstr("temperature"));
    EXPECT_THAT(changed("-24.5", "1e300"), HasSubstr("places lie between"));
    EXPECT_THAT(changed("[0.0,-24.5]", "[0.0]"), HasSubstr("no list of 2"));
    EXPECT_THAT(changed("300.0", "-300.0"), HasSubstr("a size is 0 or more"));
}

TEST_F(Provenances, OfDamagedPicturesAreRefusedInASentence)
{
    const std::string png = withProvenance(tinyPng(), Format::Png, sample(Provenance::Kind::Race));
    std::string altered = png;
    altered[png.find("lstm")] = 'x';
    EXPECT_THAT(refusal("a.png", altered), HasSubstr("checksum"));
    EXPECT_THAT(refusal("a.png", png.substr(0, png.find("lstm"))), HasSubstr("checksum"));
    EXPECT_THAT(refusal("a.png", "GIF89a"), HasSubstr("is no PNG"));
    std::string huge = png;
    huge.replace(33, 4, number(0x7FFFFFFF));
    EXPECT_THAT(refusal("a.png", huge), HasSubstr("at most"));
    const std::string bomb = deflated(std::string(40 << 20, 'x'));
    EXPECT_THAT(refusal("a.png", pngWith("zTXt", "Hamnet provenance" + std::string(2, '\0') + bomb)),
                HasSubstr("unpacks to more than"));
    EXPECT_EQ(refusal("a.png", pngWith("iTXt", "Hamnet provenance")), ""); // a keyword without an end
    EXPECT_THAT(refusal("a.png", pngWith("iTXt", "Hamnet provenance" + std::string(1, '\0'))), HasSubstr("damaged"));
    EXPECT_THAT(refusal("a.svg", "<svg><metadata>{\"hamnet_provenance\":1}</metadata></svg>"), HasSubstr("missing"));
    EXPECT_THAT(refusal("a.pdf", "<hamnet:provenance>&amp;</hamnet:provenance>"), HasSubstr("cannot be read"));
    for (const char* const open :
         {"<svg><metadata", "<svg><metadata>layer", "<svg><metadata a='", "<svg><metadata/>"}) {
        EXPECT_EQ(provenanceIn(folder.write("b.svg", open)), std::nullopt) << open;
    }
    EXPECT_THROW(netOfPicture(folder.write("b.svg", "<svg/>")), Error);
}

TEST_F(Provenances, NameTheHomeFolderByItsShortForm)
{
    ASSERT_NE(std::getenv("HOME"), nullptr);
    const std::filesystem::path home = std::filesystem::path(std::getenv("HOME")).lexically_normal();
    EXPECT_EQ(shortPath(home / "nets" / "a.hamnet"), "~/nets/a.hamnet");
    EXPECT_EQ(longPath("~/nets/a.hamnet"), home / "nets" / "a.hamnet");
    EXPECT_EQ(shortPath("/elsewhere/../else/a.hamnet"), "/else/a.hamnet");
    EXPECT_EQ(longPath("/else/a.hamnet"), "/else/a.hamnet");
}

TEST_F(Provenances, ANetHasADigestOfItsOwn)
{
    const auto withWeight = [](float weight) {
        Checkpoint checkpoint;
        checkpoint.model = "name: \"net\"";
        checkpoint.weights = {{"lstm/Wx", {1, 2}, {weight, 2}}};
        return checkpoint;
    };
    const std::filesystem::path one = folder.path() / "one.hamnet", other = folder.path() / "other.hamnet";
    saveCheckpoint(one, withWeight(1));
    saveCheckpoint(other, withWeight(1));
    EXPECT_EQ(netDigest(one), netDigest(other));
    EXPECT_EQ(netDigest(one), Container(one).digest());
    EXPECT_EQ(netDigest(one).size(), 16u);
    saveCheckpoint(other, withWeight(1.5F));
    EXPECT_NE(netDigest(one), netDigest(other));
    // As `printf abc | xxhsum -H3` has it.
    EXPECT_EQ(netDigest(folder.write("a.onnx", "abc")), "78af5f94892f3950");
    EXPECT_THROW(netDigest(folder.path() / "missing.onnx"), Error);
    EXPECT_THROW(netDigest(folder.path()), Error);
}

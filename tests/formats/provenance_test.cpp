// SPDX-License-Identifier: GPL-3.0-or-later
// What files carry of what made them: written, read, and in the hands of a stranger.
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/provenance.h"
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
            .notes = {{.area = {1, 2, 300, 40}, .text = "größer – 𝄞\n", .frame = true}},
            .seed = 18'446'744'073'709'551'615u,
            .iteration = 1'000,
            .checkpoint =
                CheckpointUsed{.file = "~/play.runs/run-1.hamnet", .digest = "0123456789abcdef", .iteration = 1'000}};
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
    for (const auto kind :
         {Provenance::Kind::Drawing, Provenance::Kind::Curves, Provenance::Kind::Race, Provenance::Kind::State}) {
        EXPECT_EQ(parseProvenance(printProvenance(sample(kind)), "a file"), sample(kind));
    }
    const Provenance little{.kind = Provenance::Kind::Drawing, .model = "layer {}"};
    EXPECT_EQ(parseProvenance(printProvenance(little), "a file"), little);
}

TEST_F(Provenances, GoAlongInASvg)
{
    const std::string svg = withProvenance(tinySvg, Format::Svg, sample(Provenance::Kind::Curves));
    EXPECT_EQ(provenanceIn(folder.write("a.svg", svg)), sample(Provenance::Kind::Curves));
    // Another program has put metadata of its own first, and wrapped ours.
    std::string edited = svg;
    edited.insert(edited.find("<metadata>"), "<metadata id=\"m\"><rdf:RDF/><!-- layer --></metadata><metadata/>");
    EXPECT_EQ(provenanceIn(folder.write("b.SVG", edited)), sample(Provenance::Kind::Curves));
    EXPECT_EQ(provenanceIn(folder.write("c.svg", tinySvg)), std::nullopt);
    // A note and a layer of that name, also in the net itself.
    Provenance named = sample(Provenance::Kind::Curves);
    named.model += "layer { name: \"hamnet_provenance\" type: \"LSTM\" }\n";
    std::string drawn = tinySvg;
    drawn.insert(drawn.find("</svg>"), "<text>{hamnet_provenance</text><text>hamnet_provenance</text>\n");
    EXPECT_EQ(provenanceIn(folder.write("d.svg", withProvenance(drawn, Format::Svg, named))), named);
    EXPECT_EQ(provenanceIn(folder.write("e.svg", drawn)), std::nullopt);
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

TEST_F(Provenances, AreReadInEachFormOfTextThatIsNotPacked)
{
    const Provenance made{.kind = Provenance::Kind::Drawing, .model = "layer { name: \"größer\" }\n"};
    const std::string json = printProvenance(made), key = "Hamnet provenance";
    EXPECT_EQ(provenanceIn(folder.write("a.png", pngWith("tEXt", key + '\0' + json))), made);
    std::string escaped = json;
    escaped.replace(escaped.find("größer"), std::string_view("größer").size(), "gr&#xF6;&#223;er");
    EXPECT_EQ(provenanceIn(folder.write("a.svg", "<svg><metadata>" + escaped + "</metadata></svg>")), made);
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

TEST_F(Provenances, OfAStrangerAreRefusedInASentence)
{
    const std::string good = printProvenance(sample(Provenance::Kind::State));
    const auto refused = [](const std::string& json) { return ::sentenceOf([&] { parseProvenance(json, "a file"); }); };
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string json = good;
        const std::size_t place = json.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        return refused(json.replace(place, from.size(), to));
    };
    EXPECT_EQ(refused(good), "");
    EXPECT_THAT(refused("{}"), HasSubstr("something is missing"));
    EXPECT_THAT(refused("{\"hamnet_provenance\":1}"), HasSubstr("something is missing"));
    EXPECT_THAT(refused("{\"a\":" + std::string(50'000, '[') + "}"), HasSubstr("damaged"));
    EXPECT_THAT(changed("provenance\":1", "provenance\":2"), HasSubstr("it has version 2"));
    EXPECT_THAT(changed("\"state\"", "\"film\""), HasSubstr("another kind"));
    EXPECT_THAT(changed("0123456789abcdef", "../../etc/passwd"), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"seed\":18446744073709551615", "\"seed\":\"x\""), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"seed\":18446744073709551615", "\"seed\":5e48"), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"hamnet_provenance\":1", "\"hamnet_provenance\":5e48"), HasSubstr("another kind"));
    EXPECT_THAT(changed("\"iteration\":1000", "\"iteration\":-1"), HasSubstr("another kind"));
    EXPECT_THAT(changed("-24.5", "1e300"), HasSubstr("another kind"));
    EXPECT_THAT(changed("[0.0,-24.5]", "[0.0]"), HasSubstr("another kind"));
    EXPECT_THAT(changed("300.0", "-300.0"), HasSubstr("another kind"));
}

TEST_F(Provenances, OfDamagedPicturesAreRefusedInASentence)
{
    const std::string png = withProvenance(tinyPng(), Format::Png, sample(Provenance::Kind::Race));
    std::string altered = png;
    altered[png.find("lstm")] = 'x';
    EXPECT_THAT(refusal("a.png", altered), HasSubstr("damaged"));
    EXPECT_THAT(refusal("a.png", png.substr(0, png.find("lstm"))), HasSubstr("damaged"));
    EXPECT_THAT(refusal("a.png", "GIF89a"), HasSubstr("is no PNG"));
    std::string huge = png;
    huge.replace(33, 4, number(0x7FFFFFFF));
    EXPECT_THAT(refusal("a.png", huge), HasSubstr("damaged"));
    EXPECT_EQ(refusal("a.png", pngWith("iTXt", "Hamnet provenance")), ""); // a keyword without an end
    EXPECT_EQ(refusal("a.png", tinyPng().substr(0, tinyPng().find("IDAT") + 6)), "") << "its pixels are not looked at";
    EXPECT_THAT(refusal("a.svg", "<svg><metadata>{\"hamnet_provenance\":1}</metadata></svg>"), HasSubstr("missing"));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/net_drawing.h"
#include "engine/drawing/svg.h"
#include "engine/drawing/unrolled_drawing.h"
#include "engine/drawing/wire_curve.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "tests/support/layer_from.h"
#include "tests/support/paths.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>

namespace engine {
namespace {

boost::property_tree::ptree parsed(const std::string& xml)
{
    std::istringstream in(xml);
    boost::property_tree::ptree tree;
    boost::property_tree::read_xml(in, tree); // throws where it is not well formed
    return tree;
}

/// All that stands in <text> elements, wherever they are.
void addTexts(const boost::property_tree::ptree& tree, std::vector<std::string>& texts)
{
    for (const auto& [name, child] : tree) {
        if (name == "text") {
            texts.push_back(child.data());
        }
        addTexts(child, texts);
    }
}

std::vector<std::string> textsOf(const std::string& svg)
{
    std::vector<std::string> texts;
    addTexts(parsed(svg), texts);
    return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& text)
{
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

void expectNoOverlap(const Drawing& drawing)
{
    for (std::size_t one = 0; one < drawing.boxes.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            EXPECT_FALSE(drawing.boxes[one].area().overlaps(drawing.boxes[other].area()))
                << drawing.boxes[one].name << " lies on " << drawing.boxes[other].name;
        }
    }
}

DrawingArea labelArea(const DrawnWire& wire)
{
    const double width = textWidth(wire.label, 11) + 8; // of the plate behind it
    return {wire.labelMiddle.x - width / 2, wire.labelMiddle.y - 8, width, 16};
}

void expectLabelsApart(const Drawing& drawing)
{
    for (std::size_t one = 0; one < drawing.wires.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            const DrawnWire &a = drawing.wires[one], &b = drawing.wires[other];
            EXPECT_FALSE(!a.label.empty() && !b.label.empty() && labelArea(a).overlaps(labelArea(b)))
                << a.label << " from " << drawing.boxes[a.from].name << " lies on " << b.label << " from "
                << drawing.boxes[b.from].name;
        }
    }
}

Model sample(const std::string& name)
{
    return readModelFile(sourceRoot() / "models" / name);
}

const DrawnBox& boxNamed(const Drawing& drawing, const std::string& name)
{
    return *std::find_if(drawing.boxes.begin(), drawing.boxes.end(),
                         [&](const DrawnBox& box) { return box.name == name; });
}

class EverySample : public testing::TestWithParam<std::string> {};

std::vector<std::string> samples()
{
    std::vector<std::string> names;
    for (const std::filesystem::path& file : sampleModels()) {
        names.push_back(file.filename());
    }
    return names;
}

TEST_P(EverySample, IsDrawnInEveryPhase)
{
    const Model model = sample(GetParam());
    for (const Phase phase : {Phase::Train, Phase::Test, Phase::Run}) {
        const Drawing drawing = netDrawing(model, {.phase = phase});
        expectNoOverlap(drawing);
        expectLabelsApart(drawing);
        const std::vector<std::string> texts = textsOf(svgOf(drawing));
        for (const Layer& layer : forPhase(model, phase).layers) {
            EXPECT_TRUE(has(texts, layer.name)) << layer.name;
            EXPECT_TRUE(has(texts, layer.type)) << layer.type;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Drawing, EverySample, testing::ValuesIn(samples()),
                         [](const auto& entry) { return entry.param.substr(0, entry.param.find('.')); });

TEST(Drawing, EverySizeIsSaidOnceInTheBoxOrOnAWire)
{
    const Drawing drawing = netDrawing(withVocabulary(sample("char_rnn_caffe.prototxt"), 65));
    const std::vector<std::string> texts = textsOf(svgOf(drawing));
    std::map<std::pair<std::size_t, std::size_t>, int> said; // by box and output
    for (std::size_t box = 0; box < drawing.boxes.size(); ++box) {
        said[{box, 0}] += drawing.boxes[box].size.empty() ? 0 : 1;
    }
    for (const DrawnWire& wire : drawing.wires) {
        said[{wire.from, wire.output}] += wire.label.empty() ? 0 : 1;
        EXPECT_TRUE(wire.label.empty() || has(texts, wire.label)) << wire.label;
    }
    EXPECT_GT(said.size(), drawing.boxes.size()); // data, clip and label of the first layer
    for (const auto& [output, times] : said) {
        EXPECT_EQ(times, 1) << "box " << output.first << ", output " << output.second;
    }
}

TEST(Drawing, BothDirectionsAreMarked)
{
    Drawing drawing = netDrawing(sample("rows_bidirectional.prototxt"));
    const auto both =
        std::find_if(drawing.boxes.begin(), drawing.boxes.end(), [](const DrawnBox& box) { return box.bidirectional; });
    ASSERT_NE(both, drawing.boxes.end());
    EXPECT_EQ(both->group, LayerGroup::Recurrent);
    const std::string marked = svgOf(drawing);
    both->bidirectional = false;
    EXPECT_NE(svgOf(drawing), marked);
}

TEST(Drawing, AProblemStandsOnItsBox)
{
    Model model = withVocabulary(sample("char_rnn_caffe.prototxt"), 65);
    for (Layer& layer : model.layers) {
        if (layer.type == "LSTM") {
            layer.bottoms.front() = "nobody";
        }
    }
    const Drawing drawing = netDrawing(model);
    EXPECT_TRUE(std::any_of(drawing.boxes.begin(), drawing.boxes.end(),
                            [](const DrawnBox& box) { return box.problem.find("nobody") != std::string::npos; }));
    EXPECT_NO_THROW(parsed(svgOf(drawing)));
}

TEST(Drawing, ALongNoteIsWrappedAndAFramesTitleIsNot)
{
    const std::string words = "Reads the text a character at a time and says how likely each next one is.";
    Drawing drawing{.title = "notes", .boxes = {}, .wires = {}};
    drawing.notes = {{.area = {0, 0, 200, 120}, .text = words}};
    std::string joined;
    const std::vector<std::string> lines = textsOf(svgOf(drawing));
    EXPECT_GT(lines.size(), 1U);
    for (const std::string& line : lines) {
        joined += (joined.empty() ? "" : " ") + line;
    }
    EXPECT_EQ(joined, words);
    drawing.notes.front().frame = true;
    EXPECT_EQ(textsOf(svgOf(drawing)).size(), 1U);
}

TEST(Drawing, PlacesThatAreGivenAreKept)
{
    const Model model = sample("char_rnn_small.prototxt");
    std::vector<std::optional<DrawingPoint>> places;
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        places.push_back(DrawingPoint{10.0 * static_cast<double>(layer), 200.0 * static_cast<double>(layer)});
    }
    const Drawing drawing = netDrawing(model, {.places = places});
    EXPECT_EQ(boxNamed(drawing, model.layers.front().name).corner, (DrawingPoint{0, 0}));
    EXPECT_EQ(drawing.boxes.size(), forPhase(model, Phase::Train).layers.size());
}

TEST(Drawing, AWireToTheNextColumnRunsBesideTheBoxes)
{
    std::vector<engine::DrawingArea> boxes;
    for (const double left : {0.0, 364.0}) {
        for (int row = 0; row < 4; ++row) {
            boxes.push_back({left, 144.0 * row, engine::boxWidth, engine::boxHeight});
        }
    }
    const engine::DrawnCurve curve = engine::wireCurveAround({110, boxes[3].bottom()}, {474, 0}, boxes, 0);
    for (int step = 1; step < 100; ++step) {
        const engine::DrawingPoint at = curve.at(step / 100.0);
        for (const engine::DrawingArea& box : boxes) {
            EXPECT_FALSE(at.x > box.x + 1 && at.x < box.right() - 1 && at.y > box.y + 1 && at.y < box.bottom() - 1)
                << at.x << ", " << at.y << " lies in a box";
        }
    }
}

TEST(Drawing, AWireOfAnyLengthGoesAroundASingleBox)
{
    for (double top = 100; top < 19'800; top += 90) {
        const DrawingArea box{0, top, boxWidth, boxHeight};
        EXPECT_GT(wireCurveAround({110, 0}, {110, 20'000}, {box}, 0).pieces.size(), 1U) << "box at " << top;
    }
}

TEST(Drawing, AWireAcrossPlacesThatAreNoNumbersComesToAnEnd)
{
    const double none = std::numeric_limits<double>::quiet_NaN(), huge = 1e300;
    for (const DrawingPoint to : {DrawingPoint{none, none}, DrawingPoint{huge, huge}, DrawingPoint{0, huge}}) {
        EXPECT_FALSE(wireCurveAround({0, 0}, to, {{-1e5, -1e300, 2e300, 3e300}, {0, 0, none, none}}, 0).pieces.empty());
    }
}

bool crosses(const DrawnCurve& curve, const DrawingArea& box)
{
    for (int step = 0; step <= 400; ++step) {
        const DrawingPoint at = curve.at(step / 400.0);
        if (at.x > box.x + 4 && at.x < box.right() - 4 && at.y > box.y + 4 && at.y < box.bottom() - 4) {
            return true;
        }
    }
    return false;
}

TEST(Drawing, AWireToABoxAboveItsOwnGoesAroundBoth)
{
    const std::vector<DrawingArea> boxes = {{0, 300, boxWidth, boxHeight}, {40, 0, boxWidth, boxHeight}};
    const DrawnCurve curve = wireCurveAround({110, 396}, {150, 0}, boxes, 0);
    EXPECT_FALSE(crosses(curve, boxes[0]));
    EXPECT_FALSE(crosses(curve, boxes[1]));
}

TEST(Drawing, AWireTakesTheOtherSideWhereABoxHindersItOnTheWayThere)
{
    const std::vector<DrawingArea> boxes = {{0, 0, boxWidth, boxHeight},
                                            {0, 200, boxWidth, boxHeight}, // between the two
                                            {0, 400, boxWidth, boxHeight},
                                            {150, 98, 80, 60}}; // right below the first, half a row lower
    const DrawnCurve curve = wireCurveAround({110, 96}, {110, 400}, boxes, 0);
    for (const DrawingArea& box : boxes) {
        EXPECT_FALSE(crosses(curve, box)) << box.x << ", " << box.y;
    }
}

TEST(Drawing, AWireGoesAroundTheInputsOfAnotherLayer)
{
    const std::vector<DrawingArea> boxes = {{0, 0, boxWidth, boxHeight}, {1'000, 296, boxWidth, boxHeight}};
    std::vector<DrawingArea> three = boxes;
    three.push_back({400, 200, boxWidth, boxHeight}); // the straight way passes its upper edge, 4 above
    const DrawingPoint from{110, 96}, to{1'110, 296};
    EXPECT_EQ(wireCurveAround(from, to, boxes, 0).pieces.size(), 1U);
    const DrawnCurve curve = wireCurveAround(from, to, three, 0);
    for (int step = 0; step <= 100; ++step) {
        const DrawingPoint at = curve.at(step / 100.0);
        EXPECT_FALSE(at.x > 400 && at.x < 620 && at.y > 194 && at.y < 302) << at.x << ", " << at.y << " is at a port";
    }
}

TEST(Drawing, AnyBytesMakeAFileThatIsWellFormed)
{
    Model model;
    model.name = "a<b>&\"\x01\xff";
    model.layers.push_back({.name = "\xc3(\x02</text>", .type = "No & Such"});
    const std::string svg = svgOf(netDrawing(model), {.metadata = "]]> & <script>"});
    EXPECT_TRUE(has(textsOf(svg), "No & Such"));
    EXPECT_EQ(parsed(svg).get<std::string>("svg.metadata"), "]]> & <script>");
    EXPECT_EQ(svg.find('\x01'), std::string::npos);
    EXPECT_EQ(svg.find('\xff'), std::string::npos);
}

TEST(Drawing, AnEmptyNetIsAnEmptyPicture)
{
    EXPECT_NO_THROW(parsed(svgOf(netDrawing(Model{}))));
}

TEST(Drawing, ABoxSaysTheEquationsWithoutTheirComments)
{
    const Layer layer{.type = "CELL",
                      .params = {{"equations", std::string("# JANET. 2018.\nf = b # gate\n\n  h = f * x\n")}}};
    EXPECT_EQ(settingsInWords(layer, Dialect::Bvlc), "f = b; h = f * x");
}

TEST(UnrolledDrawing, HasAColumnForEachStep)
{
    const Model model = withVocabulary(sample("char_rnn_caffe.prototxt"), 65);
    const auto lstm =
        std::find_if(model.layers.begin(), model.layers.end(), [](const Layer& layer) { return layer.type == "LSTM"; });
    const Drawing drawing = unrolledDrawing(model, lstm->name, {.steps = 3});
    expectNoOverlap(drawing);
    for (int step = 1; step < 3; ++step) {
        EXPECT_LT(boxNamed(drawing, "unit_" + std::to_string(step)).corner.x,
                  boxNamed(drawing, "unit_" + std::to_string(step + 1)).corner.x);
        EXPECT_EQ(boxNamed(drawing, "unit_" + std::to_string(step)).corner.y,
                  boxNamed(drawing, "unit_" + std::to_string(step + 1)).corner.y);
    }
    EXPECT_NE(drawing.caption.find("3 of 75 steps"), std::string::npos) << drawing.caption;
    EXPECT_GT(boxNamed(drawing, "h_T_split").corner.y, boxNamed(drawing, "unit_3").corner.y);
}

TEST(UnrolledDrawing, HasBothDirections)
{
    const Model model = sample("rows_bidirectional.prototxt");
    const Drawing net = netDrawing(model);
    const auto both =
        std::find_if(net.boxes.begin(), net.boxes.end(), [](const DrawnBox& box) { return box.bidirectional; });
    ASSERT_NE(both, net.boxes.end());
    const Drawing drawing = unrolledDrawing(model, both->name, {.steps = 2});
    expectNoOverlap(drawing);
    EXPECT_LT(boxNamed(drawing, "unit_2").corner.x, boxNamed(drawing, "back_unit_1").corner.x);
}

TEST(UnrolledDrawing, HasABoxForEachEquationOfATypedCell)
{
    const Model model{.layers = {layerFrom("in INPUT -> x cont", {{"shape", std::vector<Shape>{{6, 2, 5}, {6, 2}}}}),
                                 layerFrom("cell CELL x cont -> h",
                                           {{"num_output", std::int64_t{4}}, {"cell", std::string("janet")}})}};
    const Drawing drawing = unrolledDrawing(model, "cell", {.steps = 2});
    expectNoOverlap(drawing);
    EXPECT_EQ(std::ranges::count(drawing.boxes, std::string("CELL_UNIT"), &DrawnBox::type), 2 * 2);
    EXPECT_EQ(std::ranges::count(drawing.boxes, std::string("Uf h[t-1]_2"), &DrawnBox::name), 1);
}

TEST(UnrolledDrawing, RefusesWhatHasNoSteps)
{
    const Model model = withVocabulary(sample("char_rnn_caffe.prototxt"), 65);
    EXPECT_THROW(unrolledDrawing(model, "nobody"), Error);
    EXPECT_THROW(unrolledDrawing(model, model.layers.front().name), Error);
}

} // namespace
} // namespace engine

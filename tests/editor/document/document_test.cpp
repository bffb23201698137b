// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "tests/editor/samples.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <algorithm>
#include <filesystem>
#include <random>

using namespace editor;

namespace {

ShapeOf shapesOf(const Document& document)
{
    return [&](Output output) { return document.shape(output); };
}

QStringList sentences(const Document& document)
{
    QStringList all;
    for (const Problem& problem : document.derived().problems) {
        all << QString::fromStdString(problem.sentence);
    }
    return all;
}

/// drawnFromNothing() with LSTMs and dropouts in turn before the scores, so many layers in all.
Content chainOf(int layers)
{
    Content content = drawnFromNothing();
    const Id scores = named(content, "innerproduct");
    for (int layer = 5; layer < layers; ++layer) {
        const std::vector<Wire> all = wires(content);
        const auto last = std::ranges::find(all, Input{scores, 0}, &Wire::to);
        insertOnWire(content, engine::layerType(layer % 2 ? "DROPOUT" : "LSTM"), *last, {});
    }
    return content;
}

/// One random edit; what an edit refuses counts as an edit that does nothing.
class RandomEditor {
    template <typename Items>
    auto& pick(Items& items)
    {
        auto place = items.begin();
        std::advance(place, m_random() % items.size());
        return *place;
    }

public:
    explicit RandomEditor(unsigned seed) : m_random(seed) {}

    void edit(Content& content)
    {
        try {
            (this->*pick(m_edits))(content);
        } catch (const engine::Error&) {}
    }

private:
    double coordinate() { return static_cast<double>(m_random() % 2000); }

    void add(Content& content)
    {
        if (content.nodes.size() < 40) {
            addLayer(content, pick(m_types), {coordinate(), coordinate()});
        }
    }
    void wire(Content& content)
    {
        if (content.nodes.empty()) {
            return;
        }
        const Node &from = pick(content.nodes), &to = pick(content.nodes);
        const std::size_t outputs = outputPorts(from).size(), inputs = inputPorts(to).size();
        if (outputs > 0 && inputs > 0 && from.id != to.id) {
            addWire(content, {from.id, m_random() % outputs}, {to.id, m_random() % inputs});
        }
    }
    void cut(Content& content)
    {
        const std::vector<Wire> all = wires(content);
        if (!all.empty()) {
            removeWire(content, pick(all).to);
        }
    }
    void insert(Content& content)
    {
        const std::vector<Wire> all = wires(content);
        if (!all.empty() && content.nodes.size() < 40) {
            const engine::LayerType& type = pick(m_types);
            if (!type.inputs.empty() && !type.outputs.empty()) {
                insertOnWire(content, type, pick(all), {coordinate(), coordinate()});
            }
        }
    }
    void erase(Content& content)
    {
        if (!content.nodes.empty()) {
            remove(content, {pick(content.nodes).id}, m_random() % 2 ? Bypass::Yes : Bypass::No);
        }
    }
    void name(Content& content)
    {
        if (!content.nodes.empty()) {
            rename(content, pick(content.nodes).id, "layer" + std::to_string(m_random() % 60));
        }
    }
    void set(Content& content)
    {
        if (!content.nodes.empty()) {
            setParam(content, pick(content.nodes).id, "num_output", static_cast<std::int64_t>(m_random() % 300));
        }
    }
    void move(Content& content)
    {
        if (!content.nodes.empty()) {
            pick(content.nodes).position = {coordinate(), coordinate()};
        }
    }
    void copy(Content& content)
    {
        if (!content.nodes.empty() && content.nodes.size() < 40) {
            paste(content, textOf(content, {pick(content.nodes).id, pick(content.nodes).id}), {coordinate(), 0});
        }
    }
    void note(Content& content) { addNote(content, Note::Kind::Frame, "frame", {coordinate(), coordinate(), 100, 50}); }
    void tune(Content& content) { setSolverParam(content, "base_lr", 0.001 * static_cast<double>(m_random() % 100)); }

    std::mt19937 m_random;
    std::span<const engine::LayerType> m_types = engine::catalog();
    std::vector<void (RandomEditor::*)(Content&)> m_edits = {
        &RandomEditor::add,    &RandomEditor::add,   &RandomEditor::wire, &RandomEditor::wire, &RandomEditor::cut,
        &RandomEditor::insert, &RandomEditor::erase, &RandomEditor::name, &RandomEditor::set,  &RandomEditor::move,
        &RandomEditor::copy,   &RandomEditor::note,  &RandomEditor::tune};
};

void expectMadeBeforeRead(const Content& content)
{
    for (const Wire& wire : wires(content)) {
        QVERIFY(content.find(wire.from.node) < content.find(wire.to.node));
    }
}

} // namespace

class DocumentTest : public QObject {
    Q_OBJECT

private slots:
    void aCharRnnDrawnFromNothingFits()
    {
        Opened document(drawnFromNothing());
        QVERIFY2(document.derived().problems.empty(), qPrintable(sentences(document).join('\n')));
        QCOMPARE(document.derived().report.wires.size(), std::size_t{6}); // the four of the chain, clip and label
    }

    void aReplacedLayerKeepsNameSizeAndWires()
    {
        Content content = drawnFromNothing();
        const Id id = named(content, "lstm");
        content.find(id)->layer.params["num_output"] = std::int64_t{48};
        setParam(content, id, "expose_hidden_output", true);
        addOutput(content, id); // hT
        addOutput(content, id); // cT
        const std::vector<Wire> before = wires(content);
        replaceType(content, id, engine::layerType("CELL"));
        const engine::Layer& layer = content.find(id)->layer;
        QCOMPARE(layer.name, "lstm");
        QCOMPARE(layer.type, "CELL");
        QVERIFY(layer.params.at("num_output") == engine::ParamValue(std::int64_t{48}));
        QVERIFY(!layer.params.contains("forget_bias"));
        QCOMPARE(layer.tops.size(), 2U); // its cell has a state h, but no c
        QVERIFY(wires(content) == before);
        setParam(content, id, "expose_hidden_output", false);
        content.find(id)->layer.tops.resize(1);
        Opened document(content);
        QCOMPARE(sentences(document), QStringList());
    }

    void noNewLayerStartsWithAllWeightsZero()
    {
        for (const engine::LayerType& type : engine::catalog()) {
            Content content;
            const engine::Params params =
                completeParams(content.find(addLayer(content, type, {}))->layer, engine::Dialect::Bvlc);
            if (params.contains("weight_filler")) {
                QVERIFY2(engine::fillerParam(params, "weight_filler").type != "constant", type.name.data());
            }
        }
    }

    void anOpenInputIsAProblemThatNamesThePort()
    {
        Document document;
        document.change("add", [](Content& content) { addLayer(content, engine::layerType("LSTM"), {}); });
        QVERIFY(sentences(document).join(' ').contains("its input cont is connected to nothing"));
        QCOMPARE(document.derived().problems.front().node, document.content().nodes.front().id);
    }

    void everySampleComesBackAsItsModel()
    {
        QVERIFY(sampleModels().size() >= 7);
        for (const std::filesystem::path& file : sampleModels()) {
            engine::Model read = engine::readModelFile(file);
            for (engine::Layer& layer : read.layers) {
                layer.line = 0;
            }
            QVERIFY2(model(contentOf(read)) == read, file.c_str());
        }
    }

    void aLayerPutOnAWireFeedsItsReaderUntilItIsBypassed()
    {
        const Content before = drawnFromNothing();
        Content content = before;
        const Id lstm = named(content, "lstm"), scores = named(content, "innerproduct");
        const Id dropout = insertOnWire(content, engine::layerType("DROPOUT"), {{lstm, 0}, {scores, 0}}, {});
        QCOMPARE(content.find(scores)->layer.bottoms[0], content.find(dropout)->layer.tops[0]);
        QCOMPARE(content.find(dropout)->layer.bottoms[0], content.find(lstm)->layer.tops[0]);
        remove(content, {dropout}, Bypass::Yes);
        QCOMPARE(wires(content), wires(before));
        remove(content, {lstm}, Bypass::No);
        QCOMPARE(content.find(scores)->layer.bottoms, std::vector<std::string>{""});
    }

    void readingBehindAnInPlaceLayerIsKeptAndBeforeItGivesItATensorOfItsOwn()
    {
        Content content = drawnFromNothing();
        const Id lstm = named(content, "lstm"), scores = named(content, "innerproduct");
        const Id dropout = insertOnWire(content, engine::layerType("DROPOUT"), {{lstm, 0}, {scores, 0}}, {});
        const auto has = [&](const Wire& wire) { return std::ranges::count(wires(content), wire) == 1; };
        content.find(dropout)->layer.tops[0] = "lstm"; // as Caffe's files have it
        content.find(scores)->layer.bottoms[0] = "lstm";
        rename(content, named(content, "embed"), "vectors");
        QCOMPARE(content.find(dropout)->layer.tops[0], std::string("lstm"));
        QVERIFY(has({{dropout, 0}, {scores, 0}}));
        const Id silence = addLayer(content, engine::layerType("SILENCE"), {});
        addWire(content, {dropout, 0}, {silence, 0});
        addWire(content, {lstm, 0}, {scores, 0}); // past the dropout
        QVERIFY(has({{lstm, 0}, {scores, 0}}));
        QVERIFY(has({{dropout, 0}, {silence, 0}}));
    }

    void aCircleIsRefused()
    {
        Opened document(drawnFromNothing());
        const Id embed = document.nodeNamed("embed"), lstm = document.nodeNamed("lstm");
        const auto refused = refusal(document.content(), shapesOf(document), {lstm, 0}, {embed, 0});
        QVERIFY(refused && refused->find("circle") != std::string::npos);
        const Content before = document.content();
        QVERIFY(document.change("wire", [&](Content& content) { addWire(content, {lstm, 0}, {embed, 0}); }));
        QVERIFY(document.content() == before);
    }

    void aShapeThatDoesNotFitIsRefusedWithTheLayersSentence()
    {
        Opened document(drawnFromNothing());
        const Id text = document.nodeNamed("textdata"), lstm = document.nodeNamed("lstm");
        const auto label = refusal(document.content(), shapesOf(document), {text, 2}, {lstm, 1});
        QVERIFY(label.has_value());
        QVERIFY2(label->find("cont") != std::string::npos, label->c_str());
        QVERIFY(!refusal(document.content(), shapesOf(document), {text, 1}, {lstm, 1}));
    }

    void whatFitsBehindAnEmbedIsOfferedFirst()
    {
        Opened document(drawnFromNothing());
        const std::vector<Candidate> all =
            candidates(document.content(), shapesOf(document), {document.nodeNamed("embed"), 0});
        const auto offered = [](const std::vector<Candidate>& some, std::string_view type) {
            return std::ranges::find(some, type, [](const Candidate& one) { return one.type->name; });
        };
        QVERIFY(offered(all, "LSTM")->refusal.empty());
        QVERIFY(offered(all, "DROPOUT")->refusal.empty());
        const std::vector<Candidate> behindLabel =
            candidates(document.content(), shapesOf(document), {document.nodeNamed("textdata"), 2});
        const auto lstm = offered(behindLabel, "LSTM");
        QVERIFY2(lstm->refusal.find("input x") != std::string::npos, lstm->refusal.c_str());
    }

    void renamingALayerRenamesItsTensor()
    {
        Content content = drawnFromNothing();
        rename(content, named(content, "lstm"), "memory");
        QCOMPARE(content.findNamed("memory")->layer.tops[0], std::string("memory"));
        QCOMPARE(content.findNamed("innerproduct")->layer.bottoms[0], std::string("memory"));
    }

    void twoLayersOfOnePhaseCannotHaveOneName()
    {
        Opened document(drawnFromNothing());
        const auto refused =
            document.change("rename", [&](Content& content) { rename(content, named(content, "lstm"), "embed"); });
        QVERIFY(refused && refused->contains("already called embed"));
    }

    void aNameThatNoFileHoldsIsRefused()
    {
        Opened document(drawnFromNothing());
        const auto renamed = [&](std::size_t bytes) {
            return document.change(
                "rename", [&](Content& content) { rename(content, named(content, "lstm"), std::string(bytes, 'x')); });
        };
        const auto refused = renamed(129);
        QVERIFY(refused && refused->contains("layer lstm: its new name has 129 bytes, but 128 are the most"));
        QVERIFY(!renamed(128));
    }

    void frozenWeightsAreWrittenAndRead()
    {
        Content content = drawnFromNothing();
        setFrozen(content, named(content, "lstm"), true);
        const Content read = contentOf(engine::readModel(engine::writeModel(model(content)), "test"));
        QVERIFY(isFrozen(*read.findNamed("lstm")));
        QVERIFY(!isFrozen(*read.findNamed("embed")));
        setFrozen(content, named(content, "lstm"), false);
        QVERIFY(content.findNamed("lstm")->layer.weights.empty());
    }

    void pastedLayersKeepTheirWiresAndGetFreeNames()
    {
        Content content = drawnFromNothing();
        const std::set<Id> chain = {named(content, "embed"), named(content, "lstm")};
        const std::set<Id> pasted = paste(content, textOf(content, chain), {500, 0});
        QCOMPARE(pasted.size(), std::size_t{2});
        const engine::Layer& lstm = content.find(*pasted.rbegin())->layer;
        QCOMPARE(lstm.name, std::string("lstm2"));
        QCOMPARE(lstm.bottoms, (std::vector<std::string>{"embed2", "clip"}));
    }

    void textThatIsNoModelIsNotPasted()
    {
        Opened document(drawnFromNothing());
        const Content before = document.content();
        const auto refused = document.change("paste", [](Content& content) { paste(content, "layer {{", {}); });
        QVERIFY(refused && refused->contains("the pasted text:1:"));
        QVERIFY(document.content() == before);
    }

    void editsOfOneKeyAreOneStep()
    {
        Opened document(drawnFromNothing());
        const Content before = document.content();
        const Id lstm = document.nodeNamed("lstm");
        for (std::int64_t units = 1; units <= 5; ++units) {
            document.change(
                "units", [&](Content& content) { setParam(content, lstm, "num_output", units); }, "units");
        }
        QCOMPARE(document.undoStack().count(), 1);
        document.undoStack().undo();
        QVERIFY(document.content() == before);
        document.undoStack().redo();
        QCOMPARE(engine::intParam(document.content().find(lstm)->layer.params, "num_output"), std::int64_t{5});
    }

    /// So that what is added next goes on from the same layer.
    void whatWasSelectedIsSelectedAgain()
    {
        Document document;
        document.load(drawnFromNothing());
        const Id lstm = document.nodeNamed("lstm");
        Id dropout = 0;
        document.select({lstm});
        document.change(QStringLiteral("add"), [&](Content& content) {
            dropout = addAfter(content, engine::layerType("DROPOUT"), {lstm, 0}, {});
        });
        document.select({dropout});
        document.undoStack().undo();
        QCOMPARE(document.selection(), std::set<Id>{lstm});
        document.undoStack().redo();
        QCOMPARE(document.selection(), std::set<Id>{dropout});
    }

    /// Without that line its text would be Caffe's RNN.
    void aDrawnRnnSaysItsActivationAtOnce()
    {
        const Content content = drawnFromNothing("RNN");
        QCOMPARE(engine::textParam(content.findNamed("rnn")->layer.params, "activation"), std::string("TANH"));
    }

    void textEditsKeepPlaces()
    {
        Content content = drawnFromNothing();
        for (Node& node : content.nodes) {
            node.position = {10.0 * node.id, 100.0 * node.id};
        }
        engine::Model edited = model(content);
        edited.layers[2].name = "memory"; // the lstm
        edited.layers[2].params["num_output"] = std::int64_t{64};
        const Content result = withModel(content, edited);
        QCOMPARE(result.findNamed("memory")->id, named(content, "lstm"));
        QCOMPARE(result.findNamed("memory")->position, content.findNamed("lstm")->position);
        QVERIFY(model(result) == edited);
    }

    void aLayerOfAnotherPhaseIsSizedThere()
    {
        Document document;
        Content content = drawnFromNothing();
        const Id accuracy = addAfter(content, engine::layerType("ACCURACY"), {named(content, "innerproduct"), 0}, {});
        content.find(accuracy)->layer.include = {{.phase = engine::Phase::Test}};
        document.load(content);
        QVERIFY2(document.derived().problems.empty(), qPrintable(sentences(document).join('\n')));
        QVERIFY(document.derived().outsidePhase.contains(accuracy));
        QCOMPARE(document.shape({accuracy, 0}), std::optional(engine::Shape{}));
    }

    void dataSettleTheSizesAndNotTheDrawing()
    {
        Opened document(drawnFromNothing());
        const Content drawn = document.content();
        const std::int64_t before = document.derived().report.parameters;
        const auto settle = [&](std::int64_t characters) {
            document.setSettling(
                QString::number(characters), QStringLiteral("the text"),
                [characters](const engine::Model& model) { return engine::withVocabulary(model, characters); });
        };
        int changes = 0;
        connect(&document, &Document::changed, this, [&] { ++changes; });
        settle(7);
        settle(7);
        QCOMPARE(changes, 1);
        const engine::SizeReport settled = engine::sizeReport(engine::withVocabulary(document.derived().model, 7));
        QVERIFY(settled.parameters != before);
        QCOMPARE(document.derived().report.parameters, settled.parameters);
        const Id embed = document.content().nodes.at(1).id;
        QCOMPARE(document.settledLayer(embed)->name, document.content().find(embed)->layer.name);
        QVERIFY(document.content() == drawn);
        QVERIFY(document.derived().model == model(drawn));
        document.setSettling({}, {}, {});
        QCOMPARE(document.derived().report.parameters, before);
        document.setSettling(QStringLiteral("unfit"), {},
                             [](const engine::Model&) -> engine::Model { throw engine::Error("they do not fit"); });
        QCOMPARE(document.derived().report.parameters, before);
    }

    void manyRandomEditsUndoneAndRedoneEndWhereTheyBegan()
    {
        RandomEditor random(20);
        Document document;
        document.undoStack().setUndoLimit(0); // none
        const Content begin = document.content();
        const int edits = atNight() ? 10'000 : 700;
        for (int edit = 0; edit < edits; ++edit) {
            document.change("edit", [&](Content& content) { random.edit(content); });
            if (edit % 100 == 0) {
                expectMadeBeforeRead(document.content());
            }
            if (edit % 7 == 0) {
                document.undoStack().undo();
            }
            if (edit % 21 == 0) {
                document.undoStack().redo();
            }
        }
        const Content end = document.content();
        QVERIFY(document.undoStack().count() > edits / 4);
        while (document.undoStack().canUndo()) {
            document.undoStack().undo();
        }
        QVERIFY(document.content() == begin);
        while (document.undoStack().canRedo()) {
            document.undoStack().redo();
        }
        QVERIFY(document.content() == end);
    }

    void theOldestOfManyStepsAreForgotten()
    {
        Opened document(drawnFromNothing());
        const Id lstm = document.nodeNamed("lstm");
        for (std::int64_t units = 1'001; units <= 1'510; ++units) {
            document.change("units", [&](Content& content) { setParam(content, lstm, "num_output", units); });
        }
        QCOMPARE(document.undoStack().count(), 500);
        while (document.undoStack().canUndo()) {
            document.undoStack().undo();
        }
        QCOMPARE(engine::intParam(document.content().find(lstm)->layer.params, "num_output"), std::int64_t{1'010});
    }

    /// Four times as many must not take sixteen times as long.
    void anEditTakesTimeByTheNumberOfLayers()
    {
        Document few, many;
        few.load(chainOf(125));
        many.load(chainOf(500));
        QVERIFY2(many.derived().problems.empty(), qPrintable(sentences(many).join('\n')));
        QCOMPARE(many.content().nodes.size(), std::size_t{500});
        std::int64_t units = 100;
        const auto edit = [&](Document& document) {
            ++units;
            document.change("units", [&](Content& c) { setParam(c, named(c, "embed"), "num_output", units); });
        };
        const double slower = slowdown([&] { edit(few); }, [&] { edit(many); }, 8);
        QVERIFY2(slower < 8, qPrintable(QString::number(slower)));
    }
};

HAMNET_QT_TEST(DocumentTest)
#include "document_test.moc"

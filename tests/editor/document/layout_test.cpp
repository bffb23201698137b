// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

namespace {

using editor::Content;
using editor::Id;

engine::Layer layer(const std::string& name, std::vector<std::string> bottoms, std::vector<std::string> tops)
{
    // A type that nobody knows has as many ports as wires.
    return {.name = name, .type = "BOX", .bottoms = std::move(bottoms), .tops = std::move(tops)};
}

/// A drawing of boxes, each fed by up to three earlier ones.
Content randomContent(int count, unsigned seed)
{
    std::mt19937 random(seed);
    engine::Model model;
    for (int index = 0; index < count; ++index) {
        engine::Layer some = layer("n" + std::to_string(index), {}, {"n" + std::to_string(index)});
        for (unsigned wire = 0; index > 0 && wire < random() % 3; ++wire) {
            const int nearby = std::max(0, index - 1 - static_cast<int>(random() % 12));
            some.bottoms.push_back("n" + std::to_string(nearby));
        }
        model.layers.push_back(std::move(some));
    }
    return editor::contentOf(model);
}

QRectF boxOf(const editor::Node& node)
{
    return {node.position, editor::nodeSize};
}

/// What is wrong with the drawing, in words; nothing where all is well.
QString fault(const Content& content)
{
    for (const editor::Node& node : content.nodes) {
        const QString name = QString::fromStdString(node.layer.name);
        for (const double coordinate : {node.position.x(), node.position.y()}) {
            if (!std::isfinite(coordinate) || std::remainder(coordinate, editor::gridStep) != 0) {
                return QStringLiteral("%1 lies at %2, off the grid").arg(name).arg(coordinate);
            }
        }
        for (const editor::Node& other : content.nodes) {
            if (other.id != node.id && boxOf(node).adjusted(-12, -12, 12, 12).intersects(boxOf(other))) {
                return QStringLiteral("%1 touches %2").arg(name, QString::fromStdString(other.layer.name));
            }
        }
    }
    for (const editor::Wire& wire : editor::wires(content)) {
        if (boxOf(*content.find(wire.from.node)).bottom() >= boxOf(*content.find(wire.to.node)).top()) {
            return QStringLiteral("a wire runs upwards from node %1 to %2").arg(wire.from.node).arg(wire.to.node);
        }
    }
    return {};
}

Content read(const std::filesystem::path& file)
{
    return editor::contentOf(engine::readModelFile(file));
}

namespace {

Content chain(int count)
{
    engine::Model model;
    for (int index = 0; index < count; ++index) {
        model.layers.push_back(
            layer("n" + std::to_string(index),
                  index > 0 ? std::vector{"t" + std::to_string(index - 1)} : std::vector<std::string>(),
                  {"t" + std::to_string(index)}));
    }
    return editor::contentOf(model);
}

/// How large it could be shown in the room.
double zoomIn(const Content& content, QSizeF room)
{
    QRectF all;
    for (const editor::Node& node : content.nodes) {
        all |= boxOf(node);
    }
    return std::min(room.width() / all.width(), room.height() / all.height());
}

} // namespace

class LayoutTest : public QObject {
    Q_OBJECT

private slots:
    void everySampleStandsOnTheGridWithItsWiresDownwards()
    {
        for (const std::filesystem::path& file : sampleModels()) {
            const Content content = editor::arranged(read(file));
            const std::string name = file.filename().string();
            QVERIFY2(fault(content).isEmpty(), qPrintable(QString::fromStdString(name) + fault(content)));
            const bool branches = name.starts_with("rows_") || name.starts_with("lines_"); // loss and accuracy
            for (const editor::Node& node : content.nodes) {
                QVERIFY2(branches || node.position.x() == content.nodes.front().position.x(), name.c_str());
            }
        }
    }

    void randomDrawingsNeverOverlap()
    {
        for (unsigned seed = 0; seed < 60; ++seed) {
            const QString found = fault(editor::arranged(randomContent(2 + static_cast<int>(seed), seed)));
            QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(found)));
        }
    }

    void theSameDrawingComesOutTheSame()
    {
        const Content content = randomContent(80, 7);
        QVERIFY(editor::arranged(content) == editor::arranged(content));
    }

    void whereTheNodesWereBeforeDoesNotMatter()
    {
        Content moved = randomContent(40, 3);
        const Content expected = editor::arranged(moved);
        for (editor::Node& node : moved.nodes) {
            node.position = QPointF(node.id * 31 % 17, -node.id);
        }
        QVERIFY(editor::arranged(moved) == expected);
        QVERIFY(editor::arranged(expected) == expected);
    }

    void partsThatNothingConnectsStandSideBySide()
    {
        const Content content =
            editor::arranged(editor::contentOf({.layers = {layer("a", {}, {"a"}), layer("b", {"a"}, {"b"}),
                                                           layer("c", {}, {"c"}), layer("d", {"c"}, {"d"})}}));
        QCOMPARE(fault(content), QString());
        QCOMPARE(content.nodes[0].position.y(), content.nodes[2].position.y());
        QVERIFY(content.nodes[2].position.x() > content.nodes[0].position.x() + editor::nodeSize.width());
    }

    void inARoomThatIsWideALongDrawingGoesOnInFurtherColumns()
    {
        const QSizeF room(1400, 700);
        const Content one = editor::arranged(chain(20)), several = editor::arranged(chain(20), {}, room);
        QVERIFY(zoomIn(several, room) > 2.5 * zoomIn(one, room));
        for (std::size_t index = 1; index < several.nodes.size(); ++index) { // from top to bottom, then to the right
            const QPointF before = several.nodes[index - 1].position, after = several.nodes[index].position;
            QVERIFY(after.x() == before.x() ? after.y() > before.y() : after.x() > before.x() && after.y() == 0);
        }
        for (unsigned seed = 1; seed < 20; ++seed) {
            const Content random = editor::arranged(randomContent(5 + static_cast<int>(seed) * 3, seed), {}, room);
            const QString found = fault(random);
            QVERIFY2(found.isEmpty() || found.contains(QStringLiteral("runs upwards")), qPrintable(found));
        }
        QVERIFY(editor::arranged(chain(20), {}, room) == several);
    }

    void aDrawingThatFitsStaysInOneColumn()
    {
        QVERIFY(editor::arranged(chain(3), {}, QSizeF(1400, 700)) == editor::arranged(chain(3)));
    }

    void aSourceStandsRightAboveItsReader()
    {
        const Content content = editor::arranged(editor::contentOf(
            {.layers = {layer("a", {}, {"a"}), layer("label", {}, {"label"}), layer("b", {"a"}, {"b"}),
                        layer("c", {"b"}, {"c"}), layer("d", {"c", "label"}, {"d"})}}));
        QCOMPARE(content.findNamed("label")->position.y(), content.findNamed("c")->position.y());
        QVERIFY(content.findNamed("label")->position.x() > content.findNamed("c")->position.x());
    }

    void branchesStandOnBothSidesOfWhatJoinsThem()
    {
        const Content content = editor::arranged(editor::contentOf(
            {.layers = {layer("a", {}, {"a"}), layer("left", {"a"}, {"left"}), layer("right", {"a"}, {"right"}),
                        layer("join", {"left", "right"}, {"join"})}}));
        QCOMPARE(fault(content), QString());
        QVERIFY(content.findNamed("left")->position.x() < content.findNamed("right")->position.x());
    }

    void onlyTheGivenNodesMoveAndNoneOntoTheOthers()
    {
        const Content before = editor::arranged(randomContent(40, 11));
        for (int first = 0; first < 30; first += 7) {
            std::set<Id> some;
            for (int index = first; index < first + 9; ++index) {
                some.insert(before.nodes[static_cast<std::size_t>(index)].id);
            }
            const Content after = editor::arranged(before, some);
            for (std::size_t index = 0; index < before.nodes.size(); ++index) {
                const editor::Node& node = after.nodes[index];
                if (!some.contains(node.id)) {
                    QCOMPARE(node.position, before.nodes[index].position);
                    continue;
                }
                for (const editor::Node& other : after.nodes) {
                    QVERIFY(other.id == node.id || !boxOf(node).intersects(boxOf(other)));
                }
            }
        }
    }

    void placesThatAreNoNumbersAreMended()
    {
        Content content = randomContent(12, 5);
        for (editor::Node& node : content.nodes) {
            node.position = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
        }
        QCOMPARE(fault(editor::arranged(content)), QString());
        const Content some = editor::arranged(content, {content.nodes[3].id, content.nodes[4].id});
        QVERIFY(std::isfinite(some.nodes[3].position.x()) && std::isfinite(some.nodes[4].position.y()));
    }

    void framesStayAroundTheirNodes()
    {
        Content content = editor::arranged(randomContent(10, 2));
        for (editor::Node& node : content.nodes) {
            node.position *= 3;
        }
        const QPointF corner = content.nodes[4].position;
        content.notes.push_back({.id = content.nextId++,
                                 .kind = editor::Note::Kind::Frame,
                                 .text = {},
                                 .area = QRectF(corner - QPointF(30, 50), QSizeF(300, 200))});
        const Content after = editor::arranged(content);
        QVERIFY(after.notes[0].area.contains(boxOf(after.nodes[4])));
    }

    void anEmptyDrawingStaysEmpty() { QVERIFY(editor::arranged({}) == Content{}); }

    /// Four times as many must not take sixteen times as long.
    void takesTimeByTheNumberOfNodes()
    {
        const Content few = randomContent(125, 1), many = randomContent(500, 1);
        const double slower = slowdown([&] { editor::arranged(few); }, [&] { editor::arranged(many); }, 8);
        QVERIFY2(slower < 8, qPrintable(QString::number(slower)));
    }
};

} // namespace

HAMNET_QT_TEST(LayoutTest)
#include "layout_test.moc"

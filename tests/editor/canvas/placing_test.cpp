// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/gesture.h"
#include "editor/canvas/items.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"

#include <filesystem>
#include <map>

using namespace editor;

namespace {

/// Nodes at these places, with ids 1, 2, ...
Content nodesAt(const std::vector<QPointF>& places)
{
    Content content;
    for (const QPointF place : places) {
        addLayer(content, engine::layerType("RELU"), place);
    }
    return content;
}

constexpr double rim = 2; ///< of a box's edge, where wires end

/// A char-RNN of that many layers in a row, all recurrent ones of which read the marks of the first layer.
Content deepNet(int layers)
{
    Content content;
    const Id text = addLayer(content, engine::layerType("TEXTDATA"), {});
    Id last = addAfter(content, engine::layerType("EMBED"), {text, 0}, {});
    for (int layer = 0; layer < layers - 4; ++layer) {
        last = addAfter(content, engine::layerType(layer % 3 == 2 ? "DROPOUT" : "LSTM"), {last, 0}, {});
    }
    last = addAfter(content, engine::layerType("INNERPRODUCT"), {last, 0}, {});
    addAfter(content, engine::layerType("SOFTMAXWITHLOSS"), {last, 0}, {});
    return content;
}

/// Whether the wire has a point in the area, looked for at each unit of its length.
bool crosses(const QPainterPath& path, const QRectF& area)
{
    const QTransform fine = QTransform::fromScale(8, 8); // pieces short enough to be straight
    if (!path.controlPointRect().intersects(area)) {
        return false;
    }
    for (const QPolygonF& line : path.toSubpathPolygons(fine)) {
        for (qsizetype end = 1; end < line.size(); ++end) {
            const QLineF piece(line[end - 1] / 8, line[end] / 8);
            const int steps = static_cast<int>(piece.length()) + 1;
            for (int step = 0; step <= steps; ++step) {
                if (area.contains(piece.pointAt(static_cast<double>(step) / steps))) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// What lies over what it should not; nothing where all is well.
QStringList faults(const Content& content)
{
    Document document;
    document.load(content);
    const CanvasScene scene(document);
    const auto named = [&](Id id) { return QString::fromStdString(content.find(id)->layer.name); };
    const auto said = [&](const WireItem& item) {
        return QStringLiteral("%1 to %2").arg(named(item.wire().from.node), named(item.wire().to.node));
    };
    QStringList found;
    for (const auto& [wire, item] : scene.wires()) {
        for (const auto& [id, node] : scene.nodes()) {
            if (crosses(item->path(), node->box().adjusted(rim, rim, -rim, -rim))) {
                found << said(*item) + QStringLiteral(" runs through ") + named(id);
            }
            if (item->showsLabel() && item->labelArea().intersects(node->box())) {
                found << item->label() + QStringLiteral(" lies on ") + named(id);
            }
        }
        for (const auto& [other, second] : scene.wires()) {
            if (other < wire && item->showsLabel() && second->showsLabel() &&
                item->labelArea().intersects(second->labelArea())) {
                found << said(*item) + QStringLiteral(" has its label on that of ") + said(*second);
            }
        }
    }
    return found;
}

} // namespace

class PlacingTest : public QObject {
    Q_OBJECT

private slots:
    void aNearEdgePullsABoxAndSaysSo()
    {
        const Snapped result = snapped({103, 200, 50, 50}, {{100, 0, 80, 80}}, {.reach = 6, .grid = 12});
        QCOMPARE(result.offset.x(), -3.0);
        QCOMPARE(result.guides.size(), 1u);
        QCOMPARE(result.guides[0].orientation, Qt::Vertical);
        QCOMPARE(result.guides[0].at, 100.0);
        QCOMPARE(result.guides[0].from, 0.0);
    }

    void withoutANeighbourTheGridPulls()
    {
        const Snapped result = snapped({103, 200, 50, 50}, {{500, 900, 80, 80}}, {.reach = 6, .grid = 12});
        QCOMPARE(result.offset, QPointF(5, 4)); // 108, 204
        QVERIFY(result.guides.empty());
    }

    void middlesAlignToo()
    {
        const Snapped result = snapped({0, 99, 40, 40}, {{200, 100, 60, 44}}, {.reach = 6, .grid = 0});
        QCOMPARE(result.offset.y(), 1.0); // upper edges: nearer than the middles at 3
        const Snapped narrow = snapped({0, 110, 40, 20}, {{200, 100, 60, 44}}, {.reach = 6, .grid = 0});
        QCOMPARE(narrow.offset.y(), 2.0); // middle 120 to 122
    }

    void whatIsPutIntoAWirePushesItsReadersDown()
    {
        Content content;
        const Id text = addLayer(content, engine::layerType("TEXTDATA"), {0, 0});
        const Id embed = addAfter(content, engine::layerType("EMBED"), {text, 0}, {0, 144});
        const Id relu = addAfter(content, engine::layerType("RELU"), {embed, 0}, {0, 288});
        const Id aside = addLayer(content, engine::layerType("RELU"), {400, 288});
        addNote(content, Note::Kind::Frame, {}, {-20, 252, 300, 200});
        const Id dropout = insertOnWire(content, engine::layerType("DROPOUT"), {{embed, 0}, {relu, 0}}, {24, 216});
        makeRoom(content, dropout);
        QCOMPARE(content.find(embed)->position, QPointF(0, 144));
        QCOMPARE(content.find(dropout)->position, QPointF(0, 288));
        QCOMPARE(content.find(relu)->position, QPointF(0, 432));
        QCOMPARE(content.find(aside)->position, QPointF(400, 288));
        QCOMPARE(content.notes[0].area.bottom(), 596.0);
    }

    void aWireGoesAroundBoxesInItsWay()
    {
        const QRectF box(0, 100, 220, 96);
        const QPainterPath path = wirePathAround({110, 0}, {110, 300}, {box}, 0);
        QCOMPARE(path.pointAtPercent(0), QPointF(110, 0));
        QCOMPARE(path.pointAtPercent(1), QPointF(110, 300));
        for (int piece = 0; piece <= 100; ++piece) {
            QVERIFY(!box.contains(path.pointAtPercent(piece / 100.0)));
        }
        QCOMPARE(wirePathAround({300, 0}, {300, 300}, {box}, 0), wirePath({300, 0}, {300, 300}));
    }

    void aDetourGoesRightUnlessLeftIsMuchShorter()
    {
        const std::vector<QRectF> boxes{{0, 100, 220, 96}};
        QVERIFY(wirePathAround({88, 0}, {88, 300}, boxes, 1).pointAtPercent(0.5).x() > 220); // clip to cont
        QVERIFY(wirePathAround({40, 0}, {40, 300}, boxes, 0).pointAtPercent(0.5).x() < 0);
    }

    void wiresInLanesOfTheirOwnDoNotCover()
    {
        const std::vector<QRectF> boxes{{0, 100, 220, 96}};
        const double first = wirePathAround({110, 0}, {110, 300}, boxes, 0).pointAtPercent(0.5).x();
        const double second = wirePathAround({110, 0}, {110, 300}, boxes, 1).pointAtPercent(0.5).x();
        QVERIFY(std::abs(first - second) >= 8);
    }

    void aNewNodeLiesOnNoOther()
    {
        Content content = nodesAt({{0, 0}, {252, 0}});
        const QPointF place = freePlace(content, {3, 5});
        for (const Node& node : content.nodes) {
            QVERIFY(!QRectF(place, nodeSize).intersects(QRectF(node.position, nodeSize)));
        }
        QCOMPARE(place, onGrid(place));
    }

    void nothingLiesOnABox()
    {
        std::map<std::string, Content> drawings = {{"60 layers", deepNet(60)}};
        for (const std::filesystem::path& file : sampleModels()) {
            drawings[file.filename()] = contentOf(engine::readModelFile(file));
        }
        for (const auto& [name, content] : drawings) {
            for (const std::optional<QSizeF> room :
                 {std::optional<QSizeF>(), std::optional(QSizeF(1100, 720)), std::optional(QSizeF(950, 800)),
                  std::optional(QSizeF(1900, 600)), std::optional(QSizeF(400, 900))}) {
                const QStringList found = faults(arranged(content, {}, room));
                QVERIFY2(found.isEmpty(), qPrintable(QString::fromStdString(name) + found.join(QStringLiteral("; "))));
            }
        }
    }
};

HAMNET_QT_TEST(PlacingTest)
#include "placing_test.moc"

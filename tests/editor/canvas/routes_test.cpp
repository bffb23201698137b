// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/items.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"

#include <filesystem>

namespace {

using namespace editor;

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

Q_DECLARE_METATYPE(editor::Content)

class RoutesTest : public QObject {
    Q_OBJECT

private slots:
    void nothingLiesOnABox_data()
    {
        QTest::addColumn<Content>("content");
        QTest::addColumn<QSizeF>("room"); // empty: one column
        const auto add = [](const std::string& name, const Content& content) {
            for (const QSizeF room :
                 {QSizeF(), QSizeF(1100, 720), QSizeF(950, 800), QSizeF(1900, 600), QSizeF(400, 900)}) {
                QTest::addRow("%s in %g x %g", name.c_str(), room.width(), room.height()) << content << room;
            }
        };
        for (const std::filesystem::path& file : sampleModels()) {
            add(file.filename(), contentOf(engine::readModelFile(file)));
        }
        add("60 layers", deepNet(60));
    }

    void nothingLiesOnABox()
    {
        QFETCH(const Content, content);
        QFETCH(const QSizeF, room);
        const QStringList found =
            faults(arranged(content, {}, room.isEmpty() ? std::nullopt : std::optional<QSizeF>(room)));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral("; "))));
    }
};

HAMNET_QT_TEST(RoutesTest)
#include "routes_test.moc"

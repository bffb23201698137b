// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/value_statistics.h"

#include <functional>
#include <optional>
#include <QGraphicsItem>
#include <QString>
#include <vector>

namespace editor {

class NodeItem;

/// What was in a layer during one training step.
struct NodeValues {
    struct Flow {
        std::size_t port = 0; ///< output that it leaves by
        engine::TensorLook tensor;
        bool operator==(const Flow&) const = default;
    };
    std::vector<engine::TensorLook> weights = {};
    std::vector<Flow> outputs = {};
    QString warning = {}; ///< short: "12 units dead"; empty where all is well
    bool operator==(const NodeValues&) const = default;
};

/// Nothing: the layer has no values.
using ValuesOf = std::function<std::optional<NodeValues>(Id)>;

/// A histogram in so much room: bars of the values and, on a scale of its own, a line of the gradients.
void paintHistogram(QPainter& painter, const QRectF& area, const engine::ValueStatistics& values, bool asLine);

class WireItem;

/// Small histograms beside a node: its weights on the right of the box, what leaves it beside its wires. Belongs to the
/// node's item and goes with it.
class ValueMarks : public QGraphicsItem {
public:
    explicit ValueMarks(NodeItem& node);

    const NodeValues& values() const { return m_values; }
    void show(NodeValues values); ///< repaints where they differ

    static ValueMarks* of(const NodeItem& node); ///< null: it has none

    void keepOff(const std::vector<const WireItem*>& wires); ///< those that leave the node
    std::vector<QRectF> sceneAreas() const;                  ///< of its plates

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QRectF weightArea(std::size_t weight) const;
    QRectF outputArea(std::size_t output) const { return m_outputAreas.at(output); }
    QRectF besideBox(std::size_t output) const;
    QRectF warningArea() const;
    std::size_t shownWeights() const;
    enum class Words { No, Yes };
    void paintTensor(QPainter& painter, const QRectF& plate, const engine::TensorLook& tensor, Words words) const;
    void paintWarning(QPainter& painter) const;

    const NodeItem& m_node;
    NodeValues m_values;
    std::vector<QRectF> m_outputAreas; ///< by output
    double m_warningWidth = 0;
};

} // namespace editor

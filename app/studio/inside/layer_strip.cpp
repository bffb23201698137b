// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/layer_strip.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/items.h"
#include "editor/canvas/value_marks.h"
#include "editor/document/document.h"
#include "editor/looks/theme.h"

#include <algorithm>

namespace studio {
namespace {

constexpr int idRole = Qt::UserRole;

/// Empty where there is nothing to learn, or nothing was seen yet.
QString stateOf(const editor::NodeValues& values)
{
    const auto hasGradients = [](const editor::NodeValues::Tensor& weight) { return weight.gradients.has_value(); };
    return !values.warning.isEmpty()                           ? values.warning
           : values.weights.empty()                            ? QString()
           : std::ranges::any_of(values.weights, hasGradients) ? LayerStrip::tr("learns")
                                                               : LayerStrip::tr("frozen");
}

} // namespace

LayerStrip::LayerStrip(const editor::Document& document, const editor::CanvasScene& scene, QWidget* parent)
    : QListWidget(parent), m_document(document), m_scene(scene)
{
    setObjectName(QStringLiteral("layerStrip"));
    setAccessibleName(tr("Layers of the net"));
    setWordWrap(true);
    setSpacing(2);
    viewport()->setAutoFillBackground(false); // a part of the window, no field
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto choose = [this](const QListWidgetItem* item) {
        emit layerChosen(item->data(idRole).value<editor::Id>());
    };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
    connect(&scene, &editor::CanvasScene::valuesSynced, this, &LayerStrip::fill);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &LayerStrip::fill);
    fill();
}

/// Items stay: the one that was clicked is still in use.
void LayerStrip::fill()
{
    const std::vector<editor::Node>& nodes = m_document.content().nodes;
    while (count() > static_cast<int>(nodes.size())) {
        delete takeItem(count() - 1);
    }
    while (count() < static_cast<int>(nodes.size())) {
        addItem(QString());
    }
    for (int row = 0; row < count(); ++row) {
        const editor::Node& node = nodes[static_cast<std::size_t>(row)];
        const editor::NodeItem* const drawn = m_scene.node(node.id);
        const editor::ValueMarks* const marks = drawn ? editor::ValueMarks::of(*drawn) : nullptr;
        const bool isWrong = marks && !marks->values().warning.isEmpty();
        const QString state = marks ? stateOf(marks->values()) : QString();
        const QString name = QString::fromStdString(node.layer.name);
        QListWidgetItem& item = *this->item(row);
        item.setData(idRole, QVariant::fromValue(node.id));
        item.setText(state.isEmpty() ? name : name + u'\n' + state);
        item.setToolTip(
            QStringLiteral("%1 (%2)\n%3").arg(name, QString::fromStdString(node.layer.type), state).trimmed());
        item.setForeground(isWrong ? editor::theme().warning : editor::theme().text);
    }
}

} // namespace studio

#include "moc_layer_strip.cpp"

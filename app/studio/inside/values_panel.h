// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"
#include "editor/document/content.h"
#include "engine/training/measure/look_inside.h"

#include <memory>
#include <QListWidget>
#include <QWidget>
#include <vector>

class QAction;
class QLabel;
class QSpinBox;
class QStackedWidget;

namespace editor {
class CanvasScene;
class Document;
class ReportTable;
} // namespace editor

namespace studio {

class HeatMap;
class UnitChooser;

/// The layers of the net by name, each with what its values in the drawing say: that it learns, or what is wrong.
class LayerStrip : public QListWidget {
    Q_OBJECT

public:
    /// Both outlive it.
    LayerStrip(const editor::Document& document, const editor::CanvasScene& scene, QWidget* parent = nullptr);

signals:
    void layerChosen(editor::Id layer); ///< by a click or Enter

private:
    void fill();

    const editor::Document& m_document;
    const editor::CanvasScene& m_scene;
};

/// What is in a net while it trains: what does not learn, in words; all tensors; the units of a layer over the steps of
/// a sequence, and the numbers of one step.
class ValuesPanel : public QWidget {
    Q_OBJECT

public:
    /// `toggle` turns the looks on and off; it outlives the panel.
    explicit ValuesPanel(QAction& toggle, QWidget* parent = nullptr);

    /// Shared with the drawing's marks; null: nothing was seen yet.
    void show(std::shared_ptr<const engine::NetLook> look, const std::vector<engine::LookFinding>& findings);

    void showEnd(std::int64_t iteration); ///< the run whose values are shown has ended there

    QString findings() const; ///< in words
    const engine::NetLook* look() const { return m_look.get(); }

private:
    QWidget* makeInvitation(QAction& toggle);
    QWidget* makeContent(QAction& toggle);
    QWidget* makeSteps();
    void showTensors();
    void showUnits();
    void showStep();
    void showFindings(const std::vector<engine::LookFinding>& findings);
    void chooseLayer();  ///< of the tensor that is selected
    bool failed() const; ///< the look: it has no values

    /// A row of the tensors.
    struct Seen {
        const engine::LayerLook* layer;
        const engine::TensorLook* tensor;
        bool isWeight;
    };

    std::shared_ptr<const engine::NetLook> m_look; ///< shared with the drawing's marks
    std::vector<Seen> m_seen;                      ///< in m_look
    std::vector<LensScale> m_scales;               ///< by quantity of the units that are shown
    QStackedWidget *m_pages, *m_stepPages;
    QLabel *m_when, *m_found;
    UnitChooser* m_chosen;
    QSpinBox* m_step;
    HeatMap* m_heat;
    LensLegend* m_legend;
    editor::ReportTable *m_tensors, *m_units;
};

} // namespace studio

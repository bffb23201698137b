// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "tests/random/draw.h"
#include "tests/random/reference_net.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::test {

/// What a net is to be like.
struct NetPlan {
    std::int64_t steps, streams, vocabulary; ///< T, N, V
    std::int64_t ignored = -1;               ///< the label that losses leave out
    std::int64_t width = 5;                  ///< how many units a layer has at most
    bool faulty = false;                     ///< with what is known to go wrong: see RandomNet's README
};

/// Draws a net layer by layer. A layer whose settings do not fit is left out again, and what the checker said is kept.
class NetMaker {
public:
    NetMaker(Draw& draw, const NetPlan& plan) : m_draw(draw), m_plan(plan) {}

    Model make();
    const BatchTops& tops() const { return m_tops; }
    std::vector<std::string> takeRefusals() { return std::move(m_refusals); }

private:
    struct Blob {
        std::string name;
        Shape shape;
        bool read = false;
    };
    struct Drawer {
        double weight; ///< how often, against the others
        void (NetMaker::*draw)();
    };
    static const std::vector<Drawer>& drawers();

    // Sources and sinks.
    void addSources();
    void addEmbedding();
    void addHead();
    void addSilence();
    Layer lossLayer(const std::string& scores, std::int64_t axis);

    // One or several layers that read what is there.
    void addRecurrent();
    void addLstmSimple();
    void addLstmUnits();
    void addGruUnits();
    void addCellUnit();
    void addInnerProduct();
    void addActivation();
    void addDropout();
    void addLearnedScale();
    void addScale();
    void addEltwise();
    void addConcat();
    void addSlice();
    void addSplit();
    void addReshape();
    void addSoftmax();
    void addLayerNorm();
    void addReduction();
    void addLossOfOther();
    void addAuxiliaryLoss();
    void addAccuracy();
    void addLossReader();

    // What the whole net is given at its end.
    void setPhases();
    void shareWeights();
    void setPaces();
    void setEngines();
    void setPropagateDown();
    void makeOdd();

    Layer layer(std::string_view type, std::vector<std::string> bottoms, std::size_t tops = 1);
    bool append(Layer layer);
    std::vector<Shape> topShapes(const Model& model, Phase phase) const;
    const Blob* pick(const std::function<bool(const Shape&)>& fits);
    const Blob* pickSequence(); ///< [T, N, ...]
    bool isSequence(const Shape& shape) const;
    Layer product(const std::string& read, std::int64_t outputs); ///< for each step and stream
    Layer cut(const std::string& sequence);                       ///< into its steps
    std::string asRows(const Blob& blob);
    std::string newName(std::string_view stem);
    std::int64_t width() { return m_draw.between(1, m_plan.width); }
    Filler filler();
    void fill(Layer& layer, bool bias = true);
    std::int64_t shown(std::int64_t axis, const Shape& shape);

    Draw& m_draw;
    NetPlan m_plan;
    Model m_model;
    BatchTops m_tops;
    std::vector<Blob> m_blobs; ///< signals that layers may read, the newest last
    std::vector<std::string> m_losses;
    std::vector<std::string> m_refusals;
    int m_names = 0;
};

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_deeds.h"

#include "editor/canvas/placing.h"
#include "editor/document/edits.h"
#include "engine/graph/catalog.h"

namespace studio {
namespace {

editor::Id carryOut(editor::Content& content, const GuideWish& wish, QPointF first)
{
    if (wish.task == GuideTask::Connect) {
        const editor::Id to = content.findNamed(wish.to)->id;
        editor::addWire(content, {content.findNamed(wish.from)->id, wish.output}, {to, wish.input});
        return to;
    }
    const engine::LayerType& type = engine::layerType(wish.type);
    if (wish.from.empty()) {
        return editor::addLayer(content, type, editor::freePlace(content, first));
    }
    const editor::Id before = content.findNamed(wish.from)->id;
    return editor::addAfter(content, type, {before, wish.output}, editor::placeBelow(content, before));
}

} // namespace

editor::Id completeStep(editor::Content& content, GuideStep step, QPointF first)
{
    editor::Id last = 0;
    constexpr int most = 8; // layers and wires of a step
    for (int done = 0; done < most; ++done) {
        const GuideWish wish = guideWish(editor::model(content), false, {});
        if (wish.step != step || (wish.task != GuideTask::AddLayer && wish.task != GuideTask::Connect)) {
            break;
        }
        last = carryOut(content, wish, first);
    }
    return last;
}

} // namespace studio

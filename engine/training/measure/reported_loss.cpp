// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/reported_loss.h"

#include "engine/kernels/classes.h"

#include <algorithm>

namespace engine {

namespace {

bool countsCharacters(const Net& net, const Sequence::Loss& loss)
{
    return net.kind().lossPerUnit && net.sequence().model().layers[loss.layer].name == net.wiring().lossLayer;
}

/// What makes the mean over the characters of a SOFTMAXWITHLOSS's number. With VALID it is that already. With NONE and
/// BATCH_SIZE labels that do not count are taken for characters without surprise.
double perCharacter(const Net& net, const Sequence::Loss& loss)
{
    const Sequence& sequence = net.sequence();
    const Layer& layer = sequence.model().layers[loss.layer];
    const Params params = completeParams(layer, sequence.model().dialect);
    const Shape& scores = sequence.tensor(layer.bottoms.front()).shape;
    const AxisView view = viewAround(scores, intParam(params, "axis"));
    const std::int64_t places = view.outer * view.inner;
    return static_cast<double>(lossDivisor(normalizationOf(params), view, places)) / static_cast<double>(places);
}

} // namespace

ReportedLoss reportedLoss(const Net& net)
{
    const std::vector<Sequence::Loss>& losses = net.sequence().losses();
    const auto last = std::find_if(losses.rbegin(), losses.rend(),
                                   [&](const Sequence::Loss& loss) { return countsCharacters(net, loss); });
    ReportedLoss reported{.tensors = {}, .perCharacter = last != losses.rend()};
    const StreamShare& share = net.share();
    const double part = share.isWhole() ? 1 : static_cast<double>(share.count) / static_cast<double>(share.whole);
    for (const Sequence::Loss& loss : losses) {
        LossTensor tensor{loss.tensor.data, loss.tensor.count(), loss.weight};
        if (reported.perCharacter) {
            tensor.share = &loss == &*last ? part * perCharacter(net, loss) : 0;
        }
        reported.tensors.push_back(tensor);
    }
    return reported;
}

} // namespace engine

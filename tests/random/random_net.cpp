// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/random_net.h"

#include "engine/formats/prototxt/prototxt.h"
#include "tests/random/net_maker.h"
#include "tests/random/solver_maker.h"

#include <cstdlib>

namespace engine::test {
namespace {

/// Streams start over in the middle of a batch, too, and labels may be missing.
Batch drawBatch(Draw& draw, const RandomNet& net, bool isFirst, double resets, bool misses)
{
    Batch batch;
    for (std::int64_t step = 0; step < net.steps; ++step) {
        for (std::int64_t stream = 0; stream < net.streams; ++stream) {
            const bool starts = (isFirst && step == 0) || draw.chance(resets);
            batch.ids.push_back(static_cast<double>(draw.between(0, net.vocabulary - 1)));
            batch.cont.push_back(starts ? 0 : 1);
            batch.labels.push_back(
                misses && draw.chance(0.15) ? -1 : static_cast<double>(draw.between(0, net.vocabulary - 1)));
        }
    }
    return batch;
}

/// Of `vocabulary` different characters, the first of them letters in order, so that each is there.
std::string drawText(Draw& draw, std::int64_t vocabulary, std::int64_t characters)
{
    std::string text;
    for (std::int64_t index = 0; index < characters; ++index) {
        const std::int64_t id = index < vocabulary ? index : draw.between(0, vocabulary - 1);
        text += static_cast<char>('a' + id);
    }
    return text;
}

} // namespace

RandomNet makeRandomNet(std::uint64_t seed)
{
    Draw draw(seed);
    RandomNet net;
    net.seed = seed;
    const bool wide = draw.chance(0.04); // more than the engines' vectors hold
    net.steps = draw.between(1, wide ? 9 : 5);
    net.streams = draw.between(1, wide ? 5 : 3);
    net.vocabulary = draw.between(2, wide ? 26 : 6);
    net.threads = draw.chance(0.2) ? 2 : 1;
    const bool ignores = draw.chance(0.3);
    NetMaker maker(draw, {.steps = net.steps,
                          .streams = net.streams,
                          .vocabulary = net.vocabulary,
                          .ignored = ignores ? draw.between(0, net.vocabulary - 1) : -1,
                          .width = wide ? 20 : 5,
                          .faulty = std::getenv("HAMNET_RANDOM_ALL") != nullptr});
    net.model = maker.make();
    net.tops = maker.tops();
    net.refusals = maker.takeRefusals();
    net.solver = drawSolver(draw);

    const Params solver = completeParams(net.solver);
    const std::int64_t batches = intParam(solver, "max_iter") * intParam(solver, "iter_size");
    const double resets = draw.one({0.0, 0.2, 0.5});
    const bool misses = !ignores && draw.chance(0.3);
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        net.batches.push_back(drawBatch(draw, net, batch == 0, resets, misses));
    }
    net.test = drawBatch(draw, net, true, resets, false);
    net.text = drawText(draw, net.vocabulary, 2 * net.streams * (net.steps + 1) * batches + 60);
    return net;
}

std::string describe(const RandomNet& net)
{
    return "seed " + std::to_string(net.seed) + "\n# the net\n" + writeModel(net.model) + "# the solver\n" +
           writeSolver(net.solver);
}

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "tests/random/trial.h"
#include "tests/support/night.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <regex>
#include <set>

namespace engine::test {
namespace {

std::uint64_t numberFrom(const char* variable, std::uint64_t fallback)
{
    const char* given = std::getenv(variable);
    return given && *given ? std::strtoull(given, nullptr, 10) : fallback;
}

std::uint64_t firstSeed()
{
    return numberFrom("HAMNET_RANDOM_SEED", 1);
}

/// A refusal without its numbers and names, to count those of one kind.
std::string kindOf(const std::string& refusal)
{
    const std::string noName = std::regex_replace(refusal, std::regex("[-_./]?[0-9]+"), "#");
    return std::regex_replace(noName, std::regex("#(×#)+"), "#×#");
}

/// Which number of which engine is wrong.
std::string faultKind(const std::string& fault)
{
    return kindOf(fault.substr(0, fault.find(": element")));
}

/// Whether backward is not the slope of forward on purpose.
bool cutsGradients(const Model& model)
{
    return std::ranges::any_of(model.layers, [](const Layer& layer) {
        return layer.params.contains("clipping_threshold") || !layer.propagateDown.empty() ||
               (layer.type == "SOFTMAXWITHLOSS" && layer.tops.size() > 1);
    });
}

/// All that is told of many nets.
class Tally {
public:
    void add(const RandomNet& net, const Verdict& verdict)
    {
        for (const std::string& refusal : verdict.refusals) {
            ++m_refusals[kindOf(refusal)];
        }
        ++m_nets;
        m_whole += verdict.refusals.empty() ? 1 : 0;
        m_compared += verdict.compared;
        m_sharp += verdict.sharp;
        m_runs += verdict.runs;
        if (verdict.fault) {
            fail(net, *verdict.fault);
        }
    }

    void print() const
    {
        std::cout << m_nets << " nets, " << m_whole << " of them taken by all; " << m_runs << " runs compared in "
                  << m_compared << " places, in " << m_sharp << " of them to 2 % or better\n";
        for (const auto& [kind, times] : m_refusals) {
            std::cout << "  " << times << " x " << kind << '\n';
        }
    }

    std::size_t compared() const { return m_compared; }
    std::size_t sharp() const { return m_sharp; }

private:
    void fail(const RandomNet& net, const std::string& fault)
    {
        constexpr int shown = 3; // the others have the same reason, most likely
        if (++m_faults > shown) {
            ADD_FAILURE() << "seed " << net.seed << ": " << fault;
            return;
        }
        const RandomNet least = reduced(net, [&](const RandomNet& smaller) {
            const Verdict again = verdictOn(smaller);
            return again.fault && faultKind(*again.fault) == faultKind(fault);
        });
        ADD_FAILURE() << fault << '\n'
                      << describe(net) << "\nreduced: " << verdictOn(least).fault.value_or("") << '\n'
                      << describe(least);
    }

    std::map<std::string, int> m_refusals;
    int m_nets = 0, m_whole = 0, m_runs = 0, m_faults = 0;
    std::size_t m_compared = 0, m_sharp = 0;
};

/// The nets of so many seeds; at night of `whole` of them.
void expectAsReference(const char* variable, std::uint64_t whole, RandomNet (*make)(std::uint64_t seed))
{
    const std::uint64_t count = numberFrom(variable, atNight() ? whole : 5);
    Tally tally;
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + count; ++seed) {
        const RandomNet net = make(seed);
        if (std::getenv("HAMNET_RANDOM_SHOW") != nullptr) {
            std::cout << describe(net) << std::endl; // to find the net that ends the program
        }
        tally.add(net, verdictOn(net));
    }
    tally.print();
    if (count >= whole) {
        EXPECT_GT(tally.compared(), 40 * count) << "else nearly all nets were refused";
        EXPECT_GT(tally.sharp(), tally.compared() * 8 / 10) << "else roundings may be as large as what is compared";
    }
}

TEST(RandomNets, TrainAsTheReferenceDoesOrAreRefused)
{
    expectAsReference("HAMNET_RANDOM_NETS", 50, makeRandomNet);
}

TEST(RandomSequenceNets, TrainAsTheReferenceDoesOrAreRefused)
{
    expectAsReference("HAMNET_RANDOM_SEQUENCE_NETS", 30, makeRandomSequenceNet);
}

TEST(RandomSequenceNets, HaveEveryLayerThatBelongsToSequences)
{
    std::set<std::string> layers;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        for (const Layer& layer : makeRandomSequenceNet(seed).model.layers) {
            layers.insert(layer.type);
        }
    }
    EXPECT_THAT(layers, testing::IsSupersetOf({"SEQUENCEDATA", "LAST", "MEANOVERSTEPS", "EUCLIDEANLOSS", "HUBERLOSS",
                                               "SIGMOIDCROSSENTROPYLOSS", "SOFTMAXWITHLOSS", "LSTM", "GRU", "RNN"}));
}

TEST(RandomNets, AreTheSameForOneSeed)
{
    EXPECT_EQ(describe(makeRandomNet(5)), describe(makeRandomNet(5)));
    EXPECT_NE(describe(makeRandomNet(5)), describe(makeRandomNet(6)));
}

TEST(RandomNets, AreReadAsTheyWereWritten)
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const RandomNet net = makeRandomNet(seed);
        EXPECT_EQ(writeModel(readModel(writeModel(net.model), "net")), writeModel(net.model)) << "seed " << seed;
        EXPECT_EQ(writeSolver(readSolver(writeSolver(net.solver), "solver")), writeSolver(net.solver));
    }
}

TEST(RandomNets, HaveEveryLayerEveryTypeOfSolverAndEveryPolicy)
{
    std::set<std::string> layers, types, policies;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const RandomNet net = makeRandomNet(seed);
        for (const Layer& layer : net.model.layers) {
            layers.insert(layer.type);
        }
        const Params solver = completeParams(net.solver);
        types.insert(textParam(solver, "type"));
        policies.insert(textParam(solver, "lr_policy"));
    }
    // What belongs to sequences with an answer each is in the random nets on those. Typed cells, and what they are
    // unrolled to, are drawn in tests/kernels/unrolled_cells_test.cpp and cell_sequence_test.cpp.
    const std::set<std::string_view> others = {
        "SOFTMAX", "SEQUENCEDATA", "LAST",     "MEANOVERSTEPS", "EUCLIDEANLOSS", "HUBERLOSS", "SIGMOIDCROSSENTROPYLOSS",
        "CELL",    "CELL_UNIT",    "LAYERNORM"};
    for (const LayerType& type : catalog()) {
        EXPECT_TRUE(layers.contains(std::string(type.name)) || others.contains(type.name)) << type.name;
    }
    for (const ParamSpec& spec : solverSpecs()) {
        if (spec.key == "type" || spec.key == "lr_policy") {
            const std::set<std::string>& drawn = spec.key == "type" ? types : policies;
            EXPECT_EQ(drawn.size(), std::get<Choices>(spec.kind).names.size()) << spec.key;
        }
    }
}

/// Batches of a net that the reference runs.
RandomNet netThatRuns(std::uint64_t seed)
{
    while (runBatches(makeRandomNet(seed), "CAFFE").refusal) {
        ++seed;
    }
    return makeRandomNet(seed);
}

TEST(Difference, SeesANumberThatIsATenthOfAPercentOff)
{
    const RandomNet net = netThatRuns(1);
    const std::vector<Wanted> wanted = wantedOfBatches(net);
    Record record = runBatches(net, "CAFFE").record;
    ASSERT_EQ(difference(record, wanted), std::nullopt);
    Measured& loss = record[std::ranges::find(record, "update 2: objective", &Measured::name) - record.begin()];
    loss.values[0] *= 1.001;
    EXPECT_THAT(difference(record, wanted).value_or(""), testing::StartsWith("update 2: objective: element 0 is"));
    loss.name = "another";
    EXPECT_EQ(difference(record, wanted), "update 2: objective is missing");
}

/// By differences, in double precision: the reference needs no other program to be trusted.
TEST(ReferenceNet, GradientsAreItsSlopes)
{
    int compared = 0;
    for (std::uint64_t seed = 100; seed < 108; ++seed) {
        const RandomNet net = netThatRuns(seed);
        std::vector<ReferenceWeight> weights = firstWeights(net);
        Rounding none;
        const auto run = [&] {
            ReferenceNet reference(net.model, Phase::Train, net.tops, net.seed);
            return reference.run(net.batches[0], weights, 0, none);
        };
        const ReferenceNet::Result there = run();
        for (std::size_t weight = 0; weight < weights.size() && !cutsGradients(net.model); ++weight) {
            double& value = weights[weight].values[0];
            const double before = value, step = 1e-6;
            value = before + step;
            const double above = run().objective;
            value = before - step;
            const double below = run().objective;
            value = before;
            if (weights[weight].lrMult != 0) {
                EXPECT_NEAR(there.gradients[weight][0], (above - below) / (2 * step),
                            1e-5 * std::max(1.0, there.objective))
                    << "seed " << net.seed << ", " << weights[weight].name;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 20);
}

TEST(Reduced, KeepsWhatTheFaultNeeds)
{
    RandomNet net = netThatRuns(1);
    while (std::ranges::count(net.model.layers, "TANH", &Layer::type) == 0) {
        net = netThatRuns(net.seed + 1);
    }
    const RandomNet least = reduced(net, [](const RandomNet& smaller) {
        return std::ranges::count(smaller.model.layers, "TANH", &Layer::type) > 0;
    });
    ASSERT_EQ(least.model.layers.size(), 1u);
    EXPECT_EQ(least.model.layers[0].type, "TANH");
}

} // namespace
} // namespace engine::test

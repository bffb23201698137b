// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints: as they are, where the checksums refuse nearly everything, and with checksums that hold, as somebody
// would set them who means harm. What reads is saved again, and its weights are held against its model.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/net/weight_check.h"
#include "engine/net/weight_store.h"
#include "tests/fuzz/sealed_container.h"
#include "tests/fuzz/target.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace fuzz {

namespace {

using namespace engine;

void eatContent(const Checkpoint& checkpoint)
{
    const Model model = readModel(checkpoint.model, "the checkpoint's model");
    reads([&] { readSolver(checkpoint.solver, "the checkpoint's solver"); });
    requireWeights(model, checkpoint.weights);
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(model, device, checkpoint.seed);
    store.write(checkpoint.weights);
}

void eatCheckpointFile(const std::filesystem::path& file)
{
    static const TemporaryFolder folder(quickPlace());
    reads([&] { readSummary(file); });
    reads([&] {
        const Checkpoint checkpoint = loadCheckpoint(file);
        saveCheckpoint(folder.path() / "again.hamnet", checkpoint);
        loadCheckpoint(folder.path() / "again.hamnet");
        eatContent(checkpoint);
    });
}

Checkpoint small()
{
    const std::string text = R"(name: "small"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "embed" type: "Embed" bottom: "data" top: "embed" embed_param { input_dim: 3 num_output: 2 } }
layer { name: "lstm" type: "LSTM" bottom: "embed" bottom: "clip" top: "lstm" recurrent_param { num_output: 2 } }
layer { name: "scores" type: "InnerProduct" bottom: "lstm" top: "scores"
  inner_product_param { num_output: 3 axis: 2 } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss"
  softmax_param { axis: 2 } }
)";
    const Model model = readModel(text, "small");
    CpuDevice device(cpuBackend(), 1);
    Checkpoint checkpoint{.model = writeModel(model),
                          .solver = "type: \"Adam\"\nbase_lr: 0.01\nlr_policy: \"fixed\"\n",
                          .vocabulary = Vocabulary(Encoding::Utf8, {U'a', U'b', U'…'}),
                          .corpus = {.file = "play.txt", .digest = "0123456789abcdef", .bytes = 100},
                          .engine = "",
                          .device = "CPU",
                          .seed = 1,
                          .weights = WeightStore(model, device, 1).read(),
                          .history = {},
                          .state = {},
                          .iteration = 2,
                          .cursor = {.positions = {3, 50}, .fresh = {false, true}, .batches = 2, .epochs = 0.1},
                          .seconds = 1,
                          .bestValidationLoss = 1.5,
                          .curve = {{.iteration = 1, .loss = 2}, {.iteration = 2, .loss = 1}},
                          .samples = {{.iteration = 2, .seed = 1, .text = "abba"}},
                          .learned = {5, 9}};
    checkpoint.history = checkpoint.weights;
    checkpoint.state = {{"lstm/h", {1, 2, 2}, {0.5F, 0.25F, 0, 1}}};
    return checkpoint;
}

void eatCheckpoint(std::span<const std::byte> file)
{
    static MemoryFile memory;
    eatCheckpointFile(memory.with(file));
    eatCheckpointFile(memory.with(sealedContainer({file.begin(), file.end()})));
}

std::vector<Bytes> checkpointSeeds()
{
    const TemporaryFolder folder;
    saveCheckpoint(folder.path() / "small.hamnet", small());
    saveCheckpoint(folder.path() / "empty.hamnet", {});
    const std::filesystem::path golden = sourceRoot() / "tests/golden/files";
    return {contentOf(folder.path() / "empty.hamnet"), contentOf(folder.path() / "small.hamnet"),
            contentOf(golden / "checkpoint_sample.hamnet"), contentOf(golden / "checkpoint_trained.hamnet")};
}

} // namespace

const Target checkpoint = {"checkpoint", eatCheckpoint, checkpointSeeds};

} // namespace fuzz

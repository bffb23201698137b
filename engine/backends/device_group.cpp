// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/device_group.h"

#include "engine/backends/backends.h"
#include "engine/backends/launched_group.h"
#include "engine/backends/open_device.h"
#include "engine/devices/group/socket_group.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/trainer.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace engine {
namespace {

constexpr const char* word = "follow"; ///< that the program is started with

/// The GPUs of this machine that can be taken, "cuda:0"; `wish` is what asks for them.
std::vector<std::string> allGpus(const std::string& wish)
{
    std::vector<std::string> names;
    for (const KnownBackend& kind : backends()) {
        if (kind.name != "CUDA") {
            continue;
        }
        if (kind.backend == nullptr) {
            throw UnavailableError(
                say(ENGINE_TEXT("Sentences", "device \"%1\" is not available: %2"), wish, kind.refusal));
        }
        for (const DeviceInfo& device : kind.backend->devices()) {
            if (!device.refusal) {
                names.push_back("cuda:" + std::to_string(device.index));
            }
        }
    }
    if (names.empty()) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "device \"%1\" is not available: there is no GPU"), wish));
    }
    return names;
}

/// A folder of its own that goes with what is in it.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "hamnet-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw Error(say(ENGINE_TEXT("Sentences", "no folder can be made in %1"),
                            std::filesystem::temp_directory_path().string()));
        }
        m_path = name;
    }
    ~TemporaryFolder()
    {
        std::error_code none;
        std::filesystem::remove_all(m_path, none);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path file() const { return m_path / "run.hamnet"; }

private:
    std::filesystem::path m_path;
};

std::string bytesOf(const Checkpoint& checkpoint)
{
    const TemporaryFolder folder;
    saveCheckpoint(folder.file(), checkpoint);
    std::ifstream file(folder.file(), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return std::move(bytes).str();
}

Checkpoint checkpointIn(const std::string& bytes)
{
    const TemporaryFolder folder;
    std::ofstream(folder.file(), std::ios::binary) << bytes;
    return loadCheckpoint(folder.file());
}

/// A line of JSON, then the checkpoint.
std::string inBytes(const SharedRun& run)
{
    const nlohmann::json head = {{"version", run.version},
                                 {"devices", run.devices},
                                 {"kind", run.kind},
                                 {"threads", run.wish.threads},
                                 {"precision", run.wish.precision ? std::string(nameOf(*run.wish.precision)) : ""},
                                 {"engine", run.wish.engine},
                                 {"graphs", run.wish.graphs},
                                 {"data", run.data.string()}};
    return head.dump() + "\n" + bytesOf(run.begin);
}

SharedRun sharedRunIn(const std::string& bytes)
{
    const std::size_t end = bytes.find('\n');
    const nlohmann::json head = nlohmann::json::parse(bytes.substr(0, end));
    SharedRun run{.version = head.at("version"),
                  .devices = head.at("devices"),
                  .kind = head.at("kind"),
                  .wish = {.threads = head.at("threads"), .engine = head.at("engine"), .graphs = head.at("graphs")},
                  .data = head.at("data").get<std::string>(),
                  .begin = {}};
    if (run.version != HAMNET_VERSION) {
        throw Error(say(ENGINE_TEXT("Sentences", "Hamnet is %1 here, but %2 in the process that leads the run"),
                        HAMNET_VERSION, run.version));
    }
    run.wish.precision = precisionNamed(head.at("precision").get<std::string>());
    run.begin = checkpointIn(bytes.substr(end + 1));
    return run;
}

void train(ProcessGroup& group, SharedRun run)
{
    run.wish.name = run.devices.at(static_cast<std::size_t>(group.rank()));
    if (run.wish.name.empty()) {
        run.wish.name = run.kind;
        run.wish = deviceInGroup(run.wish, group);
    }
    const std::unique_ptr<Device> device = openDevice(run.wish);
    const Model model = readModel(run.begin.model, "the run's model");
    Trainer trainer(run.begin, openSource(run.data, model, &run.begin.vocabulary), *device, {}, &group);
    group.answer({});
    trainer.join();
    trainer.follow();
}

} // namespace

std::vector<std::string> devicesIn(const std::string& wish)
{
    const std::string all = folded(wish);
    if (all == "cuda:all") {
        return allGpus(wish);
    }
    std::vector<std::string> names;
    std::istringstream list(all);
    for (std::string name; std::getline(list, name, ',');) {
        if (std::ranges::find(names, name) != names.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "the devices are \"%1\", but each may be named once"), wish));
        }
        names.push_back(name);
    }
    if (names.size() < 2) {
        return {wish};
    }
    if (!std::ranges::all_of(names, [](const std::string& name) { return name.starts_with("cuda:"); })) {
        throw Error(say(ENGINE_TEXT("Sentences", "the devices are \"%1\", but several have to be GPUs, as in "
                                                 "cuda:0,cuda:1 or cuda:all; the processor is one device, cpu"),
                        wish));
    }
    const std::vector<std::string> gpus = allGpus(wish);
    for (const std::string& name : names) {
        if (std::ranges::find(gpus, name) == gpus.end()) {
            throw UnavailableError(
                say(ENGINE_TEXT("Sentences", "there is no device %1; hamnet devices lists them"), name));
        }
    }
    return names;
}

std::unique_ptr<ProcessGroup> startGroup(const std::vector<std::string>& devices)
{
    return std::make_unique<LeadingGroup>(std::vector<std::string>(devices.begin() + 1, devices.end()),
                                          std::vector<std::string>{word});
}

void invite(ProcessGroup& group, const SharedRun& run)
{
    group.tell(inBytes(run));
    group.answers();
}

void followRun(ProcessGroup& group)
{
    try {
        if (const std::string told = group.hear(); !told.empty()) {
            train(group, sharedRunIn(told));
            group.hear(); // the end of the group
        }
    } catch (const CancelledError&) { // NOLINT(bugprone-empty-catch): rank 0 has gone, and nobody listens
    } catch (const std::exception& error) {
        group.fail(error.what());
        try {
            group.hear();                 // the end of the group, which all of it has to hear
        } catch (const CancelledError&) { // NOLINT(bugprone-empty-catch): so it was told
        }
    }
}

bool follow(int argumentCount, char** arguments)
{
    if (argumentCount != 2 || std::string_view(arguments[1]) != word) {
        return false;
    }
    try {
        FollowingGroup group;
        followRun(group);
    } catch (const CancelledError&) { // NOLINT(bugprone-empty-catch): rank 0 has gone before it told anything
    }
    return true;
}

} // namespace engine

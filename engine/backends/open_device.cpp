// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/open_device.h"

#include "engine/backends/backends.h"
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>
#include <string_view>

namespace engine {
namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return lower;
}

std::unique_ptr<Device> openOne(const DeviceWish& wish, const KnownBackend& kind, int index = 0)
{
    if (kind.backend == nullptr) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "device \"%1\" is not available: %2"), wish.name, kind.refusal));
    }
    return kind.backend->open({.index = index,
                               .precision = precisionOn(kind.name, wish),
                               .engine = wish.engine,
                               .threads = wish.threads,
                               .graphs = wish.graphs});
}

std::vector<DeviceInfo> devicesOf(const KnownBackend& kind)
{
    try {
        return kind.backend == nullptr ? std::vector<DeviceInfo>() : kind.backend->devices();
    } catch (const UnavailableError&) {
        return {}; // no driver: `hamnet devices` says so, and asking for a GPU by name gives the error
    }
}

/// The first GPU that can be taken, else the CPU: some other program may hold the GPUs alone, or all of their memory.
std::unique_ptr<Device> openBest(const DeviceWish& wish, std::span<const KnownBackend> kinds,
                                 std::vector<Sentence>* notes)
{
    Sentence refusals;
    for (const KnownBackend& kind : kinds.subspan(1)) {
        for (const DeviceInfo& device : devicesOf(kind)) {
            Sentence refusal;
            try {
                if (!device.refusal) {
                    return openOne(wish, kind, device.index);
                }
                refusal = say(ENGINE_TEXT("Sentences", "%1 (%2) cannot be taken: %3"), device.name, device.model,
                              *device.refusal);
            } catch (const Error& error) {
                refusal = error.sentence();
            }
            refusals = refusals.empty() ? refusal : say("%1; %2", refusals, refusal);
        }
    }
    try {
        std::unique_ptr<Device> cpu = openOne(wish, kinds.front());
        if (notes != nullptr && !refusals.empty()) {
            notes->push_back(say(ENGINE_TEXT("Sentences", "the CPU computes, as no GPU can be taken: %1"), refusals));
        }
        return cpu;
    } catch (const UnavailableError& error) {
        throw refusals.empty()
            ? error
            : UnavailableError(say(ENGINE_TEXT("Sentences", "%1, and %2"), error.sentence(), refusals));
    }
}

/// The first device without a refusal, else the first.
int firstOf(const KnownBackend& kind)
{
    for (const DeviceInfo& device : devicesOf(kind)) {
        if (!device.refusal) {
            return device.index;
        }
    }
    return 0;
}

/// The number in "cuda:1", where `kind` is "cuda".
std::optional<int> indexIn(std::string_view name, const std::string& kind)
{
    if (!name.starts_with(kind + ":")) {
        return std::nullopt;
    }
    int index = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, failure] = std::from_chars(name.data() + kind.size() + 1, end, index);
    return failure == std::errc() && stop == end && index >= 0 ? std::optional(index) : std::nullopt;
}

} // namespace

std::optional<Precision> precisionOn(std::string_view kind, const DeviceWish& wish)
{
    const EarlierRun& before = wish.before;
    if (wish.precision || before.precision.empty() || !lowerCase(before.device).starts_with(lowerCase(kind))) {
        return wish.precision;
    }
    return precisionNamed(before.precision);
}

PrecisionFrom precisionFrom(const Device& device, const DeviceWish& wish)
{
    return wish.precision                               ? PrecisionFrom::Option
           : precisionOn(device.backend().name(), wish) ? PrecisionFrom::Checkpoint
                                                        : PrecisionFrom::Auto;
}

std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::vector<Sentence>* notes)
{
    if (lowerCase(wish.name) == "cpu") {
        return openOne(wish, {.name = "CPU", .backend = &cpuBackend()}); // opens no module
    }
    return openDevice(wish, backends(), notes);
}

std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::span<const KnownBackend> kinds,
                                   std::vector<Sentence>* notes)
{
    assert(!kinds.empty());
    const std::string name = lowerCase(wish.name);
    if (name == "auto") {
        return openBest(wish, kinds, notes);
    }
    if (name == lowerCase(kinds.front().name)) {
        return openOne(wish, kinds.front());
    }
    for (const KnownBackend& kind : kinds.subspan(1)) {
        const std::string prefix = lowerCase(kind.name);
        if (name == prefix) {
            return openOne(wish, kind, firstOf(kind));
        }
        if (const std::optional<int> index = indexIn(name, prefix)) {
            return openOne(wish, kind, *index);
        }
    }
    throw UnavailableError(
        say(ENGINE_TEXT("Sentences", "the device is \"%1\", but must be auto, cpu, cuda or cuda:N"), wish.name));
}

} // namespace engine

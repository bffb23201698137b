// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_reading.h"

#include "engine/backends/cpu_backend.h"
#include "engine/data/utf8.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/lens/unit_reader.h"
#include "engine/net/weight_store.h"

#include <chrono>

namespace studio {

LensReading readForLens(const NetSnapshot& net, const std::string& text, int threads, const engine::GoOn& goOn,
                        std::size_t most)
{
    const auto begin = std::chrono::steady_clock::now();
    LensReading reading{.text = {}, .layers = {}, .iteration = net.iteration};
    std::vector<std::int32_t> ids;
    const bool bytes = net.vocabulary.encoding() == engine::Encoding::Bytes;
    for (std::int64_t position = 0; position < static_cast<std::int64_t>(text.size());) {
        if (ids.size() == most) {
            reading.cut = true;
            break;
        }
        const char32_t code = bytes ? static_cast<unsigned char>(text[static_cast<std::size_t>(position++)])
                                    : engine::decodeNext(text, position);
        const std::optional<std::int32_t> id = net.vocabulary.idOf(code);
        if (!id) {
            reading.leftOut = true;
            continue;
        }
        ids.push_back(*id);
        reading.text += bytes && code >= 0x80 ? U'\uFFFD' : code;
    }
    engine::CpuDevice device(engine::cpuBackend(), threads);
    engine::WeightStore store(net.model, device, 1);
    store.write(net.weights);
    reading.layers = engine::readUnits(net.model, store, ids, goOn);
    reading.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return reading;
}

} // namespace studio

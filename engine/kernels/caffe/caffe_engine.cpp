// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/cpu_engines.h"

#include <algorithm>
#include <cassert>

namespace engine {
namespace caffe {

std::span<const KernelMaker> kernelMakers()
{
    return {};
}

namespace {

const KernelMaker* findMaker(const LayerSetup& layer)
{
    const auto makers = kernelMakers();
    const auto found = std::ranges::find(makers, layer.type->name, &KernelMaker::type);
    return found == makers.end() ? nullptr : &*found;
}

class CaffeCpuEngine final : public Engine {
public:
    std::string_view name() const override { return "CAFFE"; }

    std::optional<std::string> refusal(const LayerSetup& layer) const override
    {
        if (findMaker(layer) == nullptr) {
            return "has no kernel for " + std::string(layer.type->name);
        }
        return std::nullopt;
    }

    std::unique_ptr<Kernel> make(const LayerSetup& layer) const override
    {
        assert(layer.device->kind() == DeviceKind::Cpu);
        return findMaker(layer)->make(layer);
    }
};

} // namespace
} // namespace caffe

const Engine& caffeCpuEngine()
{
    static const caffe::CaffeCpuEngine engine;
    return engine;
}

} // namespace engine

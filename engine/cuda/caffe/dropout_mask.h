// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/caffe/elements.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/engine.h"

namespace engine::cuda::caffe {

/// Which masks are drawn: those of the batch that stands at `counter`, or of batch `number` where that is null.
struct MaskPass {
    const std::uint64_t* counter;
    std::uint64_t number;

    __device__ std::uint64_t batch() const { return counter != nullptr ? *counter : number; }
};

/// to = from · mask · scale; `to` may be `from`. One thread draws and applies the mask of four elements: group i has
/// those from 4 i on.
struct Drop {
    DropoutRule rule;
    MaskPass pass;
    MaskKey key;
    std::int64_t count;
    const float* from;
    float* to;
    __device__ void operator()(std::int64_t group) const
    {
        const Philox drawn = philox(static_cast<std::uint64_t>(group), pass.batch(), key.key);
        const std::int64_t first = 4 * group;
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            if (first + word < count) {
                to[first + word] = rule.stays(drawn.words[word]) ? from[first + word] * rule.scale : 0.0f;
            }
        }
    }
};

/// The same where elements share those of the mask, or the mask is a part of the batch's. One thread four elements.
struct DropShared {
    DropoutRule rule;
    MaskPass pass;
    MaskKey key;
    DropoutSharing sharing;
    const float* from;
    float* to;
    __device__ void operator()(std::int64_t group) const
    {
        DropoutWords words(pass.batch(), key.key);
        for (std::int64_t element = 4 * group; element < min(4 * group + 4, sharing.count); ++element) {
            to[element] =
                rule.stays(words.of(key.elementOf(sharing.maskOf(element)))) ? from[element] * rule.scale : 0.0f;
        }
    }
};

/// The mask of a DROPOUT. It is not stored: the backward pass draws it again, which is faster than reading it.
class DropoutMask {
public:
    DropoutMask(CudaDevice& device, DropoutRule rule, const MaskKey& key, const DropoutSharing& sharing)
        : m_device(&device), m_rule(rule), m_key(key), m_sharing(sharing)
    {}

    void forward(const Pass& pass, const float* from, float* to)
    {
        m_pass = {pass.counter, pass.number};
        backward(from, to);
    }
    void backward(const float* from, float* to) const
    {
        const std::int64_t groups = (m_sharing.count + 3) / 4;
        if (m_sharing.isPlain() && m_key.row == 0) {
            launchElements(*m_device, groups, Drop{m_rule, m_pass, m_key, m_sharing.count, from, to}, "DROPOUT");
        } else {
            launchElements(*m_device, groups, DropShared{m_rule, m_pass, m_key, m_sharing, from, to}, "DROPOUT");
        }
    }
    static std::int64_t bytes() { return 0; }

private:
    CudaDevice* m_device;
    DropoutRule m_rule;
    MaskKey m_key;
    DropoutSharing m_sharing;
    MaskPass m_pass{}; ///< of the last forward
};

} // namespace engine::cuda::caffe

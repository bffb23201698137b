// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/colours.h"

namespace engine {
namespace {

constexpr DrawingColours light{.canvas = 0xf7f6f2,
                               .node = 0xffffff,
                               .nodeBorder = 0x858e99,
                               .text = 0x1c2127,
                               .mutedText = 0x5b646f,
                               .wire = 0x6b7581,
                               .port = 0x4d5763,
                               .accent = 0x0a7570,
                               .error = 0xc22f2f,
                               .frame = 0xe8eceb,
                               .note = 0xfdf2c7,
                               .source = 0x2a7d55,
                               .recurrent = 0x7448c4,
                               .common = 0x2a6cc0,
                               .activation = 0xa05c00,
                               .shape = 0x5f6c7b,
                               .loss = 0xb3347f};
constexpr DrawingColours dark{.canvas = 0x171a1f,
                              .node = 0x252a32,
                              .nodeBorder = 0x7a8592,
                              .text = 0xe6e9ed,
                              .mutedText = 0xa3adb9,
                              .wire = 0x8e99a6,
                              .port = 0xaab4bf,
                              .accent = 0x3fc1b4,
                              .error = 0xff7b72,
                              .frame = 0x20272c,
                              .note = 0x453c1f,
                              .source = 0x6ccb98,
                              .recurrent = 0xb794ff,
                              .common = 0x73b3ff,
                              .activation = 0xeaaa55,
                              .shape = 0xa3b0bf,
                              .loss = 0xf58fc6};

} // namespace

std::uint32_t DrawingColours::group(LayerGroup which) const
{
    switch (which) {
    case LayerGroup::Source:
        return source;
    case LayerGroup::Recurrent:
        return recurrent;
    case LayerGroup::Common:
        return common;
    case LayerGroup::Activation:
        return activation;
    case LayerGroup::Shape:
        return shape;
    case LayerGroup::Loss:
        return loss;
    }
    return mutedText;
}

const DrawingColours& drawingColours(Ground ground)
{
    return ground == Ground::Dark ? dark : light;
}

} // namespace engine

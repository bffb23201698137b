// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

namespace studio {

/// A small project with something in each field, NaN, infinities and inputs without wires among them.
Project sampleProject();

/// Whether all fields are equal to the bit: a NaN equals itself.
bool sameBits(const Project& a, const Project& b);

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

namespace studio {

/// A small project with something in each field, NaN, infinities and inputs without wires among them.
Project sampleProject();

/// The same as files before version 4 have it: a run on a text, whose one metric is the accuracy, without epochs.
Project sampleProjectOfVersionFour();
Project sampleProjectOfVersionThree();

/// What of that a file of version 1 can hold.
Project sampleProjectOfVersionOne();

/// Whether all fields are equal to the bit: a NaN equals itself.
bool sameBits(const Project& a, const Project& b);

} // namespace studio

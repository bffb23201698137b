// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

namespace studio {

/// A small project with something in each field, NaN, infinities and inputs without wires among them.
Project sampleProject();

/// The same as earlier versions have it: before version 17 without what was made in panels, before version 16 without a
/// prompt, before version 15 without the runs that are shown, before version 13 without what the ending of a run was
/// made from, before version 12 without what the notes of runs were made from, before version 11 without the nets of
/// texts, before version 10 without what runs were given, before version 9 without changed states of texts, before
/// version 8 without notes, origin and epochs of runs, before version 7 with fewer settings of a run, before version 6
/// without branches of texts, before version 5 without a precision, before version 4 a run on a text, whose one metric
/// is the accuracy, without epochs.
Project sampleProjectOfVersionSixteen();
Project sampleProjectOfVersionFifteen();
Project sampleProjectOfVersionFourteen();
Project sampleProjectOfVersionTwelve();
Project sampleProjectOfVersionEleven();
Project sampleProjectOfVersionTen();
Project sampleProjectOfVersionNine();
Project sampleProjectOfVersionEight();
Project sampleProjectOfVersionSeven();
Project sampleProjectOfVersionSix();
Project sampleProjectOfVersionFive();
Project sampleProjectOfVersionFour();
Project sampleProjectOfVersionThree();

/// What of that a file of version 1 can hold.
Project sampleProjectOfVersionOne();

/// Whether all fields are equal to the bit: a NaN equals itself.
bool sameBits(const Project& a, const Project& b);

} // namespace studio

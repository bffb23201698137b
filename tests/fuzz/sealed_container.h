// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/target.h"

namespace fuzz {

/// The bytes as a container of engine/formats/checkpoint/container.h with checksums that hold, as far as it has places
/// for them: what somebody would make who means harm.
Bytes sealedContainer(Bytes file);

} // namespace fuzz

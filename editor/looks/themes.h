// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/looks/theme.h"

namespace editor {

const Theme& lightTheme();
const Theme& darkTheme();

} // namespace editor

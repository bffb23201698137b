// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/transfer.h"

#include <QString>

namespace studio {

/// "5 of 7 weights come from their.onnx".
QString headline(const Transfer& transfer);

/// Whether there is more to tell than the headline.
bool hasRemarks(const Transfer& transfer);

/// What was skipped and why, what was changed on the way, what was taken. The second for other programs.
QString reportHtml(const Transfer& transfer);
QString reportText(const Transfer& transfer);

} // namespace studio

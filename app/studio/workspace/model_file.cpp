// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/model_file.h"

#include "editor/document/document.h"

namespace studio {

bool ModelFile::holds(const editor::Document& document) const
{
    return !path.empty() && document.derived().model == model && document.content().solver == solver;
}

} // namespace studio

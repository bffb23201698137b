// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/guide/guide_steps.h"

#include <QString>

namespace studio {

/// What the guide says: a few words, and one or two sentences on what to do and why.
struct GuideWords {
    QString title, text;
};

GuideWords guideWords(const GuideWish& wish);

} // namespace studio

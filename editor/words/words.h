// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace editor {

/// Translates texts that belong to no widget: Words::tr("on").
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace editor

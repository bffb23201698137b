// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/transfer.h"

#include <QDialog>

namespace studio {

/// What went where as a net crossed between programs. Everything in it can be copied.
class TransferDialog : public QDialog {
    Q_OBJECT

public:
    explicit TransferDialog(const Transfer& transfer, QWidget* parent = nullptr);
};

} // namespace studio

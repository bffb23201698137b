// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/workspace/workspace.h"

#include <QDialog>
#include <QString>

namespace studio {

/// "5 of 7 weights come from their.onnx".
QString headline(const Transfer& transfer);

/// What went where as a net crossed between programs. Everything in it can be copied.
class TransferDialog : public QDialog {
    Q_OBJECT

public:
    explicit TransferDialog(const Transfer& transfer, QWidget* parent = nullptr);
};

} // namespace studio

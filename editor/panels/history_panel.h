// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QWidget>

namespace editor {

/// Every step of the document's undo stack; a click leads to how it was then.
class HistoryPanel : public QWidget {
    Q_OBJECT

public:
    explicit HistoryPanel(Document& document, QWidget* parent = nullptr);
};

} // namespace editor

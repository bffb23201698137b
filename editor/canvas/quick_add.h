// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/plate.h"
#include "editor/panels/palette.h"

namespace editor {

/// The palette's list of what can be added, where the pointer is. Enter takes the chosen kind of layer, Escape closes.
class QuickAdd : public Plate {
    Q_OBJECT

public:
    /// `offered`: see LayerList::offer().
    QuickAdd(std::map<QString, QString> offered, const QString& title, QWidget* canvas);

    void open(QPoint window, const QString& typed);
    void leave(); ///< without a choice
    LayerList& list() const { return *m_list; }

signals:
    void chosen(const QString& type);
    void closed(); ///< with or without a choice; it deletes itself

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    LayerList* m_list;
    bool m_closing = false;
};

} // namespace editor

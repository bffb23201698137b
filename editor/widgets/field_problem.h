// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/widgets/tinted_label.h"

#include <QPointer>

namespace editor {

/// What is wrong with what was typed, below its field and over what stands there, so that nothing moves. It stands
/// above where it would cover the field that has the keyboard, or has no room in the form.
class FieldProblem : public TintedLabel {
    Q_OBJECT

public:
    explicit FieldProblem(QWidget* form);
    void showAt(QWidget& field, const QString& sentence); ///< empty: goes away

private:
    void place();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

    QWidget* m_form;
    QPointer<QWidget> m_field;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace editor {

/// Text that wraps, can be copied, and keeps its colour: a palette or font that is set on a label is lost where a style
/// sheet polishes it, what stands in its text or role is not.
class TintedLabel : public QLabel {
    Q_OBJECT

public:
    explicit TintedLabel(QWidget* parent = nullptr);

    void showMuted(const QString& text);
    void showError(const QString& sentence); ///< hides itself where there is none
    void showWarning(const QString& sentence);

private:
    enum class Tint { Error, Warning };
    void show(const QString& sentence, Tint tint);
    void tint();

    QString m_tinted;
    Tint m_tint = Tint::Error;
};

/// The title of a page, larger than the text below it.
QString titleHtml(const QString& title);

} // namespace editor

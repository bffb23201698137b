// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>

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

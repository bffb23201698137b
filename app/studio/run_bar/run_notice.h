// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QFrame>
#include <QString>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace studio {

/// A sentence about a run that stays until it is put away, and what can be done about it: each by a click, each
/// explained.
class RunNotice : public QFrame {
    Q_OBJECT

public:
    struct Choice {
        QString name;        ///< the button's object name
        QString text;        ///< "Stop now"
        QString explanation; ///< one sentence
        std::function<void()> take = {};
    };

    explicit RunNotice(QWidget* parent = nullptr);

    void say(const QString& sentence, const std::vector<Choice>& choices = {});
    void sayAgain(const QString& sentence); ///< with the choices that are there: one may be under the pointer
    QString sentence() const;
    bool hasChoices() const;
    int lineWidth() const;                     ///< in which the sentence stands in one line
    void withdraw();                           ///< what it says holds no longer
    bool isWanted() const { return m_wanted; } ///< said, and neither put away nor withdrawn since

signals:
    void putAway(); ///< by its cross

private:
    void addChoice(const Choice& choice);
    bool eventFilter(QObject* watched, QEvent* event) override;

    bool m_wanted = false;
    QLabel* m_sentence;
    QToolButton* m_close;
    QLabel* m_explanation; ///< of the choice that is pointed at; the first one's before that
    QWidget* m_choices;
    QHBoxLayout* m_row;
};

} // namespace studio

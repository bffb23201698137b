// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QString>
#include <QWidget>
#include <vector>

class QFrame;
class QLabel;
class QToolButton;

namespace studio {

class SentenceOrTitle;

/// A sentence about a run, or its title where there is no room for it, that stays until it is put away. All of it opens
/// by a click, with what can be done about it: each choice is explained.
class RunNotice : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString name;        ///< the button's object name
        QString text;        ///< "Stop now"
        QString explanation; ///< one sentence
        std::function<void()> take = {};
    };

    explicit RunNotice(QWidget* parent = nullptr);

    void say(const QString& title, const QString& sentence, const std::vector<Choice>& choices = {});
    void sayAgain(const QString& sentence); ///< with the choices that are there: one may be under the pointer
    QString sentence() const;
    void withdraw();                              ///< what it says holds no longer
    bool isWanted() const { return !isHidden(); } ///< said, and neither put away nor withdrawn since

signals:
    void putAway(); ///< by its cross

private:
    void addChoice(const Choice& choice);
    void offerToOpen();
    void openChoices();

    SentenceOrTitle* m_line;
    QToolButton* m_open;
    QFrame* m_opened;
    QLabel* m_sentence; ///< all of it
    QWidget* m_choices;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"

#include <optional>
#include <QFrame>
#include <QString>

class QLabel;
class QListWidget;

namespace studio {

/// What a character is called where it stands alone: itself, or "space", "new line", "byte 0xC3".
QString characterName(char32_t character, engine::Encoding encoding);

/// What a candidate adds to a text; nothing for a byte that is only a part of a character.
std::optional<QString> candidateText(const Candidate& candidate, engine::Encoding encoding);

/// The likeliest characters at one place of a text, each with a bar for its probability. A click, or Return on the one
/// that the arrow keys chose, takes it; Escape closes.
class CandidatePopup : public QFrame {
    Q_OBJECT

public:
    explicit CandidatePopup(QWidget* parent = nullptr);

    struct Place {
        QString title;         ///< what stands there, and how likely it was
        QString written;       ///< the character that stands there
        QString footer;        ///< what a choice does, or why there is none
        bool choosable = true; ///< whether one can be taken now
    };
    void showCandidates(const Candidates& candidates, const Place& place);
    void showSentence(const QString& title, const QString& sentence); ///< instead of candidates

    void takeKeyboard(); ///< the arrow keys choose from now on

signals:
    void chosen(const QString& text);
    void closed(); ///< by Escape

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose();

    QLabel* m_title;
    QListWidget* m_list;
    QLabel* m_footer;
};

} // namespace studio

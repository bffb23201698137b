// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"

#include <cstdint>
#include <optional>
#include <QBasicTimer>
#include <QBrush>
#include <QFrame>
#include <QListWidget>
#include <QRect>
#include <QString>
#include <span>
#include <vector>

class QLabel;

namespace studio {

/// What a character is called where it stands alone: itself, or "space", "new line", "byte 0xC3".
QString characterName(char32_t character, engine::Encoding encoding);

/// What a candidate adds to a text; nothing for a byte that is only a part of a character.
std::optional<QString> candidateText(const Candidate& candidate, engine::Encoding encoding);

QString percentOf(double share, int digits = 0); ///< "97 %"

/// Names, each with a bar for its share and the share in figures. As high as all of them.
class BarList : public QListWidget {
public:
    explicit BarList(QWidget* parent = nullptr);

    struct Bar {
        QString name;
        double share = 0;
        QString percent;    ///< the share
        QBrush ground = {}; ///< of the bar; none: that of curves
        bool isBold = false;
        QString text = {}; ///< what a choice of it stands for
        bool isChoosable = true;
    };
    void setBars(const std::vector<Bar>& bars);
};

class WrittenView;

/// Shows the likeliest characters, each with a bar for its probability, at the character of a written text that is
/// clicked on or lies under the mouse, or at the cursor with Ctrl+Space. A click, or Return on the one that the arrow
/// keys chose, takes it; Escape closes.
///
/// It keeps the candidates of the text in view by place: the number of a code point among all that the view shows.
class CandidatePopup : public QFrame {
    Q_OBJECT

public:
    explicit CandidatePopup(WrittenView& view); ///< goes with it

    /// Another text of so many code points is in view. `writers` has, in ascending order, where each text begins that
    /// wrote a part of it; what lies before the first of them was not written by a net.
    void begin(qint64 places, const std::vector<std::int64_t>& writers);

    /// Only so many code points of the text stay in view; what is known of them is kept.
    void keep(qint64 places, const std::vector<std::int64_t>& writers);

    /// The next `places` code points, which a net wrote. There are as many candidates, or none: not known yet.
    void append(qint64 places, std::span<const Candidates> candidates);

    // The answer to wanted(), which is not sent again for what the writer wrote that begins at `writer`.

    void fill(qint64 writer, std::span<const Candidates> candidates); ///< of all that is in view of it
    void refuse(qint64 writer, const QString& sentence);              ///< why they are not known

    void askAgain(); ///< where they are not known

    void setBranching(const QString& whyNot); ///< why no candidate can be taken now; empty: one can

signals:
    void wanted(qint64 place);                               ///< whose candidates are not known was pointed at
    void branchRequested(qint64 place, const QString& text); ///< the text up to `place`, then `text`, is to go on

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void enterEvent(QEnterEvent*) override { m_closing.stop(); }
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool viewportEvent(QEvent* event);
    void putAway();
    void leave(); ///< back to the text
    void choose();
    void showAt(int position); ///< of the document
    void showCandidates(const Candidates& candidates);
    void say(const QString& title, const QString& sentence); ///< instead of candidates
    void openByKeyboard();
    void put(const QRect& character);
    void follow();

    /// What one text wrote, up to the next stretch.
    struct Stretch {
        qint64 first;
        QString unknown = {}; ///< why what is missing is not known; empty: it was not requested yet
    };
    const Stretch* stretchAt(qint64 place) const; ///< null: no net wrote there

    WrittenView& m_view;
    QLabel* m_title;
    BarList* m_list;
    QLabel* m_footer;
    std::vector<Candidates> m_candidates;
    std::vector<Stretch> m_stretches;
    int m_position = -1;                        ///< in the document: whose candidates are shown
    bool m_stays = false, m_byKeyboard = false; ///< until it is closed; it has the focus
    QString m_whyNot;
    QBasicTimer m_closing; ///< runs while the mouse is on its way to the popup, or away
};

} // namespace studio

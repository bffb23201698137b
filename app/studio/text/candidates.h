// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/session/run_record.h"

#include <QBasicTimer>
#include <QBrush>
#include <QFrame>
#include <QListWidget>
#include <QRect>
#include <QString>
#include <vector>

class QLabel;

namespace studio {

/// What a character is called where it stands alone: itself, or "space", "new line", "byte 0xC3".
QString characterName(char32_t character, engine::Encoding encoding);

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

class TextInView;
class WrittenView;

/// Shows the likeliest characters, each with a bar for its probability, at the character of a written text that is
/// clicked on or lies under the mouse, or at the cursor with Ctrl+Space. A click, or Return on the one that the arrow
/// keys chose, takes it; Escape closes.
class CandidatePopup : public QFrame {
    Q_OBJECT

public:
    CandidatePopup(WrittenView& view, const TextInView& inView); ///< goes with the view

    void putAway();   ///< another text is in view, or less of it
    void tellAgain(); ///< what is known of the text has changed

    void setBranching(const QString& whyNot); ///< why no candidate can be taken now; empty: one can

signals:
    void wanted(const studio::WrittenText& text); ///< a character of it was pointed at whose candidates are not known
    void branchRequested(qint64 place, const QString& text); ///< the text up to `place`, then `text`, is to go on

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void enterEvent(QEnterEvent*) override { m_closing.stop(); }
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool viewportEvent(QEvent* event);
    void leave(); ///< back to the text
    void choose();
    void showAt(int position); ///< of the document
    void showCandidates(const Candidates& candidates);
    void say(const QString& title, const QString& sentence); ///< instead of candidates
    void openByKeyboard();
    void put(const QRect& character);
    void follow();

    WrittenView& m_view;
    const TextInView& m_inView;
    QLabel* m_title;
    BarList* m_list;
    QLabel* m_footer;
    int m_position = -1;                        ///< in the document: whose candidates are shown
    bool m_stays = false, m_byKeyboard = false; ///< until it is closed; it has the focus
    QString m_whyNot;
    QBasicTimer m_closing; ///< runs while the mouse is on its way to the popup, or away
};

} // namespace studio

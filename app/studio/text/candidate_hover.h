// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/candidate_popup.h"

#include <QBasicTimer>
#include <QObject>
#include <QPoint>
#include <QPointer>
#include <span>
#include <vector>

namespace studio {

class WrittenView;

/// Shows what was likely at the character of a written text under the mouse, or at the cursor with Ctrl+Space.
///
/// It keeps the candidates of the text in view by place: the number of a code point among all that the view shows.
class CandidateHover : public QObject {
    Q_OBJECT

public:
    explicit CandidateHover(WrittenView& view);

    /// Another text is in view; its first `prompt` code points were not written by a net.
    void begin(qint64 prompt);

    /// The next `places` code points, which a net wrote. There are as many candidates, or none: not known yet.
    void append(qint64 places, std::span<const Candidates> candidates);

    // The answer to wanted(), which is not sent again for this text.

    void fill(qint64 place, std::span<const Candidates> candidates); ///< of all written code points from `place` on
    void refuse(const QString& sentence);                            ///< why they are not known

    void askAgain(); ///< where they are not known

    void setBranching(const QString& whyNot); ///< why no candidate can be taken now; empty: one can
    void close();

    CandidatePopup& popup() { return m_popup; }

signals:
    void wanted();                                           ///< a place whose candidates are not known was pointed at
    void branchRequested(qint64 place, const QString& text); ///< the text up to `place`, then `text`, is to go on

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    bool viewportEvent(QEvent* event);
    void showAt(int position); ///< of the document
    void openByKeyboard();
    void put(const QRect& character);
    bool isWritten(qint64 place) const;

    WrittenView& m_view;
    CandidatePopup m_popup; ///< lies in the window of the view while it is open
    std::vector<Candidates> m_candidates;
    qint64 m_prompt = 0;
    int m_position = -1; ///< in the document: whose candidates are shown
    bool m_byKeyboard = false;
    QString m_whyNot;
    QString m_unknown;     ///< why what is missing is not known; empty: nobody was asked yet
    QBasicTimer m_closing; ///< runs while the mouse is on its way to the popup, or away
};

} // namespace studio

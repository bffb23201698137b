// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/text/text_in_view.h"

#include <QSplitter>
#include <span>
#include <string>
#include <string_view>

class QAction;
class QLabel;

namespace studio {

class CandidateHover;
class TextHistory;
class WrittenView;

/// The text in view with what was likely at each of its characters, one that was pinned beside it, and the history.
class WrittenPages : public QSplitter {
    Q_OBJECT

public:
    explicit WrittenPages(QWidget* parent = nullptr);

    void show(const WrittenText& text); ///< instead of what was in view
    void clear();                       ///< nothing is in view or pinned

    /// `more` is about to be written; in view stays `upTo`, which ends with its prompt.
    void goOn(const WrittenText& more, const std::string& upTo);
    void append(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates);
    bool end(); ///< of what is being written: into the history, if it is anything

    const TextInView& inView() const { return m_inView; }
    const WrittenText& shown() const { return m_inView.newest(); } ///< what the net wrote last, or what was shown
    std::string all() const { return m_inView.all(); }

    void setTinted(bool tinted);
    void pin();
    void unpin();

    CandidateHover& hover() { return *m_hover; }
    WrittenView& view() { return *m_view; }
    TextHistory& history() { return *m_history; }

public slots:
    void begun(qint64 iteration, const std::string& net = {}); ///< the net is loaded; `net` is its digest
    /// The bits and candidates of what one of the texts in view wrote, where it had none.
    void surprised(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates = {});
    void notSurprised(std::string_view utf8, const QString& sentence); ///< why they are not known

private:
    QWidget* makePinned();

    TextInView m_inView;
    QLabel* m_caption;
    WrittenView* m_view;
    CandidateHover* m_hover;
    QWidget* m_pinned;
    QLabel* m_pinnedCaption;
    WrittenView* m_pinnedView;
    TextHistory* m_history;
};

} // namespace studio

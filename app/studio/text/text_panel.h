// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/session/run_record.h"
#include "app/studio/text/writing_form.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <QAction>
#include <QList>
#include <QObject>
#include <QString>
#include <QWidget>
#include <string>
#include <string_view>
#include <vector>

class QLabel;
class QScrollArea;
class QShortcut;

namespace editor {

class ToolFlow;

} // namespace editor

namespace studio {

// Places in a text that is UTF-8.

std::int64_t codePointsOf(std::string_view utf8);

/// The byte where a code point begins; the text's size where there are not as many.
std::size_t byteOf(std::string_view utf8, std::int64_t codePoint);

/// The end of a text, as long as the prompt of a continuation may be, not begun within a character.
std::string endOf(const std::string& text);

/// A text in view and the texts that it branches from or continues, as far as they wrote what is in view, with what was
/// likely at each character. Places are code points of all().
class TextInView {
public:
    /// A text that wrote a part of it.
    struct Part {
        WrittenText text;
        std::int64_t begin = 0; ///< where its prompt begins; below 0 where only the end of that is in view
        std::vector<Candidates> candidates = {}; ///< of each character that it wrote; none: not known yet
        QString unknown = {};                    ///< why what is missing is not known; empty: it was not requested yet

        std::int64_t first() const; ///< of what it wrote
        Candidates candidatesAt(std::int64_t place) const;
    };

    TextInView() = default;
    TextInView(WrittenText text, const std::vector<WrittenText>& history); ///< finds the earlier ones by their ids

    /// `more` is about to be written, behind the beginning `upTo` of all(), whose last character may be another one.
    void goOn(WrittenText more, const std::string& upTo);

    WrittenText& newest() { return m_parts.back().text; } ///< its prompt stays
    const WrittenText& newest() const { return m_parts.back().text; }
    std::string all() const { return prompt() + newest().text; }
    std::string prompt() const { return m_before + newest().prompt; } ///< what the newest one did not write

    std::vector<Part>& parts() { return m_parts; } ///< in the order of what they wrote

    /// What wrote a place; of a place that no net wrote, the text whose prompt it is.
    const Part& partAt(std::int64_t place) const;
    const Part* writerOf(std::int64_t place) const; ///< null: no net wrote there

    /// The text of partAt() as it was up to there, as the beginning of a branch: what the net is to read, and how much
    /// of it its seed has written.
    WrittenText upTo(std::int64_t place) const;

private:
    std::vector<Part> m_parts{1}; ///< the last one is the newest
    std::string m_before;         ///< what stood in view before a continuation's prompt
};

class CandidatePopup;
class TextHistory;
class WrittenView;

class ColourLegend;

/// Asks for text, with what was written before below the form, and shows it beside, with what was likely at each of its
/// characters, and one that was pinned. Knows nothing of threads and nets:
/// what it asks for comes back through its slots.
///
/// A request is a WrittenText without text. Each ends with finished() or failed(); until then the panel is busy.
class TextPanel : public QWidget {
    Q_OBJECT

public:
    /// `views` open what looks into the text: they stand among the tools where these do not wrap as the text gets
    /// narrow.
    explicit TextPanel(QWidget* parent = nullptr, const QList<QAction*>& views = {});

    WritingForm& form() { return *m_form; }
    CandidatePopup& hover() { return *m_hover; }
    WrittenView& view() { return *m_view; }
    TextHistory& history() { return *m_history; }
    const TextInView& inView() const { return m_inView; }
    const WrittenText& shown() const { return m_inView.newest(); } ///< what the net wrote last, or what was shown
    std::string all() const { return m_inView.all(); }

    /// Throws engine::Error for a file that no text may replace.
    using FileCheck = std::function<void(const std::filesystem::path& file)>;
    void setFileCheck(FileCheck check) { m_check = std::move(check); }

    void setText(const WrittenText& text);    ///< instead of what was in view
    void showText(const WrittenText& text);   ///< the same of the history, unless another is being written
    void setRefusal(const QString& sentence); ///< why the net writes no text; empty: it does

    bool isBusy() const { return m_busy; }

    /// Writes `more`, which goes on where the text `upTo` ends; that stays in view.
    void goOn(const WrittenText& more, const std::string& upTo);

    void say(const QString& sentence); ///< in the line below the text
    void clear();                      ///< another project has other texts: nothing is in view or pinned

public slots:
    void generate();
    void begun(qint64 iteration, const std::string& net = {}); ///< the net is loaded; `net` is its digest
    void written(const WrittenCharacters& characters);
    /// The bits and candidates of what one of the texts in view wrote, where it had none.
    void surprised(const WrittenCharacters& characters);
    void notSurprised(std::string_view utf8, const QString& sentence); ///< why they are not known
    void finished(double charsPerSecond);
    void failed(const QString& sentence);

signals:
    void generateRequested(const studio::WrittenText& wish);
    void stopRequested();
    void surpriseRequested(const studio::WrittenText& text); ///< its bits and candidates are wanted
    void commandRequested(const studio::WrittenText& wish);  ///< the same for a terminal is wanted
    void textFinished(const studio::WrittenText& text);      ///< it is in the history now
    void textShown();                                        ///< another text is in view, or is about to be written

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makePages(); ///< the text in view, and beside it the pinned one
    void makeTools(const QList<QAction*>& views);
    void save();
    void becomeNarrow(bool isNarrow);
    void showForm(bool shown); ///< and the history below it
    void ask(const WrittenText& wish);
    void begin(const WrittenText& wish);
    void askSurprise();
    void end(const QString& status);
    void updateState();

    FileCheck m_check;
    QString m_refusal;
    bool m_busy = false, m_failed = false, m_isNarrow = false;

    WritingForm* m_form;
    QScrollArea* m_asked; ///< the form and the history
    TextInView m_inView;
    QLabel* m_caption;
    WrittenView* m_view;
    CandidatePopup* m_hover;
    QWidget* m_pinned;
    QLabel* m_pinnedCaption;
    WrittenView* m_pinnedView;
    TextHistory* m_history;
    ColourLegend* m_legend;
    QLabel* m_status;
    editor::ToolFlow* m_tools;
    QAction *m_generate, *m_stop, *m_writeOn, *m_regenerate, *m_pin, *m_copy, *m_save;
    QAction* m_tint;                     ///< by surprise
    QAction *m_showHistory, *m_showForm; ///< the form is hidden at first where the panel is narrow
    QShortcut* m_promptKey;              ///< while its label, which has the key, is hidden with the form
};

} // namespace studio

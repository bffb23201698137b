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
#include <QSplitter>
#include <QString>
#include <QWidget>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class QLabel;
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

/// A text in view and the texts that it branches from or continues, as far as they wrote what is in view. Places are
/// code points of all().
class TextInView {
public:
    /// A text that wrote a part of it.
    struct Part {
        WrittenText text;
        std::int64_t begin = 0; ///< where its prompt begins; below 0 where only the end of that is in view

        std::int64_t first() const; ///< of what it wrote
    };

    TextInView() = default;
    TextInView(WrittenText text, const std::vector<WrittenText>& history); ///< finds the earlier ones by their ids

    /// `more` is about to be written, behind the beginning `upTo` of all(), whose last character may be another one.
    void goOn(WrittenText more, const std::string& upTo);

    WrittenText& newest() { return m_newest.text; } ///< its prompt stays
    const WrittenText& newest() const { return m_newest.text; }
    std::string all() const { return m_before + m_newest.text.prompt + m_newest.text.text; }
    std::string prompt() const { return m_before + m_newest.text.prompt; } ///< what the newest one did not write

    std::vector<Part> parts() const;          ///< in the order of what they wrote
    std::vector<std::int64_t> firsts() const; ///< Part::first() of each, 0 where that is not in view

    /// What wrote a place; of a place that no net wrote, the text whose prompt it is.
    Part partAt(std::int64_t place) const;

    /// The text of partAt() as it was up to there, as the beginning of a branch: what the net is to read, and how much
    /// of it its seed has written.
    WrittenText upTo(std::int64_t place) const;

private:
    Part m_newest;
    std::string m_before; ///< what stood in view before a continuation's prompt
    std::vector<Part> m_earlier;
};

class CandidatePopup;
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

    CandidatePopup& hover() { return *m_hover; }
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
    CandidatePopup* m_hover;
    QWidget* m_pinned;
    QLabel* m_pinnedCaption;
    WrittenView* m_pinnedView;
    TextHistory* m_history;
};

class ColourLegend;

/// Asks for text, with what was written before below the form, and shows it beside. Knows nothing of threads and nets:
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
    WrittenPages& pages() { return *m_pages; }
    const WrittenText& shown() const { return m_pages->shown(); } ///< the text in view, all of it

    /// Throws engine::Error for a file that no text may replace.
    using FileCheck = std::function<void(const std::filesystem::path& file)>;
    void setFileCheck(FileCheck check) { m_check = std::move(check); }

    void showText(const WrittenText& text);   ///< of the history
    void setRefusal(const QString& sentence); ///< why the net writes no text; empty: it does

    bool isBusy() const { return m_busy; }

    /// Writes `more`, which goes on where the text `upTo` ends; that stays in view.
    void goOn(const WrittenText& more, const std::string& upTo);

    void say(const QString& sentence); ///< in the line below the text
    void clear();                      ///< another project has other texts

public slots:
    void generate();
    void written(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates = {});
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
    void makeTools(const QList<QAction*>& views);
    void save();
    void becomeNarrow(bool isNarrow);
    void showForm(bool shown); ///< and the history below it
    void ask(const WrittenText& wish);
    void askSurprise();
    void end(const QString& status);
    void updateState();

    FileCheck m_check;
    QString m_refusal;
    bool m_busy = false, m_failed = false, m_isNarrow = false;

    WritingForm* m_form;
    QWidget* m_asked; ///< the form and the history
    WrittenPages* m_pages;
    ColourLegend* m_legend;
    QLabel* m_status;
    editor::ToolFlow* m_tools;
    QAction *m_generate, *m_stop, *m_writeOn, *m_regenerate, *m_pin, *m_copy, *m_save;
    QAction* m_tint;                     ///< by surprise
    QAction *m_showHistory, *m_showForm; ///< the form is hidden at first where the panel is narrow
    QShortcut* m_promptKey;              ///< while its label, which has the key, is hidden with the form
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/writing_form.h"
#include "app/studio/text/written_pages.h"

#include <filesystem>
#include <functional>
#include <QWidget>
#include <span>
#include <string>
#include <string_view>

class QAction;
class QLabel;

namespace editor {
class ToolFlow;
} // namespace editor

namespace studio {

class SurpriseLegend;
class WritingActions;

/// Asks for text, with what was written before below the form, and shows it beside. Knows nothing of threads and nets:
/// what it asks for comes back through its slots.
///
/// A request is a WrittenText without text. Each ends with finished() or failed(); until then the panel is busy.
class TextPanel : public QWidget {
    Q_OBJECT

public:
    explicit TextPanel(QWidget* parent = nullptr);

    WritingForm& form() { return *m_form; }
    WrittenPages& pages() { return *m_pages; }
    const WrittenText& shown() const { return m_pages->shown(); } ///< the text in view, all of it

    /// Throws engine::Error for a file that no text may replace.
    using FileCheck = std::function<void(const std::filesystem::path& file)>;
    void setFileCheck(FileCheck check) { m_check = std::move(check); }

    void showText(const WrittenText& text);   ///< of the history
    void setRefusal(const QString& sentence); ///< why the net writes no text; empty: it does
    void addTool(QAction* action);            ///< among the tools above the text

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

private:
    void connectActions();
    void ask(const WrittenText& wish);
    void askSurprise();
    void end(const QString& status);
    void updateState();

    FileCheck m_check;
    QString m_refusal;
    bool m_busy = false, m_failed = false;

    WritingActions* m_actions;
    WritingForm* m_form;
    WrittenPages* m_pages;
    SurpriseLegend* m_legend;
    QLabel* m_status;
    editor::ToolFlow* m_tools;
};

} // namespace studio

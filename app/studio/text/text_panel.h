// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/data/vocabulary.h"

#include <cmath>
#include <optional>
#include <QWidget>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class QAction;
class QComboBox;
class QFormLayout;
class QLabel;
class QSplitter;
class QToolBar;

namespace studio {

class PromptEdit;
class SamplingControls;
class SurpriseLegend;
class TextHistory;
class WrittenView;

/// Something that can write.
struct TextSource {
    std::string checkpoint; ///< a file; empty: the net in training, or the one that the last run left
    std::int64_t iteration = 0;
    double loss = std::nan(""); ///< nats per character; NaN: not known
    bool best = false;
    bool imported = false; ///< another program's file: no iteration is told
    bool trains = false;   ///< of the net in training: its run is under way, not over
};

/// Asks for text and shows it. Knows nothing of threads and nets: what it asks for comes back through its slots.
///
/// A request is a WrittenText without text. Each ends with finished() or failed(); until then the panel is busy.
class TextPanel : public QWidget {
    Q_OBJECT

public:
    explicit TextPanel(QWidget* parent = nullptr);

    void setSources(const std::vector<TextSource>& sources); ///< keeps the choice where it is still there
    void setSource(const std::string& checkpoint);           ///< such as that of a mark that was clicked
    void setRefusal(const QString& sentence);                ///< why the net writes no text; empty: it does
    void setVocabulary(const engine::Vocabulary& vocabulary);
    void setPrompt(const QString& prompt);

    /// What would be asked for now; with a seed.
    WrittenText wish() const;
    void setWish(const WrittenText& wish);

    const WrittenText& shown() const { return m_shown; } ///< the text in view, all of it
    bool isBusy() const { return m_busy; }
    bool isTinted() const;
    void setTinted(bool tinted);

    const std::vector<WrittenText>& history() const;
    void setHistory(std::vector<WrittenText> texts);

    bool saveText(const QString& file, QString* sentence = nullptr) const;

public slots:
    void generate();
    void begun(qint64 iteration); ///< the net is loaded; it stands at this iteration
    void written(std::string_view utf8, std::span<const float> bits);
    void finished(double charsPerSecond);
    void failed(const QString& sentence);
    void surprised(std::string_view utf8, std::span<const float> bits); ///< the answer to surpriseRequested()

signals:
    void generateRequested(const studio::WrittenText& wish);
    void stopRequested();
    void surpriseRequested(const studio::WrittenText& text); ///< its bits are wanted
    void commandRequested(const studio::WrittenText& wish);  ///< the same for a terminal is wanted
    void textFinished(const studio::WrittenText& text);      ///< it is in the history now

private:
    void makeActions();
    QWidget* makeSettings();
    QToolBar* makeTools();
    QWidget* makeTexts();
    void ask(const WrittenText& wish);
    void proceed();
    void regenerate();
    void showText(const WrittenText& text);
    void askSurprise();
    void showTint(bool tinted);
    void pin();
    void unpin();
    void copy();
    void save();
    void askCommand();
    void say(const QString& status);
    void end(const QString& status);
    void colour();
    void showUnknown(const QStringList& unknown);
    void choose(const std::string& checkpoint);
    void updateState();
    QString describe(const TextSource& source) const;

    std::vector<TextSource> m_sources;
    std::optional<std::string> m_chosen; ///< checkpoint that the user took; else the first source is taken
    QString m_refusal;
    WrittenText m_shown;
    std::string m_before; ///< what stood in view before a continuation
    bool m_busy = false, m_failed = false;

    QComboBox* m_source;
    PromptEdit* m_prompt;
    QFormLayout* m_form;
    QLabel* m_unknown;
    SamplingControls* m_sampling;
    QSplitter* m_texts;
    QWidget* m_head; ///< over the text: what wrote it, and what to do with it
    QLabel* m_caption;
    WrittenView* m_view;
    QWidget* m_pinned;
    QLabel* m_pinnedCaption;
    WrittenView* m_pinnedView;
    TextHistory* m_history;
    SurpriseLegend* m_legend;
    QLabel* m_status;
    QAction *m_generate, *m_stop, *m_continue, *m_regenerate, *m_pin, *m_copy, *m_save, *m_command, *m_tint,
        *m_showHistory;
};

} // namespace studio

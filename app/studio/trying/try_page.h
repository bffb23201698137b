// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/trial_session.h"
#include "editor/widgets/parts.h"

#include <filesystem>
#include <functional>
#include <QString>
#include <QWidget>
#include <string>
#include <vector>

namespace studio {

class VerdictView;

/// What one kind of sequence is tried with. Knows nothing of threads: it asks, and is told the answer.
class TryPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Another net, or the same one after more training: what the user has made stays where the net can read it.
    virtual void setNet(const TrialNet& net) = 0;
    virtual void setSamples(const engine::NamedSamples* samples) = 0; ///< null: there are none; gone after the next
    virtual void setAnswer(const TrialAnswer& answer) = 0;
    virtual bool take(const std::filesystem::path& file) = 0; ///< what was saved before; false: it is none of its kind
    virtual std::string made() const = 0;                     ///< by the user, for a project to keep; empty: nothing
    virtual void makeAgain(const std::string& made) = 0;      ///< at once, or when there is a net for it
    virtual void ask() = 0;                                   ///< asked() follows, where there is something to ask

signals:
    void asked(const studio::TrialQuestion& question);
    void noted(const QString& sentence); ///< what was saved, or what went wrong

protected:
    void noteSaved(const std::function<QString()>& save); ///< tells what it says, or why it could not

    /// A button that saves what was made as one of the class that is chosen from its menu.
    QToolButton* saveButton(const QString& tip, const std::function<void(const std::string& ofClass)>& save);

    TrialNet m_net;
    const engine::NamedSamples* m_samples = nullptr;
    VerdictView* m_verdict = nullptr;
};

/// The numbers of those that the net did not learn from, where there are any.
const std::vector<std::int32_t>& heldOut(const engine::Samples& samples);

/// A button with an icon of ours and a word beside it.
QToolButton* toolButton(const QString& text, const editor::Description& as, QWidget* parent,
                        const std::function<void()>& act = {});

} // namespace studio

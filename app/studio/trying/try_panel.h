// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/trial_session.h"
#include "app/studio/text/net_box.h"
#include "app/studio/workspace/workspace.h"

#include <map>
#include <QElapsedTimer>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace studio {

class TryPage;

/// What a net of the project says of an image, a line or a series of the user's own: the net that trains or has
/// trained, or one of the checkpoints. A net is opened when the panel is seen.
class TryPanel : public QWidget {
    Q_OBJECT

public:
    explicit TryPanel(Workspace& workspace, QWidget* parent = nullptr);

    const TrialSession& session() const { return m_session; }
    TryPage* page() const;         ///< of the net that is open; null: none is
    void addTool(QAction& action); ///< beside the net's name

signals:
    void trainRequested(); ///< there is no net yet

protected:
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildHead();
    void buildSentence();
    void connectSession();
    void connectWorkspace();
    TryPage* addPage(TryPage* page, const std::string& keptAs);

    void showSources();
    void reopen(); ///< the chosen net as it is now; when it is seen
    void openSnapshot();
    void showPage();
    void showSentence(const QString& sentence, QPushButton* button);
    void showNoNet();
    bool isOfTraining() const; ///< the net that trains or has trained is chosen
    int threads() const;

    Workspace& m_workspace;
    bool m_isStale = true;                      ///< the chosen net is another than the one that is open
    QElapsedTimer m_sinceSnapshot;              ///< of the net in training
    static constexpr qint64 minInterval = 3000; ///< ms between two times that the net in training is taken
    qint64 m_interval = minInterval;            ///< ms until the next one
    QHBoxLayout* m_head;
    NetBox* m_source;
    QLabel *m_caption, *m_sentence, *m_note;
    QPushButton *m_train, *m_write;
    QStackedWidget* m_pages;
    QWidget* m_empty; ///< the page of a sentence
    std::map<const engine::DataKind*, TryPage*> m_tried;
    TrialSession m_session;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cmath>
#include <QTimer>
#include <QWidget>
#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace studio {

class WrittenView;

/// The samples that a net wrote while it learned; a slider goes through them from babble to verse. Shows the newest as
/// they come, until the user looks back.
class Diary : public QWidget {
    Q_OBJECT

public:
    explicit Diary(QWidget* parent = nullptr);

    void setRun(const RunRecord& run); ///< its samples, with the losses of its curve
    void add(const engine::SampleEvent& sample, double loss = std::nan("")); ///< nats per character; NaN: not known
    void clear();
    void setRefusal(const QString& sentence); ///< why this net writes no samples; empty: it does

    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    std::size_t size() const { return m_samples.size(); }
    const WrittenText* shown() const; ///< null where there is none

    /// The last sample at or before it, such as where the plot's cursor stands. Sends no iterationChosen().
    void setIteration(qint64 iteration);

signals:
    void iterationChosen(qint64 iteration);                  ///< the user went there
    void replayRequested(const studio::WrittenText& sample); ///< its prompt and settings are wanted in the text panel

private:
    struct Sample {
        WrittenText text;
        double loss;
    };

    void step(int by);
    void userMoved(int index);
    void follow();
    void showSample(int index);
    void updateState();

    std::vector<Sample> m_samples; ///< in the order of iterations
    bool m_following = true;
    QTimer m_pause;      ///< until the next sample is shown
    bool m_late = false; ///< one came in the pause
    QSlider* m_slider;
    QLabel* m_caption;
    QLabel* m_count;
    QToolButton *m_back, *m_forward, *m_newest, *m_replay;
    WrittenView* m_view;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/evaluation.h"
#include "editor/work/latest_work.h"

#include <memory>
#include <QObject>

namespace studio {

/// Evaluates on a thread of its own, one request at a time. Lives on the GUI thread, as do its signals.
class EvaluationSession : public QObject {
    Q_OBJECT

public:
    explicit EvaluationSession(QObject* parent = nullptr);
    ~EvaluationSession() override; ///< stops and waits for it

    /// evaluated() or failed() follows. Another request under way is given up.
    void start(const EvaluationRequest& request);
    void stop(); ///< nothing follows
    bool isBusy() const { return m_work.isBusy(); }

signals:
    void busyChanged();
    void evaluated(const std::shared_ptr<const studio::Evaluation>& evaluation); ///< shared with who shows it
    void failed(const QString& sentence);

private:
    void finish(const std::shared_ptr<const Evaluation>& evaluation, const QString& failure);

    editor::LatestWork m_work;
};

} // namespace studio

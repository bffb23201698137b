// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/evaluation_session.h"

#include "engine/graph/error.h"

#include <QCoreApplication>

namespace studio {

EvaluationSession::EvaluationSession(QObject* parent) : QObject(parent) {}

EvaluationSession::~EvaluationSession() = default;

void EvaluationSession::start(const EvaluationRequest& request)
{
    const int number = ++m_number;
    m_busy = true;
    m_thread = std::jthread([this, number, request](const std::stop_token& stop) {
        std::shared_ptr<const Evaluation> evaluation;
        std::string failure;
        try {
            if (std::optional<Evaluation> made = evaluate(request, [&] { return !stop.stop_requested(); })) {
                evaluation = std::make_shared<const Evaluation>(*std::move(made));
            }
        } catch (const std::bad_alloc&) {
            failure = ENGINE_TEXT("Session", "there is not enough memory for this net");
        } catch (const std::exception& error) {
            failure = error.what();
        }
        const QString sentence = QCoreApplication::translate("Session", failure.c_str());
        QMetaObject::invokeMethod(
            this, [this, number, evaluation, sentence] { finish(number, evaluation, sentence); }, Qt::QueuedConnection);
    });
    emit busyChanged();
}

void EvaluationSession::stop()
{
    ++m_number;
    m_thread.request_stop();
    if (m_busy) {
        m_busy = false;
        emit busyChanged();
    }
}

void EvaluationSession::finish(int number, const std::shared_ptr<const Evaluation>& evaluation, const QString& failure)
{
    if (number != m_number) {
        return;
    }
    m_busy = false;
    if (evaluation) {
        emit evaluated(evaluation);
    } else if (!failure.isEmpty()) {
        emit failed(failure);
    }
    emit busyChanged();
}

} // namespace studio

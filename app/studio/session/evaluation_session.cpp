// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/evaluation_session.h"

#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <QCoreApplication>

namespace studio {

EvaluationSession::EvaluationSession(QObject* parent) : QObject(parent) {}

EvaluationSession::~EvaluationSession() = default;

void EvaluationSession::start(const EvaluationRequest& request)
{
    m_work.start([this, request](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        std::shared_ptr<const Evaluation> evaluation;
        engine::Sentence failure;
        try {
            if (std::optional<Evaluation> made = evaluate(request, goOn)) {
                evaluation = std::make_shared<const Evaluation>(*std::move(made));
            }
        } catch (const std::bad_alloc&) {
            failure = ENGINE_TEXT("Session", "there is not enough memory for this net");
        } catch (const std::exception& error) {
            failure = editor::sentenceOf(error);
        }
        const QString sentence = editor::inWords(failure);
        return [this, evaluation, sentence] { finish(evaluation, sentence); };
    });
    emit busyChanged();
}

void EvaluationSession::stop()
{
    const bool wasBusy = isBusy();
    m_work.stop();
    if (wasBusy) {
        emit busyChanged();
    }
}

void EvaluationSession::finish(const std::shared_ptr<const Evaluation>& evaluation, const QString& failure)
{
    if (evaluation) {
        emit evaluated(evaluation);
    } else if (!failure.isEmpty()) {
        emit failed(failure);
    }
    emit busyChanged();
}

} // namespace studio

#include "moc_evaluation_session.cpp"

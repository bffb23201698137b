// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/starvation_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace studio {
namespace {

/// Translates with the words of this file.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(studio::Starvation)
};

} // namespace

QString starvationWords(const engine::Starvation& starvation)
{
    using Sign = engine::Starvation::Sign;
    const QString share = QLocale().toString(100 * starvation.share, 'f', 0);
    switch (starvation.sign) {
    case Sign::Idle:
        return Words::tr("The GPU is idle much of the time (busy %1 %): each step is too small for it.").arg(share);
    case Sign::LittlePower:
        return Words::tr("The GPU is not filled: it draws only %1 % of its power limit.").arg(share);
    case Sign::BetweenSteps:
        return Words::tr("The GPU often waits: validations, samples and checkpoints take %1 % of the time.").arg(share);
    }
    return {};
}

QString remedyWords(engine::Starvation::Remedy remedy)
{
    using Remedy = engine::Starvation::Remedy;
    switch (remedy) {
    case Remedy::LargerBatch:
        return Words::tr("A larger batch (batch_size of the data layer) gives it more work per step.");
    case Remedy::FusedEngine:
        return Words::tr("The engine FUSED runs all steps of a sequence in one call.");
    case Remedy::RecordSteps:
        return Words::tr("With a CUDA graph a step is launched as a whole, not kernel by kernel.");
    case Remedy::FewerChecks:
        return Words::tr("Less frequent validation leaves more time for training.");
    }
    return {};
}

} // namespace studio

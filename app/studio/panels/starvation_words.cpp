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
        return Words::tr("The GPU waits: it is busy %1 % of the time, as each step is small for it.").arg(share);
    case Sign::LittlePower:
        return Words::tr("The GPU has too little to do at a time: it takes %1 % of its power.").arg(share);
    case Sign::BetweenSteps:
        return Words::tr("The GPU waits: %1 % of the time goes into validations, samples and checkpoints.").arg(share);
    }
    return {};
}

QString remedyWords(engine::Starvation::Remedy remedy)
{
    using Remedy = engine::Starvation::Remedy;
    switch (remedy) {
    case Remedy::LargerBatch:
        return Words::tr("A larger batch (batch_size of the data layer) gives it more work a step.");
    case Remedy::FusedEngine:
        return Words::tr("The engine FUSED does all steps of a sequence in one piece.");
    case Remedy::RecordSteps:
        return Words::tr("With a CUDA graph the host starts a step as a whole, and not kernel by kernel.");
    case Remedy::FewerChecks:
        return Words::tr("Rarer validations leave it more time for training.");
    }
    return {};
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/series_curves.h"

#include <algorithm>
#include <QCoreApplication>

namespace studio {
namespace {

/// Whether the part's last sequence is the file's, so that a forecast follows it.
bool endsWithTheFile(const Evaluation& evaluation)
{
    const auto& parts = evaluation.samples.parts;
    const bool behind = std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(evaluation.part) + 1, parts.end(),
                                    [](const auto& part) { return !part.empty(); });
    return evaluation.part != engine::Split::All && !behind &&
           std::ranges::all_of(evaluation.forecasts, [](const Forecast& one) { return one.group.empty(); });
}

double secondsOf(const Evaluation& evaluation, const Guess& guess)
{
    return static_cast<double>(evaluation.samples.times[static_cast<std::size_t>(guess.sample)]) / 1e6;
}

/// Several series come one behind the other, so their times fall.
bool isOneSeries(const Evaluation& evaluation)
{
    return !evaluation.samples.times.empty() && !evaluation.guesses.empty() &&
           std::ranges::is_sorted(evaluation.guesses, {},
                                  [&](const Guess& guess) { return secondsOf(evaluation, guess); });
}

} // namespace

SeriesCurves curvesOf(const Evaluation& evaluation)
{
    using Plot = SeriesPlot;
    const auto words = [](const char* text) { return QCoreApplication::translate("studio::SeriesCurves", text); };
    Plot::Curve truth{.name = words(QT_TRANSLATE_NOOP("studio::SeriesCurves", "Truth")), .colour = Plot::Colour::Truth};
    Plot::Curve said{.name = words(QT_TRANSLATE_NOOP("studio::SeriesCurves", "Prediction")),
                     .colour = Plot::Colour::Said};
    SeriesCurves series{.curves = {}, .byTime = isOneSeries(evaluation)};
    for (const Guess& guess : evaluation.guesses) {
        const double place =
            series.byTime ? secondsOf(evaluation, guess) : static_cast<double>(truth.places.size() + 1);
        truth.places.push_back(place);
        truth.values.push_back(guess.target);
        said.places.push_back(place);
        said.values.push_back(guess.predicted);
    }
    const auto count = static_cast<double>(truth.places.size());
    series.curves = {std::move(truth), std::move(said)};
    if (endsWithTheFile(evaluation) && !evaluation.forecasts.empty()) {
        Plot::Curve next{.name = words(QT_TRANSLATE_NOOP("studio::SeriesCurves", "After the last row")),
                         .colour = Plot::Colour::Next,
                         .kind = Plot::Kind::Points};
        for (const Forecast& forecast : evaluation.forecasts) {
            const double place =
                series.byTime ? forecast.time.value_or(0) : count + static_cast<double>(next.places.size()) + 1;
            next.places.push_back(place);
            next.values.push_back(forecast.predicted);
        }
        series.curves.push_back(std::move(next));
    }
    return series;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
// A series is forecast row by row, each from what is known and what was forecast before.
#include "engine/backends/cpu_backend.h"
#include "engine/data/read_samples.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/measure/forecast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace engine {
namespace {

constexpr std::int64_t steps = 4;

class ForecastOfRows : public testing::Test {
protected:
    ForecastOfRows()
    {
        for (int row = 0; row < 9; ++row) {
            m_rows.push_back(std::sin(static_cast<float>(row)));
            m_rows.push_back(static_cast<float>(row % 3));
        }
    }

    double saidOf(const std::vector<float>& rows, std::size_t first)
    {
        return m_reader.readWhole(std::span(rows).subspan(2 * first, 2 * steps))->predicted.front();
    }

    Model m_model = readModel(R"(
        layer { name: "data" type: "SequenceData" top: "x" top: "clip" top: "label"
                sequence_data_param { batch_size: 2 time_steps: 4 width: 2 } }
        layer { name: "cell" type: "GRU" bottom: "x" bottom: "clip" top: "h"
                recurrent_param { num_output: 5 weight_filler { type: "uniform" min: -1 max: 1 } } }
        layer { name: "end" type: "Last" bottom: "h" top: "end" }
        layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
                inner_product_param { num_output: 1 weight_filler { type: "uniform" min: -1 max: 1 } } }
        layer { name: "loss" type: "EuclideanLoss" bottom: "said" bottom: "label" top: "loss" })",
                              "the test's model");
    SampleFacts m_facts{.kind = "table",
                        .steps = steps,
                        .width = 2,
                        .target = "heat",
                        .inputs = {"heat", "day"},
                        .inputScales = {{20, 5}, {0, 1}},
                        .targetScale = {20, 5}};
    CpuDevice m_device{cpuBackend(), 1};
    WeightStore m_store{m_model, m_device, 3};
    StepReader m_reader{m_model, m_store, m_facts, {}};
    std::vector<float> m_rows; ///< [9, 2]
};

} // namespace

TEST_F(ForecastOfRows, ReadsItsOwnForecasts)
{
    const auto said = forecast(m_reader, m_facts, {.rows = m_rows, .count = 3, .period = 3});
    ASSERT_TRUE(said && said->size() == 3);
    std::vector<float> rows = m_rows;
    for (std::size_t ahead = 0; ahead < 3; ++ahead) {
        EXPECT_NEAR((*said)[ahead], saidOf(rows, 5 + ahead), 1e-5) << ahead;
        rows.push_back(static_cast<float>(((*said)[ahead] - 20) / 5));
        rows.push_back(static_cast<float>((9 + ahead) % 3)); // as a period before
    }
}

TEST_F(ForecastOfRows, KeepsTheOtherColumnsWithoutAPeriod)
{
    const auto said = forecast(m_reader, m_facts, {.rows = m_rows, .count = 2});
    std::vector<float> rows = m_rows;
    rows.push_back(static_cast<float>((said->front() - 20) / 5));
    rows.push_back(2);
    EXPECT_NEAR(said->back(), saidOf(rows, 6), 1e-5);
}

TEST_F(ForecastOfRows, ReadsOnlyKnownRowsWithinTheHorizon)
{
    const auto said = forecast(m_reader, m_facts, {.rows = m_rows, .horizon = 3, .count = 3});
    for (std::size_t ahead = 0; ahead < 3; ++ahead) {
        EXPECT_NEAR((*said)[ahead], saidOf(m_rows, 3 + ahead), 1e-5) << ahead;
    }
    m_facts.inputs = {"cold", "day"}; // so what is forecast cannot be read
    EXPECT_EQ(forecast(m_reader, m_facts, {.rows = m_rows, .horizon = 3, .count = 9})->size(), 3u);
}

TEST_F(ForecastOfRows, RefusesTooFewRowsAndNoHorizon)
{
    EXPECT_THROW(forecast(m_reader, m_facts, {.rows = std::span(m_rows).first(6)}), Error);
    EXPECT_THROW(forecast(m_reader, m_facts, {.rows = m_rows, .horizon = 0}), Error);
    EXPECT_FALSE(forecast(m_reader, m_facts, {.rows = m_rows}, [] { return false; }));
}

TEST(NaiveForecast, RepeatsTheLastValueOrTheLastPeriod)
{
    const std::vector<double> series = {1, 2, 3, 4, 5};
    EXPECT_EQ(naiveForecast(series, 0, 2), (std::vector<double>{5, 5}));
    EXPECT_EQ(naiveForecast(series, 3, 5), (std::vector<double>{3, 4, 5, 3, 4}));
    EXPECT_TRUE(naiveForecast(series, 6, 2).empty());
}

TEST(LikelyPeriod, IsFoundBesideATrendAndNotInNoise)
{
    std::vector<double> wave, noise, week, year;
    std::uint32_t state = 1;
    for (int row = 0; row < 300; ++row) {
        wave.push_back(row * 0.2 + std::sin(2 * std::numbers::pi * row / 12));
        state = state * 1664525 + 1013904223;
        noise.push_back(state >> 8);
        year.push_back(std::sin(2 * std::numbers::pi * row / 73) + 0.1 * (row % 2)); // neighbours are alike
        week.push_back(row % 7 == 0 ? 1 : 0);
    }
    EXPECT_EQ(likelyPeriod(wave), 12);
    EXPECT_EQ(likelyPeriod(week), 7);
    EXPECT_NEAR(static_cast<double>(likelyPeriod(year)), 73, 2);
    EXPECT_EQ(likelyPeriod(noise), 0);
    EXPECT_EQ(likelyPeriod(std::vector<double>(50, 3.0)), 0);
    EXPECT_EQ(likelyPeriod({}), 0);
}

} // namespace engine

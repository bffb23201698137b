// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/made_data.h"
#include "engine/devices/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace engine {
namespace {

/// A draw with mean 0 and deviation `deviation`: the sum of twelve that are uniform.
std::int64_t noise(RandomSequence& random, std::int64_t deviation)
{
    std::int64_t sum = 0;
    for (int draw = 0; draw < 12; ++draw) {
        sum += random.next() >> 16;
    }
    return (sum - 6 * 65'535) * deviation / 65'536;
}

/// The sine of a part of a turn in thousandths, by Bhaskara I's formula, which is right to 0.2 %.
std::int64_t sine(std::int64_t part, std::int64_t turn)
{
    const std::int64_t half = turn / 2, within = (part % turn + turn) % turn, x = within % half;
    const std::int64_t value = 16'000 * x * (half - x) / (5 * half * half - 4 * x * (half - x));
    return within < half ? value : -value;
}

std::string withTenths(std::int64_t tenths)
{
    return fmt::format("{}{}.{}", tenths < 0 ? "-" : "", std::abs(tenths) / 10, std::abs(tenths) % 10);
}

/// From thousandths, to the nearest.
std::int64_t tenthsOf(std::int64_t thousandths)
{
    return (thousandths + (thousandths < 0 ? -50 : 50)) / 100;
}

} // namespace

std::string makeWeather(const MadeWeather& wish)
{
    using std::chrono::days;
    constexpr std::int64_t year = 365'250, coldest = 20'000; // thousandths of a day
    const std::chrono::sys_days first = std::chrono::year(2000) / 1 / 1;
    RandomSequence random({.seed = wish.seed, .stream = 0x3EA});
    std::int64_t pressure = 0, departure = 0; // from the usual: thousandths of hPa, of °C
    std::string text = "date,pressure,humidity,rain,temperature\n";
    for (std::int64_t day = 0; day < wish.days; ++day) {
        departure = departure * 72 / 100 - pressure * 7 / 100 + noise(random, 1500);
        pressure = pressure * 80 / 100 + noise(random, 4500);
        const std::int64_t season = sine(day * 1000 - coldest - year / 4, year); // thousandths
        const std::int64_t temperature = 11'000 + 8 * season + day * 500 / 3652 + departure;
        const std::int64_t humidity =
            std::clamp<std::int64_t>(72'000 - 10 * season - pressure * 8 / 10 + noise(random, 5000), 20'000, 100'000);
        const std::int64_t rain = std::max<std::int64_t>(0, -pressure / 2 - 1500 + noise(random, 2500));
        const std::chrono::year_month_day date(first + days(day));
        text += fmt::format("{:04}-{:02}-{:02},{},{},{},{}\n", static_cast<int>(date.year()),
                            static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                            withTenths(tenthsOf(1'013'000 + pressure)), (humidity + 500) / 1000,
                            withTenths(tenthsOf(rain)), withTenths(tenthsOf(temperature)));
    }
    return text;
}

} // namespace engine

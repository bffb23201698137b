// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/made_data.h"
#include "engine/data/parallel.h"
#include "engine/devices/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {
namespace {

constexpr int side = 28;
constexpr int classes = 10;
constexpr int hands = 16;
constexpr int pixel = 64; ///< units of the drawing in one pixel

/// In a form: thousandths of the digit's height, y downwards. In a drawing: units.
struct Point {
    std::int32_t x = 0;
    std::int32_t y = 0;
};

enum class Bend { Smooth, Sharp };

/// A line of the pen: through its points, in a curve or from corner to corner.
struct Stroke {
    Bend bend;
    std::vector<Point> points;
};

using Form = std::vector<Stroke>;

/// The ways in which hands write each digit: curves (C) and lines from corner to corner (L) through points.
constexpr std::pair<std::size_t, std::string_view> paths[] = {
    {0, "C 520,0 260,130 150,500 240,860 500,1000 760,860 850,500 740,130 520,0"},
    {0, "C 600,40 360,60 190,360 170,700 340,970 620,930 810,640 790,250 600,40 480,70"},
    {1, "L 500,0 500,1000"},
    {1, "L 300,240 520,0 520,1000"},
    {1, "L 310,230 510,0 510,1000 L 300,1000 730,1000"},
    {2, "C 190,260 300,60 540,0 770,120 790,330 640,580 400,800 180,1000 L 180,1000 850,1000"},
    {2, "C 180,220 370,20 640,20 790,220 700,500 470,760 270,950 170,900 280,800 520,930 720,990 870,900"},
    {3, "C 200,140 400,10 660,30 780,220 680,400 450,480 C 450,480 720,540 830,740 700,940 430,1000 180,880"},
    {3, "L 200,0 790,0 470,400 C 470,400 740,470 830,700 700,930 430,1000 180,890"},
    {4, "L 330,0 170,620 860,620 L 650,260 640,1000"},
    {4, "L 660,1000 660,0 140,690 880,690"},
    {5, "L 780,0 290,0 250,440 C 250,440 480,360 740,440 830,670 720,900 460,1000 190,900"},
    {5, "C 300,20 270,250 260,440 500,400 730,500 780,720 640,930 400,1000 200,930 L 300,20 810,0"},
    {6, "C 700,20 440,180 250,480 210,740 330,950 560,1000 770,870 780,660 600,530 380,590 230,760"},
    {6, "C 520,0 330,300 210,640 260,900 500,1000 730,890 760,690 580,550 360,610 230,800"},
    {7, "L 170,0 830,0 420,1000"},
    {7, "L 170,0 830,0 430,1000 L 320,510 760,510"},
    {7, "L 180,180 190,20 820,20 C 820,20 600,380 480,700 450,1000"},
    {8, "C 700,110 480,0 260,120 290,330 510,470 740,650 760,860 500,1000 240,870 260,660 490,480 710,320 700,110"},
    {8,
     "C 500,0 290,90 290,350 500,450 710,350 710,90 500,0 C 500,450 230,570 220,880 500,1000 780,880 770,570 500,450"},
    {9, "C 780,250 640,50 420,10 230,150 230,370 400,510 640,440 780,250 L 780,200 720,1000"},
    {9, "C 770,270 640,60 420,10 220,160 230,390 410,520 640,450 770,270 C 770,220 790,560 690,870 460,1000 240,920"},
};

Form formOf(std::string_view path)
{
    Form form;
    std::istringstream words{std::string(path)};
    for (std::string word; words >> word;) {
        if (word == "C" || word == "L") {
            form.push_back({word == "C" ? Bend::Smooth : Bend::Sharp, {}});
        } else {
            const std::size_t comma = word.find(',');
            form.back().points.push_back({std::stoi(word.substr(0, comma)), std::stoi(word.substr(comma + 1))});
        }
    }
    return form;
}

const std::array<std::vector<Form>, classes>& forms()
{
    static const auto all = [] {
        std::array<std::vector<Form>, classes> ofDigits;
        for (const auto& [digit, path] : paths) {
            ofDigits[digit].push_back(formOf(path));
        }
        return ofDigits;
    }();
    return all;
}

/// Draws of whole numbers.
class Dice {
public:
    Dice(std::uint64_t seed, std::uint64_t stream) : m_random({.seed = seed, .stream = stream}) {}

    std::uint32_t word() { return m_random.next(); }

    /// From 0 to count - 1.
    std::int32_t below(std::int32_t count)
    {
        return static_cast<std::int32_t>(m_random.below(static_cast<std::uint64_t>(count)));
    }
    std::int32_t within(std::int32_t least, std::int32_t most) { return least + below(most - least + 1); }

    /// From -most to most; the middle comes more often.
    std::int32_t around(std::int32_t most)
    {
        return (within(-most, most) + within(-most, most) + within(-most, most)) / 3;
    }

private:
    RandomSequence m_random;
};

/// How someone writes.
struct Handwriting {
    std::int32_t slant;                     ///< thousandths of the height by which the top leans to the right
    std::int32_t width;                     ///< thousandths
    std::int32_t radius;                    ///< of the pen, in units
    std::int32_t wobble;                    ///< of a point, in thousandths
    std::int32_t ink;                       ///< the shade of a line's middle
    std::array<std::int32_t, classes> form; ///< its way of each digit
};

Handwriting handwritingOf(std::uint64_t seed, std::int32_t number)
{
    Dice dice(seed, 1'000'000'007ULL + static_cast<std::uint64_t>(number));
    Handwriting hand{.slant = dice.within(-60, 260),
                     .width = dice.within(780, 1080),
                     .radius = dice.within(58, 104),
                     .wobble = dice.within(28, 60),
                     .ink = dice.within(215, 255),
                     .form = {}};
    for (std::size_t digit = 0; digit < hand.form.size(); ++digit) {
        hand.form[digit] = dice.below(static_cast<std::int32_t>(forms()[digit].size()));
    }
    return hand;
}

/// Between b and c of a curve through a, b, c and d, at `eighths` of the way (Catmull and Rom).
std::int32_t between(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t eighths)
{
    const std::int64_t t = eighths, t2 = t * t, t3 = t2 * t;
    return static_cast<std::int32_t>(
        (1024 * b + 64 * (c - a) * t + 8 * (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t3) / 1024);
}

/// The corners of the line that is drawn for a stroke.
std::vector<Point> lineOf(Bend bend, const std::vector<Point>& points)
{
    if (bend == Bend::Sharp) {
        return points;
    }
    std::vector<Point> line = {points.front()};
    const std::size_t last = points.size() - 1;
    for (std::size_t index = 0; index < last; ++index) {
        const Point &a = points[index == 0 ? 0 : index - 1], &b = points[index], &c = points[index + 1],
                    &d = points[std::min(index + 2, last)];
        for (int eighths = 2; eighths <= 8; eighths += 2) {
            line.push_back({between(a.x, b.x, c.x, d.x, eighths), between(a.y, b.y, c.y, d.y, eighths)});
        }
    }
    return line;
}

/// Where a point of a form lies in an image.
class Placement {
public:
    Placement(const Handwriting& hand, Dice& dice)
        : m_slant(hand.slant + dice.around(120)),
          m_width(hand.width * (1000 + dice.around(120)) / 1000),
          m_height(1000 + dice.around(110)),
          m_turn(dice.around(110)),
          m_x(side * pixel / 2 + dice.around(2 * pixel)),
          m_y(side * pixel / 2 + dice.around(2 * pixel))
    {}

    Point operator()(Point point) const
    {
        constexpr std::int32_t height = 19 * pixel; // of a digit of the usual size
        const std::int32_t y = (point.y - 500) * m_height / 1000;
        const std::int32_t x = (point.x - 500) * m_width / 1000 - y * m_slant / 1000;
        return {m_x + (x - y * m_turn / 1000) * height / 1000, m_y + (y + x * m_turn / 1000) * height / 1000};
    }

private:
    std::int32_t m_slant, m_width, m_height, m_turn, m_x, m_y;
};

/// Draws a line from a to b with a round pen, with an edge of one pixel.
void draw(std::span<std::uint8_t> image, Point a, Point b, std::int32_t radius, std::int32_t ink)
{
    const std::int64_t dx = b.x - a.x, dy = b.y - a.y, length2 = std::max<std::int64_t>(1, dx * dx + dy * dy);
    const std::int32_t reach = radius + pixel;
    const auto first = [&](std::int32_t from, std::int32_t to) {
        return std::clamp((std::min(from, to) - reach) / pixel, 0, side);
    };
    const auto last = [&](std::int32_t from, std::int32_t to) {
        return std::clamp((std::max(from, to) + reach) / pixel + 1, 0, side);
    };
    for (std::int32_t row = first(a.y, b.y); row < last(a.y, b.y); ++row) {
        for (std::int32_t column = first(a.x, b.x); column < last(a.x, b.x); ++column) {
            const std::int64_t x = column * pixel + pixel / 2 - a.x, y = row * pixel + pixel / 2 - a.y;
            const std::int64_t along = std::clamp<std::int64_t>(x * dx + y * dy, 0, length2);
            const std::int64_t awayX = x - dx * along / length2, awayY = y - dy * along / length2;
            // A square root is rounded in one way on every machine.
            const auto distance =
                static_cast<std::int32_t>(std::sqrt(static_cast<double>(awayX * awayX + awayY * awayY)));
            const std::int32_t shade = std::clamp(radius - distance + pixel / 2, 0, pixel) * ink / pixel;
            std::uint8_t& there = image[static_cast<std::size_t>(row * side + column)];
            there = std::max(there, static_cast<std::uint8_t>(shade));
        }
    }
}

void addNoise(std::span<std::uint8_t> image, Dice& dice)
{
    for (std::uint8_t& shade : image) {
        const std::uint32_t word = dice.word();
        const auto sum =
            static_cast<std::int32_t>((word & 255) + (word >> 8 & 255) + (word >> 16 & 255) + (word >> 24));
        shade = static_cast<std::uint8_t>(std::clamp(shade + (sum - 510) / 24, 0, 255)); // a deviation of 6
    }
}

void drawDigit(std::span<std::uint8_t> image, std::int32_t digit, const Handwriting& hand, Dice& dice)
{
    const Placement place(hand, dice);
    const std::int32_t radius = hand.radius + dice.around(16);
    const auto& ways = forms()[static_cast<std::size_t>(digit)];
    const bool asUsual = dice.below(8) != 0; // else in any way
    const std::int32_t way =
        asUsual ? hand.form[static_cast<std::size_t>(digit)] : dice.below(static_cast<std::int32_t>(ways.size()));
    for (const Stroke& stroke : ways[static_cast<std::size_t>(way)]) {
        std::vector<Point> points;
        for (const Point& point : stroke.points) {
            points.push_back(place({point.x + dice.around(hand.wobble), point.y + dice.around(hand.wobble)}));
        }
        const std::vector<Point> line = lineOf(stroke.bend, points);
        for (std::size_t index = 1; index < line.size(); ++index) {
            draw(image, line[index - 1], line[index], radius, hand.ink);
        }
    }
    addNoise(image, dice);
}

/// Each ten images are the ten digits in a drawn order.
std::vector<std::int32_t> drawnLabels(std::int64_t count, std::uint64_t seed)
{
    std::vector<std::int32_t> labels;
    for (std::uint64_t block = 0; static_cast<std::int64_t>(labels.size()) < count; ++block) {
        Dice dice(seed, 2'000'000'011ULL + block);
        std::array<std::int32_t, classes> digits = {};
        std::iota(digits.begin(), digits.end(), 0);
        for (std::size_t left = digits.size(); left > 1; --left) {
            std::swap(digits[left - 1], digits[static_cast<std::size_t>(dice.below(static_cast<std::int32_t>(left)))]);
        }
        labels.insert(labels.end(), digits.begin(), digits.end());
    }
    labels.resize(static_cast<std::size_t>(count));
    return labels;
}

/// Images `begin` ... `begin` + `count` - 1 of all that there could be.
ImageSet part(const MadeDigits& wish, const std::vector<std::int32_t>& labels, std::int64_t begin, std::int64_t count)
{
    constexpr std::int64_t task = 64; // images
    constexpr std::size_t size = side * side;
    std::vector<Handwriting> writers;
    for (std::int32_t number = 0; number < hands; ++number) {
        writers.push_back(handwritingOf(wish.seed, number));
    }
    ImageSet set;
    set.count = count;
    set.height = set.width = side;
    set.files = {fmt::format("made digits, seed {}", wish.seed)};
    set.labels.assign(labels.begin() + begin, labels.begin() + begin + count);
    for (int digit = 0; digit < classes; ++digit) {
        set.classes.push_back(std::to_string(digit));
    }
    set.pixels.resize(size * static_cast<std::size_t>(count));
    inParallel(static_cast<std::size_t>((count + task - 1) / task), {}, "", [&](std::size_t number) {
        const std::int64_t first = static_cast<std::int64_t>(number) * task;
        for (std::int64_t index = first; index < std::min(first + task, count); ++index) {
            Dice dice(wish.seed, static_cast<std::uint64_t>(begin + index));
            const Handwriting& hand = writers[static_cast<std::size_t>(dice.below(hands))];
            drawDigit(std::span(set.pixels).subspan(static_cast<std::size_t>(index) * size, size),
                      set.labels[static_cast<std::size_t>(index)], hand, dice);
        }
    });
    return set;
}

} // namespace

ImageParts makeDigits(const MadeDigits& wish)
{
    const std::vector<std::int32_t> labels = drawnLabels(wish.train + wish.test, wish.seed);
    ImageParts parts{.train = part(wish, labels, 0, wish.train)};
    if (wish.test > 0) {
        parts.test = part(wish, labels, wish.train, wish.test);
    }
    return parts;
}

} // namespace engine

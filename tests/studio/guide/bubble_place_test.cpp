// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_steps.h"

#include <gtest/gtest.h>

namespace studio {
namespace {

constexpr QRect window(0, 0, 1280, 800);
constexpr QSize bubble(300, 150);

} // namespace

TEST(BubblePlace, StandsBesideTheMark)
{
    const QRect row(10, 300, 180, 60);
    const BubblePlace place = placeBubble(bubble, {.marks = {row}, .room = {200, 80, 700, 400}}, window);
    EXPECT_EQ(place.arrow, ArrowAt::Left);
    EXPECT_GT(place.area.left(), row.right());
    EXPECT_LT(place.area.left(), row.right() + 30);
    EXPECT_EQ(place.tip, QPoint(row.right() + 1, row.center().y()));
}

TEST(BubblePlace, LeavesTheWindowNowhereAndCoversNoMark)
{
    for (int x = 0; x < 1200; x += 100) {
        for (int y = 0; y < 760; y += 80) {
            const QRect mark(x, y, 80, 40), other(1280 - x - 80, y, 60, 40);
            const BubblePlace place = placeBubble(bubble, {.marks = {mark, other}, .room = window}, window);
            EXPECT_TRUE(window.contains(place.area)) << x << ", " << y;
            EXPECT_FALSE(place.area.intersects(mark)) << x << ", " << y;
            EXPECT_FALSE(place.area.intersects(other)) << x << ", " << y;
        }
    }
}

TEST(BubblePlace, GoesAsideForLayers)
{
    const QRect row(10, 300, 180, 60);
    const QRect layer(210, 330, 220, 400); // right of the mark, below its middle
    const BubblePlace place =
        placeBubble(bubble, {.marks = {row}, .clear = {layer}, .room = {200, 80, 700, 400}}, window);
    EXPECT_FALSE(place.area.intersects(layer));
}

TEST(BubblePlace, LeavesTheMarkWhereItWouldCoverALayer)
{
    const QRect row(10, 300, 180, 60), palette(0, 80, 195, 440), room(200, 80, 700, 400);
    const std::vector<QRect> layers = {{210, 230, 220, 96}, {210, 340, 220, 96}}; // right of the mark
    const BubblePlace place =
        placeBubble(bubble, {.marks = {row}, .layers = layers, .clear = {palette}, .room = room}, window);
    for (const QRect& layer : layers) {
        EXPECT_FALSE(place.area.intersects(layer));
    }
    EXPECT_TRUE(room.contains(place.area));
}

TEST(BubblePlace, CoversNoLayerThatIsShownSmall)
{
    const QRect row(10, 300, 180, 60), palette(0, 80, 195, 440), room(200, 80, 700, 400);
    std::vector<QRect> layers;
    for (int y = 90; y < 470; y += 40) { // right of the mark, at a zoom of a quarter
        layers.push_back({230, y, 55, 24});
    }
    const BubblePlace place =
        placeBubble(bubble, {.marks = {row}, .layers = layers, .clear = {palette}, .room = room}, window);
    for (const QRect& layer : layers) {
        EXPECT_FALSE(place.area.intersects(layer));
    }
}

TEST(BubblePlace, FindsTheGapBetweenLayers)
{
    const QRect room(200, 80, 700, 400);
    const std::vector<QRect> layers = {{205, 85, 180, 390}, {715, 85, 180, 390}}; // in all corners
    const BubblePlace place = placeBubble(bubble, {.layers = layers, .room = room}, window);
    EXPECT_FALSE(place.area.intersects(layers[0]) || place.area.intersects(layers[1]));
    EXPECT_TRUE(room.contains(place.area));
}

TEST(BubblePlace, StaysWithTheMarkWhereItCoversLittle)
{
    const QRect row(10, 300, 180, 60);
    const QRect palette(0, 80, 195, 440), words(300, 290, 460, 80); // and what stands on an empty canvas
    const BubblePlace place =
        placeBubble(bubble, {.marks = {row}, .clear = {palette, words}, .room = {200, 80, 700, 400}}, window);
    EXPECT_EQ(place.arrow, ArrowAt::Left);
}

TEST(BubblePlace, WithoutAMarkItRatherCoversTheEdgeOfALayer)
{
    const QRect room(200, 80, 700, 400), layers(480, 80, 220, 400);
    const BubblePlace place = placeBubble(bubble, {.clear = {layers}, .room = room}, window);
    EXPECT_TRUE(room.contains(place.area));
}

TEST(BubblePlace, WithoutAMarkItIsInACornerOfTheRoom)
{
    const QRect room(200, 80, 700, 400);
    const BubblePlace place = placeBubble(bubble, {.room = room}, window);
    EXPECT_EQ(place.arrow, ArrowAt::Nowhere);
    EXPECT_TRUE(room.contains(place.area));
}

} // namespace studio

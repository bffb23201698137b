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

TEST(BubblePlace, CoversNoLayerWhereThereIsRoomBesideThem)
{
    const QRect row(10, 300, 180, 60), palette(0, 80, 195, 440), room(200, 80, 700, 400);
    std::vector<QRect> small;
    for (int y = 90; y < 470; y += 40) { // right of the mark, at a zoom of a quarter
        small.push_back({230, y, 55, 24});
    }
    const QRect below(210, 330, 220, 400); // right of the mark, below its middle
    const std::vector<QRect> beside = {{210, 230, 220, 96}, {210, 340, 220, 96}};
    const std::vector<QRect> inAllCorners = {{205, 85, 180, 390}, {715, 85, 180, 390}};
    struct Case {
        GuideSight sight;
        std::vector<QRect> uncovered;
        bool isInRoom;
    };
    for (const Case& one : {Case{{.marks = {row}, .clear = {below}, .room = room}, {below}, false},
                            Case{{.marks = {row}, .layers = beside, .clear = {palette}, .room = room}, beside, true},
                            Case{{.marks = {row}, .layers = small, .clear = {palette}, .room = room}, small, false},
                            Case{{.layers = inAllCorners, .room = room}, inAllCorners, true}}) {
        const BubblePlace place = placeBubble(bubble, one.sight, window);
        EXPECT_TRUE(!one.isInRoom || room.contains(place.area));
        for (const QRect& area : one.uncovered) {
            EXPECT_FALSE(place.area.intersects(area)) << area.x() << ", " << area.y();
        }
    }
}

TEST(BubblePlace, StaysWithTheMarkWhereItCoversLittle)
{
    const QRect row(10, 300, 180, 60);
    const QRect palette(0, 80, 195, 440), words(300, 290, 460, 80); // and what stands on an empty canvas
    const BubblePlace place =
        placeBubble(bubble, {.marks = {row}, .clear = {palette, words}, .room = {200, 80, 700, 400}}, window);
    EXPECT_EQ(place.tip, QPoint(row.right() + 1, row.center().y()));
    EXPECT_GT(place.area.left(), row.right());
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
    EXPECT_FALSE(place.tip);
    EXPECT_TRUE(room.contains(place.area));
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace engine {
namespace {

// The layered drawing of Sugiyama, Tagawa and Toda, in four steps: ranks (rows) so that wires run downwards; an order
// in each row with few crossings; places so that the longest chain is one straight column and the rest leans on it; and
// the unconnected parts side by side. A wire that passes rows takes a lane in each of them, so that there is room
// beside the boxes where it can be led.

constexpr double gridStep = drawingGrid;
constexpr double rowStep = 12 * gridStep;     ///< from one row's upper edge to the next one's
constexpr double boxStep = 23 * gridStep;     ///< from one box's left edge to its neighbour's: 56 of air
constexpr double passingWidth = 2 * gridStep; ///< of a wire that passes a row
constexpr double partGap = 8 * gridStep;      ///< between parts that nothing connects
constexpr int orderSweeps = 12;
constexpr int placeSweeps = 24;
constexpr std::size_t maxLanes = 20'000; ///< beyond these, wires pass without lanes: a drawing nobody can read anyway

/// A wire between two nodes, by their numbers in the part.
struct Edge {
    int from = 0, to = 0;
    std::size_t output = 0, input = 0;
    double leaves = 0.5, enters = 0.5; ///< where along the box's edge, 0 left to 1 right
};

/// Boxes that wires connect, in the model's order, and the wires among them.
struct ConnectedPart {
    std::vector<int> boxes; ///< their numbers in the whole drawing
    std::vector<bool> losses;
    std::vector<Edge> edges;
};

/// A box or a lane in a row.
struct Item {
    int node = -1; ///< number in the part; -1: a lane
    int row = 0;
    double x = 0; ///< of its middle
    struct Link {
        int item = 0;
        double here = 0.5, there = 0.5; ///< along the two edges
        double pull = 1;
    };
    std::vector<Link> above = {}, below = {};

    double width() const { return node >= 0 ? boxWidth : passingWidth; }
    double at(double along) const { return x + (along - 0.5) * width(); }
};

struct Rows {
    std::vector<Item> items;
    std::vector<std::vector<int>> rows; ///< items from left to right
    std::set<int> column;               ///< items of the main chain
};

// Parts
// -------------------------------------------------------------------------------------------------------------------

double along(std::size_t port, std::size_t ports)
{
    return (static_cast<double>(port) + 1) / (static_cast<double>(std::max(ports, port + 1)) + 1);
}

int rootOf(std::vector<int>& parents, int node)
{
    while (parents[node] != node) {
        node = parents[node] = parents[parents[node]];
    }
    return node;
}

/// The connected parts, in the order of their first box.
std::vector<ConnectedPart> partsOf(std::span<const LayoutBox> boxes, std::span<const LayoutWire> wires)
{
    std::vector<Edge> edges;
    std::vector<int> parents(boxes.size());
    std::iota(parents.begin(), parents.end(), 0);
    for (const LayoutWire& wire : wires) {
        if (wire.from >= wire.to) { // it would close a cycle; it is drawn as it comes
            continue;
        }
        edges.push_back({.from = wire.from,
                         .to = wire.to,
                         .output = wire.output,
                         .input = wire.input,
                         .leaves = along(wire.output, boxes[wire.from].outputs),
                         .enters = along(wire.input, boxes[wire.to].inputs)});
        parents[rootOf(parents, wire.to)] = rootOf(parents, wire.from);
    }

    std::vector<ConnectedPart> parts;
    std::map<int, int> partOfRoot;
    std::vector<int> partOf(boxes.size()), numberInPart(boxes.size());
    for (int box = 0; box < static_cast<int>(boxes.size()); ++box) {
        const auto [known, isNew] = partOfRoot.emplace(rootOf(parents, box), static_cast<int>(parts.size()));
        if (isNew) {
            parts.emplace_back();
        }
        ConnectedPart& part = parts[partOf[box] = known->second];
        numberInPart[box] = static_cast<int>(part.boxes.size());
        part.boxes.push_back(box);
        part.losses.push_back(boxes[box].loss);
    }
    for (Edge edge : edges) {
        ConnectedPart& part = parts[partOf[edge.from]];
        edge.from = numberInPart[edge.from];
        edge.to = numberInPart[edge.to];
        part.edges.push_back(edge);
    }
    return parts;
}

// Rows
// --------------------------------------------------------------------------------------------------------------------

/// Each node's row: below all that feed it, and from there to where its wires are shortest.
std::vector<int> rowsOf(const ConnectedPart& part)
{
    const auto count = static_cast<int>(part.boxes.size());
    std::vector<std::vector<int>> in(count), out(count);
    for (const Edge& edge : part.edges) {
        out[edge.from].push_back(edge.to);
        in[edge.to].push_back(edge.from);
    }
    std::vector<int> rows(count, 0);
    for (int node = 0; node < count; ++node) {
        for (const int maker : in[node]) {
            rows[node] = std::max(rows[node], rows[maker] + 1);
        }
    }
    // A node with more wires down than up is better off further down, such as a source beside its reader.
    bool moved = true;
    for (int round = 0; moved && round < 8; ++round) {
        moved = false;
        for (int node = count - 1; node >= 0; --node) {
            if (out[node].size() <= in[node].size()) {
                continue;
            }
            int lowest = rows[out[node].front()] - 1;
            for (const int reader : out[node]) {
                lowest = std::min(lowest, rows[reader] - 1);
            }
            moved = moved || lowest > rows[node];
            rows[node] = std::max(rows[node], lowest);
        }
    }
    return rows;
}

/// The longest way through the part, by first ports rather than by others, and to a loss rather than elsewhere.
std::vector<int> mainChain(const ConnectedPart& part)
{
    const auto count = static_cast<int>(part.boxes.size());
    using Worth = std::tuple<int, int>; // nodes, wires between first ports
    std::vector<Worth> worths(count, Worth{1, 0});
    std::vector<int> before(count, -1);
    std::vector<std::vector<const Edge*>> in(count);
    for (const Edge& edge : part.edges) {
        in[edge.to].push_back(&edge);
    }
    int end = 0;
    for (int node = 0; node < count; ++node) {
        for (const Edge* edge : in[node]) {
            const auto& [nodes, firsts] = worths[edge->from];
            const Worth worth{nodes + 1, firsts + (edge->output == 0 && edge->input == 0 ? 1 : 0)};
            if (worth > worths[node]) {
                worths[node] = worth;
                before[node] = edge->from;
            }
        }
        const bool better = std::tuple(std::get<0>(worths[node]), bool(part.losses[node]), std::get<1>(worths[node])) >
                            std::tuple(std::get<0>(worths[end]), bool(part.losses[end]), std::get<1>(worths[end]));
        end = better ? node : end;
    }
    std::vector<int> chain;
    for (int node = end; node >= 0; node = before[node]) {
        chain.push_back(node);
    }
    return chain;
}

void link(std::vector<Item>& items, int upper, int lower, double leaves, double enters, double pull)
{
    items[upper].below.push_back({.item = lower, .here = leaves, .there = enters, .pull = pull});
    items[lower].above.push_back({.item = upper, .here = enters, .there = leaves, .pull = pull});
}

/// Boxes and lanes. Wires from one output share a lane as far as they go together.
Rows seatsOf(const ConnectedPart& part)
{
    const std::vector<int> rows = rowsOf(part);
    Rows all;
    all.rows.resize(*std::max_element(rows.begin(), rows.end()) + 1);
    const auto addSeat = [&](int node, int row) {
        const auto item = static_cast<int>(all.items.size());
        all.items.push_back({.node = node, .row = row});
        all.rows[row].push_back(item);
        return item;
    };
    for (int node = 0; node < static_cast<int>(part.boxes.size()); ++node) {
        addSeat(node, rows[node]); // item numbers of boxes are those of nodes
    }
    std::map<std::tuple<int, std::size_t, int>, int> lanes; // node, output, row
    for (const Edge& edge : part.edges) {
        const bool hasLanes = lanes.size() < maxLanes;
        int upper = edge.from;
        double leaves = edge.leaves;
        for (int row = rows[edge.from] + 1; hasLanes && row < rows[edge.to]; ++row) {
            const auto [known, isNew] = lanes.emplace(std::tuple(edge.from, edge.output, row), 0);
            if (isNew) {
                known->second = addSeat(-1, row);
                link(all.items, upper, known->second, leaves, 0.5, upper == edge.from ? 2 : 8);
            }
            upper = known->second;
            leaves = 0.5;
        }
        link(all.items, upper, edge.to, leaves, edge.enters, upper == edge.from ? 1 : 2);
    }
    for (const int node : mainChain(part)) {
        all.column.insert(node);
    }
    return all;
}

// Order
// -------------------------------------------------------------------------------------------------------------------

/// Pairs of links from this row to the next that cross, counted with a tree of sums.
std::int64_t crossings(const Rows& all, std::size_t row, const std::vector<int>& ranks)
{
    std::vector<double> ends;
    for (const int item : all.rows[row]) {
        std::vector<std::pair<double, double>> links;
        for (const Item::Link& to : all.items[item].below) {
            links.emplace_back(to.here, ranks[to.item] + to.there);
        }
        std::sort(links.begin(), links.end());
        for (const auto& [here, there] : links) {
            ends.push_back(there);
        }
    }
    std::vector<double> sorted = ends;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<std::int64_t> tree(sorted.size() + 1, 0);
    std::int64_t crossed = 0, seen = 0;
    for (const double end : ends) {
        const auto place = std::lower_bound(sorted.begin(), sorted.end(), end) - sorted.begin() + 1;
        std::int64_t notRight = 0;
        for (auto at = place; at > 0; at -= at & -at) {
            notRight += tree[at];
        }
        crossed += seen++ - notRight;
        for (auto at = place; at < static_cast<std::ptrdiff_t>(tree.size()); at += at & -at) {
            ++tree[at];
        }
    }
    return crossed;
}

std::vector<int> ranksIn(const Rows& all)
{
    std::vector<int> ranks(all.items.size());
    for (const std::vector<int>& row : all.rows) {
        for (std::size_t index = 0; index < row.size(); ++index) {
            ranks[row[index]] = static_cast<int>(index);
        }
    }
    return ranks;
}

std::int64_t crossings(const Rows& all)
{
    const std::vector<int> ranks = ranksIn(all);
    std::int64_t sum = 0;
    for (std::size_t row = 0; row + 1 < all.rows.size(); ++row) {
        sum += crossings(all, row, ranks);
    }
    return sum;
}

/// Sorts a row by the mean of where its items' links end in the row before it (or behind it); items without keep their
/// place among the others.
void sortRow(Rows& all, std::size_t row, bool byAbove, std::vector<int>& ranks)
{
    std::vector<std::pair<double, int>> wished;
    for (const int item : all.rows[row]) {
        const std::vector<Item::Link>& links = byAbove ? all.items[item].above : all.items[item].below;
        double sum = 0;
        for (const Item::Link& to : links) {
            sum += ranks[to.item] + to.there;
        }
        wished.emplace_back(links.empty() ? ranks[item] + 0.5 : sum / static_cast<double>(links.size()), item);
    }
    std::stable_sort(wished.begin(), wished.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t index = 0; index < wished.size(); ++index) {
        all.rows[row][index] = wished[index].second;
        ranks[wished[index].second] = static_cast<int>(index);
    }
}

/// Barycentre sweeps; the best order that comes by is kept.
void order(Rows& all)
{
    std::vector<std::vector<int>> best = all.rows;
    std::int64_t fewest = crossings(all);
    std::vector<int> ranks = ranksIn(all);
    for (int sweep = 0; sweep < orderSweeps && fewest > 0; ++sweep) {
        const bool down = sweep % 2 == 0;
        for (std::size_t step = 1; step < all.rows.size(); ++step) {
            sortRow(all, down ? step : all.rows.size() - 1 - step, down, ranks);
        }
        const std::int64_t crossed = crossings(all);
        if (crossed < fewest) {
            fewest = crossed;
            best = all.rows;
        }
    }
    all.rows = std::move(best);
}

// Places
// ------------------------------------------------------------------------------------------------------------------

/// From one item's middle to its right neighbour's, at least.
double apart(const Item& left, const Item& right)
{
    const bool boxes = left.node >= 0 && right.node >= 0;
    const double gap = boxes ? boxStep - boxWidth : gridStep;
    return (left.width() + right.width()) / 2 + gap;
}

/// The places nearest to the wished ones that keep the order and the distances: neighbours that would overlap are
/// pooled and share their mean, by weight.
void placeRow(Rows& all, const std::vector<int>& row, const std::vector<double>& wishes,
              const std::vector<double>& weights)
{
    struct Pool {
        double sum, weight;
        std::size_t first;
        double mean() const { return sum / weight; }
    };
    std::vector<double> offsets(row.size(), 0);
    std::vector<Pool> pools;
    for (std::size_t index = 0; index < row.size(); ++index) {
        if (index > 0) {
            offsets[index] = offsets[index - 1] + apart(all.items[row[index - 1]], all.items[row[index]]);
        }
        pools.push_back({(wishes[index] - offsets[index]) * weights[index], weights[index], index});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().weight += last.weight;
        }
    }
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        const std::size_t end = pool + 1 < pools.size() ? pools[pool + 1].first : row.size();
        for (std::size_t index = pools[pool].first; index < end; ++index) {
            all.items[row[index]].x = pools[pool].mean() + offsets[index];
        }
    }
}

/// Where a item's links want its middle, and how strongly. `straight`: boxes look at boxes' middles instead of ports.
std::pair<double, double> wish(const Rows& all, const Item& item, bool above, bool below)
{
    double sum = 0, weight = 0;
    const auto add = [&](const std::vector<Item::Link>& links) {
        for (const Item::Link& to : links) {
            const Item& other = all.items[to.item];
            const bool boxes = item.node >= 0 && other.node >= 0; // columns of boxes, not of ports
            const double wished = boxes ? other.x : other.at(to.there) - (to.here - 0.5) * item.width();
            sum += to.pull * wished;
            weight += to.pull;
        }
    };
    if (above) {
        add(item.above);
    }
    if (below) {
        add(item.below);
    }
    return weight > 0 ? std::pair(sum / weight, weight) : std::pair(item.x, 0.1);
}

/// The main chain stands at 0; sweeps draw the rest to what it is connected with.
void place(Rows& all)
{
    constexpr double unmoved = 1e9;
    for (int sweep = 0; sweep <= placeSweeps; ++sweep) {
        const bool both = sweep > placeSweeps - 6;
        const bool down = sweep % 2 == 0;
        for (std::size_t step = 0; step < all.rows.size(); ++step) {
            const std::vector<int>& row = all.rows[down ? step : all.rows.size() - 1 - step];
            std::vector<double> wishes, weights;
            for (const int item : row) {
                const bool fixed = all.column.contains(item);
                const auto [wished, weight] =
                    fixed ? std::pair(0.0, unmoved) : wish(all, all.items[item], down || both, !down || both);
                wishes.push_back(wished);
                weights.push_back(weight);
            }
            placeRow(all, row, wishes, weights);
        }
    }
}

using Places = std::map<int, DrawingPoint>; ///< upper left corners, by the number of the box

/// The main chain stands at x = 0.
Places placesOf(const ConnectedPart& part)
{
    Rows all = seatsOf(part);
    order(all);
    place(all);
    Places places;
    for (const Item& item : all.items) {
        if (item.node >= 0) {
            // Rounding is monotone and the boxes' step a multiple of the grid, so nothing overlaps by it.
            places[part.boxes[item.node]] = {std::round(item.x / gridStep) * gridStep, item.row * rowStep};
        }
    }
    return places;
}

// The whole
// ---------------------------------------------------------------------------------------------------------------

/// Parts of more than one box from left to right, then the single ones in columns as high as those.
Places sideBySide(const std::vector<ConnectedPart>& parts)
{
    Places all;
    double left = 0, bottom = 0;
    std::vector<int> single;
    for (const ConnectedPart& part : parts) {
        if (part.boxes.size() == 1) {
            single.push_back(part.boxes.front());
            continue;
        }
        const Places places = placesOf(part);
        double first = places.begin()->second.x, last = first;
        for (const auto& [box, corner] : places) {
            first = std::min(first, corner.x);
            last = std::max(last, corner.x);
            bottom = std::max(bottom, corner.y + boxHeight);
        }
        for (const auto& [box, corner] : places) {
            all[box] = {corner.x + left - first, corner.y};
        }
        left += std::ceil((last + boxWidth - first + partGap) / gridStep) * gridStep;
    }
    const auto rows = std::max({1.0, std::ceil(bottom / rowStep), std::ceil(std::sqrt(single.size()))});
    for (std::size_t index = 0; index < single.size(); ++index) {
        const double column = std::floor(static_cast<double>(index) / rows);
        all[single[index]] = {left + column * boxStep, (static_cast<double>(index) - column * rows) * rowStep};
    }
    return all;
}

} // namespace

std::vector<DrawingPoint> layeredLayout(std::span<const LayoutBox> boxes, std::span<const LayoutWire> wires)
{
    std::vector<DrawingPoint> places(boxes.size());
    for (const auto& [box, corner] : sideBySide(partsOf(boxes, wires))) {
        places[box] = corner;
    }
    return places;
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/module_names.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

namespace engine {
namespace {

struct Name {
    std::string stem;
    std::vector<std::uint64_t> numbers;
};

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

Name parsed(const std::string& text)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / 16;
    Name name;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isDigit(text[at])) {
            name.stem += text[at] == '.' || text[at] == '/' ? '_' : text[at];
            continue;
        }
        if (at == 0 || !isDigit(text[at - 1])) {
            name.stem += '0'; // which no name has there otherwise, as all its digits are numbers
            name.numbers.push_back(0);
        }
        std::uint64_t& number = name.numbers.back();
        number = number > most ? number : number * 10 + static_cast<std::uint64_t>(text[at] - '0');
    }
    return name;
}

struct Member {
    std::vector<std::uint64_t> numbers;
    std::size_t index;
};

/// Their members in the order of their numbers.
std::map<std::string, std::vector<Member>> familiesOf(const std::vector<std::string>& names)
{
    std::map<std::string, std::vector<Member>> families;
    for (std::size_t index = 0; index < names.size(); ++index) {
        Name name = parsed(names[index]);
        families[std::move(name.stem)].push_back({std::move(name.numbers), index});
    }
    for (auto& [stem, members] : families) {
        std::ranges::sort(members, {}, &Member::numbers);
    }
    return families;
}

/// Whether one number alone goes up by one from each member to the next, from zero or from one.
bool counts(const std::vector<Member>& members)
{
    if (members.size() == 1) {
        return true;
    }
    const std::vector<std::uint64_t>&first = members[0].numbers, &second = members[1].numbers;
    const auto place = static_cast<std::size_t>(std::ranges::mismatch(first, second).in1 - first.begin());
    if (place == first.size() || first[place] > 1) {
        return false;
    }
    std::vector<std::uint64_t> wanted = first;
    return std::ranges::all_of(members, [&](const Member& member) {
        const bool follows = member.numbers == wanted;
        ++wanted[place];
        return follows;
    });
}

} // namespace

std::string stemOf(const std::string& name)
{
    return parsed(name).stem;
}

std::optional<std::vector<std::size_t>> orderedByNumbers(const std::vector<std::string>& names)
{
    const auto families = familiesOf(names);
    if (families.size() != 1 || !counts(families.begin()->second)) {
        return std::nullopt;
    }
    std::vector<std::size_t> order;
    for (const Member& member : families.begin()->second) {
        order.push_back(member.index);
    }
    return order;
}

std::optional<std::vector<std::size_t>> pairedByNumbers(const std::vector<std::string>& ours,
                                                        const std::vector<std::string>& theirs)
{
    const auto mine = familiesOf(ours), other = familiesOf(theirs);
    if (ours.size() != theirs.size() || mine.size() != other.size()) {
        return std::nullopt;
    }
    std::vector<std::size_t> pairs(ours.size());
    for (auto one = mine.begin(), two = other.begin(); one != mine.end(); ++one, ++two) {
        const bool same = mine.size() == 1 || one->first == two->first;
        if (!same || one->second.size() != two->second.size() || !counts(one->second) || !counts(two->second)) {
            return std::nullopt;
        }
        for (std::size_t place = 0; place < one->second.size(); ++place) {
            pairs[one->second[place].index] = two->second[place].index;
        }
    }
    return pairs;
}

std::set<std::string> countedOtherwise(const std::vector<std::string>& ours, const std::vector<std::string>& theirs)
{
    std::set<std::string> found;
    const auto other = familiesOf(theirs);
    for (const auto& [stem, members] : familiesOf(ours)) {
        const auto same = other.find(stem);
        if (same == other.end()) {
            continue;
        }
        const std::vector<std::uint64_t>&one = members.front().numbers, &two = same->second.front().numbers;
        const auto [mine, its] = std::ranges::mismatch(one, two);
        if (mine != one.end() && its != two.end() && std::max(*mine, *its) == 1) { // then the other is 0
            found.insert(stem);
        }
    }
    return found;
}

} // namespace engine

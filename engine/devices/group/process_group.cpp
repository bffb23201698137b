// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/group/process_group.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstring>

namespace engine {
namespace {

template <typename Number>
void append(std::string& message, std::span<const Number> numbers)
{
    const std::size_t before = message.size();
    message.resize(before + numbers.size_bytes());
    std::memcpy(message.data() + before, numbers.data(), numbers.size_bytes());
}

template <typename Number>
void take(const std::string& message, std::size_t at, std::span<Number> numbers)
{
    std::memcpy(numbers.data(), message.data() + at, numbers.size_bytes());
}

template <typename Number>
void add(const std::string& message, std::size_t at, std::span<Number> numbers)
{
    for (std::size_t index = 0; index < numbers.size(); ++index) {
        Number number{};
        std::memcpy(&number, message.data() + at + index * sizeof(Number), sizeof(Number));
        numbers[index] += number;
    }
}

class HostSum final : public GradientSum {
public:
    explicit HostSum(ProcessGroup& group) : m_group(group) {}
    void add(std::span<float> gradients, double* losses) override { m_group.sum(gradients, {losses, 2}); }

private:
    ProcessGroup& m_group;
};

} // namespace

void ProcessGroup::sum(std::span<float> values, std::span<double> more)
{
    const std::size_t size = values.size_bytes() + more.size_bytes();
    const auto require = [&](const std::string& numbers) {
        if (numbers.size() != size) {
            throw Error(ENGINE_TEXT("Sentences",
                                    "the processes of the run are out of step: one has failed in the midst of a step"));
        }
    };
    const auto message = [&] {
        std::string numbers;
        append(numbers, std::span<const float>(values));
        append(numbers, std::span<const double>(more));
        return numbers;
    };
    if (rank() > 0) {
        answer(message());
        const std::string sums = hear();
        require(sums);
        take(sums, 0, values);
        take(sums, values.size_bytes(), more);
        return;
    }
    for (const std::string& numbers : answers()) {
        require(numbers);
        add(numbers, 0, values);
        add(numbers, values.size_bytes(), more);
    }
    tell(message());
}

std::unique_ptr<GradientSum> makeHostSum(ProcessGroup& group)
{
    return std::make_unique<HostSum>(group);
}

} // namespace engine

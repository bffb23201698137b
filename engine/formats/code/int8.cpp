// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/int8.h"

#include "engine/formats/code/code.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace engine::code {
namespace {

/// Whether only products or the rows of characters take it.
bool isMatrix(const Computation& computation, int weight)
{
    bool isTaken = false;
    for (const Part& part : computation.parts) {
        for (const Operation& operation : part.operations) {
            isTaken = isTaken || operation.matrix == weight;
            const auto reads = [&](const Source& source) { return source.weight == weight; };
            if (operation.bias == weight || std::ranges::any_of(operation.sources, reads)) {
                return false;
            }
        }
    }
    return isTaken;
}

void round(std::span<float> row)
{
    const float scale = scaleOf(row);
    for (float& value : row) {
        value = static_cast<float>(multipleOf(scale, value)) * scale;
    }
}

/// Puts the matrix into the tensors that it comes from.
void giveBack(const Weight& matrix, const std::map<std::string, NamedTensor*>& tensors)
{
    NamedTensor& tensor = *tensors.at(matrix.tensor);
    const auto width = static_cast<std::size_t>(matrix.shape.count() / matrix.shape[0]);
    const std::size_t rows = matrix.values.size() / width;
    for (std::size_t index = 0; index < matrix.values.size(); ++index) {
        const std::size_t place = matrix.isTransposed ? index % width * rows + index / width : index;
        tensor.values[place] = matrix.values[index];
    }
    if (!matrix.added.empty()) {
        std::ranges::fill(tensors.at(matrix.added)->values, 0.0F);
    }
}

} // namespace

float scaleOf(std::span<const float> row)
{
    float largest = 0;
    for (const float value : row) {
        largest = std::max(largest, std::abs(value));
    }
    return largest / 127;
}

int multipleOf(float scale, float value)
{
    return scale > 0 ? static_cast<int>(std::clamp(std::round(value / scale), -127.0F, 127.0F)) : 0;
}

std::span<const float> rowOf(const Weight& matrix, std::int64_t index)
{
    const auto width = static_cast<std::size_t>(matrix.shape.count() / matrix.shape[0]);
    return std::span(matrix.values).subspan(static_cast<std::size_t>(index) * width, width);
}

std::set<int> int8Matrices(const Computation& computation)
{
    std::set<int> matrices;
    for (const Weight& matrix : computation.weights) {
        const auto number = static_cast<int>(&matrix - computation.weights.data());
        const bool isShared = std::ranges::any_of(computation.weights, [&](const Weight& other) {
            return &other != &matrix && (other.tensor == matrix.tensor || other.tensor == matrix.added) &&
                   (other.isTransposed != matrix.isTransposed || !other.added.empty() || !matrix.added.empty());
        });
        if (!isShared && isMatrix(computation, number)) {
            matrices.insert(number);
        }
    }
    return matrices;
}

Int8Matrices roundToInt8(PortableNet& net)
{
    Computation computation = computationOf(net);
    std::map<std::string, NamedTensor*> tensors;
    for (NamedTensor& tensor : net.weights) {
        tensors.emplace(tensor.name, &tensor);
    }
    Int8Matrices count;
    for (int index = 0; index < static_cast<int>(computation.weights.size()); ++index) {
        count.all += isMatrix(computation, index) ? 1 : 0;
    }
    for (const int index : int8Matrices(computation)) {
        ++count.rounded;
        Weight& matrix = computation.weights[static_cast<std::size_t>(index)];
        const auto width = static_cast<std::size_t>(matrix.shape.count() / matrix.shape[0]);
        for (std::size_t first = 0; first < matrix.values.size(); first += width) {
            round(std::span(matrix.values).subspan(first, width));
        }
        giveBack(matrix, tensors);
    }
    return count;
}

} // namespace engine::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <span>

namespace engine {

// Each in the file of its name; engine/graph/catalog.cpp adds the checks that all layers share.

LayerType inputType();
LayerType textDataType();
LayerType sequenceDataType();

LayerType embedType();
LayerType lstmType();
LayerType gruType();
LayerType rnnType();
LayerType cellType();
LayerType lstmSimpleType();
LayerType lstmUnitType();
LayerType gruUnitType();
LayerType cellUnitType();

LayerType innerProductType();
LayerType dropoutType();
LayerType scaleType();
LayerType eltwiseType();
LayerType reductionType();

LayerType reluType();
LayerType sigmoidType();
LayerType tanhType();
LayerType softmaxType();
LayerType layerNormType();

LayerType reshapeType();
LayerType sliceType();
LayerType concatType();
LayerType splitType();
LayerType silenceType();
LayerType lastType();
LayerType meanOverStepsType();

LayerType softmaxWithLossType();
LayerType euclideanLossType();
LayerType huberLossType();
LayerType sigmoidCrossEntropyLossType();
LayerType accuracyType();

/// The catalogue, in its order.
inline constexpr LayerType (*layerTypes[])() = {
    inputType,         textDataType,      sequenceDataType,
    embedType,         lstmType,          gruType,
    rnnType,           cellType,          lstmSimpleType,
    lstmUnitType,      gruUnitType,       cellUnitType,
    innerProductType,  dropoutType,       scaleType,
    eltwiseType,       reductionType,     reluType,
    sigmoidType,       tanhType,          softmaxType,
    layerNormType,     reshapeType,       sliceType,
    concatType,        splitType,         silenceType,
    lastType,          meanOverStepsType, softmaxWithLossType,
    euclideanLossType, huberLossType,     sigmoidCrossEntropyLossType,
    accuracyType,
};

// Each in the file of its layer.
const Cell& lstmCell();
const Cell& gruCell();
const Cell& rnnTanhCell();
const Cell& rnnReluCell();

/// All cells that are not typed. Of those that one layer has, the first is what it has without a setting.
inline constexpr const Cell& (*cellMakers[])() = {lstmCell, gruCell, rnnTanhCell, rnnReluCell};
std::span<const Cell* const> recurrentCells();

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "editor/words/symbols.h"

#include <cstdint>
#include <QColor>
#include <QString>
#include <span>
#include <vector>

namespace editor {

/// A number in a product, with the letter that it has elsewhere.
struct Factor {
    std::int64_t number;
    QString letter = {}; ///< empty: the number is all there is to say
    bool operator==(const Factor&) const = default;
};

/// A product that is one part of a number: what a matrix adds to it.
struct Term {
    QString name; ///< "Wx", "h"
    std::vector<Factor> factors;
    int matrix = -1; ///< which of the layer's weights it belongs to, for its colour; -1: none

    std::int64_t value() const;
};

/// How a number of the size report comes about.
struct Sum {
    enum class What { Parameters, Activations, Forward, Back };
    What what;
    QString name;
    std::vector<Term> terms; ///< their values add up to `value`
    std::int64_t value;      ///< as the size report has it
};

/// Parameters, bytes of activations, and the work of a pass forward and back, each as a sum of products. Of a node
/// without sizes nothing; sums that are 0 are left out.
std::vector<Sum> arithmetic(const engine::LayerSizes& sizes, const std::vector<std::vector<QString>>& outputAxes);
std::vector<Sum> arithmetic(const Document& document, const Symbols& symbols, Id node);

/// Why a RESHAPE's output has its shape: "75 × 25 × 512 = 960,000 values = 1,875 × 1 × 512, ..., -1 stands for ...";
/// empty for other layers, and while it has no sizes.
QString reshapeText(const Document& document, Id node);

/// What "kept for the backward pass" means.
QString keptText();

/// "4 × 512 × (128 + 512) + 4 × 512": what products in a row share stands once, as do both directions:
/// "2 × (4 × 512 × (128 + 512) + 4 × 512)".
QString expression(const Sum& sum);

/// The expression of one of the sums and what it comes to, for a tooltip; empty where there is none.
QString arithmeticTip(const std::vector<Sum>& sums, Sum::What what);

/// The expression in letters: "4 × H × (I + H) + 4 × H".
QString letterExpression(const Sum& sum);

/// All of it as HTML: each number, its product coloured by matrix, the letters, and the share of each matrix, those of
/// the backward direction on a line of their own.
/// `inks` are the colours of the layer's weights in their order.
QString arithmeticHtml(const std::vector<Sum>& sums, std::span<const QColor> inks, const QColor& muted);

/// One line of a model's sizes.
struct Total {
    QString name;
    QString value;
    std::int64_t number; ///< parameters, operations or bytes
};

/// Layers, parameters, work of one pass forward and back.
std::vector<Total> totals(const engine::SizeReport& report);

/// What training takes, by part, and all of it last.
std::vector<Total> memoryParts(const engine::TrainingMemory& memory);

/// Both as an HTML table; a sentence where nothing is drawn yet.
QString totalsHtml(const Document& document);

} // namespace editor

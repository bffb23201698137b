// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <map>
#include <QString>
#include <vector>

namespace editor {

/// The axes of every tensor of a drawing by letters: T steps, N streams, V vocabulary, and what the layers call their
/// widths (H, E, O, ...).
///
/// T, N and V are found by sizing the model at others: an axis is "T·N" only where it is that in all of them. A width
/// has the letter of the layer that makes it; layers without weights pass it on.
class Symbols {
public:
    Symbols() = default;
    Symbols(const Content& content, const Derived& derived, engine::Phase phase);

    /// One word an axis, a number where there is no letter; empty where the tensor has no shape.
    std::vector<QString> axes(Output output) const;

    /// "T × N × H"; empty where no axis has a letter.
    QString text(Output output) const;

private:
    std::map<Output, std::vector<QString>> m_axes;
};

/// The symbols of a document as it is now: computed on the first request after a change.
class LiveSymbols {
public:
    explicit LiveSymbols(const Document& document) : m_document(document) {}

    const Symbols& now();

private:
    const Document& m_document;
    Symbols m_symbols;
    int m_revision = 0;
};

} // namespace editor

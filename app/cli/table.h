// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace cli {

enum class Align { Left, Right };

/// As CSV has a field: in quotes where it holds a delimiter, a quote or a line's end.
std::string csvField(const std::string& text);

/// Rows of text under headings.
class Table {
public:
    struct Column {
        std::string heading;
        Align align = Align::Left;
    };

    explicit Table(std::vector<Column> columns);

    void add(std::vector<std::string> cells); ///< as many as there are columns
    void rule();                              ///< a line between the rows before and after it

    std::string aligned() const;  ///< for a terminal: columns apart by two spaces, headings in the first line
    std::string markdown() const; ///< for a README

private:
    std::vector<int> widths() const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows; ///< an empty row is a rule
};

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <string_view>

/// Whether a test does all that takes long, as `scripts/nightly long` asks by HAMNET_LONG=1, or what is enough for each
/// change.
inline bool atNight()
{
    const char* const wish = std::getenv("HAMNET_LONG");
    return wish != nullptr && std::string_view(wish) != "0";
}

/// Takes each so many of a lot of cases, and all of them at night. A prime goes round all kinds of cases.
class EachOf {
public:
    explicit EachOf(int each) : m_each(atNight() ? 1 : each) {}
    bool takesNext() { return m_number++ % m_each == 0; }
    int each() const { return m_each; }

private:
    int m_each, m_number = 0;
};

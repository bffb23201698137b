// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

/// Sets a variable of the environment, or unsets it, until this goes.
class Environment {
public:
    Environment(const char* name, const char* value) : m_name(name)
    {
        if (const char* before = std::getenv(name)) {
            m_before = before;
        }
        set(value);
    }
    ~Environment() { set(m_before ? m_before->c_str() : nullptr); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    void set(const char* value)
    {
        if (value) {
            ::setenv(m_name.c_str(), value, 1);
        } else {
            ::unsetenv(m_name.c_str());
        }
    }

    std::string m_name;
    std::optional<std::string> m_before;
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <atomic>
#include <string>

namespace engine::cuda {

/// A library of NVIDIA's that the module opens where it is asked for.
struct OpenedLibrary {
    std::string name;
    void* handle = nullptr; ///< null: it was not opened
    Sentence refusal = {};  ///< why, where it was not: "libcudnn.so.9 was not found"

    /// Throws UnavailableError where the library was not opened, or has no such function.
    void* function(const char* named) const;
};

/// By its soname: from the folders that HAMNET_CUDA_LIBRARIES names, or else where the loader looks. It stays open.
OpenedLibrary openLibrary(const std::string& soname);

/// A function that is looked up in library() where it is first called.
template <const OpenedLibrary& (*library)(), typename Function>
class LibraryFunction;

template <const OpenedLibrary& (*library)(), typename Result, typename... Arguments>
class LibraryFunction<library, Result (*)(Arguments...)> {
public:
    explicit constexpr LibraryFunction(const char* name) : m_name(name) {}

    Result operator()(Arguments... arguments) const
    {
        Function found = m_found;
        if (found == nullptr) {
            m_found = found = reinterpret_cast<Function>(library().function(m_name));
        }
        return found(arguments...);
    }

private:
    using Function = Result (*)(Arguments...);
    const char* m_name;
    mutable std::atomic<Function> m_found = nullptr;
};

} // namespace engine::cuda

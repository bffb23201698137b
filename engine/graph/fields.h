// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

namespace engine {

/// Some struct, const or not, in the declaration of the fields() that lists its members for whoever writes, reads or
/// shows it: template <IsA<Point> Some> void fields(Some& point, auto&& visit).
template <typename Some, typename Struct>
concept IsA = std::is_same_v<std::remove_const_t<Some>, Struct>;

} // namespace engine

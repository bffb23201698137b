// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

namespace cli {

std::string toLine(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void printLine(Output& out, const Json& json)
{
    out.line(toLine(json));
    out.flush();
}

} // namespace cli

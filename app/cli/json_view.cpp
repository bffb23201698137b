// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"
#include "app/cli/run_view.h"
#include "app/watch/event_lines.h"

namespace cli {
namespace {

class JsonView : public RunView {
public:
    JsonView(Console& console, std::optional<std::uint64_t> seed) : m_out(&console.out), m_seed(seed) {}

    void show(const engine::Event& event) override
    {
        Json line = watch::toJson(event);
        if (m_seed) {
            line["seed"] = *m_seed;
        }
        printLine(*m_out, line);
    }

    void remark(const std::string&) override {}

private:
    Output* m_out;
    std::optional<std::uint64_t> m_seed;
};

} // namespace

std::unique_ptr<RunView> makeJsonView(Console& console, std::optional<std::uint64_t> seed)
{
    return std::make_unique<JsonView>(console, seed);
}

} // namespace cli

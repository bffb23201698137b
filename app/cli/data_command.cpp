// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/download_line.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/table.h"
#include "app/cli/words.h"
#include "engine/data/known_sets.h"
#include "engine/data/read_samples.h"

namespace cli {
namespace {

constexpr const char* dataExamples = R"(  hamnet data list
  hamnet data get mnist
  hamnet data get fashion-mnist --folder sets)";

std::vector<std::string> namesOfKnownSets()
{
    std::vector<std::string> names;
    for (const engine::KnownSet& set : engine::knownSets()) {
        names.push_back(set.name);
    }
    return names;
}

class DataCommand : public Command {
public:
    explicit DataCommand(CLI::App& app) : Command(app)
    {
        app.require_subcommand(1);
        m_list = app.add_subcommand(
            "list", "Show the available data sets, where they are kept, and those that Hamnet generates.");
        m_list->add_flag("--json", m_json, "Print it as one JSON object.");
        m_get = app.add_subcommand("get", "Download a data set; an interrupted download is continued.");
        m_get->add_option("NAME", m_name, "The data set, by its name in hamnet data list.")
            ->type_name(braced(namesOfKnownSets()))
            ->required();
        m_get
            ->add_option("--url", m_url,
                         "Another Internet address of the folder to download its files from; their contents are "
                         "checked all the same.")
            ->type_name("URL");
        m_get->add_option("--folder", m_folder, "Where to put its folder instead of the user's data folder.")
            ->type_name(folderName);
    }

    ExitCode run(Console& console) override { return m_list->parsed() ? list(console) : get(console); }

private:
    ExitCode list(Console& console) const
    {
        if (m_json) {
            Json json = {{"sets", Json::array()}, {"made", Json::array()}};
            for (const engine::MadeSet& set : engine::madeSets()) {
                json["made"].push_back({{"name", set.name}, {"about", set.about}});
            }
            for (const engine::KnownSet& set : engine::knownSets()) {
                Json files = Json::array();
                for (const engine::KnownFile& file : set.files) {
                    files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
                }
                json["sets"].push_back({{"name", set.name},
                                        {"about", set.about},
                                        {"bytes", set.bytes()},
                                        {"urls", set.urls},
                                        {"files", files},
                                        {"folder", isThere(set) ? Json(engine::folderOf(set).string()) : Json()}});
            }
            printLine(console.out, json);
            return ExitCode::Done;
        }
        Table table({{"set"}, {"size", Align::Right}, {"where"}, {"what"}});
        for (const engine::KnownSet& set : engine::knownSets()) {
            table.add({set.name, bytesInWords(set.bytes()),
                       isThere(set) ? engine::folderOf(set).string() : "hamnet data get " + set.name, set.about});
        }
        for (const engine::MadeSet& set : engine::madeSets()) {
            table.add({set.name, "made", std::string("--data ") + set.name, set.about});
        }
        console.out.write(table.aligned());
        return ExitCode::Done;
    }

    ExitCode get(Console& console) const
    {
        return fetchWithLine(console, m_name, [&](const engine::DownloadProgress& progress) {
            return engine::downloadSet(
                {.set = engine::knownSet(m_name), .folder = m_folder, .url = m_url, .progress = progress});
        });
    }

    CLI::App *m_list = nullptr, *m_get = nullptr;
    std::string m_name, m_url, m_folder;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeDataCommand(CLI::App& program)
{
    return std::make_unique<DataCommand>(
        addCommand(program, "data", "List and download well-known data sets to train on.", dataExamples));
}

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/download_line.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/words.h"
#include "engine/data/known_sets.h"
#include "engine/data/read_samples.h"
#include "engine/data/table.h"
#include "engine/data/table_gaps.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cli {
namespace {

constexpr const char* dataExamples = R"(  hamnet data list
  hamnet data get mnist
  hamnet data get fashion-mnist --folder sets
  hamnet data info days.csv --date-order DAY)";

std::vector<std::string> namesOfKnownSets()
{
    std::vector<std::string> names;
    for (const engine::KnownSet& set : engine::knownSets()) {
        names.push_back(set.name);
    }
    return names;
}

/// Why a run cannot read the column as it stands; empty where it can.
std::string obstacleOf(const engine::Column& column)
{
    const auto [least, most] = std::ranges::minmax_element(column.numbers);
    const bool isConstant = least != most && *least == *most;
    if (column.problem.empty() && isConstant) {
        return fmt::format("is {} in all rows", engine::toText(*least));
    }
    return column.problem;
}

class DataCommand : public Command {
public:
    explicit DataCommand(CLI::App& app) : Command(app)
    {
        app.require_subcommand(1);
        m_list = app.add_subcommand(
            "list", "Show the available data sets, where they are kept, and those that Hamnet generates.");
        m_list->add_flag("--json", m_json, "Print it as one JSON object.");
        m_get = app.add_subcommand("get", "Download a data set.");
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
        m_info =
            app.add_subcommand("info", "Show how a CSV file is written: its format, its columns and its first rows.");
        m_info->add_option("FILE", m_file, "A CSV file, as hamnet train takes it.")->type_name(dataFile)->required();
        m_info->add_flag("--json", m_json, "Print it as one JSON object.");
        m_format.addTo(*m_info);
        m_info->remove_option(m_info->get_option("--gaps")); // what becomes of them is no question of the format
    }

    ExitCode run(Console& console) override
    {
        return m_list->parsed() ? list(console) : m_info->parsed() ? info(console) : get(console);
    }

private:
    /// Throws Error with what has to be told where a column can be read in two ways.
    ExitCode info(Console& console) const
    {
        const engine::TableFormat format = engine::formatOf({.delimiter = m_format.delimiter,
                                                             .decimal = m_format.decimal,
                                                             .dates = m_format.dates,
                                                             .header = m_format.header});
        const engine::TableOutline outline = engine::outlineOfTable(m_file, format);
        for (const engine::FormatQuestion& question : outline.questions) {
            if (!question.sentence.empty()) {
                throw engine::Error(question.sentence);
            }
        }
        const engine::Table table = engine::readTable(m_file, format);
        m_json ? printJson(console, table, outline) : print(console, table, outline);
        return ExitCode::Done;
    }

    static std::string kindOf(const engine::TableOutline& outline, std::size_t column)
    {
        constexpr std::array kinds = {"number", "text", "time"};
        return kinds.at(static_cast<std::size_t>(outline.kinds[column]));
    }

    static void print(Console& console, const engine::Table& table, const engine::TableOutline& outline)
    {
        const engine::FormatWords words = engine::wordsOf(table.format);
        const auto known = [](const std::string& word) { return word == "AUTO" ? std::string("not told") : word; };
        console.out.line(fmt::format("format   delimiter {}, decimal {}, date order {}, header {}", words.delimiter,
                                     known(words.decimal), known(words.dates), words.header));
        console.out.line(fmt::format("rows     {}\n", grouped(table.rows)));
        engine::Report columns{.columns = {{"column"}, {"kind"}, {"gaps", "", {}, ""}, {"first rows"}}};
        std::vector<std::string> obstacles;
        for (std::size_t index = 0; index < table.columns.size(); ++index) {
            const engine::Column& column = table.columns[index];
            const bool isTime = column.kind == engine::ColumnKind::Time;
            std::string first;
            for (const std::vector<std::string>& row : outline.firstRows) {
                first += (first.empty() ? "" : "  ") + (index < row.size() ? engine::printable(row[index]) : "");
            }
            columns.rows.push_back(
                {engine::printable(column.name),
                 kindOf(outline, index) + (isTime ? " " + engine::exampleOf(outline.forms[index]) : ""),
                 column.kind == engine::ColumnKind::Text ? engine::ReportCell()
                                                         : engine::ReportCell(engine::gapsIn(column)),
                 first});
            if (const std::string obstacle = obstacleOf(column); !obstacle.empty()) {
                obstacles.push_back(fmt::format("{}: {}", engine::printable(column.name), obstacle));
            }
        }
        console.out.write(engine::aligned(columns));
        for (const std::string& obstacle : obstacles) {
            console.out.line("\n" + obstacle);
        }
    }

    static void printJson(Console& console, const engine::Table& table, const engine::TableOutline& outline)
    {
        const auto known = [](const std::string& word) { return word.empty() || word == "AUTO" ? Json() : Json(word); };
        const engine::FormatWords words = engine::wordsOf(table.format);
        Json json = {{"file", table.name},
                     {"rows", table.rows},
                     {"format",
                      {{"delimiter", words.delimiter},
                       {"decimal", known(words.decimal)},
                       {"date_order", known(words.dates)},
                       {"header", words.header}}},
                     {"columns", Json::array()},
                     {"first_rows", outline.firstRows}};
        for (std::size_t index = 0; index < table.columns.size(); ++index) {
            const engine::Column& column = table.columns[index];
            const engine::TimeForm form = outline.forms[index];
            Json one = {{"name", column.name},
                        {"kind", kindOf(outline, index)},
                        {"gaps", column.kind == engine::ColumnKind::Text ? Json() : Json(engine::gapsIn(column))},
                        {"problem", known(obstacleOf(column))}};
            if (column.kind == engine::ColumnKind::Time) {
                one["form"] = engine::exampleOf({.dates = form.dates});
                one["zone"] = form.hasOffset ? "offset of each row" : "none";
            }
            json["columns"].push_back(std::move(one));
        }
        printLine(console.out, json);
    }

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
        engine::Report report{.columns = {{"set"}, {"size", "", bytesInWords, "made"}, {"where"}, {"what"}}};
        for (const engine::KnownSet& set : engine::knownSets()) {
            report.rows.push_back({set.name, set.bytes(),
                                   isThere(set) ? engine::folderOf(set).string() : "hamnet data get " + set.name,
                                   set.about});
        }
        for (const engine::MadeSet& set : engine::madeSets()) {
            report.rows.push_back({set.name, {}, std::string("--data ") + set.name, set.about});
        }
        console.out.write(engine::aligned(report));
        return ExitCode::Done;
    }

    ExitCode get(Console& console) const
    {
        return fetchWithLine(console, m_name, [&](const engine::DownloadProgress& progress) {
            return engine::downloadSet(
                {.set = engine::knownSet(m_name), .folder = m_folder, .url = m_url, .progress = progress});
        });
    }

    CLI::App *m_list = nullptr, *m_get = nullptr, *m_info = nullptr;
    std::string m_name, m_url, m_folder, m_file;
    FormatOptions m_format;
    bool m_json = false;
};

} // namespace

extern const CommandSpec dataCommand = {"data",
                                        "List and download well-known data sets, and show how a table is written.",
                                        dataExamples, make<DataCommand>};

} // namespace cli

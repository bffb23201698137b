// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "engine/data/known_sets.h"
#include "engine/data/read_samples.h"
#include "engine/data/table.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cli {
namespace {

constexpr const char* dataExamples = R"(  hamnet data list
  hamnet data get mnist
  hamnet data get fashion-mnist --folder sets
  hamnet data info days.csv --date-order DAY)";

constexpr const char* corpusExamples = R"(  hamnet corpus list
  hamnet corpus get tiny-shakespeare
  hamnet corpus info my_text.txt --encoding utf8)";

/// What is fetched, from where, and where to.
struct GetOptions {
    std::string name, url, folder;

    /// `known`: whose names the help lists.
    template <typename Known>
    void addTo(CLI::App& get, const char* aboutName, const Known& known, const char* aboutUrl, const char* aboutFolder)
    {
        std::vector<std::string> names;
        std::ranges::transform(known, std::back_inserter(names), [](const auto& one) { return one.name; });
        get.add_option("NAME", name, aboutName)->type_name(braced(names))->required();
        get.add_option("--url", url, aboutUrl)->type_name("URL");
        get.add_option("--folder", folder, aboutFolder)->type_name(folderName);
    }
};

/// Fetches with a line on the terminal that shows how far it is, and prints where the file or folder `name` now lies.
/// A stop is said, and is no error: the same command goes on with what is there.
ExitCode fetchWithLine(Console& console, const std::string& name,
                       const std::function<std::filesystem::path(const engine::DownloadProgress&)>& fetch)
{
    const Interrupt interrupt;
    LiveLine line(console.err);
    const bool live = console.err.isTerminal();
    const auto progress = [&](std::int64_t there, std::int64_t all) {
        if (live && line.due()) {
            const double fraction = all > 0 ? static_cast<double>(there) / static_cast<double>(all) : 0;
            line.draw(progressLine(
                {.fraction = fraction, .done = name, .words = bytesInWords(there) + " of " + bytesInWords(all)},
                console.err.columns(), glyphsOfTerminal()));
        }
        return !interrupt.requested();
    };
    const auto clear = [&] {
        if (live) {
            line.clear();
        }
    };
    try {
        const std::filesystem::path there = fetch(progress);
        clear();
        console.out.outside(there.string() + "\n");
    } catch (const engine::CancelledError&) {
        clear();
        console.note("hamnet: the download was stopped; run the same command again to continue it");
        return ExitCode::Interrupted;
    } catch (const engine::Error&) {
        clear();
        throw;
    }
    return ExitCode::Done;
}

/// Why a run cannot read the column as it stands; nothing where it can.
std::optional<std::string> obstacleOf(const engine::Table& table, const engine::Column& column)
{
    const auto [least, most] = std::ranges::minmax_element(column.numbers);
    if (const std::string obstacle = table.obstacleOf(column); !obstacle.empty()) {
        return obstacle;
    }
    return least != most && *least == *most ? std::optional(fmt::format("is {} in all rows", engine::toText(*least)))
                                            : std::nullopt;
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
        m_getOptions.addTo(*m_get, "The data set, by its name in hamnet data list.", engine::knownSets(),
                           "Another Internet address of the folder to download its files from; their contents are "
                           "checked all the same.",
                           "Where to put its folder instead of the user's data folder.");
        m_info =
            app.add_subcommand("info", "Show how a CSV file is written: its format, its columns and its first rows.");
        m_info->add_option("FILE", m_file, "A CSV file, as hamnet train takes it.")->type_name(dataFile)->required();
        m_info->add_flag("--json", m_json, "Print it as one JSON object.");
        m_table.addFormatTo(*m_info);
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
        const engine::TableFormat format = engine::formatOf([this](const char* key) { return m_table.values.at(key); });
        for (const engine::Column& column : engine::outlineOfTable(m_file, format).columns) {
            if (!column.problem.empty()) {
                throw engine::Error(column.problem);
            }
        }
        const engine::Table table = engine::readTable(m_file, format);
        engine::Report report{.columns = {{"column", "name"},
                                          {"kind", "kind"},
                                          {"form", "form", {}, ""},
                                          {"zone", "zone", {}, ""},
                                          {"gaps", "gaps", {}, ""},
                                          {"first rows"},
                                          {"", "problem"}}};
        std::ranges::transform(table.columns, std::back_inserter(report.rows),
                               [&](const engine::Column& column) { return cellsOf(table, column); });
        std::map<std::string, std::string> words = engine::wordsOf(table.format);
        if (m_json) {
            Json json = {{"file", table.name}, {"rows", table.rows}, {"format", Json::object()}};
            for (const char* const key : {"delimiter", "decimal", "date_order", "header"}) {
                json["format"][key] = words.at(key) == "AUTO" ? Json() : Json(words.at(key));
            }
            json["columns"] = jsonRows(report);
            json["first_rows"] = table.firstRows;
            printLine(console.out, json);
            return ExitCode::Done;
        }
        for (auto& [key, word] : words) {
            word = word == "AUTO" ? "not told" : word;
        }
        console.out.line(fmt::format("format   delimiter {}, decimal {}, date order {}, header {}",
                                     words.at("delimiter"), words.at("decimal"), words.at("date_order"),
                                     words.at("header")));
        console.out.line(fmt::format("rows     {}\n", grouped(table.rows)));
        console.out.write(engine::aligned(report));
        for (const engine::Column& column : table.columns) {
            if (const std::optional<std::string> obstacle = obstacleOf(table, column)) {
                console.out.line(fmt::format("\n{}: {}", engine::printable(column.name), *obstacle));
            }
        }
        return ExitCode::Done;
    }

    static std::vector<engine::ReportCell> cellsOf(const engine::Table& table, const engine::Column& column)
    {
        constexpr std::array kinds = {"number", "text", "time"};
        const auto index = static_cast<std::size_t>(&column - table.columns.data());
        std::string first;
        for (const std::vector<std::string>& row : table.firstRows) {
            first += (first.empty() ? "" : "  ") + (index < row.size() ? engine::printable(row[index]) : "");
        }
        std::vector<engine::ReportCell> cells = {
            engine::printable(column.name), kinds.at(static_cast<std::size_t>(column.kind)), {}, {}, column.gaps, first,
            obstacleOf(table, column)};
        if (column.kind == engine::ColumnKind::Time) {
            cells[2] = engine::exampleOf({.dates = column.form.dates});
            cells[3] = column.form.hasOffset ? "offset of each row" : "none";
        }
        return cells;
    }

    ExitCode list(Console& console) const
    {
        engine::Report report{.columns = {{"set", "name"},
                                          {"size", "bytes", bytesInWords, "made"},
                                          {"where"},
                                          {"what", "about"},
                                          {"", "folder"}}};
        for (const engine::KnownSet& set : engine::knownSets()) {
            const auto folder = isThere(set) ? std::optional(engine::folderOf(set).string()) : std::nullopt;
            report.rows.push_back(
                {set.name, set.bytes(), folder.value_or("hamnet data get " + set.name), set.about, folder});
        }
        if (!m_json) {
            for (const engine::MadeSet& set : engine::madeSets()) {
                report.rows.push_back({set.name, {}, std::string("--data ") + set.name, set.about, {}});
            }
            console.out.write(engine::aligned(report));
            return ExitCode::Done;
        }
        Json json = {{"sets", jsonRows(report)}, {"made", Json::array()}};
        for (const engine::MadeSet& set : engine::madeSets()) {
            json["made"].push_back({{"name", set.name}, {"about", set.about}});
        }
        for (std::size_t index = 0; index < json["sets"].size(); ++index) {
            const engine::KnownSet& set = engine::knownSets()[index];
            json["sets"][index]["urls"] = set.urls;
            json["sets"][index]["files"] = Json::array();
            for (const engine::KnownFile& file : set.files) {
                json["sets"][index]["files"].push_back(
                    {{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
            }
        }
        printLine(console.out, json);
        return ExitCode::Done;
    }

    ExitCode get(Console& console) const
    {
        return fetchWithLine(console, m_getOptions.name, [&](const engine::DownloadProgress& progress) {
            return engine::downloadSet({.set = engine::knownSet(m_getOptions.name),
                                        .folder = m_getOptions.folder,
                                        .url = m_getOptions.url,
                                        .progress = progress});
        });
    }

    CLI::App *m_list = nullptr, *m_get = nullptr, *m_info = nullptr;
    GetOptions m_getOptions;
    std::string m_file;
    TableOptions m_table;
    bool m_json = false;
};

/// A character as the reader of a vocabulary sees it.
std::string shown(const std::string& character)
{
    return character == " " ? "space" : oneLine(character);
}

class CorpusCommand : public Command {
public:
    explicit CorpusCommand(CLI::App& app) : Command(app)
    {
        app.require_subcommand(1);
        m_list = app.add_subcommand("list", "Show the available texts, and where they are kept.");
        m_list->add_flag("--json", m_json, "Print it as one JSON object.");
        m_get = app.add_subcommand("get", "Download a text.");
        m_getOptions.addTo(*m_get, "The text, by its name in hamnet corpus list.", engine::knownTexts(),
                           "Another address to download it from; its contents are checked all the same.",
                           "Where to put it instead of the user's data folder.");
        addInfo(app);
    }

    ExitCode run(Console& console) override
    {
        return m_list->parsed() ? list(console) : m_get->parsed() ? get(console) : info(console);
    }

private:
    void addInfo(CLI::App& app)
    {
        m_info = app.add_subcommand("info", "Show statistics of a text.");
        m_info->add_option("FILE", m_file, "The text: a file, or a name in hamnet corpus list.")
            ->type_name(textFile)
            ->required();
        addChoice(*m_info, "--encoding", m_encoding,
                  "What counts as one character: a byte of the file, or a code point of its UTF-8 text.",
                  {"bytes", "utf8"});
        m_info->add_option("--validation", m_fractions.validation, "The share that is held out for validation.")
            ->type_name("X")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1}));
        m_info->add_option("--test", m_fractions.test, "The share that is held out for the test.")
            ->type_name("X")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1}));
        m_info->add_flag("--json", m_json, "Print it as one JSON object.");
    }

    ExitCode list(Console& console) const
    {
        engine::Report report{.columns = {{"text", "name"},
                                          {"size", "bytes", bytesInWords},
                                          {"where"},
                                          {"what", "about"},
                                          {"", "sha256"},
                                          {"", "url"},
                                          {"", "file"}}};
        for (const engine::KnownText& text : engine::knownTexts()) {
            const std::string path = engine::fileOf(text).string();
            const auto file = isThere(path) ? std::optional(path) : std::nullopt;
            report.rows.push_back({text.name, text.bytes, file.value_or("hamnet corpus get " + text.name), text.about,
                                   text.sha256, text.url, file});
        }
        const std::filesystem::path bundled = engine::bundledCorpus();
        if (m_json) {
            printLine(console.out, {{"bundled", bundled.string()}, {"texts", jsonRows(report)}});
            return ExitCode::Done;
        }
        std::vector<engine::ReportCell> play = {bundled.stem().string(), std::filesystem::file_size(bundled),
                                                bundled.string(), "The play that comes with Hamnet."};
        play.resize(report.columns.size());
        report.rows.insert(report.rows.begin(), std::move(play));
        console.out.write(engine::aligned(report));
        return ExitCode::Done;
    }

    ExitCode get(Console& console) const
    {
        return fetchWithLine(console, m_getOptions.name, [&](const engine::DownloadProgress& progress) {
            return engine::download({.text = engine::knownText(m_getOptions.name),
                                     .folder = m_getOptions.folder,
                                     .url = m_getOptions.url,
                                     .progress = progress});
        });
    }

    ExitCode info(Console& console) const
    {
        const Interrupt interrupt;
        const engine::Corpus text(dataNamed(m_file, engine::kinds::text),
                                  m_encoding == "utf8" ? engine::Encoding::Utf8 : engine::Encoding::Bytes,
                                  interrupt.goOn());
        std::vector<std::string> characters;
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(text.vocabulary().size()); ++id) {
            characters.push_back(text.vocabulary().textOf(id));
        }
        const auto count = [&](engine::Split split) { return text.charactersIn(text.range(split, m_fractions)); };
        const std::int64_t train = count(engine::Split::Train), validation = count(engine::Split::Validation),
                           test = count(engine::Split::Test);
        if (m_json) {
            printLine(console.out, {{"file", m_file},
                                    {"encoding", m_encoding},
                                    {"bytes", text.bytes()},
                                    {"characters", text.characters()},
                                    {"vocabulary", text.vocabulary().size()},
                                    {"distinct", characters},
                                    {"digest", text.digest()},
                                    {"train", train},
                                    {"validation", validation},
                                    {"test", test}});
            return ExitCode::Done;
        }
        std::string list;
        for (const std::string& character : characters) {
            list += (list.empty() ? "" : " ") + shown(character);
        }
        console.out.line(fmt::format("bytes       {}", grouped(text.bytes())));
        console.out.line(
            fmt::format("characters  {}, {} different: {}", grouped(text.characters()), characters.size(), list));
        console.out.line(fmt::format("training    {} characters", grouped(train)));
        console.out.line(fmt::format("validation  {} characters", grouped(validation)));
        console.out.line(fmt::format("test        {} characters", grouped(test)));
        console.out.line(fmt::format("digest      {} (XXH3)", text.digest()));
        return ExitCode::Done;
    }

    CLI::App *m_list = nullptr, *m_get = nullptr, *m_info = nullptr;
    GetOptions m_getOptions;
    std::string m_file, m_encoding = "bytes";
    engine::SplitFractions m_fractions;
    bool m_json = false;
};

} // namespace

extern const CommandSpec dataCommand = {"data",
                                        "List and download well-known data sets, and show how a table is written.",
                                        dataExamples, make<DataCommand>};

extern const CommandSpec corpusCommand = {"corpus", "List, download and inspect texts to train on.", corpusExamples,
                                          make<CorpusCommand>};

} // namespace cli

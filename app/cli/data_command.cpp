// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "engine/data/known_sets.h"
#include "engine/data/read_samples.h"
#include "engine/data/table.h"
#include "engine/data/table_gaps.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cli {
namespace {

/// What is fetched, from where, and where to.
struct GetOptions {
    std::string name, url, folder;

    /// `known`: whose names the help lists.
    template <typename Known>
    void addTo(CLI::App& get, const char* aboutName, const Known& known, const char* aboutUrl, const char* aboutFolder)
    {
        std::vector<std::string> names;
        std::ranges::transform(known, std::back_inserter(names), [](const auto& one) { return one.name; });
        addValue(get, "NAME", name, braced(names), aboutName)->required();
        addValue(get, "--url", url, "URL", aboutUrl);
        addValue(get, "--folder", folder, folderName, aboutFolder);
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
        m_getOptions.addTo(*m_get, "The data set, by its name in hamnet data list.", engine::knownSets(),
                           "Another Internet address of the folder to download its files from; their contents are "
                           "checked all the same.",
                           "Where to put its folder instead of the user's data folder.");
        m_info =
            app.add_subcommand("info", "Show how a CSV file is written: its format, its columns and its first rows.");
        addValue(*m_info, "FILE", m_file, dataFile, "A CSV file, as hamnet train takes it.")->required();
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
        const auto given = [this](const char* key) { return m_table.values.at(key); };
        const engine::TableFormat format = engine::formatOf({.delimiter = given("delimiter"),
                                                             .decimal = given("decimal"),
                                                             .dates = given("date_order"),
                                                             .header = given("header")});
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
        addValue(*m_info, "FILE", m_file, textFile, "The text: a file, or a name in hamnet corpus list.")->required();
        addChoice(*m_info, "--encoding", m_encoding,
                  "What counts as one character: a byte of the file, or a code point of its UTF-8 text.",
                  {"bytes", "utf8"});
        addValue(*m_info, "--validation", m_fractions.validation, "X", "The share that is held out for validation.")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1}));
        addValue(*m_info, "--test", m_fractions.test, "X", "The share that is held out for the test.")
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
                                        R"(  hamnet data list
  hamnet data get mnist
  hamnet data get fashion-mnist --folder sets
  hamnet data info days.csv --date-order DAY)",
                                        make<DataCommand>};

extern const CommandSpec corpusCommand = {"corpus", "List, download and inspect texts to train on.",
                                          R"(  hamnet corpus list
  hamnet corpus get tiny-shakespeare
  hamnet corpus info my_text.txt --encoding utf8)",
                                          make<CorpusCommand>};

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "engine/data/download.h"
#include "engine/data/places.h"
#include "engine/data/read_samples.h"
#include "engine/data/table.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cli {
namespace {

/// What `data` and `corpus` have in common: what is known is listed and fetched, and a file is looked into.
class KnownCommand : public Command {
public:
    KnownCommand(CLI::App& app, const engine::DataKind& kind, const char* aboutList, const char* aboutGet,
                 const char* aboutInfo)
        : Command(app), m_kind(kind)
    {
        app.require_subcommand(1);
        m_list = app.add_subcommand("list", aboutList);
        m_get = app.add_subcommand("get", aboutGet);
        m_info = app.add_subcommand("info", aboutInfo);
        for (CLI::App* const part : {m_list, m_info}) {
            part->add_flag("--json", m_json, "Print it as one JSON object.");
        }
    }

    ExitCode run(Console& console) override
    {
        if (m_get->parsed()) {
            return get(console);
        }
        m_list->parsed() ? list(console) : info(console);
        return ExitCode::Done;
    }

protected:
    virtual void info(Console& console) const = 0;
    virtual std::vector<std::vector<engine::ReportCell>> own() const = 0; ///< what comes with Hamnet, as list() has it

    void addGet(const char* aboutName, const char* aboutUrl, const char* aboutFolder)
    {
        std::vector<std::string> names;
        std::ranges::transform(engine::knownData(m_kind), std::back_inserter(names), &engine::KnownData::name);
        addValue(*m_get, "NAME", m_name, braced(names), aboutName)->required();
        addValue(*m_get, "--url", m_url, "URL", aboutUrl);
        addValue(*m_get, "--folder", m_folder, folderName, aboutFolder);
    }

    CLI::App *m_list, *m_get, *m_info;
    const engine::DataKind& m_kind;
    std::string m_name, m_url, m_folder; ///< of what is fetched
    std::string m_file;                  ///< that is looked into
    bool m_json = false;

private:
    void list(Console& console) const
    {
        engine::Report report{.columns = {{"name", "name"},
                                          {"size", "bytes", bytesInWords, "made"},
                                          {"where"},
                                          {"what", "about"},
                                          {"", "place"}}};
        engine::Report more{.columns = report.columns, .rows = own()};
        for (const engine::KnownData& one : engine::knownData(m_kind)) {
            const auto place = isThere(one) ? std::optional(engine::placeOf(one).string()) : std::nullopt;
            report.rows.push_back({one.name, one.bytes(),
                                   place.value_or(fmt::format("hamnet {} get {}", m_kind.folder, one.name)), one.about,
                                   place});
        }
        if (!m_json) {
            report.rows.insert(report.rows.end(), more.rows.begin(), more.rows.end());
            console.out.write(engine::aligned(report));
            return;
        }
        Json json = {{"known", jsonRows(report)}, {"own", jsonRows(more)}};
        for (std::size_t index = 0; index < json["known"].size(); ++index) {
            const engine::KnownData& one = engine::knownData(m_kind)[index];
            json["known"][index]["urls"] = one.urls;
            for (const engine::KnownFile& file : one.files) {
                json["known"][index]["files"].push_back({{"name", file.name.empty() ? one.place : file.name},
                                                         {"bytes", file.bytes},
                                                         {"sha256", file.sha256}});
            }
        }
        printLine(console.out, json);
    }

    /// With a line on the terminal that shows how far it is. A stop is said, and is no error: the same command goes on
    /// with what is there.
    ExitCode get(Console& console) const
    {
        const Interrupt interrupt;
        LiveLine line(console.err);
        const auto progress = [&](std::int64_t there, std::int64_t all) {
            if (console.err.isTerminal() && line.due()) {
                const double fraction = all > 0 ? static_cast<double>(there) / static_cast<double>(all) : 0;
                line.draw(progressLine(
                    {.fraction = fraction, .done = m_name, .words = bytesInWords(there) + " of " + bytesInWords(all)},
                    console.err.columns(), glyphsOfTerminal()));
            }
            return !interrupt.requested();
        };
        try {
            const std::filesystem::path there = engine::download(
                {.data = engine::knownData(m_kind, m_name), .folder = m_folder, .url = m_url, .progress = progress});
            line.clear();
            console.out.outside(there.string() + "\n");
        } catch (const engine::CancelledError&) {
            line.clear();
            console.note("hamnet: the download was stopped; run the same command again to continue it");
            return ExitCode::Interrupted;
        } catch (const engine::Error&) {
            line.clear();
            throw;
        }
        return ExitCode::Done;
    }
};

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

class DataCommand : public KnownCommand {
public:
    explicit DataCommand(CLI::App& app)
        : KnownCommand(app, engine::kinds::sequences,
                       "Show the available data sets, where they are kept, and those that Hamnet generates.",
                       "Download a data set.",
                       "Show how a CSV file is written: its format, its columns and its first rows.")
    {
        addGet("The data set, by its name in hamnet data list.",
               "Another Internet address of the folder to download its files from; their contents are checked all the "
               "same.",
               "Where to put its folder instead of the user's data folder.");
        addValue(*m_info, "FILE", m_file, dataFile, "A CSV file, as hamnet train takes it.")->required();
        m_table.addFormatTo(*m_info);
        m_info->remove_option(m_info->get_option("--gaps")); // what becomes of them is no question of the format
    }

private:
    /// Throws Error with what has to be told where a column can be read in two ways.
    void info(Console& console) const override
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
            for (std::size_t index = 0; index < table.columns.size(); ++index) {
                json["columns"][index]["name"] = table.columns[index].name; // as --inputs wants it
            }
            json["first_rows"] = table.firstRows;
            printLine(console.out, json);
            return;
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

    std::vector<std::vector<engine::ReportCell>> own() const override
    {
        std::vector<std::vector<engine::ReportCell>> rows;
        for (const engine::MadeSet& set : engine::madeSets()) {
            rows.push_back({set.name, {}, std::string("--data ") + set.name, set.about, {}});
        }
        return rows;
    }

    TableOptions m_table;
};

class CorpusCommand : public KnownCommand {
public:
    explicit CorpusCommand(CLI::App& app)
        : KnownCommand(app, engine::kinds::text, "Show the available texts, and where they are kept.",
                       "Download a text.", "Show statistics of a text.")
    {
        addGet("The text, by its name in hamnet corpus list.",
               "Another address to download it from; its contents are checked all the same.",
               "Where to put it instead of the user's data folder.");
        addValue(*m_info, "FILE", m_file, textFile, "The text: a file, or a name in hamnet corpus list.")->required();
        addChoice(*m_info, "--encoding", m_encoding,
                  "What counts as one character: a byte of the file, or a code point of its UTF-8 text.",
                  {"bytes", "utf8"});
        for (const auto& [name, share, part] : {std::tuple("--validation", &m_fractions.validation, "validation"),
                                                std::tuple("--test", &m_fractions.test, "the test")}) {
            addValue(*m_info, name, *share, "X", std::string("The share that is held out for ") + part + ".")
                ->capture_default_str()
                ->check(numberIn({.least = 0, .most = 1}));
        }
    }

private:
    std::vector<std::vector<engine::ReportCell>> own() const override
    {
        const std::filesystem::path play = engine::bundledCorpus();
        return {{play.stem().string(), std::filesystem::file_size(play), play.string(),
                 "The play that comes with Hamnet.", play.string()}};
    }

    void info(Console& console) const override
    {
        const Interrupt interrupt;
        const engine::Corpus text(dataNamed(m_file, engine::kinds::text),
                                  m_encoding == "utf8" ? engine::Encoding::Utf8 : engine::Encoding::Bytes,
                                  interrupt.goOn());
        const std::vector<std::string> characters = charactersOf(text.vocabulary());
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
            return;
        }
        console.out.line(fmt::format("bytes       {}", grouped(text.bytes())));
        console.out.line(fmt::format("characters  {}, {} different: {}", grouped(text.characters()), characters.size(),
                                     inWords(characters)));
        console.out.line(fmt::format("training    {} characters", grouped(train)));
        console.out.line(fmt::format("validation  {} characters", grouped(validation)));
        console.out.line(fmt::format("test        {} characters", grouped(test)));
        console.out.line(fmt::format("digest      {} (XXH3)", text.digest()));
    }

    std::string m_encoding = "bytes";
    engine::SplitFractions m_fractions;
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

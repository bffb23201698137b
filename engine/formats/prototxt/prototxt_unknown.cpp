// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_unknown.h"

#include "engine/formats/prototxt/prototxt_dialect.h"
#include "engine/formats/prototxt/prototxt_params.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <set>
#include <variant>

namespace engine::prototxt {

namespace {

constexpr std::size_t most = 6; ///< sentences; one more where that names all fields

/// Goes through a tree of unknown fields, which stand inside the known messages that they came in.
class Notes {
public:
    explicit Notes(const KnownFields& known) : m_known(known) {}

    void walk(const Message& unknown, const std::string& path);
    std::vector<Sentence> take();

private:
    bool isFiller(std::string_view path) const;
    bool isRead(std::string_view path) const;
    Sentence meant(const std::string& path, std::string_view wanted) const;
    void note(const Field& field, const std::string& path);

    const KnownFields& m_known;
    std::set<std::string> m_names; ///< paths that were noted or counted
    std::vector<Sentence> m_notes;
};

bool Notes::isFiller(std::string_view path) const
{
    return std::any_of(m_known.specs.begin(), m_known.specs.end(), [&](const ParamSpec& spec) {
        return std::holds_alternative<FillerKind>(spec.kind) && inside(spec.message, spec.key) == path;
    });
}

/// Whether the reader looks into the message at this path, so that what is unknown is inside it.
bool Notes::isRead(std::string_view path) const
{
    const auto isMessage = [&](const ParamSpec& spec) { return spec.message == path; };
    return path == "param" || isFiller(path) || std::ranges::any_of(m_known.specs, isMessage);
}

/// " (did you mean num_output?)": what is known in this message, by name or by label, then settings of other messages.
Sentence Notes::meant(const std::string& path, std::string_view wanted) const
{
    std::vector<std::string_view> here, labels, messages;
    std::vector<std::string> elsewhere;
    for (const ParamSpec& spec : m_known.specs) {
        if (spec.message == path) {
            here.push_back(spec.key);
            labels.push_back(spec.label);
            continue;
        }
        elsewhere.push_back(inside(spec.message, spec.key));
        if (path.empty()) {
            messages.push_back(spec.message.substr(0, spec.message.find('.')));
        }
    }
    std::vector<std::string_view> names = here;
    names.insert(names.end(), messages.begin(), messages.end());
    if (path.empty()) {
        names.insert(names.end(), m_known.others.begin(), m_known.others.end());
    }
    if (Sentence near = hint(wanted, names); !near.empty()) {
        return near;
    }
    if (const auto near = nearestNames(wanted, labels); !near.empty()) {
        const auto place = std::find(labels.begin(), labels.end(), near.front());
        return say(ENGINE_TEXT("Sentences", " (did you mean %1?)"),
                   here[static_cast<std::size_t>(place - labels.begin())]);
    }
    return hint(wanted, std::vector<std::string_view>(elsewhere.begin(), elsewhere.end()));
}

void Notes::note(const Field& field, const std::string& path)
{
    const std::string name = inside(path, field.name);
    if (!m_names.insert(name).second || m_notes.size() > most) {
        return;
    }
    const Sentence where = field.place.line > 0
                               ? say(ENGINE_TEXT("Sentences", "line %1: %2"), field.place.line, m_known.owner)
                               : m_known.owner;
    m_notes.push_back(
        isMyCaffesOwn(field.name)
            ? say(ENGINE_TEXT("Sentences", "%1: %2 is MyCaffe's own and has no effect here; it is kept"), where, name)
            : say(ENGINE_TEXT("Sentences", "%1: %2 is not known%3; it is kept and has no effect"), where, name,
                  meant(path, field.name)));
}

void Notes::walk(const Message& unknown, const std::string& path)
{
    for (const Field& field : unknown.fields) {
        const std::string inner = inside(path, field.name);
        if (field.kind == Kind::Message && isRead(inner)) {
            walk(field.message, inner);
        } else {
            note(field, path);
        }
    }
}

std::vector<Sentence> Notes::take()
{
    if (m_names.size() > m_notes.size()) {
        m_notes.resize(most);
        m_notes.push_back(
            say(ENGINE_TEXT("Sentences", "%1: %2 more fields are not known; they are kept and have no effect"),
                m_known.owner, m_names.size() - most));
    }
    return std::move(m_notes);
}

} // namespace

std::vector<Sentence> notesOnUnknown(const Message& unknown, const KnownFields& known)
{
    Notes notes(known);
    notes.walk(unknown, "");
    return notes.take();
}

} // namespace engine::prototxt

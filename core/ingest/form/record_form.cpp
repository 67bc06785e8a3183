#include "core/ingest/form/record_form.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_read.h"

namespace plumbline {
namespace {

/// The keys of a form, level by level: of each its place, or the keys inside the object there.
class KeyTree {
public:
    explicit KeyTree(std::span<const KeyForm> keys) {
        for (const KeyForm& key : keys) add(key.path, key);
    }

    /// Reads the fields of an object and calls put(key, value) for those that the form knows.
    template <class Put>
    void field(JsonRead& json, std::string_view name, JsonRead::Value& value, Put& put) {
        const Node* const node = m_fields.find(name);
        if (node == nullptr) return json.walk(value);
        if (node->key != nullptr) return put(*node->key, value);
        if (json.isNull(value)) return json.walk(value);
        node->below->restart();
        json.fields(value,
                    [&](std::string_view inner, JsonRead::Value& each) { node->below->field(json, inner, each, put); });
    }
    void restart() { m_fields.restart(); }

private:
    struct Node {
        const KeyForm* key = nullptr;
        std::unique_ptr<KeyTree> below;
    };

    void add(std::string_view path, const KeyForm& key) {
        const std::size_t dot = path.find('.');
        Node& node = m_known[path.substr(0, dot)];
        if (dot == path.npos) {
            node.key = &key;
            return;
        }
        if (!node.below) node.below = std::make_unique<KeyTree>(std::span<const KeyForm>());
        node.below->add(path.substr(dot + 1), key);
    }

    FieldMap<Node>::Known m_known;
    FieldMap<Node> m_fields{m_known};
};

/// Reads one record after another into a FormRecord.
class RecordRead {
public:
    RecordRead(const RecordForm& form, Diagnostics& diagnostics)
        : m_form(form), m_json(diagnostics), m_keys(form.keys) {
        m_all = bits(form.all);
        m_any = bits(form.any);
        for (const KeyForm& key : form.keys) addStamp(key);
    }

    /// False: it is none, see reason().
    bool read(std::string_view text, TimeUnit unit) {
        m_record.emplace();  // in place: quicker than an assignment, once for each record
        m_failed = false;
        m_unit = unit;
        m_keys.restart();
        auto put = [this](const KeyForm& key, JsonRead::Value& value) { take(key, value); };
        if (!m_json.record(text, 0, [&](std::string_view name, JsonRead::Value& value) {
                m_keys.field(m_json, name, value, put);
            })) {
            m_reason = m_json.reason();
            return false;
        }
        const bool isOne = (m_record->has & m_all) == m_all && (m_any == 0 || (m_record->has & m_any) != 0);
        if (!isOne) m_reason = m_form.notOne;
        if (isOne) complete();
        return isOne;
    }
    FormRecord& record() { return *m_record; }
    const std::string& reason() const { return m_reason; }

    /// After the hooks: what they made an error, or unknown, counts.
    void settle() {
        Row& row = m_record->row;
        if (row.status == Status::error)
            for (const KeyForm& key : m_form.keys)
                if (key.zero == Zero::isNoneInErrors)
                    if (Count& count = row.*std::get<Count Row::*>(key.place); count == 0) count = unknownCount;
        if (!isKnown(row.firstToken)) row.firstTokenKind = FirstTokenKind::unknown;
        if (isKnown(row.outputTokens)) row.tokenSource = m_form.tokens;
    }

private:
    std::uint64_t bits(std::span<const std::string_view> paths) const {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < m_form.keys.size(); ++i)
            if (std::find(paths.begin(), paths.end(), m_form.keys[i].path) != paths.end()) out |= std::uint64_t{1} << i;
        return out;
    }

    void addStamp(const KeyForm& key) {
        const auto* const field = std::get_if<Nanoseconds Row::*>(&key.place);
        if (field == nullptr || key.time == KeyForm::Time::after || *field == &Row::start || *field == &Row::scheduled)
            return;
        if (std::find(m_stamps.begin(), m_stamps.end(), *field) == m_stamps.end()) m_stamps.push_back(*field);
    }

    void take(const KeyForm& key, JsonRead::Value& value) {
        m_record->has |= std::uint64_t{1} << (&key - m_form.keys.data());
        std::visit([&](const auto& place) { put(key, place, value); }, key.place);
    }

    void put(const KeyForm& key, Nanoseconds Row::*field, JsonRead::Value& value) {
        const Nanoseconds time = timeOf(key, value);
        if (key.alternate && isKnown(m_record->row.*field)) return;
        m_record->row.*field = key.zero == Zero::isNone && time <= Nanoseconds(0) ? unknownTime : time;
    }
    void put(const KeyForm& key, Count Row::*field, JsonRead::Value& value) { set(key, field, m_json.count(value)); }
    void put(const KeyForm& key, CountOrLength place, JsonRead::Value& value) {
        if (!value.raw_json_token().starts_with('[')) return set(key, place.field, m_json.count(value));
        Count length = 0;
        m_json.elements(value, [&](JsonRead::Value& each) { m_json.walk(each), ++length; });
        set(key, place.field, length);
    }
    void set(const KeyForm& key, Count Row::*field, Count count) {
        if (key.alternate && isKnown(m_record->row.*field)) return;
        m_record->row.*field = key.zero == Zero::isNone && count == 0 ? unknownCount : count;
    }
    void put(const KeyForm&, std::string Row::*field, JsonRead::Value& value) {
        m_record->row.*field = m_json.text(value).value_or(std::string_view());
    }
    void put(const KeyForm&, Key Row::*field, JsonRead::Value& value) {
        if (const auto text = m_json.text(value)) m_record->row.*field = internKey(*text);
    }
    void put(const KeyForm& key, ErrorPart part, JsonRead::Value& value) {
        if (m_json.isNull(value)) return m_json.walk(value);
        if (part == ErrorPart::flag) {
            m_failed = m_json.flag(value).value_or(false) || m_failed;
            return;
        }
        const auto text = m_json.text(value);
        if (text && (text->empty() || (key.zero == Zero::isNone && *text == "0"))) return;
        m_failed = true;
        (part == ErrorPart::code ? m_record->errorCode : m_record->errorText) = text.value_or(std::string_view());
    }
    void put(const KeyForm&, NumberSlot slot, JsonRead::Value& value) {
        m_record->numbers[slot.at] = m_json.number(value);
    }
    void put(const KeyForm&, WordSlot slot, JsonRead::Value& value) {
        m_record->words[slot.at] = m_json.text(value).value_or(std::string_view());
    }

    void put(const KeyForm&, Mark, JsonRead::Value& value) { m_json.walk(value); }

    Nanoseconds timeOf(const KeyForm& key, JsonRead::Value& value) {
        const TimeUnit unit = key.unit.value_or(m_unit);
        if (key.number) {
            const auto number = m_record->numbers[key.number->at] = m_json.number(value);
            return number ? toTime(*number, unit) : unknownTime;
        }
        if (key.time == KeyForm::Time::after || key.time == KeyForm::Time::stamp) return m_json.time(value, unit);
        const auto text = m_json.text(value);
        if (!text) return unknownTime;
        const bool isNumber = !text->empty() && text->find_first_not_of("0123456789.eE+-") == text->npos;
        if (!isNumber || key.time == KeyForm::Time::date) return parseIsoTime(*text);
        Nanoseconds time = unknownTime;
        return parseTime(*text, unit, time) == NumberKind::number ? time : unknownTime;
    }

    void complete() {
        Row& row = m_record->row;
        for (Nanoseconds Row::*stamp : m_stamps) row.*stamp = between(row.start, row.*stamp);
        if (!m_failed) return;
        const bool both = !m_record->errorCode.empty() && !m_record->errorText.empty();
        row.status = Status::error;
        row.error = withoutKeys(m_record->errorCode + (both ? ": " : "") + m_record->errorText);
    }

    const RecordForm& m_form;
    JsonRead m_json;
    KeyTree m_keys;
    std::optional<FormRecord> m_record;
    std::vector<Nanoseconds Row::*> m_stamps;
    std::uint64_t m_all = 0, m_any = 0;
    TimeUnit m_unit = TimeUnit::seconds;
    bool m_failed = false;
    std::string m_reason;
};

class FormRead {
public:
    FormRead(const RecordForm& form, const ReadInput& input, RowSink& sink)
        : m_form(form),
          m_input(input),
          m_out(sink, m_outcome),
          m_hooks(form.hooks ? form.hooks() : std::make_unique<FormHooks>()) {}

    Result<ReadOutcome> read() {
        if (const auto looked = lookAhead(); !looked) return Unexpected{looked.error()};
        for (const BesideForm& beside : m_form.beside) takeBeside(beside);
        begin();
        RowsPlan plan;
        plan.list = m_form.list;
        plan.row = [this](std::string_view text, std::uint64_t byte) { take(text, byte); };
        plan.broken = [this](const RowsBreak& at) { m_out.broken(at, m_diagnostics); };
        if (const auto walked = walkRows(m_input, plan); !walked) return Unexpected{walked.error()};
        return finish();
    }

private:
    /// What rows need and may stand after them.
    Result<void> lookAhead() {
        if (m_form.members.empty() && !m_form.looksAhead) return {};
        Diagnostics unheard;  // the second walk says it
        RecordRead records(m_form, unheard);
        RowsPlan plan;
        plan.list = m_form.list;
        plan.members.assign(m_form.members.begin(), m_form.members.end());
        plan.row = [&](std::string_view text, std::uint64_t) {
            const bool isRecord = m_form.looksAhead && !text.empty() && text.front() == '{';
            if (isRecord && records.read(text, m_file.unit)) m_hooks->look(records.record());
        };
        plan.member = [&](const std::string& key, std::string_view text) {
            if (auto parsed = parseDocument(text, m_input.path)) m_documents[key] = std::move(*parsed);
        };
        return walkRows(lookAheadOf(m_input), plan);
    }

    void takeBeside(const BesideForm& beside) {
        const std::string path = beside.path(m_input.path);
        nlohmann::json document;
        std::string problem;
        if (!path.empty() && readBeside(path, document, problem)) {
            m_documents[std::string(beside.name)] = std::move(document);
            m_outcome.siblings.push_back(path);
        }
        if (!problem.empty()) m_diagnostics.note("sibling", 0, [&] { return std::string(beside.unread) + problem; });
    }

    void begin() {
        m_file.first = m_form.first;
        m_file.sources.emplace_back().runs.emplace_back();
        takeFacts(m_documents, m_form.facts, m_file.source().context);
        takeFigures(m_documents, m_form.figures, m_file.run());
        m_hooks->begin(m_file);
        TimingBoundary& boundary = m_file.source().boundary;
        boundary = {std::string(m_form.start), {}, std::string(m_form.end), {}, std::string(m_form.clock)};
        if (m_file.first != FirstTokenKind::unknown) boundary.first = name(m_file.first);
        if (m_form.tokens != TokenSource::unknown) boundary.tokens = name(m_form.tokens);
        if (!m_form.noLoad.empty() && m_file.run().load.kind == LoadKind::notStated)
            m_diagnostics.note("load-not-stated", 0, [&] { return std::string(m_form.noLoad); });
    }

    void take(std::string_view text, std::uint64_t byte) {
        if (text.empty()) return reject("It is too long to be a record.", text, byte);
        if (m_form.strays && text.front() == '"')
            return m_diagnostics.note(m_form.strays->id, 0, [&] { return std::string(m_form.strays->text); });
        if (!m_records.read(text, m_file.unit)) return reject(m_records.reason(), text, byte);
        FormRecord& record = m_records.record();
        record.row.byte = byte;
        if (isKnown(record.row.firstToken)) record.row.firstTokenKind = m_file.first;
        m_hooks->complete(record, m_file);
        if (record.isPassed) return;
        m_records.settle();
        if (!m_form.partedBy.empty()) record.source = sourceOf(record);
        record.row.load = m_file.sources[record.source].runs[record.run].load;
        m_out.row(record.source, record.run, record.row);
        ++m_file.records;
    }

    void reject(std::string reason, std::string_view text, std::uint64_t byte) {
        m_out.reject(std::move(reason), m_form.excerpts ? text : std::string_view(), byte);
        ++m_file.records;
    }

    std::size_t sourceOf(const FormRecord& record) {
        const auto words = std::vector(record.words.begin(), record.words.begin() + m_form.partedBy.size());
        const auto [place, isNew] = m_parts.try_emplace(words, m_parts.size());
        if (!isNew) return place->second;
        if (m_parts.size() == 1) m_whole = m_file.source();
        if (m_parts.size() > 1) m_file.sources.push_back(m_whole);
        for (std::size_t i = 0; i < words.size(); ++i)
            stateFact(m_file.sources.back().context, m_form.partedBy[i], words[i]);
        return place->second;
    }

    /// Without records it is a summary.
    Result<ReadOutcome> finish() {
        m_hooks->end(m_file);
        RunInfo& run = m_file.run();
        if (m_outcome.records == 0) makeSummary(run);
        if (run.summaryOnly && run.reported.empty())
            return unexpected(ErrorKind::format, "It holds neither requests nor figures.", m_input.path);
        if (run.summaryOnly) m_outcome.summaries = 1;
        m_outcome.sources = std::move(m_file.sources);
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const RecordForm& m_form;
    const ReadInput& m_input;
    ReadOutcome m_outcome;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    std::unique_ptr<FormHooks> m_hooks;
    nlohmann::json m_documents = nlohmann::json::object();
    FormFile m_file{m_input.path, m_documents, m_diagnostics, {}};
    RecordRead m_records{m_form, m_diagnostics};
    std::map<std::vector<std::string>, std::size_t> m_parts;
    SourceInfo m_whole;  ///< before it was parted
};

}  // namespace

Result<ReadOutcome> readForm(const RecordForm& form, const ReadInput& input, RowSink& sink) {
    return FormRead(form, input, sink).read();
}

}  // namespace plumbline

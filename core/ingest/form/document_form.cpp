#include "core/ingest/form/document_form.h"

#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/redact/raw_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

void takeMembers(const Json& object, std::string_view prefix, Context& context) {
    if (!object.is_object()) return;
    for (const auto& [key, value] : object.items())
        if (!isPrivateField(key) && value.is_primitive()) stateFirst(context, std::string(prefix) + key, value);
}

void takeFact(const Json& document, const FactForm& form, Context& context) {
    if (form.is == FactForm::Is::word) return stateFirst(context, form.fact, form.path);
    const Json& value = valueAtPath(document, form.path);
    if (form.is == FactForm::Is::members) return takeMembers(value, form.fact, context);
    if (context.contains(form.fact)) return;
    if (form.is == FactForm::Is::number)
        stateNumber(context, form.fact, value);
    else
        stateFact(context, form.fact, value);
}

/// "results.ttft_s_*": of the object at "results" the keys that begin with "ttft_s_".
void takePattern(const Json& document, const FigureForm& form, Reported& reported) {
    const std::string_view path = form.path.substr(0, form.path.size() - 1);
    const std::size_t dot = path.rfind('.');
    const std::string_view prefix = dot == path.npos ? path : path.substr(dot + 1);
    const Json& object = dot == path.npos ? document : valueAtPath(document, path.substr(0, dot));
    if (!object.is_object()) return;
    for (const auto& [key, value] : object.items())
        if (key.starts_with(prefix))
            reportStatistic(reported, form.figure, std::string_view(key).substr(prefix.size()), value, form.factor);
}

/// Takes the figures of a run, and then what their counts say together.
class Figures {
public:
    Figures(const Json& document, RunInfo& run) : m_document(document), m_run(run) {}

    void take(const FigureForm& form) {
        using enum FigureForm::Is;
        const Json& value = valueAtPath(m_document, form.path);
        switch (form.is) {
            case statistics:
                return form.path.ends_with('*') ? takePattern(m_document, form, m_run.reported)
                                                : reportBlock(m_run.reported, form.figure, value, form.factor);
            case above0:
            case from0:
                return figure(form, form.is == above0 ? positiveOf(value) : numberOf(value));
            case perMinute:
                if (const auto count = positiveOf(value))
                    m_run.reported.try_emplace(std::string(form.figure), *count / 60);
                return;
            case requests:
                return first(m_run.declaredRequests, wholeOf(value));
            case completed:
                return first(m_run.declaredCompleted, wholeOf(value));
            case failed:
                if (m_failed < 0) m_failed = wholeOf(value).value_or(-1);
                return;
            case duration:
                if (const auto time = positiveOf(value); time && !isKnown(m_run.declaredDuration))
                    m_run.declaredDuration = toTime(*time * form.factor, TimeUnit::seconds);
                return;
            case users:
                if (const auto count = positiveOf(value); count && m_run.load.kind == LoadKind::notStated)
                    m_run.load = {LoadKind::concurrency, *count};
        }
    }

    void settle() {
        const std::int64_t requests = m_run.declaredRequests.value_or(-1);
        if (m_failed < 0 || m_failed > requests) return;
        first(m_run.declaredCompleted, requests - m_failed);
        if (requests > 0)
            m_run.reported.try_emplace("error_rate", static_cast<double>(m_failed) / static_cast<double>(requests));
    }

private:
    void figure(const FigureForm& form, std::optional<double> value) {
        if (value && *value >= 0) m_run.reported.try_emplace(std::string(form.figure), *value * form.factor);
    }
    static void first(std::optional<std::int64_t>& count, std::optional<std::int64_t> value) {
        if (!count) count = value;
    }

    const Json& m_document;
    RunInfo& m_run;
    std::int64_t m_failed = -1;  ///< not told
};

}  // namespace

const Json& valueAtPath(const Json& from, std::string_view path) {
    static const Json nothing;
    const Json* value = &from;
    while (value->is_object()) {
        const std::size_t dot = path.find('.');
        const auto found = value->find(std::string(path.substr(0, dot)));
        if (found == value->end()) return nothing;
        if (dot == path.npos) return *found;
        value = &*found;
        path.remove_prefix(dot + 1);
    }
    return nothing;
}

void takeFacts(const Json& document, std::span<const FactForm> facts, Context& context) {
    for (const FactForm& form : facts) takeFact(document, form, context);
}

void takeFigures(const Json& document, std::span<const FigureForm> figures, RunInfo& run) {
    Figures taken(document, run);
    for (const FigureForm& form : figures) taken.take(form);
    taken.settle();
}

}  // namespace plumbline

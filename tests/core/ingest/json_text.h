// JSON objects for tests: keys in their order, any of them replaced or left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumbline::test {

class JsonText {
public:
    JsonText(std::initializer_list<std::pair<std::string, std::string>> fields) : m_fields(fields) {}
    /// Replaces a key's JSON text, or adds the key at the end.
    JsonText& with(const std::string& key, const std::string& json) {
        for (auto& [known, text] : m_fields)
            if (known == key) return text = json, *this;
        m_fields.emplace_back(key, json);
        return *this;
    }
    JsonText& without(const std::string& key) {
        std::erase_if(m_fields, [&](const auto& field) { return field.first == key; });
        return *this;
    }
    JsonText& reversed() { return m_fields = {m_fields.rbegin(), m_fields.rend()}, *this; }
    /// Of a serving result: only what a file without its rows holds.
    JsonText& summary() {
        for (const char* key :
             {"input_lens", "output_lens", "ttfts", "itls", "start_times", "generated_texts", "errors"})
            without(key);
        return *this;
    }
    std::string text() const { return written(", ", "{", "}"); }
    std::string compact() const { return text(); }
    std::string pretty() const { return written(",\n    ", "{\n    ", "\n}"); }

private:
    std::string written(const char* comma, const std::string& open, const char* close) const {
        std::string out = open;
        for (const auto& [key, json] : m_fields) {
            if (out.size() > open.size()) out += comma;
            out.append("\"").append(key).append("\": ").append(json);
        }
        return out + close;
    }

    std::vector<std::pair<std::string, std::string>> m_fields;
};

}  // namespace plumbline::test

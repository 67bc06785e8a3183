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
    std::string text() const {
        std::string out = "{";
        for (const auto& [key, json] : m_fields) {
            if (out.size() > 1) out += ", ";
            out.append("\"").append(key).append("\": ").append(json);
        }
        return out + "}";
    }

private:
    std::vector<std::pair<std::string, std::string>> m_fields;
};

}  // namespace plumbline::test

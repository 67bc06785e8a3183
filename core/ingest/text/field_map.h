// Which field a key names. Rows of one file list their keys in one order, so the map remembers it and compares before
// it hashes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline {

template <class Field>
class FieldMap {
public:
    using Known = std::unordered_map<std::string_view, Field>;

    /// The keys of `known` must outlive this.
    explicit FieldMap(const Known& known) : m_known(&known) {}

    /// Call before the first key of each record.
    void restart() { m_next = 0; }

    /// The field that a key names; nullptr for a key that is not known.
    const Field* find(std::string_view key) {
        if (m_next < m_order.size() && m_order[m_next].first == key) return m_order[m_next++].second;
        const auto found = m_known->find(key);
        const Field* const field = found == m_known->end() ? nullptr : &found->second;
        remember(key, field);
        return field;
    }

private:
    /// The order that held so far does not hold from here on.
    void remember(std::string_view key, const Field* field) {
        if (m_next >= longest) return;
        if (m_next == m_order.size()) m_order.emplace_back();
        m_order[m_next].first = key;
        m_order[m_next++].second = field;
    }

    static constexpr std::size_t longest = 256;
    const Known* m_known;
    std::vector<std::pair<std::string, const Field*>> m_order;
    std::size_t m_next = 0;
};

}  // namespace plumbline

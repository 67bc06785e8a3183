#include "core/ingest/text/key_scan.h"

#include <algorithm>

namespace plumbline {

void KeyScan::feed(std::string_view bytes) {
    for (const char c : bytes) {
        if (m_done) return;
        ++m_consumed;
        if (m_inString)
            inString(c);
        else
            outside(c);
    }
}

void KeyScan::inString(char c) {
    const bool ends = c == '"' && !m_escaped;
    m_escaped = c == '\\' && !m_escaped;
    m_inString = !ends;
    if (!m_isKey) return;
    if (ends)
        keyEnds();
    else if (m_key.size() < longestKey)
        m_key += c;
}

void KeyScan::outside(char c) {
    const int keyDepth = m_list ? 2 : 1;
    switch (c) {
        case '"':
            m_inString = true;
            m_isKey = m_wantsKey && m_depth == keyDepth;
            break;
        case '[':
            m_list = m_list || m_depth == 0;
            m_wantsKey = false;
            ++m_depth;
            break;
        case '{':
            m_wantsKey = ++m_depth == keyDepth;
            break;
        case ']':
        case '}':
            m_done = m_depth == keyDepth || m_depth == 1;
            --m_depth;
            break;
        case ',':
            m_wantsKey = m_depth == keyDepth;
            break;
        default:
            break;
    }
}

void KeyScan::keyEnds() {
    m_isKey = m_wantsKey = false;
    if (m_keys.size() < mostKeys && std::find(m_keys.begin(), m_keys.end(), m_key) == m_keys.end())
        m_keys.push_back(m_key);
    m_key.clear();
}

}  // namespace plumbline

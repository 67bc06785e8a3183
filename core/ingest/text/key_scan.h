// Finds the top-level keys of the first object of a JSON file, whatever its size, without keeping its bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Fed window after window until done(). Of a list the first element is taken. Broken JSON gives what was seen of it.
class KeyScan {
public:
    static constexpr std::size_t mostKeys = 4096, longestKey = 256;

    void feed(std::string_view bytes);
    bool done() const { return m_done; }                 ///< the first object has ended
    bool isList() const { return m_list; }               ///< it stands in a list
    std::size_t consumed() const { return m_consumed; }  ///< bytes up to the end of the object, when done
    std::vector<std::string>& keys() { return m_keys; }

private:
    void inString(char c);
    void outside(char c);
    void keyEnds();

    std::vector<std::string> m_keys;
    std::string m_key;
    std::size_t m_consumed = 0;
    int m_depth = 0;
    bool m_list = false, m_done = false;
    bool m_inString = false, m_escaped = false, m_wantsKey = false, m_isKey = false;
};

}  // namespace plumbline

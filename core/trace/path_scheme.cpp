#include "core/trace/path_scheme.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>

namespace plumbline {
namespace {

using Id = PathToken::Id;

std::string commonFolder(const std::vector<std::string>& paths) {
    if (paths.empty()) return {};
    std::string_view common = paths.front();
    common = common.substr(0, common.rfind('/') + 1);
    for (const std::string& path : paths) {
        const auto [end, other] = std::mismatch(common.begin(), common.end(), path.begin(), path.end());
        common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
        common = common.substr(0, common.rfind('/') + 1);
    }
    return std::string(common);
}

bool isFolderBegin(const PathToken& word, std::size_t at) {
    return at == 0 || word.before.find('/') != std::string::npos;
}

/// "b16384": letters and one number, as "c16384" is; among others like it a number rather than an id.
bool isPlain(const PathToken& word) {
    return word.numbers == 1 && word.lettersBefore.empty() != word.lettersAfter.empty();
}

/// Whether the words at one place that look like ids are: not where all are the same letters with a number.
bool areIds(const std::vector<const PathToken*>& alike) {
    return std::any_of(alike.begin(), alike.end(),
                       [&](const PathToken* word) { return !isPlain(*word) || word->shape != alike.front()->shape; });
}

/// 0 to n - 1, or 1 to n.
bool areInARow(const std::set<double>& values) {
    if (values.empty() || (*values.begin() != 0 && *values.begin() != 1)) return false;
    return *values.rbegin() - *values.begin() + 1 == static_cast<double>(values.size()) &&
           std::all_of(values.begin(), values.end(),
                       [](double value) { return value == static_cast<double>(static_cast<std::int64_t>(value)); });
}

}  // namespace

/// The paths as a tree, by the shapes of their words; each branch knows what all its words together tell.
struct PathScheme::State {
    struct Node {
        std::unordered_map<std::string, std::uint32_t> next;  ///< by the shape of the word that follows
        bool idsFollow = false;                               ///< words that look like ids are
        bool own = false;                                     ///< reached by ids, of which each stands in one path only
        bool counts = false;  ///< reached by names that are numbers, which run from 0 or 1 on
    };
    std::string folder;
    std::vector<Node> nodes{1};

    std::string_view relative(const std::string& path) const {
        return path.starts_with(folder) ? std::string_view(path).substr(folder.size()) : std::string_view(path);
    }
    static std::string shapeAt(const Node& node, const PathToken& word, std::size_t at) {
        const bool isId = word.id == Id::certain || (word.id == Id::likely && node.idsFollow);
        return (isFolderBegin(word, at) ? "/" : "") + (isId ? std::string("@") : word.shape);
    }
    static std::string branch(const std::string& shape, const PathToken& word) {
        return word.whole ? shape + '/' : shape;
    }

    void build(const std::vector<std::vector<PathToken>>& paths) {
        struct Work {
            std::uint32_t node = 0;
            std::size_t at = 0;
            std::vector<std::uint32_t> paths;
        };
        std::vector<Work> todo(1);
        for (std::uint32_t i = 0; i < paths.size(); ++i) todo[0].paths.push_back(i);
        while (!todo.empty()) {
            const Work work = std::move(todo.back());
            todo.pop_back();
            std::vector<const PathToken*> likely;
            for (const std::uint32_t path : work.paths)
                if (work.at < paths[path].size() && paths[path][work.at].id == Id::likely)
                    likely.push_back(&paths[path][work.at]);
            nodes[work.node].idsFollow = areIds(likely);
            std::map<std::string, std::vector<std::uint32_t>> parts;
            for (const std::uint32_t path : work.paths) {
                if (work.at >= paths[path].size()) continue;
                const PathToken& word = paths[path][work.at];
                parts[branch(shapeAt(nodes[work.node], word, work.at), word)].push_back(path);
            }
            for (auto& [shape, members] : parts) {
                const auto made = static_cast<std::uint32_t>(nodes.size());
                nodes.push_back(nodeOf(paths, members, work.at));
                nodes[work.node].next.emplace(shape, made);
                todo.push_back({made, work.at + 1, std::move(members)});
            }
        }
    }

    static Node nodeOf(const std::vector<std::vector<PathToken>>& paths, const std::vector<std::uint32_t>& members,
                       std::size_t at) {
        Node node;
        std::set<std::string_view> texts;
        std::set<double> values;
        for (const std::uint32_t path : members) {
            const PathToken& word = paths[path][at];
            texts.insert(word.text);
            if (word.whole && word.numbers == 1 && word.number.size() == word.text.size())
                values.insert(word.values.begin(), word.values.end());
        }
        node.own = texts.size() == members.size();
        node.counts = areInARow(values);
        return node;
    }

    const Node* follow(const Node* node, const PathToken& word, const std::string& shape) const {
        if (!node) return nullptr;
        const auto found = node->next.find(branch(shape, word));
        return found == node->next.end() ? nullptr : &nodes[found->second];
    }
};

PathScheme::PathScheme() : m_state(std::make_unique<State>()) {}

PathScheme::PathScheme(std::vector<std::string> paths) {
    auto state = std::make_unique<State>();
    state->folder = commonFolder(paths);
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    std::vector<std::vector<PathToken>> split;
    std::set<std::string> seen;  // a table beside a document of the same name is the same run
    for (const std::string& path : paths) {
        std::vector<PathToken> words = splitPath(state->relative(path));
        std::string whole;
        for (const PathToken& word : words) whole += word.before + ' ' + word.text + ' ';
        if (seen.insert(std::move(whole)).second) split.push_back(std::move(words));
    }
    state->build(split);
    m_state = std::move(state);
}
PathScheme::PathScheme(PathScheme&&) noexcept = default;
PathScheme& PathScheme::operator=(PathScheme&&) noexcept = default;
PathScheme::~PathScheme() = default;

PathWords PathScheme::words(const PathSource& source) const {
    const std::vector<PathToken> tokens = splitPath(m_state->relative(source.path));
    PathWords out;
    out.reserve(tokens.size());
    const State::Node* node = &m_state->nodes.front();
    static const State::Node nowhere;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const PathToken& token = tokens[at];
        PathWord word{token.text, State::shapeAt(node ? *node : nowhere, token, at), token.before, false, false};
        node = m_state->follow(node, token, word.shape);
        if (word.shape.ends_with('@')) {
            word.explained = node && node->own;
        } else if (token.numbers > 0) {
            const Explained why = explain(tokens, at, node && node->counts, source);
            word.explained = why != Explained::no;
            word.bySource = why == Explained::bySource;
        }
        out.push_back(std::move(word));
    }
    return out;
}

bool PathScheme::sharesId(const std::string& path) const {
    const PathWords all = words({path, {}, {}});
    return std::any_of(all.begin(), all.end(),
                       [](const PathWord& word) { return word.shape.ends_with('@') && !word.explained; });
}

const std::string& PathScheme::folder() const { return m_state->folder; }

int differingWord(const PathWords& a, const PathWords& b) {
    const std::size_t least = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < least; ++i)
        if (a[i].shape != b[i].shape || (a[i].text != b[i].text && !(a[i].explained && b[i].explained)))
            return static_cast<int>(i);
    return a.size() == b.size() ? -1 : static_cast<int>(least);
}

PathWords wordsOfAll(const std::vector<const PathWords*>& paths) {
    PathWords out;
    bool any = false;
    for (const PathWords* each : paths) {
        if (!each) continue;
        if (!any) out = *each;
        any = true;
        const auto sameForm = [](const PathWord& a, const PathWord& b) { return a.shape == b.shape; };
        if (!std::equal(out.begin(), out.end(), each->begin(), each->end(), sameForm)) continue;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i].explained = out[i].explained || out[i].text != (*each)[i].text;
    }
    return out;
}

namespace {

std::string keyOfWords(const PathWords& words, const std::vector<std::size_t>& kept, std::size_t chosen) {
    std::string out;
    std::size_t next = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        bool isHidden = words[i].explained;
        if (next < kept.size() && kept[next] == i) isHidden = ((chosen >> next++) & 1U) == 0;
        if (isHidden) {
            out += words[i].shape;
        } else {
            if (words[i].shape.starts_with('/')) out += '/';
            out += words[i].text;
        }
        out += ' ';
    }
    return out;
}

}  // namespace

std::string pathKey(const PathWords& words) { return keyOfWords(words, {}, 0); }

std::vector<std::string> pathKeys(const PathWords& words) {
    constexpr std::size_t most = 4;  // words that a source explains; of more, the rest counts as explained
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < words.size() && kept.size() < most; ++i)
        if (words[i].bySource) kept.push_back(i);
    std::vector<std::string> out;
    for (std::size_t chosen = 0; chosen < (std::size_t{1} << kept.size()); ++chosen)
        out.push_back(keyOfWords(words, kept, chosen));
    return out;
}

}  // namespace plumbline

// From one thread to another without a lock: whoever puts never waits, whoever takes sleeps until there is something.
#pragma once

#include <QSemaphore>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace plumbline {

template <class Letter>
class Mailbox {
public:
    Mailbox() = default;
    ~Mailbox() { (void)takeAll(); }
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    void put(Letter letter) {
        push(new Node{std::move(letter), nullptr});
        m_arrived.release();
    }
    /// In place of all that wait, which are given back.
    std::vector<Letter> replaceAll(Letter letter) {
        std::vector<Letter> old = takeAll();
        put(std::move(letter));
        return old;
    }
    /// Those that nobody has taken yet, oldest first.
    std::vector<Letter> takeAll() {
        std::vector<Letter> letters;
        Node* next = nullptr;  // the list runs from the newest: turned round first, so that nothing here can throw
        for (Node* node = m_newest.exchange(nullptr); node != nullptr;) {
            Node* const older = node->older;
            node->older = next;
            next = node;
            node = older;
        }
        while (next != nullptr) {
            letters.push_back(std::move(next->letter));
            Node* const done = next;
            next = next->older;
            delete done;
        }
        return letters;
    }
    /// Nothing more will be put.
    void close() {
        m_closed = true;
        m_arrived.release();
    }
    /// Sleeps until something is there; nothing once the box is closed and empty.
    std::optional<std::vector<Letter>> wait() {
        while (true) {
            m_arrived.acquire();
            const bool last = m_closed;
            std::vector<Letter> letters = takeAll();
            if (!letters.empty()) {
                if (last) m_arrived.release();  // to be told of the end next time
                return letters;
            }
            if (last) return {};
        }
    }

private:
    struct Node {
        Letter letter;
        Node* older;
    };
    void push(Node* node) {
        node->older = m_newest.load();
        while (!m_newest.compare_exchange_weak(node->older, node)) {
        }
    }

    std::atomic<Node*> m_newest{nullptr};
    std::atomic<bool> m_closed{false};
    QSemaphore m_arrived;
};

}  // namespace plumbline

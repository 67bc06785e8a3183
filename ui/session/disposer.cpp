#include "ui/session/disposer.h"

#include "ui/session/failure.h"

namespace plumbline {

Disposer::Disposer()
    : m_thread([this] {
          while (!guarded(QT_TRANSLATE_NOOP("Failure", "freeing memory"), [this] {
              while (m_waiting.wait()) {
              }
          })) {
          }
      }) {}

Disposer::~Disposer() {
    m_waiting.close();
    m_thread.join();
}

void Disposer::take(std::shared_ptr<const void> value) { m_waiting.put(std::move(value)); }

}  // namespace plumbline

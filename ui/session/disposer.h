// Frees large values off the window's thread: the last holder of a data set of millions of rows is often the window.
#pragma once

#include <QtGlobal>
#include <memory>
#include <utility>

#include "ui/session/lane.h"

namespace plumbline {

class Disposer {
public:
    /// The same value; once nobody holds it any more it is freed on the disposer's lane.
    template <class T>
    static std::shared_ptr<const T> freedBy(std::shared_ptr<Disposer> disposer, std::shared_ptr<const T> value) {
        const T* shown = value.get();
        if (!shown) return nullptr;
        return {shown, [disposer = std::move(disposer), value = std::move(value)](const T*) mutable {
                    disposer->take(std::move(value));
                }};
    }
    void take(std::shared_ptr<const void> value) {
        m_lane.put(QT_TRANSLATE_NOOP("Failure", "freeing memory"),
                   [value = std::move(value)]() mutable { value.reset(); });
    }

private:
    Lane m_lane;
};

}  // namespace plumbline

// For tests of ui/session under the thread sanitizer. Debian's Qt is not instrumented, so the sanitizer does not see
// that a queued call comes after what was done before it was posted; here it is told. What else passes between threads
// it must see by itself.
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

#include <QObject>

namespace {

using Slot = QtPrivate::QSlotObjectBase;

/// Comes after what its maker had done; and whoever frees it, maker or caller, does so after it was called.
class OrderedCall : public Slot {
public:
    explicit OrderedCall(Slot* call) : Slot(&run), m_call(call) { __tsan_release(this); }

private:
    static void run(int which, Slot* self, QObject* receiver, void** arguments, bool*) {
        auto* const call = static_cast<OrderedCall*>(self);
        __tsan_acquire(call);
        if (which == Call) {
            call->m_call->call(receiver, arguments);
            __tsan_release(call);
        }
        if (which == Destroy) {
            call->m_call->destroyIfLastRef();
            delete call;
        }
    }

    Slot* m_call;
};

}  // namespace

/// In the place of Qt's own, which it calls.
bool QMetaObject::invokeMethodImpl(QObject* object, Slot* slot, Qt::ConnectionType type, void* result) {
    using Invoke = bool (*)(QObject*, Slot*, Qt::ConnectionType, void*);
    static const auto invoke = reinterpret_cast<Invoke>(
        dlsym(RTLD_NEXT,
              "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv"));
    return invoke(object, new OrderedCall(slot), type, result);
}

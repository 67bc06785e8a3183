#include "tests/gui/watchdog.h"

#include <QMetaEnum>
#include <QThread>
#include <QWidget>
#include <cstdio>
#include <ctime>
#include <utility>

namespace plumbline::test {

namespace {

double ownSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Watchdog& Watchdog::the() {
    static Watchdog* const watchdog = new Watchdog;  // lives as long as anything may ask it
    return *watchdog;
}

void Watchdog::forget() {
    m_waits.clear();
    m_slow.clear();
}

void Watchdog::note(const QString& wait) {
    if (!watches()) return;
    m_noting = true;  // what notes may itself wait
    const QString said = QStringLiteral("%1 in %2").arg(wait, m_current->name());
    if (!m_waits.contains(said)) m_waits << said;
    m_noting = false;
}

constexpr qint64 unpaintedMilliseconds = 1000;

/// A window that is shown out of sight is never painted: after a second it is waited for no more.
bool Watchdog::isPainted() {
    m_unpainted.removeIf([](const auto& each) { return each.value().elapsed() > unpaintedMilliseconds; });
    return m_painted && m_unpainted.isEmpty();
}

int Watchdog::report() const {
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr bool timesCount = true;
#else
    constexpr bool timesCount = false;
#endif
    std::fprintf(stderr, "watchdog: of %d events the slowest took %.0f ms: %s\n", m_watched, 1000 * m_slowest,
                 qUtf8Printable(m_slowestName));
    for (const QString& each : m_slow)
        std::fprintf(stderr, "watchdog: %s%s\n", qUtf8Printable(each), timesCount ? "" : " (no fault: not optimised)");
    for (const QString& each : m_waits) std::fprintf(stderr, "watchdog: a wait: %s\n", qUtf8Printable(each));
    return static_cast<int>(m_waits.size()) + (timesCount ? static_cast<int>(m_slow.size()) : 0);
}

Watchdog::Event::Event(QObject* receiver, QEvent* event)
    : m_receiver(receiver), m_class(receiver->metaObject()->className()), m_type(event->type()) {
    Watchdog& dog = Watchdog::the();
    if (receiver->isWidgetType()) {
        const auto& widget = static_cast<const QWidget&>(*receiver);
        const bool isWindow = widget.isWindow() && widget.windowType() != Qt::ToolTip;
        if (isWindow && m_type == QEvent::Show) dog.m_unpainted[receiver].start();
        if (isWindow && m_type == QEvent::Hide) dog.m_unpainted.remove(receiver);
    }
    m_level = QThread::currentThread()->loopLevel();
    m_isRoot = !dog.m_current || m_level > dog.m_current->m_level;
    if (!m_isRoot) return;
    m_outer = std::exchange(dog.m_current, this);
    m_counts = dog.isPainted();
    m_began = ownSeconds();
}

/// The outermost event of each loop is timed, without those of loops that turned within it.
Watchdog::Event::~Event() {
    Watchdog& dog = Watchdog::the();
    if (m_isRoot) {
        const double all = ownSeconds() - m_began, own = all - m_nested;
        dog.m_current = m_outer;
        if (dog.m_current) dog.m_current->m_nested += all;
        if (m_counts && dog.isPainted()) {
            ++dog.m_watched;
            if (own > dog.m_slowest) dog.m_slowest = own, dog.m_slowestName = name();
            if (own > mostSeconds) dog.m_slow << QStringLiteral("%1 ms: %2").arg(1000 * own, 0, 'f', 0).arg(name());
        }
    }
    if (m_type == QEvent::Paint) {
        dog.m_painted = true;
        dog.m_unpainted.remove(m_receiver);
    }
}

QString Watchdog::Event::name() const {
    const char* const name = QMetaEnum::fromType<QEvent::Type>().valueToKey(m_type);
    return QStringLiteral("%1 of %2")
        .arg(name ? QString::fromLatin1(name) : QString::number(int{m_type}), QString::fromLatin1(m_class));
}

}  // namespace plumbline::test

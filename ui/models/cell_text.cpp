#include "ui/models/cell_text.h"

#include <QDateTime>
#include <QTextDocument>
#include <QTimeZone>

#include "core/report/format.h"

namespace plumbline {

QString cellNumber(const std::optional<double>& value, double scale) {
    return QString::fromStdString(formatNumber(value ? std::optional(*value * scale) : std::nullopt));
}

QString cellCount(std::uint64_t value) { return QString::fromStdString(formatCount(value)); }

QString cellCount(Count value) {
    return isKnown(value) ? cellCount(static_cast<std::uint64_t>(value)) : QString::fromUtf8(emDash);
}

QString cellStart(Nanoseconds start, bool epoch) {
    if (!isKnown(start)) return QString::fromUtf8(emDash);
    if (!epoch) return cellNumber(seconds(start));
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(start).count();
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss.zzz"));
}

QString plainTip(const QString& text) {
    if (!Qt::mightBeRichText(text)) return text;
    return QStringLiteral("<p style='white-space: pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

QString shortPath(const QString& path) {
    const auto slash = path.lastIndexOf(QLatin1Char('/'));
    if (slash <= 0) return path;
    return path.mid(path.lastIndexOf(QLatin1Char('/'), slash - 1) + 1);
}

}  // namespace plumbline

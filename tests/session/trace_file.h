// Small traces in the product's own format, written for the tests of the session and the window.
#pragma once

#include <QFile>
#include <QString>
#include <QTextStream>

namespace plumbline::test {

/// `perLevel` rows at each of loads 1, 2, 4, 8; e2e is `seconds` times the load's rank; every tenth row is a burst: all
/// its text comes in the last millisecond.
inline QString writeTrace(const QString& path, const QString& name, int perLevel = 40, double seconds = 1.0) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return {};
    QTextStream out(&file);
    out << R"({"plumbline":"trace/1","clock":"relative","timing_boundary":{"start":"sent","first":"answer-text","end":"closed","tokens":"usage","clock":"relative"},)"
        << R"("configuration":{"name":")" << name
        << R"(","model":"m","quantization":"fp8"},"workload":{"name":"chat"}})" << '\n';
    const int loads[] = {1, 2, 4, 8};
    qint64 start = 0;
    for (int rank = 1; rank <= 4; ++rank) {
        const auto total = static_cast<qint64>(seconds * rank * 1e9);
        for (int i = 0; i < perLevel; ++i) {
            const bool burst = i % 10 == 9;
            const qint64 end = total + qint64{i} * 1'000'000;
            const qint64 first = burst ? end - 1'000'000 : end / 10;
            out << QStringLiteral(
                       R"({"id":"%1-%2","load":{"concurrency":%3},"start_ns":%4,"first_content_ns":%5,"last_content_ns":%6,"end_ns":%6,"chunks":100,"prompt_tokens":50,"output_tokens":100,"token_source":"usage","status":"ok"})")
                       .arg(rank)
                       .arg(i)
                       .arg(loads[rank - 1])
                       .arg(start)
                       .arg(first)
                       .arg(end)
                << '\n';
            start += end / loads[rank - 1];
        }
        start += 1'000'000'000;
    }
    return path;
}

/// One load of a fast model: 65 chunks 2 ms apart, so that 0.13 s of genuine stream fall below the default interval.
inline QString writeFastTrace(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return {};
    QTextStream out(&file);
    out << R"({"plumbline":"trace/1","clock":"relative","configuration":{"name":"fast","model":"m"}})" << '\n';
    const QString gaps = QStringList(64, QStringLiteral("2000000")).join(QLatin1Char(','));
    for (int i = 0; i < 40; ++i)
        out << QStringLiteral(
                   R"({"id":"f-%1","load":{"concurrency":1},"start_ns":%2,"first_content_ns":20000000,"last_content_ns":148000000,"end_ns":%3,"chunks":65,"gaps_ns":[%4],"gap_basis":"chunk","prompt_tokens":50,"output_tokens":65,"token_source":"usage","status":"ok"})")
                   .arg(i)
                   .arg(i * qint64{200'000'000})
                   .arg(150'000'000 + i * 10'000)
                   .arg(gaps)
            << '\n';
    return path;
}

}  // namespace plumbline::test

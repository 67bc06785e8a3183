// What the READMEs of sample_runs say is what the product finds in them.
#include <QTemporaryDir>
#include <QTest>

#include "core/judge/judge.h"
#include "core/store/workspace.h"

using namespace plumbline;

namespace {

struct Opened {
    std::shared_ptr<const Dataset> data;
    Settings settings;
    Figures figures;
    Judgement judgement;
};

/// A folder of sample_runs through the whole of core; opened once.
const Opened& opened(const QString& folder) {
    static std::map<QString, Opened> all;
    if (const auto found = all.find(folder); found != all.end()) return found->second;
    static QTemporaryDir dir;
    auto workspace = Workspace::create(dir.filePath(folder + ".plumb").toStdString());
    if (!workspace) qFatal("%s", workspace.error().text().c_str());
    workspace->import({PLUMBLINE_SOURCE_DIR "/sample_runs/" + folder.toStdString()}, {});
    Opened one;
    one.data = *workspace->load();
    one.settings = *workspace->settings();
    one.figures = figures(*one.data, one.settings);
    one.judgement = judge(*one.data, one.settings, one.figures);
    return all[folder] = std::move(one);
}

const LevelFigures* levelOf(const Opened& run, const QString& name, double load) {
    for (const ConfigurationFigures& configuration : run.figures.configurations)
        for (const LevelFigures& level : configuration.levels)
            if (QString::fromStdString(configuration.name) == name && level.load.value == load) return &level;
    return nullptr;
}

const LevelComparison* pairOf(const Opened& run, const QString& a, const QString& b) {
    const auto named = [&run](std::size_t position, const QString& name) {
        return QString::fromStdString(run.figures.configurations[position].name) == name;
    };
    for (const LevelComparison& each : run.judgement.comparisons.all)
        if ((named(each.a, a) && named(each.b, b)) || (named(each.a, b) && named(each.b, a))) return &each;
    return nullptr;
}

constexpr Quantity rate = quantityOf(LevelMetric::systemOutputRate);
constexpr Quantity ttft50 = quantityOf(RowMetric::ttft, quantile(0.5));
constexpr Quantity ttft95 = quantityOf(RowMetric::ttft, quantile(0.95));
constexpr Quantity tpot50 = quantityOf(RowMetric::tpot, quantile(0.5));

}  // namespace

class SampleFiguresTest : public QObject {
    Q_OBJECT
private slots:
    void figures_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<double>("load");
        QTest::addColumn<Quantity>("quantity");
        QTest::addColumn<double>("expected");  // s, tokens/s
        const auto row = [](const char* folder, const char* name, double load, Quantity quantity, double expected) {
            QTest::addRow("%s, %s at %g, %s", folder, name, load, keyPath(quantity).c_str())
                << folder << name << load << quantity << expected;
        };
        row("two-engines", "engine A", 1, rate, 78.516);
        row("two-engines", "engine A", 128, rate, 2871.845);
        row("two-engines", "engine A", 32, ttft50, 0.11503);
        row("two-engines", "engine A", 8, tpot50, 0.013924);
        row("two-engines", "engine A", 1, quantityOf(LevelMetric::userFraction), 0.422);
        row("two-engines", "engine B", 128, rate, 2065.303);
        row("two-engines", "engine B", 128, ttft50, 2.709615);
        row("two-engines", "engine B", 1, quantityOf(LevelMetric::userFraction), 0.583);
        row("buffering-proxy", "direct", 32, rate, 1636.653);
        row("buffering-proxy", "through the proxy", 8, rate, 545.862);
        row("buffering-proxy", "through the proxy", 8, quantityOf(LevelMetric::errorRate), 0.08);
        // METRICS §8: fresh prompts 240 and 320 ms, 800 and 920 tokens/s; repeated 190 and 170 ms, 880 and 1,000.
        row("fresh-and-repeated", "A · cache cold", 8, ttft95, 0.240);
        row("fresh-and-repeated", "B · cache cold", 8, ttft95, 0.320);
        row("fresh-and-repeated", "A · cache warm", 8, ttft95, 0.190);
        row("fresh-and-repeated", "B · cache warm", 8, ttft95, 0.170);
        row("fresh-and-repeated", "A · cache cold", 8, rate, 800);
        row("fresh-and-repeated", "B · cache cold", 8, rate, 920);
        row("fresh-and-repeated", "A · cache warm", 8, rate, 880);
        row("fresh-and-repeated", "B · cache warm", 8, rate, 1000);
        row("speculative", "plain", 1, rate, 107.908);
        row("speculative", "plain", 1, quantityOf(LevelMetric::userFraction), 0.10851);
        row("speculative", "speculative", 1, rate, 304.041);
        row("reasoning", "reasoning stamped", 4, rate, 249.307);
        row("one-trillion-sweep", "1T model on eight accelerators", 96, rate, 1017);
        row("one-trillion-sweep", "1T model on eight accelerators", 96, quantityOf(RowMetric::e2e, meanStatistic),
            48.2);
    }
    void figures() {
        QFETCH(QString, folder);
        QFETCH(QString, configuration);
        QFETCH(double, load);
        QFETCH(Quantity, quantity);
        QFETCH(double, expected);
        const LevelFigures* level = levelOf(opened(folder), configuration, load);
        QVERIFY(level != nullptr);
        const auto found = value(*level, quantity);
        QVERIFY2(found.has_value(), withheldReason(*level, quantity).c_str());
        QVERIFY2(std::abs(*found / expected - 1) < 1e-3, qPrintable(QString::number(*found, 'g', 12)));
    }

    // METRICS §8: fresh prompts: B 80 ms later, +15.0% output; repeated prefixes: B 20 ms sooner, +13.6%; across:
    // refused.
    void claims_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<bool>("matched");
        QTest::addColumn<double>("ttft");
        QTest::addColumn<double>("output");
        QTest::newRow("fresh prompts") << "A · cache cold"
                                       << "B · cache cold" << true << 0.080 << 1.15;
        QTest::newRow("repeated prefixes") << "A · cache warm"
                                           << "B · cache warm" << true << -0.020 << 1000.0 / 880;
        QTest::newRow("A fresh against B repeated") << "A · cache cold"
                                                    << "B · cache warm" << false << 0.0 << 0.0;
        QTest::newRow("A fresh against A repeated") << "A · cache cold"
                                                    << "A · cache warm" << false << 0.0 << 0.0;
    }
    void claims() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(bool, matched);
        QFETCH(double, ttft);
        QFETCH(double, output);
        const Opened& run = opened("fresh-and-repeated");
        const LevelComparison* pair = pairOf(run, a, b);
        QVERIFY(pair != nullptr);
        QVERIFY2(pair->matched == matched, pair->refusal.c_str());
        if (!matched) {
            QVERIFY(pair->claims.empty());
            QVERIFY2(QString::fromStdString(pair->refusal).contains("record one mixed replay"), pair->refusal.c_str());
            return;
        }
        const auto claimOf = [pair](const Quantity& quantity) {
            return *std::find_if(pair->claims.begin(), pair->claims.end(),
                                 [&](const Claim& claim) { return claim.quantity == quantity; });
        };
        QCOMPARE(pair->claims.size(), 10U);
        QVERIFY2(std::abs(claimOf(ttft95).difference - ttft) < 1e-9, claimOf(ttft95).text.c_str());
        QVERIFY2(std::abs(*claimOf(rate).ratio - output) < 1e-3, claimOf(rate).text.c_str());
        QVERIFY(claimOf(rate).interval.low && *claimOf(rate).interval.low <= claimOf(rate).difference);
        QVERIFY(*claimOf(rate).interval.high >= claimOf(rate).difference);
    }

    void theProxyIsSeenThrough() {
        const Opened& run = opened("buffering-proxy");
        const LevelFigures* level = levelOf(run, "through the proxy", 32);
        QVERIFY(level != nullptr);
        QCOMPARE(level->rows.total, 64U);
        QCOMPARE(level->rows.of(Verdict::streamed), 15U);
        QCOMPARE(level->rows.bufferedByInterval, 36U);
        QCOMPARE(level->rows.bufferedByChunks, 8U);
        QCOMPARE(level->rows.of(Verdict::empty), 2U);
        QCOMPARE(level->rows.of(Verdict::error), 2U);
        QCOMPARE(level->rows.of(Verdict::unobservable), 1U);
        double highest = 0;
        for (const Suspicious& flag : run.judgement.suspicious)
            if (flag.rule == "rate-ceiling") highest = std::max(highest, flag.value);
        QCOMPARE(std::round(highest), 4'393'158.0);
    }

    void findings_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("fires");
        QTest::newRow("duplicates") << "buffering-proxy"
                                    << "duplicates" << true;
        QTest::newRow("no duplicates") << "two-engines"
                                       << "duplicates" << false;
        QTest::newRow("errors") << "buffering-proxy"
                                << "errors" << true;
        QTest::newRow("withheld TTFT") << "buffering-proxy"
                                       << "withheld-ttft" << true;
        QTest::newRow("no withheld TTFT") << "two-engines"
                                          << "withheld-ttft" << false;
        QTest::newRow("rerun differs") << "one-trillion-sweep"
                                       << "rerun-differs" << true;
        QTest::newRow("still scaling") << "one-trillion-sweep"
                                       << "still-scaling" << true;
        QTest::newRow("summary only") << "one-trillion-sweep"
                                      << "summary-only" << true;
        QTest::newRow("a ratio that does not follow") << "speculative"
                                                      << "stated-ratio" << true;
        QTest::newRow("no ratio stated") << "two-engines"
                                         << "stated-ratio" << false;
        QTest::newRow("a warm cache") << "fresh-and-repeated"
                                      << "warm-cache" << true;
        QTest::newRow("workloads apart") << "fresh-and-repeated"
                                         << "workload-differs" << true;
        QTest::newRow("eight loads") << "two-engines"
                                     << "few-levels" << false;
    }
    void findings() {
        QFETCH(QString, folder);
        QFETCH(QString, id);
        QFETCH(bool, fires);
        const auto& all = opened(folder).judgement.findings;
        QCOMPARE(std::ranges::any_of(all, [&](const Finding& one) { return one.id == id.toStdString(); }), fires);
    }

    void theWorkedReasoningRowIsThere() {
        // METRICS §8: TTFT 1.175, rate 68.75, TPOT 14.55 ms; first reasoning unknown: 66.8 visible, 14.99 ms, no TTFT.
        const Opened& run = opened("reasoning");
        int known = 0, unknown = 0;
        for (std::uint32_t i = 0; i < run.data->rows.size(); ++i) {
            if (run.data->rows.outputTokens[i] != 13228 || run.data->rows.record[i] != 12) continue;
            const RowFigures row = rowFigures(*run.data, run.settings, RowIndex{i});
            if (row.ttft) {
                ++known;
                QVERIFY(std::abs(*row.ttft - 1.175) < 1e-9 && std::abs(*row.rate - 68.75) < 5e-3);
                QVERIFY(std::abs(*row.tpot - 0.01455) < 5e-6);
            } else {
                ++unknown;
                QVERIFY(std::abs(*row.rate - 66.8) < 0.05 && std::abs(*row.tpot - 0.01499) < 5e-6);
                QVERIFY(row.rateBasis == RateBasis::visible);
            }
        }
        QCOMPARE(known, 1);
        QCOMPARE(unknown, 1);
    }
};

QTEST_APPLESS_MAIN(SampleFiguresTest)
#include "sample_figures_test.moc"

// Rows come back from the workspace exactly as a reader gave them.
#include <QTest>
#include <limits>
#include <random>
#include <set>
#include <thread>

#include "core/store/row_columns.h"
#include "core/store/workspace_files.h"
#include "core/trace/columns.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

class RandomRows {
public:
    explicit RandomRows(unsigned seed) : m_random(seed) {}

    Row row(std::uint64_t record) {
        Row row;
        row.record = record;
        row.line = below(2) * (record + 1);
        row.byte = below(1U << 30) << below(20);
        row.id = text();
        for (Nanoseconds* time : {&row.scheduled, &row.start, &row.headers, &row.firstByte, &row.firstReasoning,
                                  &row.firstContent, &row.firstToken, &row.lastContent, &row.end, &row.queue})
            *time = this->time();
        for (Count* count : {&row.chunks, &row.promptTokens, &row.cachedTokens, &row.outputTokens, &row.reasoningTokens,
                             &row.otherOutputTokens, &row.firstChunkTokens, &row.maxTokens, &row.turn})
            *count = this->count();
        row.firstTokenKind = static_cast<FirstTokenKind>(below(6));
        row.gapBasis = static_cast<GapBasis>(below(5));
        row.tokenSource = static_cast<TokenSource>(below(5));
        row.status = static_cast<Status>(below(4));
        row.phase = static_cast<Phase>(below(3));
        if (below(2)) row.deliberate = below(2) == 1;
        row.repeat = static_cast<std::int32_t>(below(4));
        row.promptKey = below(2) ? 0 : m_random();
        row.prefixKey = below(2) ? 0 : ~std::uint64_t{0};
        row.finish = below(2) ? "stop" : "length";
        row.error = below(3) ? "" : text();
        row.session = below(2) ? "" : "session " + std::to_string(below(5));
        addGaps(row);
        return row;
    }
    std::size_t below(std::size_t bound) { return m_random() % bound; }

private:
    void addGaps(Row& row) {
        row.gapsKnown = below(3) > 0;
        if (!row.gapsKnown) return;
        const std::size_t count = below(4) == 0 ? 0 : below(3000);
        for (std::size_t gap = 0; gap < count; ++gap)
            row.gaps.emplace_back(static_cast<std::int64_t>(below(50'000'000)));
        if (!row.gaps.empty() && below(4) == 0) row.gaps[0] = Nanoseconds(-5);
    }
    // Unknown, zero, negative, epoch and plain times: zero must not come back as unknown.
    Nanoseconds time() {
        switch (below(5)) {
            case 0:
                return unknownTime;
            case 1:
                return Nanoseconds(0);
            case 2:
                return Nanoseconds(-static_cast<std::int64_t>(below(1000)) - 1);
            case 3:
                return Nanoseconds(1'763'000'000'000'000'000 + static_cast<std::int64_t>(below(1'000'000'000)));
            default:
                return Nanoseconds(static_cast<std::int64_t>(below(60'000'000'000)));
        }
    }
    Count count() {
        switch (below(4)) {
            case 0:
                return unknownCount;
            case 1:
                return 0;
            case 2:
                return std::numeric_limits<Count>::max();
            default:
                return static_cast<Count>(below(10'000));
        }
    }
    std::string text() {
        static const std::vector<std::string> texts{"",
                                                    "r-1",
                                                    "\xc3\xa9\xe2\x82\xac",
                                                    std::string("a\0b", 3),
                                                    std::string(5000, 'x'),
                                                    "'; DROP TABLE requests; --"};
        return texts[below(texts.size())];
    }
    std::mt19937_64 m_random;
};

void setRandomRows(unsigned seed, std::size_t count) {
    RandomRows random(seed);
    fake::SetRows& set = fake::setRows();
    set = {};
    set.runCount = 1 + random.below(4);
    for (std::size_t row = 0; row < count; ++row) {
        set.rows.push_back(random.row(row));
        set.runs.push_back(random.below(set.runCount));
    }
}

/// What the Dataset would be without a workspace in between.
std::shared_ptr<const Dataset> direct() {
    const fake::SetRows& set = fake::setRows();
    DatasetBuilder builder;
    Source only;
    only.file = builder.addFile({});
    const auto source = builder.addSource(std::move(only));
    std::vector<RunIndex> runs;
    for (std::size_t run = 0; run < set.runCount; ++run) runs.push_back(builder.addRun(source, {}));
    for (std::size_t row = 0; row < set.rows.size(); ++row)
        builder.addRow(runs[set.runs[row]], set.rows[row], static_cast<std::int64_t>(row) + 1);
    return builder.finish();
}

using AllGaps = std::vector<std::pair<std::size_t, std::vector<Nanoseconds>>>;
AllGaps gapsOf(const Dataset& data, const std::vector<RowIndex>& rows) {
    AllGaps out;
    const auto read = data.gaps->visit(rows, [&](std::size_t place, std::span<const Nanoseconds> gaps) {
        out.emplace_back(place, std::vector<Nanoseconds>(gaps.begin(), gaps.end()));
    });
    return read ? out : AllGaps{{999'999, {}}};
}

std::vector<RowIndex> allRows(const Dataset& data) {
    std::vector<RowIndex> rows(data.rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = RowIndex(static_cast<std::uint32_t>(row));
    return rows;
}

void compareColumns(const Dataset& a, const Dataset& b) {
    QCOMPARE(a.rows.size(), b.rows.size());
    std::vector<const void*> columns;
    forEachColumn(b.rows, [&](const auto& column) { columns.push_back(&column); });
    std::size_t number = 0;
    forEachColumn(a.rows, [&](const auto& column) {
        using Column = std::remove_cvref_t<decltype(column)>;
        QVERIFY2(column == *static_cast<const Column*>(columns[number]), qPrintable(QString::number(number)));
        ++number;
    });
    const auto texts = [](const Dataset& data, const std::vector<std::uint32_t>& column) {
        std::vector<std::string> out;
        for (const std::uint32_t each : column) out.push_back(data.strings[each]);
        return out;
    };
    QCOMPARE(texts(a, a.rows.id), texts(b, b.rows.id));
    QCOMPARE(texts(a, a.rows.error), texts(b, b.rows.error));
    QCOMPARE(texts(a, a.rows.finish), texts(b, b.rows.finish));
    QCOMPARE(texts(a, a.rows.session), texts(b, b.rows.session));
}

}  // namespace

class RowsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;
    std::string m_path;

    std::shared_ptr<const Dataset> throughTheWorkspace() {
        m_folder = std::make_unique<fake::Folder>();
        m_path = m_folder->path("w.plumb");
        auto workspace = Workspace::create(m_path);
        fake::import(m_path, {m_folder->write("a", "set")});
        auto data = workspace->load();
        return data ? *data : nullptr;
    }

private slots:
    void rowsComeBackAsTheyWere_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<std::size_t>("count");
        QTest::newRow("none") << 1U << std::size_t{0};
        QTest::newRow("one") << 2U << std::size_t{1};
        QTest::newRow("a batch and one") << 3U << std::size_t{513};
        for (unsigned seed = 4; seed < 10; ++seed)
            QTest::addRow("seed %u", seed) << seed << std::size_t{100 + seed * 37};
    }
    void rowsComeBackAsTheyWere() {
        QFETCH(unsigned, seed);
        QFETCH(std::size_t, count);
        setRandomRows(seed, count);
        const auto loaded = throughTheWorkspace();
        QVERIFY(loaded);
        const auto expected = direct();
        compareColumns(*loaded, *expected);
        QCOMPARE(gapsOf(*loaded, allRows(*loaded)), gapsOf(*expected, allRows(*expected)));
    }

    void gapsOfAnyRowsInAnyOrder() {
        setRandomRows(77, 300);
        const auto loaded = throughTheWorkspace();
        auto rows = allRows(*loaded);
        std::shuffle(rows.begin(), rows.end(), std::mt19937_64(5));
        rows.resize(120);
        rows.push_back(rows.front());
        QCOMPARE(gapsOf(*loaded, rows), gapsOf(*direct(), rows));
    }

    void gapsFromSeveralThreads() {
        setRandomRows(78, 200);
        const auto loaded = throughTheWorkspace();
        const auto expected = gapsOf(*loaded, allRows(*loaded));
        std::vector<AllGaps> got(4);
        {
            std::vector<std::jthread> threads;
            for (AllGaps& each : got) threads.emplace_back([&] { each = gapsOf(*loaded, allRows(*loaded)); });
        }
        for (const AllGaps& each : got) QVERIFY(each == expected);
    }

    void gapsStopWhenAsked() {
        setRandomRows(79, 50);
        const auto loaded = throughTheWorkspace();
        std::stop_source stop;
        stop.request_stop();
        const auto read = loaded->gaps->visit(
            allRows(*loaded), [](auto, auto) { QFAIL("stopped"); }, stop.get_token());
        QVERIFY(!read);
        QVERIFY(read.error().kind == ErrorKind::cancelled);
    }

    void gapsFollowSaveAs() {
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(QTemporaryDir().path().toStdString()));
        setRandomRows(80, 60);
        const fake::Folder folder;
        auto workspace = Workspace::temporary();
        QVERIFY(workspace);
        const std::string path = workspace->path();
        fake::import(path, {folder.write("a", "set")});
        const auto data = *workspace->load();
        const auto before = gapsOf(*data, allRows(*data));
        QVERIFY(workspace->saveAs(folder.path("kept.plumb")));
        QVERIFY(gapsOf(*data, allRows(*data)) == before);
    }

    void lostCacheIsComputedAnew() {
        setRandomRows(81, 200);
        const auto loaded = throughTheWorkspace();
        {
            auto connection = openWorkspaceFile(m_path);
            connection->run("DELETE FROM gap_cache WHERE request % 3 <> 0");
            QVERIFY(connection->check());
        }
        auto workspace = Workspace::open(m_path);
        compareColumns(**workspace->load(), *loaded);
    }

    void loadStopsWhenAsked() {
        setRandomRows(82, 10);
        throughTheWorkspace();
        std::stop_source stop;
        stop.request_stop();
        auto workspace = Workspace::open(m_path);
        const auto data = workspace->load(stop.get_token());
        QVERIFY(!data);
        QVERIFY(data.error().kind == ErrorKind::cancelled);
        QVERIFY(workspace->load());
    }

    void textsAreStoredOnce() {
        setRandomRows(83, 400);
        throughTheWorkspace();
        auto connection = openWorkspaceFile(m_path);
        QCOMPARE(connection->number("SELECT count(*) - count(DISTINCT text) FROM texts"), 0);
        QVERIFY(connection->number("SELECT count(*) FROM texts") < 20);
    }

    void unknownIsNullAndNothingElseIs() {
        fake::SetRows& set = fake::setRows();
        set = {};
        set.rows.emplace_back();
        set.runs = {0};
        throughTheWorkspace();
        auto connection = openWorkspaceFile(m_path);
        auto row = connection->prepare("SELECT " + requestColumns() + " FROM requests");
        QVERIFY(row.next());
        const QStringList known{"id", "run", "record", "byte", "status", "phase"};  // of every row
        const QStringList columns = QString::fromStdString(requestColumns()).split(", ");
        QCOMPARE(columns.size(), 37);
        for (int column = 0; column < columns.size(); ++column)
            QVERIFY2(!row.isNull(column) == known.contains(columns[column]), qPrintable(columns[column]));
    }
};

QTEST_GUILESS_MAIN(RowsTest)
#include "rows_test.moc"

// Headers and context files (TRACE_FORMAT §2, §4).
#include <QDir>
#include <QTest>

#include "core/ingest/context/context_file.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using namespace plumbline::test;

class TestContextFile : public QObject {
    Q_OBJECT

private slots:
    void theHeaderOfTheFormat() {
        const auto facts = parseHeader(
            R"({"plumbline": "trace/1", "clock": "epoch", "timing_boundary": {"start": "sent", "first": "answer-text", "end": "closed",
                "tokens": "usage", "clock": "epoch"}, "configuration": {"name": "A", "engine": "vllm", "accelerator_count": 8,
                "flags": ["--a", "--b c"], "cache_state": "cold", "prefix_sharing": 0.0, "output_checked": null,
                "bound": {"model": "x", "groups": [["experts", 88.4e9, 0.53125]]}},
                "workload": {"name": "chat", "dataset": null}, "run": {"duration_ns": 1500, "requests": 1000, "operator": "K"},
                "reported": {"ttft_s.p99": 0.41, "e2e_s": {"mean": "35.2"}}, "comment": "Tuesday"})",
            false);
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QVERIFY((facts->boundary == TimingBoundary{"sent", "answer-text", "closed", "usage", "epoch"}));
        const auto stated = [&](const char* key) {
            return facts->context.contains(key) ? *facts->context.at(key).stated : std::string("-");
        };
        QCOMPARE(stated("name"), std::string("\"A\""));
        QCOMPARE(stated("accelerator_count"), std::string("8"));
        QCOMPARE(stated("flags"), std::string(R"(["--a","--b c"])"));
        QCOMPARE(stated("bound"), std::string(R"({"groups":[["experts",88400000000.0,0.53125]],"model":"x"})"));
        QCOMPARE(stated("output_checked"), std::string("-"));  // null is unknown
        QCOMPARE(stated("workload.name"), std::string("\"chat\""));
        QCOMPARE(stated("workload.dataset"), std::string("-"));
        QCOMPARE(stated("note.comment"), std::string("\"Tuesday\""));  // beside the configuration: no identity
        QCOMPARE(stated("note.run.operator"), std::string("\"K\""));
        QVERIFY(facts->declaredDuration == Nanoseconds(1500) && facts->declaredRequests == 1000);
        QVERIFY((facts->reported == Reported{{"ttft_s.p99", 0.41}, {"e2e_s.mean", 35.2}}));
        QVERIFY(facts->remarks.empty());
    }

    void words_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("unknown");
        QTest::newRow("none") << R"({"timing_boundary": {"first": "engine"}})"
                              << "";
        QTest::newRow("first") << R"({"timing_boundary": {"first": "foo"}})"
                               << "timing_boundary.first: 'foo' is no word of the trace format, so it is unknown";
        QTest::newRow("start") << R"({"timing_boundary": {"start": "posted"}})"
                               << "timing_boundary.start: 'posted' is no word of the trace format, so it is unknown";
        QTest::newRow("number") << R"({"timing_boundary": {"end": 3}})"
                                << "timing_boundary.end: 3 is no word of the trace format, so it is unknown";
        QTest::newRow("key") << R"({"timing_boundary": {"middle": "sent"}})"
                             << "timing_boundary.middle: 'sent' is no word of the trace format, so it is unknown";
        QTest::newRow("clock") << R"({"clock": "wall"})"
                               << "clock: 'wall' is no word of the trace format, so it is unknown";
        QTest::newRow("cache")
            << R"({"configuration": {"cache_state": "hot"}})"
            << "configuration.cache_state: 'hot' is no word of the trace format: write it as \"cold\", "
               "\"warm\" or \"mixed\"; it is not taken";
        QTest::newRow("reported") << R"({"reported": {"ttft_s.p99": "fast"}})"
                                  << "reported.ttft_s.p99: 'fast' is no number, so it is left out";
        QTest::newRow("requests") << R"({"run": {"requests": -3}})"
                                  << "run.requests: -3 is no count of 0 or more, so it is unknown";
        QTest::newRow("duration") << R"({"run": {"duration_ns": -5}})"
                                  << "run.duration_ns: -5 is no duration above 0, so it is unknown";
        QTest::newRow("no object") << R"({"configuration": [1]})"
                                   << "'configuration' is [1], which is no object: it is kept as a note";
        QTest::newRow("no flag") << R"({"warmup_removed": "yes"})"
                                 << "'warmup_removed' is 'yes', which is no true or false: it is kept as a note";
        QTest::newRow("NaN") << R"({"configuration": {"accelerator_count": NaN, "name": "NaN"}})"
                             << "NaN or Infinity is no value of JSON: what it stands for is unknown";
        QTest::newRow("twice") << R"({"run": {}, "run": {"requests": 3}})"
                               << "'run' is given twice: the last is used";
    }
    void words() {
        QFETCH(QString, text);
        QFETCH(QString, unknown);
        const auto facts = parseHeader(text.toStdString(), true);
        QVERIFY(facts);
        QCOMPARE(facts->remarks.size(), unknown.isEmpty() ? 0U : 1U);
        if (!unknown.isEmpty()) QCOMPARE(QString::fromStdString(facts->remarks[0]), unknown);
    }

    void harness_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::newRow("a dialect") << R"({"harness": "llmeter-old"})"
                                   << "note.dialect";
        QTest::newRow("any other") << R"({"harness": "mine 2.0"})"
                                   << "note.harness";
        QTest::newRow("no text") << R"({"harness": 3})"
                                 << "note.harness";
        QTest::newRow("unknown") << R"({"harness": null})"
                                 << "";
    }
    void harness() {
        QFETCH(QString, text);
        QFETCH(QString, key);
        const auto facts = parseHeader(text.toStdString(), true);
        QVERIFY(facts && facts->remarks.empty());
        QCOMPARE(facts->context.size(), key.isEmpty() ? 0U : 1U);
        if (!key.isEmpty()) QCOMPARE(QString::fromStdString(facts->context.begin()->first), key);
    }

    /// One sentence for a value of the wrong type, and the other keys are taken all the same.
    void types_data() {
        QTest::addColumn<QString>("block");
        QTest::addColumn<QString>("entry");  // "key": value
        QTest::addColumn<QString>("taken");  // the fact; "-": not taken
        QTest::addColumn<QString>("says");
        const auto row = [](const char* tag, const char* entry, const char* taken, const char* says = "",
                            const char* block = "configuration") {
            QTest::newRow(tag) << block << entry << taken << says;
        };
        row("a count", R"("accelerator_count": 8)", "8");
        row("a count as text", R"("accelerator_count": "8")", "8");
        row("a count in words", R"("accelerator_count": "eight")", "-",
            "'eight' is no whole number of 1 or more: write it as 8; it is not taken");
        row("half a device", R"("accelerator_count": 1.5)", "-", "1.5 is no whole number of 1 or more");
        row("no devices", R"("tensor_parallel": 0)", "-", "0 is no whole number of 1 or more");
        row("a count as a list", R"("accelerator_count": [8])", "-", "[8] is no whole number of 1 or more");
        row("an infinite count", R"("accelerator_count": "inf")", "-", "'inf' is no whole number of 1 or more");
        row("a text", R"("model": "m")", "\"m\"");
        row("a version that looks like a number", R"("engine_version": 0.11)", "0.11");
        row("a text as an object", R"("engine": {"name": "vllm"})", "-", "is no text: write it as");
        row("a text as true", R"("quantization": true)", "-", "true is no text");
        row("flags", R"("flags": ["--a"])", "[\"--a\"]");
        row("flags in one text", R"("flags": "--a --b")", "\"--a --b\"");
        row("flags as an object", R"("flags": {"a": 1})", "-", "is no list of texts");
        row("a share", R"("prefix_sharing": 0.5)", "0.5");
        row("a share in percent", R"("prefix_sharing": 50)", "-", "50 is no share from 0 to 1");
        row("a truth value", R"("output_checked": false)", "false");
        row("a truth value in words", R"("output_checked": "yes")", "-", "'yes' is neither true nor false");
        row("a bound", R"("bound": {"count": 8})", "{\"count\":8}");
        row("a bound as a number", R"("bound": 64e12)", "-", "is no object");
        row("null says nothing", R"("accelerator_count": null)", "-");
        row("a key of one's own", R"("rack": [1, {"a": "b"}])", R"([1,{"a":"b"}])");
        row("a length", R"("input_tokens": "512")", "512", "", "workload");
        row("a length in words", R"("max_tokens": "many")", "-", "'many' is no number of tokens", "workload");
        row("a workload's name", R"("name": 5)", "5", "", "workload");
    }
    void types() {
        QFETCH(QString, block);
        QFETCH(QString, entry);
        QFETCH(QString, taken);
        QFETCH(QString, says);
        const std::string text = QStringLiteral(R"({"%1": {%2, "zone": "z"}})").arg(block, entry).toStdString();
        const auto facts = parseHeader(text, true);
        QVERIFY(facts);
        const std::string prefix = block == "workload" ? "workload." : "";
        const std::string key = entry.section('"', 1, 1).toStdString();
        QCOMPARE(QString::fromStdString(factText(facts->context, prefix + key).value_or("-")), taken);
        QCOMPARE(factText(facts->context, prefix + "zone").value_or("-"), std::string("\"z\""));
        const std::string own = facts->remarks.empty() ? "" : facts->remarks.back();  // the zone, and a rack
        QVERIFY2(own.starts_with("taken as free metadata: '") && own.ends_with("'" + prefix + "zone'"), own.c_str());
        QCOMPARE(facts->remarks.size(), says.isEmpty() ? 1U : 2U);
        if (says.isEmpty()) return;
        const QString remark = QString::fromStdString(facts->remarks[0]);
        QVERIFY2(remark.startsWith(block + "." + QString::fromStdString(key) + ": ") && remark.contains(says),
                 qPrintable(remark));
        // A program's own header stands as it is.
        QVERIFY(parseHeader(text, false)->context.contains(prefix + key));
    }

    void aKeyOutsideOfTheConfiguration() {
        const auto facts = parseHeader(R"({"accelerator_count": 8, "configuration": {"engine": "e"}})", true);
        QVERIFY(facts && facts->remarks.empty());
        QCOMPARE(factText(facts->context, "accelerator_count").value_or("-"), std::string("8"));
        const auto twice = parseHeader(R"({"engine": "x", "configuration": {"engine": "e"}})", true);
        QVERIFY(twice && twice->remarks.size() == 1);
        QVERIFY(twice->remarks[0].starts_with("'engine' stands in \"configuration\" and beside it"));
        QCOMPARE(plainFact(twice->context, "engine").value_or("-"), std::string("e"));
    }

    /// All that the program advises to write, as it is printed.
    void aFlatContext() {
        const auto facts = parseHeader(R"({"quantization": "fp8", "accelerator": "H100", "accelerator_count": 8,
            "model_revision": "1", "engine": "vllm", "engine_version": "0.11", "cache_state": "cold",
            "output_checked": true, "rack": "r7", "workload.name": "chat", "note.by": "me"})",
                                       true);
        QVERIFY(facts && facts->remarks == std::vector<std::string>{"taken as free metadata: 'rack'"});
        for (const char* key : {"quantization", "accelerator", "accelerator_count", "model_revision", "engine",
                                "engine_version", "cache_state", "output_checked", "rack", "workload.name", "note.by"})
            QVERIFY2(factText(facts->context, key), key);
        const auto wrong = parseHeader(R"({"accelerator_count": "eight"})", true);
        QVERIFY(wrong && wrong->remarks.size() == 1);
        // What is no plain value is no part of a configuration, nor is anything in a file that says it is of our form.
        const auto beside = parseHeader(R"({"engine": "e", "stated": [{"ratio": 3}]})", true);
        QVERIFY(beside && beside->context.contains("engine") && beside->context.contains("note.stated"));
        const auto ours = parseHeader(R"({"plumbline": "trace/1", "stated": [1], "rack": "r7"})", true);
        QVERIFY(ours && ours->context.contains("note.stated") && ours->context.contains("note.rack"));
        // A program's own header is never flat.
        QVERIFY(parseHeader(R"({"quantization": "fp8"})", false)->context.contains("note.quantization"));
    }

    void ownKeys_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* text, const char* says) { QTest::newRow(text) << text << says; };
        row(R"({"engine": "e", "acelerator": "H100"})",
            "taken as free metadata: 'acelerator' (did you mean 'accelerator'?)");
        row(R"({"configuration": {"gpu": "H100", "gpu_count": 8}})",
            "taken as free metadata: 'gpu' (did you mean 'accelerator'?), 'gpu_count' (did you mean "
            "'accelerator_count'?)");
        row(R"({"configuration": {"engineVersion": "1"}})",
            "taken as free metadata: 'engineVersion' (did you mean 'engine_version'?)");
        row(R"({"workload": {"output_token": 5, "topic": "law"}})",
            "taken as free metadata: 'workload.output_token' (did you mean 'workload.output_tokens'?), "
            "'workload.topic'");
        row(R"({"plumbline": "trace/1", "rack": "r7"})", "kept as a note: 'rack'");
        row(R"({"configuration": {"rack": null, "engine": "e"}, "note": {"by": "me"}, "stated": []})", "");
        row(R"({"edited": {"configuration": {"rack": "r7"}}})", "");  // what the window wrote down
    }
    void ownKeys() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto facts = parseHeader(text.toStdString(), true);
        QVERIFY(facts);
        QCOMPARE(facts->remarks.size(), says.isEmpty() ? 0U : 1U);
        if (!says.isEmpty()) QCOMPARE(QString::fromStdString(facts->remarks[0]), says);
        QVERIFY(parseHeader(text.toStdString(), false)->remarks.empty());  // a program's own header
    }

    void durations_data() {
        QTest::addColumn<QString>("run");
        QTest::addColumn<qlonglong>("ns");  // -1: unknown
        QTest::newRow("ns") << R"({"duration_ns": 1500})" << 1500LL;
        QTest::newRow("us") << R"({"duration_us": 1.5})" << 1500LL;
        QTest::newRow("ms") << R"({"duration_ms": 2})" << 2'000'000LL;
        QTest::newRow("s") << R"({"duration_s": "2.5"})" << 2'500'000'000LL;
        QTest::newRow("null") << R"({"duration_ns": null})" << -1LL;
        QTest::newRow("NaN") << R"({"duration_s": NaN})" << -1LL;
        QTest::newRow("0 is none") << R"({"duration_s": 0})" << -1LL;
    }
    void durations() {
        QFETCH(QString, run);
        const auto facts = parseHeader("{\"run\": " + run.toStdString() + "}", false);
        QVERIFY(facts);
        QTEST(facts->declaredDuration ? qlonglong(facts->declaredDuration->count()) : -1LL, "ns");
    }

    void noHeader_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("list") << "[]";
        QTest::newRow("broken") << "{\"a\": ";
        QTest::newRow("review") << R"({"plumbline": "review/1"})";
        QTest::newRow("a version to come") << R"({"plumbline": "trace/2"})";
        QTest::newRow("nested without end") << QString(100'000, '[');
        QTest::newRow("nested deeply") << "{\"a\": " + QString(5000, '[') + QString(5000, ']') + "}";
    }
    void noHeader() {
        QFETCH(QString, text);
        const auto facts = parseHeader(text.toStdString(), false);
        QVERIFY(!facts);
        QVERIFY(facts.error().kind == ErrorKind::format);
        QVERIFY(!facts.error().message.empty());
    }

    void contextErrors_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("broken") << "{\"configuration\":\n  {\"a\": }}"
                                << "The context file is not valid JSON: line 2, column 9 is where it breaks.";
        QTest::newRow("cut off") << "{\"configuration\": "
                                 << "The context file is not valid JSON: line 1, column 19 is where it breaks.";
        QTest::newRow("no text") << "hello"
                                 << "The context file is not valid JSON: line 1, column 1 is where it breaks.";
        QTest::newRow("a list") << "[1]"
                                << "The context file is not a JSON object.";
        QTest::newRow("other keys") << R"({"modell": "m", "motor": "e"})"
                                    << "The context file has none of the keys of a context.";
    }
    void contextErrors() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto facts = parseHeader(text.toStdString(), true);
        QVERIFY(!facts);
        QCOMPARE(QString::fromStdString(facts.error().message), says);
    }
    void keysThatAreNoneAreGuessed() {
        const auto facts = parseHeader(R"({"gpu": "H100", "gpu_count": 8})", true);
        QVERIFY(!facts && facts.error().hint.starts_with("'gpu': did you mean 'accelerator'? Write it as {"));
    }

    void editedBesideStated() {
        const auto facts =
            parseHeader(R"({"configuration": {"engine": "vllm"}, "edited": {"configuration": {"engine": "x",
            "quantization": "fp8"}, "workload": {"name": "chat"}}, "warmup_removed": true, "run": {"completed": 7}})",
                        false);
        QVERIFY(facts && facts->remarks.empty());
        QVERIFY((facts->context.at("engine") == Fact{"\"vllm\"", "\"x\""}));
        QVERIFY((facts->context.at("quantization") == Fact{std::nullopt, "\"fp8\""}));
        QVERIFY((facts->context.at("workload.name") == Fact{std::nullopt, "\"chat\""}));
        QVERIFY(facts->warmupRemoved == true && facts->declaredCompleted == 7);
        SourceInfo source;
        applyContext(source, *facts);
        QVERIFY(source.warmupRemoved);
    }

    void nearestContext_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("result");
        QTest::addColumn<QString>("root");  // "": named alone
        QTest::addColumn<QString>("found");
        const auto row = [](const char* tag, QStringList files, const char* result, const char* root,
                            const char* found) { QTest::newRow(tag) << files << result << root << found; };
        row("none", {}, "a/b/run.json", ".", "");
        row("beside", {"a/b/context.json", "a/b/run.context.json"}, "a/b/run.json", ".", "a/b/run.context.json");
        row("whole name", {"a/b/run.context.json", "a/b/run.json.context.json"}, "a/b/run.json", ".",
            "a/b/run.json.context.json");
        row("two endings", {"a/x.context.json"}, "a/x.trace.jsonl", ".", "a/x.context.json");
        row("of another file", {"a/b/other.context.json"}, "a/b/run.json", ".", "");
        row("in its folder", {"context.json", "a/b/context.json"}, "a/b/run.json", ".", "a/b/context.json");
        row("above", {"context.json", "a/context.json"}, "a/b/run.json", ".", "a/context.json");
        row("in the opened folder", {"context.json"}, "a/b/run.json", ".", "context.json");
        row("no higher than opened", {"context.json"}, "a/b/run.json", "a", "");
        row("opened with a slash", {"context.json", "a/context.json"}, "a/b/run.json", "a/", "a/context.json");
        row("alone: above", {"context.json"}, "a/b/run.json", "", "context.json");
        row("alone: four above", {"context.json"}, "a/b/c/d/run.json", "", "context.json");
        row("alone: five above", {"context.json"}, "a/b/c/d/e/run.json", "", "");
    }
    void nearestContext() {
        QFETCH(QStringList, files);
        QFETCH(QString, result);
        QFETCH(QString, root);
        QFETCH(QString, found);
        const Folder folder;
        for (const QString& file : files) folder.write(file.toStdString(), "{}");
        const std::string path = folder.write(result.toStdString(), "{}");
        const auto context = findContextFile(path, root.isEmpty() ? path : folder.path(root.toStdString()));
        const QString relative =
            context ? QDir(QString::fromStdString(folder.path("."))).relativeFilePath(QString::fromStdString(*context))
                    : QString();
        QCOMPARE(relative, found);
        if (root.isEmpty()) QCOMPARE(findContextFile(path, ""), context);
    }

    void bothAreKept() {
        SourceInfo source;
        source.context["engine"].stated = "\"vllm\"";
        source.boundary = {"sent", "any-event", "", "", ""};
        source.runs.emplace_back().declaredRequests = 10;
        source.runs[0].reported = {{"ttft_s.p99", 0.5}, {"itl_s.mean", 0.01}};
        const auto facts = parseHeader(
            R"({"configuration": {"engine": "sglang", "quantization": "fp8"}, "timing_boundary": {"first": "answer-text",
            "end": "closed"}, "run": {"requests": 12, "duration_s": 3}, "reported": {"ttft_s.p99": 0.4, "ttft_s.mean": 0.2}})",
            true);
        QVERIFY(facts);
        applyContext(source, *facts);
        QCOMPARE(*source.context.at("engine").stated, std::string("\"vllm\""));
        QCOMPARE(*source.context.at("engine").edited, std::string("\"sglang\""));
        QVERIFY(!source.context.at("quantization").stated);
        QCOMPARE(source.context.at("quantization").inForce(), std::string("\"fp8\""));
        QVERIFY((source.boundary == TimingBoundary{"sent", "answer-text", "closed", "", ""}));
        QCOMPARE(*source.context.at("note.timing_boundary.first").stated, std::string("\"any-event\""));
        QVERIFY(!source.context.contains("note.timing_boundary.end"));
        QVERIFY(source.runs[0].declaredRequests == 12 && source.runs[0].declaredDuration == Nanoseconds(3'000'000'000));
        QCOMPARE(*source.context.at("note.run.requests").stated, std::string("10"));
        QVERIFY((source.runs[0].reported == Reported{{"ttft_s.p99", 0.4}, {"ttft_s.mean", 0.2}, {"itl_s.mean", 0.01}}));
        QCOMPARE(*source.context.at("note.reported.ttft_s.p99").stated, std::string("0.5"));
    }

    void severalRunsAreNotOne() {
        SourceInfo source;
        source.runs.resize(2);
        source.runs[0].declaredRequests = 10;
        const auto facts =
            parseHeader(R"({"run": {"requests": 12, "duration_s": 3}, "reported": {"ttft_s.p99": 0.4}})", true);
        applyContext(source, *facts);
        QVERIFY(source.runs[0].declaredRequests == 10 && source.runs[1].declaredRequests == 12);
        QVERIFY(!isKnown(source.runs[0].declaredDuration) && source.runs[0].reported.empty());
    }
};

QTEST_APPLESS_MAIN(TestContextFile)
#include "test_context_file.moc"

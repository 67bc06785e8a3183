// What facts say beyond their own words.
#include <QTest>

#include "core/trace/source_facts.h"

using namespace plumbline;

class TestSourceFacts : public QObject {
    Q_OBJECT
private slots:
    void text_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("json");
        QTest::addColumn<bool>("makes");
        const auto row = [](const char* key, const char* json, bool makes) {
            QTest::addRow("%s %s", key, json) << key << json << makes;
        };
        row("backend", R"("vllm-rerank")", false);
        row("backend", R"("openai-embeddings")", false);
        row("backend", R"("sglang-embedding")", false);
        row("backend", R"("vllm-pooling")", false);
        row("backend", R"("hf_tei_rankings")", false);
        row("task", R"("text-to-embeddings")", false);
        row("note.endpoint", R"("/v1/score")", false);
        row("note.endpoint", R"("/v1/chat/completions")", true);
        row("backend", R"("openai-chat")", true);
        row("model", R"("acme/reranker")", true);  // a name is no task
        row("makes_text", "false", false);
        row("makes_text", "true", true);
    }
    void text() {
        QFETCH(QString, key);
        QFETCH(QString, json);
        Context context;
        context[key.toStdString()].stated = json.toStdString();
        QTEST(makesText(context), "makes");
        // A person's word is in force.
        context[std::string(makesTextFact)].edited = "true";
        QVERIFY(makesText(context));
    }

    void leftOut() {
        Context context;
        QVERIFY(!leftOutWhy(context, "tpot_s.p99"));
        leaveOut(context, "tpot_s", "why");
        leaveOut(context, "tpot_s.p50", "another");
        QCOMPARE(leftOutWhy(context, "tpot_s.p99").value_or("-"), std::string("why"));
        QCOMPARE(leftOutWhy(context, "tpot_s").value_or("-"), std::string("why"));
        QCOMPARE(leftOutWhy(context, "tpot_s.p50").value_or("-"), std::string("another"));
        QVERIFY(!leftOutWhy(context, "ttft_s.p99") && !leftOutWhy(context, "error_rate"));
    }

    void duration() {
        Context context;
        QVERIFY(!hasDurationFromRate(context));
        takeDurationFromRate(context);
        QVERIFY(hasDurationFromRate(context));
    }
};

QTEST_GUILESS_MAIN(TestSourceFacts)
#include "test_source_facts.moc"

#include <QTest>

#include "core/measure/naming.h"
#include "tests/core/trace/made_data.h"

using namespace plumbline;

namespace {

Context context(std::initializer_list<std::pair<const char*, const char*>> facts) {
    Context out;
    for (const auto& [key, value] : facts) out[key] = made::stated(value);
    return out;
}

QStringList names(const std::vector<Context>& contexts, std::vector<std::string> paths = {},
                  std::vector<TimingBoundary> boundaries = {}) {
    paths.resize(contexts.size());
    boundaries.resize(contexts.size());
    const PathScheme scheme(paths);
    std::vector<Nameable> configurations;
    for (std::size_t i = 0; i < contexts.size(); ++i)
        configurations.push_back(
            {{}, contexts[i], boundaries[i], {}, {}, scheme.words({paths[i], "", {}}), scheme.folder()});
    QStringList out;
    for (const std::string& name : nameByDifference(configurations)) out << QString::fromStdString(name);
    return out;
}

}  // namespace

class TestNaming : public QObject {
    Q_OBJECT

private slots:
    void none() { QVERIFY(names({}).isEmpty()); }

    void oneIsNamedByWhatItIs() {
        QCOMPARE(names({context({{"name", "\"A\""}, {"model", "\"m\""}})}), QStringList{"A"});
        QCOMPARE(names({context({{"model", "\"org/Model-8B\""}, {"engine", "\"vllm\""}})}), QStringList{"Model-8B"});
        QCOMPARE(names({{}}, {"/data/run/a.json"}), QStringList{"a"});
        QCOMPARE(names({{}}), QStringList{"configuration 1"});
    }

    void severalAreNamedByWhatDiffers() {
        const auto a = context({{"model", "\"m\""}, {"engine", "\"vllm\""}, {"tensor_parallel", "4"}});
        const auto b = context({{"model", "\"m\""}, {"engine", "\"vllm\""}, {"tensor_parallel", "8"}});
        const auto c = context({{"model", "\"m\""}, {"engine", "\"sglang\""}, {"tensor_parallel", "8"}});
        QCOMPARE(names({a, b}), (QStringList{"TP4", "TP8"}));
        QCOMPARE(names({b, c}), (QStringList{"vllm", "sglang"}));
        QCOMPARE(names({a, b, c}), (QStringList{"vllm · TP4", "vllm · TP8", "sglang"}));
    }

    void ownNamesStandUnlessTheyAreTheSame() {
        const auto a = context({{"name", "\"A\""}, {"engine", "\"vllm\""}});
        const auto b = context({{"name", "\"B\""}, {"engine", "\"vllm\""}});
        const auto again = context({{"name", "\"A\""}, {"engine", "\"sglang\""}});
        QCOMPARE(names({a, b}), (QStringList{"A", "B"}));
        QCOMPARE(names({a, again}), (QStringList{"vllm", "sglang"}));  // what all share is left out
        QCOMPARE(names({a, b, again}), (QStringList{"A · vllm", "B", "A · sglang"}));
    }

    void metadataThatOnlyOneHarnessKnowsTellsApart() {
        QCOMPARE(names({context({{"model", "\"m\""}, {"max_num_seqs", "4"}}),
                        context({{"model", "\"m\""}, {"max_num_seqs", "8"}})}),
                 (QStringList{"max num seqs 4", "max num seqs 8"}));
        QCOMPARE(names({context({{"model", "\"m\""}, {"note.date", "1"}}),
                        context({{"model", "\"m\""}, {"note.date", "2"}})}),
                 (QStringList{"m", "m (2)"}));
    }

    void lengthsTellApartWhatNothingElseDoes() {
        const Context model = context({{"model", "\"m\""}});
        const std::vector<Nameable> two{{{}, model, {}, 136.0, 512.0, {}, {}}, {{}, model, {}, 2056.0, 128.0, {}, {}}};
        QCOMPARE(nameByDifference(two), (std::vector<std::string>{"136 in, 512 out", "2056 in, 128 out"}));
    }

    void aPersonsNameStands() {
        const Context model = context({{"model", "\"m\""}});
        QCOMPARE(nameByDifference({{"mine", model, {}, {}, {}, {}, {}}, {{}, model, {}, {}, {}, {}, {}}}),
                 (std::vector<std::string>{"mine", "m"}));
    }

    void boundaryThenPathTellApart() {
        TimingBoundary event, answer;
        event.first = "any-event";
        answer.first = "answer-text";
        QCOMPARE(names({{}, {}}, {}, {event, answer}),
                 (QStringList{"first token: any-event", "first token: answer-text"}));
        QCOMPARE(names({{}, {}}, {"/r/2025/a.json", "/r/2026/a.json"}), (QStringList{"2025", "2026"}));
        QCOMPARE(names({{}, {}}, {"/r/a.json", "/r/a.json"}), (QStringList{"a", "a (2)"}));
    }
};

QTEST_APPLESS_MAIN(TestNaming)
#include "test_naming.moc"

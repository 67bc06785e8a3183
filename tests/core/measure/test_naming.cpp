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

    void pathsAreNamedByAllThatDiffers_data() {
        QTest::addColumn<QStringList>("folders");
        QTest::addColumn<QStringList>("named");
        QTest::addColumn<QString>("dimensions");  // of the first; null where it is unknown
        const auto row = [](const QStringList& folders, const QStringList& named, const char* dimensions) {
            QTest::newRow(qPrintable(folders.join(' '))) << folders << named << QString::fromLatin1(dimensions);
        };
        row({"fp8", "int4"}, {"fp8", "int4"}, "fp=8 int=null");
        row({"fp8", "bf16"}, {"fp8", "bf16"}, "bf=null fp=8");
        row({"vllm-0.9.1", "sglang-0.5"}, {"vllm-0.9.1", "sglang-0.5"}, "sglang=null vllm=0.9.1");
        row({"tp4-fp8", "tp8-bf16"}, {"tp4 · fp8", "tp8 · bf16"}, "bf=null fp=8 tp=4");
        row({"tp4-fp8", "tp8-bf16", "tp2-fp8"}, {"tp4 · fp8", "tp8 · bf16", "tp2 · fp8"}, "bf=null fp=8 tp=4");
        row({"07-office-base", "08-sharegpt-all"}, {"07 · office · base", "08 · sharegpt · all"},
            "path 1=07 path 2=office path 3=base");
        // What a name can do without is said up to four words.
        row({"a-b-c-d-e-f", "g-h-i-j-k-l"}, {"a · b · c · d", "g · h · i · j"},
            "path 1=a path 2=b path 3=c path 4=d path 5=e path 6=f");
    }
    void pathsAreNamedByAllThatDiffers() {
        QFETCH(QStringList, folders);
        QFETCH(QStringList, named);
        QFETCH(QString, dimensions);
        std::vector<std::string> paths;
        for (const QString& folder : folders) paths.push_back("/data/" + folder.toStdString() + "/run.json");
        const PathScheme scheme(paths);
        std::vector<Nameable> all;
        for (const std::string& path : paths)
            all.push_back(
                {{}, context({{"model", "\"m\""}}), {}, {}, {}, scheme.words({path, "", {}}), scheme.folder()});
        QStringList names, values;
        for (const std::string& name : nameByDifference(all)) names << QString::fromStdString(name);
        const std::vector<Dimensions> told = dimensionsOf(all);
        for (const auto& [name, value] : told.front())
            values << QString::fromStdString(name) + "=" +
                          (value.index() == 0   ? QString("null")
                           : value.index() == 1 ? QString::number(std::get<double>(value))
                                                : QString::fromStdString(std::get<std::string>(value)));
        QCOMPARE(names, named);
        QCOMPARE(values.join(' '), dimensions);
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

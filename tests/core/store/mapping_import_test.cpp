// Imports by a mapping: which files it reads, which it leaves alone, when a saved one is offered; damaged packing.
#include <QTest>
#include <fstream>

#include "core/store/workspace.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

constexpr const char* table = "total_s,tokens\n1.5,10\n2.5,20\n";
constexpr const char* trace =
    "{\"id\":\"a\",\"end_s\":1,\"output_tokens\":3}\n{\"id\":\"b\",\"end_s\":2,\"output_tokens\":4}\n";

Mapping mapping() {
    return *parseMapping(R"({"plumbline": "mapping/1", "name": "mine", "fields": {"id": {"constant": "x"},
        "end": {"column": "total_s", "unit": "s"}, "output_tokens": {"column": "tokens"}}})",
                         "m");
}

std::string fate(const ImportReport& report, const std::string& name) {
    for (const FileReport& file : report.files)
        if (file.path.ends_with("/" + name))
            return file.error     ? "error: " + file.error->text()
                   : file.skipped ? "skipped: " + *file.skipped
                                  : file.reader + " " + std::to_string(file.rows) + "/" + std::to_string(file.rejected);
    return "none";
}

}  // namespace

class MappingImportTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;
    ImportReport import(const std::vector<std::string>& paths, const ImportOptions& options) {
        auto workspace = Workspace::create(m_folder->path("w" + std::to_string(m_count++) + ".plumb"));
        return workspace->import(paths, options);
    }
    int m_count = 0;

private slots:
    void init() { m_folder = std::make_unique<fake::Folder>(); }

    void readsWhatIsLeftOver() {
        ImportOptions options;
        options.mapping = mapping();
        m_folder->write("in/mine.csv", table);
        m_folder->write("in/other.csv", "a,b\n1,2\n");
        m_folder->write("in/README.md", "tokens,total_s\n1,2\n");
        m_folder->write("in/trace.jsonl", trace);
        m_folder->write("in/gpu.jsonl", R"({"timestamp_ns":1,"gpu_uuid":"a","telemetry_data":{}})");
        const ImportReport report = import({m_folder->path("in")}, options);
        QVERIFY2(fate(report, "mine.csv") == "mapping 2/0", fate(report, "mine.csv").c_str());
        QCOMPARE(fate(report, "trace.jsonl"), std::string("plumbline-trace 2/0"));
        QVERIFY(fate(report, "other.csv").starts_with("skipped: Not recognised. It is a table with the columns a, b."));
        QVERIFY(fate(report, "gpu.jsonl").starts_with("skipped: "));
    }

    void readsWhatIsNamed() {
        ImportOptions options;
        options.mapping = mapping();
        // Recognised by another reader, and still read as asked.
        const std::string claimed = m_folder->write("a.csv", "total_s,tokens,end_s,id,status\n1,2,3,r,ok\n");
        const std::string other = m_folder->write("b.csv", "a,b\n1,2\n"), text = m_folder->write("c.txt", "hello\n");
        const ImportReport report = import({claimed, other, text, m_folder->path("none.csv")}, options);
        QCOMPARE(fate(report, "a.csv"), std::string("mapping 1/0"));
        QVERIFY(fate(report, "b.csv").find("none of the columns that the mapping names") != std::string::npos);
        QVERIFY(fate(report, "c.txt").find("neither a table nor JSON") != std::string::npos);
        QVERIFY(fate(report, "none.csv").starts_with("error: "));
    }

    void offersWhatIsSaved() {
        ImportOptions options;
        options.savedMappings = {mapping()};
        const std::string mine = m_folder->write("mine.csv", table), other = m_folder->write("other.csv", "a,b\n1,2\n");
        const ImportReport report = import({mine, other}, options);
        QVERIFY2(fate(report, "mine.csv").find("The saved mapping \"mine\" fits its columns.") != std::string::npos,
                 fate(report, "mine.csv").c_str());
        QVERIFY(fate(report, "mine.csv").find("--mapping 'mine'") != std::string::npos);
        QVERIFY(fate(report, "other.csv").find("saved mapping") == std::string::npos);
    }

    void proseIsSkippedQuietly() {
        m_folder->write("in/README.md", "Runs, made up\nTo be read, in full\n");
        m_folder->write("in/trace.jsonl", trace);
        const ImportReport report = import({m_folder->path("in")}, {});
        QCOMPARE(fate(report, "README.md"), std::string("skipped: text, not a result"));
        QCOMPARE(report.rows(), 2U);
    }

    void damagedTextIsKeptAndSaid() {
        std::string text = "\xFF\xFE";  // UTF-16 that ends inside a character
        for (const char c : std::string(trace)) text += {c, '\0'};
        const ImportReport report = import({m_folder->write("trace.jsonl", text + "x")}, {});
        QCOMPARE(fate(report, "trace.jsonl"), std::string("plumbline-trace 2/1"));
        QVERIFY(report.files[0].rejections[0].reason.find("ends inside a character") != std::string::npos);
        QCOMPARE(report.files[0].diagnostics.size(), 1U);
    }
};

QTEST_APPLESS_MAIN(MappingImportTest)
#include "mapping_import_test.moc"

// The catalog: that what is built in holds, what is found by which name, and what a user's file may say.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <set>

#include "core/bound/catalog.h"

using namespace plumbline;

namespace {

double kvElements(const Model& model, double context) {
    double elements = 0;
    for (const CacheLayers& layers : model.cache)
        if (layers.kind != CacheKind::recurrent) elements += elementsRead(layers, context);
    return elements;
}

std::string withModel(const char* members) {
    return std::string(R"({"plumbline": "catalog/1", "models": [{"id": "m", "source": "s", )") + members + "}]}";
}

}  // namespace

class CatalogTest : public QObject {
    Q_OBJECT
private slots:
    void everyFactHasASource();
    void bytesOfFormats_data();
    void bytesOfFormats();
    void cacheOfModels_data();
    void cacheOfModels();
    void cacheByAttention_data();
    void cacheByAttention();
    void flopOfAttention_data();
    void flopOfAttention();
    void activeParameters_data();
    void activeParameters();
    void findsByPrefix_data();
    void findsByPrefix();
    void refusesNames_data();
    void refusesNames();
    void refusesFiles_data();
    void refusesFiles();
    void userFileAddsAndReplaces();
    void brokenUserFileChangesNothing();
};

void CatalogTest::everyFactHasASource() {
    const Result<Catalog> built = parseCatalog(builtInCatalogJson);
    QVERIFY2(built, built ? "" : built.error().text().c_str());
    std::set<std::string> ids;
    for (const WeightFormat& each : built->formats) QVERIFY(!each.source.empty() && ids.insert(each.id).second);
    for (const Accelerator& each : built->accelerators) {
        QVERIFY2(ids.insert(each.id).second, each.id.c_str());
        QVERIFY2(!each.bandwidths.empty() || each.note == "no bandwidth was found", each.id.c_str());
        for (const PublishedBandwidth& figure : each.bandwidths) QVERIFY(!figure.source.empty());
    }
    for (const Model& each : built->models) {
        QVERIFY2(ids.insert(each.id).second, each.id.c_str());
        QVERIFY2(!each.source.empty() && !each.cache.empty() && !each.released.empty(), each.id.c_str());
    }
    QCOMPARE(built->formats.size(), 9U);
    QCOMPARE(built->accelerators.size(), 32U);
    QCOMPARE(built->models.size(), 19U);
}

// BOUND §2, "Bytes per parameter".
void CatalogTest::bytesOfFormats_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("bytes");
    QTest::newRow("bf16") << "bf16" << 2.0;
    QTest::newRow("fp16") << "fp16" << 2.0;
    QTest::newRow("fp8 without block scales") << "fp8" << 1.0;
    QTest::newRow("fp8 with block scales, typed") << "1.000244" << 1.000244;
    QTest::newRow("int8") << "int8" << 1.0;
    QTest::newRow("mxfp8") << "mxfp8" << 1.03125;
    QTest::newRow("nvfp4") << "nvfp4" << 0.5625;
    QTest::newRow("int4, groups of 32") << "int4_g32" << 0.5625;
    QTest::newRow("int4, groups of 128") << "int4_g128" << 0.515625;
    QTest::newRow("mxfp4") << "MXFP4" << 0.53125;
}

void CatalogTest::bytesOfFormats() {
    QFETCH(QString, format);
    QFETCH(double, bytes);
    const auto found = formatBytes(catalog(), format.toStdString());
    QVERIFY(found);
    QCOMPARE(found->bytes, bytes);
}

// BOUND §3, "All layers, 2-byte elements, bytes per token"; windows and indexers apart, so at one token of context.
void CatalogTest::cacheOfModels_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("bytes");
    const std::pair<const char*, double> rows[] = {{"Meta-Llama-3.1-8B", 131'072},
                                                   {"Meta-Llama-3.1-70B", 327'680},
                                                   {"Meta-Llama-3.1-405B", 516'096},
                                                   {"Llama-4-Scout", 196'608},
                                                   {"Llama-4-Maverick", 196'608},
                                                   {"Qwen/Qwen3-8B", 147'456},
                                                   {"Qwen/Qwen3-32B", 262'144},
                                                   {"Qwen3-30B-A3B", 98'304},
                                                   {"Qwen3-235B-A22B", 192'512},
                                                   {"DeepSeek-V3", 70'272},
                                                   {"DeepSeek-R1", 70'272},
                                                   {"Kimi-K2-Instruct", 70'272},
                                                   {"Kimi-K2.5", 70'272},
                                                   {"gpt-oss-20b", 49'152},
                                                   {"gpt-oss-120b", 73'728},
                                                   {"Kimi-K3", 27'648},
                                                   {"Mixtral-8x7B-v0.1", 131'072}};
    for (const auto& [model, bytes] : rows) QTest::newRow(model) << model << bytes;
    // The index key comes on top of the latent entries: 61 x 128 and 78 x 128 elements.
    QTest::newRow("DeepSeek-V3.2") << "DeepSeek-V3.2" << 70'272.0 + 2 * 61 * 128;
    QTest::newRow("GLM-5") << "GLM-5" << 89'856.0 + 2 * 78 * 128;
}

void CatalogTest::cacheOfModels() {
    QFETCH(QString, model);
    QFETCH(double, bytes);
    const auto found = catalog().model(model.toStdString());
    QVERIFY2(found, found ? "" : found.error().text().c_str());
    QCOMPARE(2 * kvElements(**found, 1), bytes);
    QCOMPARE(kvElements(**found, 1), bytes / 2);  // an fp8 cache is half of it
}

void CatalogTest::cacheByAttention_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("context");
    QTest::addColumn<double>("bytes");
    // BOUND §11
    QTest::newRow("grouped") << "Meta-Llama-3.1-70B" << 8'192.0 << 2'684'354'560.0;
    QTest::newRow("latent") << "deepseek-ai/DeepSeek-V3" << 131'072.0 << 9'210'691'584.0;
    QTest::newRow("half the layers in a window") << "gpt-oss-120b" << 8'192.0 << 306'708'480.0;
    QTest::newRow("inside the window") << "gpt-oss-120b" << 100.0 << 7'372'800.0;
    // min(S, topk) x latent + S x index key
    QTest::newRow("sparse, all picked") << "DeepSeek-V3.2" << 2'000.0 << 2.0 * 61 * 2'000 * (576 + 128);
    QTest::newRow("sparse") << "DeepSeek-V3.2" << 100'000.0 << 2.0 * 61 * (2'048 * 576 + 100'000.0 * 128);
}

void CatalogTest::cacheByAttention() {
    QFETCH(QString, model);
    QFETCH(double, context);
    QFETCH(double, bytes);
    QCOMPARE(2 * kvElements(**catalog().model(model.toStdString()), context), bytes);
}

// BOUND §4: a score and a value for each head's dimension; of MLA in absorbed form.
void CatalogTest::flopOfAttention_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("intensity");  // FLOP a byte of a bf16 cache
    QTest::newRow("grouped, 8 query heads a key head") << "Meta-Llama-3.1-70B" << 8.0;
    QTest::newRow("latent, 128 heads") << "deepseek-ai/DeepSeek-V3" << 2.0 * 128 * (2 * 512 + 64) / (2 * 576);
}

void CatalogTest::flopOfAttention() {
    QFETCH(QString, model);
    QFETCH(double, intensity);
    const CacheLayers& layers = (*catalog().model(model.toStdString()))->cache.front();
    QCOMPARE(attentionFlop(layers, 4'096) / (2 * elementsRead(layers, 4'096)), intensity);
}

void CatalogTest::activeParameters_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("billions");
    QTest::newRow("Llama 8B, of 8.03 stored") << "Meta-Llama-3.1-8B" << 7.505;
    QTest::newRow("Llama 70B") << "Meta-Llama-3.1-70B" << 69.502;
    QTest::newRow("DeepSeek-R1") << "DeepSeek-R1" << 36.625;
    QTest::newRow("Kimi-K3") << "Kimi-K3" << 104.174;
}

void CatalogTest::activeParameters() {
    QFETCH(QString, model);
    QFETCH(double, billions);
    const Model& found = **catalog().model(model.toStdString());
    double active = found.routed ? found.routed->perToken * found.routed->layers * found.routed->params : 0;
    for (const auto& [group, params] : found.params) active += params;
    QVERIFY(std::abs(active / 1e9 - billions) < 5e-4);
}

void CatalogTest::findsByPrefix_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("id");
    QTest::newRow("whole") << "moonshotai/Kimi-K3"
                           << "moonshotai/Kimi-K3";
    QTest::newRow("behind the slash") << "Kimi-K3"
                                      << "moonshotai/Kimi-K3";
    QTest::newRow("in any case") << "kimi-k3"
                                 << "moonshotai/Kimi-K3";
    QTest::newRow("owner and beginning") << "openai/gpt-oss-1"
                                         << "openai/gpt-oss-120b";
    QTest::newRow("an id that others begin with") << "deepseek-ai/DeepSeek-V3"
                                                  << "deepseek-ai/DeepSeek-V3";
    QTest::newRow("owner of one") << "mistralai"
                                  << "mistralai/Mixtral-8x7B-v0.1";
}

void CatalogTest::findsByPrefix() {
    QFETCH(QString, text);
    QFETCH(QString, id);
    const auto found = catalog().model(text.toStdString());
    QVERIFY2(found, found ? "" : found.error().text().c_str());
    QCOMPARE(QString::fromStdString((*found)->id), id);
}

void CatalogTest::refusesNames_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("ambiguous") << "h100"
                               << "Say which of h100-sxm-80gb, h100-pcie-80gb, h100-nvl-94gb.";
    QTest::newRow("unknown") << "h900"
                             << "no accelerator named 'h900'";
    QTest::newRow("the end of an id") << "80gb"
                                      << "no accelerator named";
    QTest::newRow("empty") << ""
                           << "no accelerator named ''";
}

void CatalogTest::refusesNames() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto found = catalog().accelerator(text.toStdString());
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::options);
    QVERIFY2(QString::fromStdString(found.error().text()).contains(says), found.error().text().c_str());
    QVERIFY(!formatBytes(catalog(), "-1"));
    QVERIFY(!formatBytes(catalog(), "int4"));
}

void CatalogTest::refusesFiles_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("says");
    const auto model = [](const char* members) { return QString::fromStdString(withModel(members)); };
    QTest::newRow("no JSON") << "{"
                             << "no catalog";
    QTest::newRow("another file of ours") << R"({"plumbline": "trace/1"})"
                                          << "catalog/1";
    QTest::newRow("a list of texts") << R"({"plumbline": "catalog/1", "models": ["m"]})"
                                     << "models 1";
    QTest::newRow("a misspelt list") << R"({"plumbline": "catalog/1", "model": []})"
                                     << "\"model\" is not known";
    QTest::newRow("no object for a list") << R"({"plumbline": "catalog/1", "models": {}})"
                                          << "no list";
    QTest::newRow("no source") << R"({"plumbline": "catalog/1", "formats": [{"id": "f", "bytes": 1}]})"
                               << "\"source\"";
    QTest::newRow("no bytes") << R"({"plumbline": "catalog/1", "formats": [{"id": "f", "bytes": 0, "source": "s"}]})"
                              << "f: \"bytes\"";
    QTest::newRow("text for a bandwidth")
        << R"({"plumbline": "catalog/1", "accelerators": [{"id": "a", "name": "n", "bandwidth": ["8 TB/s"]}]})"
        << "a: ";
    QTest::newRow("a group that there is not") << model(R"("params": {"experts": 1}, "cache": [])") << "\"experts\"";
    QTest::newRow("no kind") << model(R"("params": {}, "cache": [{"layers": 1}])") << "\"kind\"";
    QTest::newRow("a kind unheard of") << model(R"("params": {}, "cache": [{"layers": 1, "kind": "x"}])")
                                       << "multi-head";
    QTest::newRow("an indexer without keys")
        << model(R"("params": {}, "cache": [{"layers": 1, "kind": "latent", "heads": 1, "latent_dim": 1, "rope_dim": 1,
                     "top": 2}])")
        << "\"index_dim\"";
    QTest::newRow("more picked than there are")
        << model(R"("routed": {"experts": 4, "per_token": 8, "layers": 1, "params": 1}, "params": {}, "cache": [])")
        << "more than \"experts\"";
    QTest::newRow("more chunked layers than layers")
        << model(R"("params": {}, "cache": [{"layers": 4, "kind": "multi-head", "heads": 2, "head_dim": 8, "chunk": 10,
                     "chunked_layers": 5}])")
        << "more than the layers";
}

void CatalogTest::refusesFiles() {
    QFETCH(QString, json);
    QFETCH(QString, says);
    const auto parsed = parseCatalog(json.toStdString());
    QVERIFY(!parsed);
    QVERIFY2(QString::fromStdString(parsed.error().text()).contains(says), parsed.error().text().c_str());
}

void CatalogTest::userFileAddsAndReplaces() {
    QTemporaryDir folder;
    QFile file(folder.filePath("catalog.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"plumbline": "catalog/1",
        "accelerators": [{"id": "l4-24gb", "name": "Mine", "bandwidth": [{"bytes_per_s": 1e12, "source": "me"}]}],
        "models": [{"id": "own/chunks", "source": "me", "params": {"head": 10}, "cache":
          [{"layers": 4, "kind": "multi-head", "heads": 2, "head_dim": 8, "chunk": 10, "chunked_layers": 3}]}]})");
    file.close();
    const std::size_t before = catalog().accelerators.size();
    QVERIFY(extendCatalog(file.fileName().toStdString()));
    QCOMPARE(catalog().accelerators.size(), before);
    QCOMPARE((*catalog().accelerator("l4-"))->bandwidths.front().bytesPerSecond, 1e12);
    const Model& own = **catalog().model("own");
    QCOMPARE(own.cache.size(), 2U);
    // One layer reads all 25 tokens, three read the 5 since the second multiple of 10; of 10 tokens all read 10.
    QCOMPARE(kvElements(own, 25), 2.0 * 2 * 8 * (25 + 3 * 5));
    QCOMPARE(kvElements(own, 10), 2.0 * 2 * 8 * 4 * 10);
    QVERIFY(!own.unknownChunk);
}

void CatalogTest::brokenUserFileChangesNothing() {
    QTemporaryDir folder;
    QFile file(folder.filePath("catalog.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"plumbline": "catalog/1", "formats": [{"id": "f", "bytes": 3, "source": "me"}], "models": [{}]})");
    file.close();
    const Result<void> added = extendCatalog(file.fileName().toStdString());
    QVERIFY(!added);
    QVERIFY(QString::fromStdString(added.error().text()).contains(file.fileName()));
    QVERIFY(!catalog().format("f1") && catalog().format("fp16"));
    QVERIFY(!extendCatalog(folder.filePath("none.json").toStdString()));
}

QTEST_GUILESS_MAIN(CatalogTest)
#include "catalog_test.moc"

// The Reported tab: what the judgement has compared, and all of it under a dialect that is asked for.
#include <QFile>

#include "tests/gui/window_fixture.h"
#include "ui/panels/tabs/reported_tab.h"

using namespace plumbline;

namespace {

/// A trace of two answers of LLMeter and one failure, with its summary: three requests in 10 s, failed ones too.
QString writeReported(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return {};
    file.write(R"({"plumbline":"trace/1","harness":"llmeter-old","configuration":{"name":"A","model":"m"},)"
               R"("run":{"duration_ns":10000000000,"requests":3},"reported":{"requests_per_s":0.3,"ttft_s.mean":0.15}})"
               "\n");
    for (const char* row :
         {R"("first_token_ns":100000000,"first_token_kind":"any-event","end_ns":2000000000,"output_tokens":20)",
          R"("first_token_ns":200000000,"first_token_kind":"any-event","end_ns":2000000000,"output_tokens":20)",
          R"("status":"error")"})
        file.write(QByteArray(R"({"load":{"concurrency":1},)") + row + "}\n");
    return path;
}

QString cell(ReportedTab& tab, int row, int column) { return tab.model().index(row, column).data().toString(); }

int rowOf(ReportedTab& tab, const QString& metric) {
    for (int row = 0; row < tab.model().rowCount(); ++row)
        if (cell(tab, row, ReportedModel::metric).startsWith(metric)) return row;
    return -1;
}

/// As a hand picks it.
void pick(QComboBox& box, int index) {
    box.setCurrentIndex(index);
    emit box.activated(index);
}

}  // namespace

class ReportedTabTest : public QObject {
    Q_OBJECT
private slots:
    void ownAndAskedFor() {
        test::WindowFixture fixture;
        auto* tab = fixture.window().findChild<ReportedTab*>();
        QVERIFY(tab);
        fixture.window().tabs().setCurrentWidget(tab);
        QVERIFY(fixture.open({writeReported(fixture.filePath("r.trace.jsonl"))}));
        QTRY_VERIFY_WITH_TIMEOUT(tab->settled() && tab->model().rowCount() == 2, test::patience);
        QVERIFY(
            tab->model().headerData(ReportedModel::byDialect, Qt::Horizontal).toString().contains("LLMeter to 0.1.9"));
        const int requests = rowOf(*tab, "Request rate");
        QVERIFY(requests >= 0);
        QCOMPARE(cell(*tab, requests, ReportedModel::cause), QString("population"));
        QVERIFY(tab->model().index(requests, 0).data(Qt::ToolTipRole).toString().contains("failed ones too"));
        QCOMPARE(cell(*tab, rowOf(*tab, "TTFT mean"), ReportedModel::cause), QString());

        // Every dialect is offered, and evalscope's counts successes alone.
        QComboBox& dialects = tab->dialectPicker();
        QCOMPARE(dialects.count(), static_cast<int>(dialectCount) + 1);
        pick(dialects, dialects.findText("evalscope from 1.1.1"));
        QTRY_VERIFY_WITH_TIMEOUT(tab->settled() && tab->model().rowCount() > 10, test::patience);
        const int total = rowOf(*tab, "Request rate");
        QCOMPARE(cell(*tab, total, ReportedModel::byDialect), QString("0.200"));
        QCOMPARE(cell(*tab, total, ReportedModel::reported), QString("0.300"));

        pick(dialects, 0);
        QTRY_VERIFY_WITH_TIMEOUT(tab->settled() && tab->model().rowCount() == 2, test::patience);
    }

    void followsTheJudgement() {
        test::WindowFixture fixture;
        auto* tab = fixture.window().findChild<ReportedTab*>();
        fixture.window().tabs().setCurrentWidget(tab);
        QVERIFY(fixture.open({writeReported(fixture.filePath("r.trace.jsonl"))}));
        QTRY_VERIFY_WITH_TIMEOUT(tab->settled() && tab->model().rowCount() == 2, test::patience);
        // With a guard that takes both answers for buffered our TTFT is withheld: theirs is of other requests.
        Settings strict = fixture.session().settings();
        strict.measure.minInterval = std::chrono::seconds(5);
        fixture.session().change(strict);
        QVERIFY(fixture.settle());
        QTRY_COMPARE_WITH_TIMEOUT(cell(*tab, rowOf(*tab, "TTFT mean"), ReportedModel::cause), QString("population"),
                                  test::patience);
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, ReportedTabTest)
#include "reported_tab_test.moc"

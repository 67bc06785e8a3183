#include "ui/import/mapping_window.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr int pauseBeforeLook = 150;  // ms: one look at the file after several changes

const std::vector<std::pair<FirstTokenKind, const char*>>& kinds() {
    static const std::vector<std::pair<FirstTokenKind, const char*>> all{
        {FirstTokenKind::unknown, QT_TRANSLATE_NOOP("plumbline::MappingWindow", "not known")},
        {FirstTokenKind::anyEvent, QT_TRANSLATE_NOOP("plumbline::MappingWindow", "any event, an empty one too")},
        {FirstTokenKind::anyText, QT_TRANSLATE_NOOP("plumbline::MappingWindow", "the first text")},
        {FirstTokenKind::reasoningText, QT_TRANSLATE_NOOP("plumbline::MappingWindow", "the first reasoning")},
        {FirstTokenKind::answerText, QT_TRANSLATE_NOOP("plumbline::MappingWindow", "the first of the answer")},
        {FirstTokenKind::engine, QT_TRANSLATE_NOOP("plumbline::MappingWindow", "as the engine says")}};
    return all;
}

}  // namespace

struct MappingWindow::Sampled {
    Result<RowsSample> sample;
    MappingProposal proposal;
    std::vector<Mapping> saved;
    std::vector<Error> problems;
};

MappingWindow::MappingWindow(Session& session, const QString& path, QWidget* parent)
    : QWidget(parent, Qt::Window), m_session(session), m_path(path), m_form(new MappingForm), m_problem(plainLabel()) {
    setWindowTitle(tr("Columns of %1").arg(QFileInfo(path).fileName()));
    constexpr QSize usual(1000, 680);
    resize(usual);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(createTop());
    auto* split = new QSplitter(Qt::Vertical);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_form);
    split->addWidget(scroll);
    split->addWidget(createPreview());
    share(*split, 3, 2);
    layout->addWidget(split, 1);
    layout->addWidget(createBottom());
    m_later.setSingleShot(true);
    m_later.setInterval(pauseBeforeLook);
    connect(&m_later, &QTimer::timeout, this, &MappingWindow::look);
    connect(m_form, &MappingForm::changed, &m_later, qOverload<>(&QTimer::start));
    connect(m_kind, &QComboBox::currentIndexChanged, &m_later, qOverload<>(&QTimer::start));
    connect(m_rows, &QLineEdit::editingFinished, this, [this] {
        if (m_rows->isModified()) sample();
    });
    connect(m_saved, &QComboBox::activated, this, &MappingWindow::startFrom);
    connect(&session, &Session::settingsChanged, &m_later, qOverload<>(&QTimer::start));
    sample();
}

QWidget* MappingWindow::createTop() {
    auto* top = new QWidget;
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [row](const QString& title, QWidget* box) {
        auto* label = new QLabel(title);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
    };
    m_saved = new QComboBox;
    m_saved->addItem(tr("what the file suggests"));
    m_saved->setAccessibleName(tr("Mapping to start from"));
    m_kind = new QComboBox;
    for (const auto& [kind, words] : kinds()) m_kind->addItem(tr(words), static_cast<int>(kind));
    m_kind->setAccessibleName(tr("Which event the first token is"));
    m_kind->setToolTip(tr("What the harness calls its first token; it decides which of two TTFTs may be compared"));
    m_rows = new QLineEdit;
    m_rows->setAccessibleName(tr("Where the records are in the file"));
    m_rows->setToolTip(tr("$ for the records of the file; $.results[*] for a list inside of a JSON document"));
    m_rows->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    m_columns = plainLabel(tr("Reading\u2026"));
    m_columns->setForegroundRole(QPalette::PlaceholderText);
    add(tr("&Start from"), m_saved);
    add(tr("&First token is"), m_kind);
    add(tr("Records &at"), m_rows);
    row->addWidget(m_columns, 1);
    return top;
}

QWidget* MappingWindow::createPreview() {
    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 4, 0, 0);
    m_noticed = plainLabel();
    m_noticed->setWordWrap(true);
    m_noticed->setAccessibleName(tr("What was noticed in the first rows"));
    m_table = new QTableView;
    tuneTable(*m_table, tr("The first rows as they would be read"));
    m_table->setModel(&m_model);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [column, width] :
         {std::pair{0, 11}, {1, 16}, {2, 16}, {3, 10}, {4, 26}, {5, 11}, {6, 10}, {7, 9}, {8, 15}, {9, 15}, {10, 16}})
        m_table->setColumnWidth(column, unit * width);
    new EmptyNote(*m_table, [this] {
        return m_problem->text().isEmpty() ? tr("The first rows are shown here as they would be read.") : QString();
    });
    layout->addWidget(m_noticed);
    layout->addWidget(m_table, 1);
    return side;
}

QWidget* MappingWindow::createBottom() {
    auto* bottom = new QWidget;
    auto* layout = new QVBoxLayout(bottom);
    layout->setContentsMargins(0, 0, 0, 0);
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    auto* row = new QHBoxLayout;
    m_name = new QLineEdit;
    m_name->setPlaceholderText(tr("a name, to keep the mapping for files with the same columns"));
    m_name->setAccessibleName(tr("Name of the mapping"));
    m_save = new QPushButton(tr("Sa&ve"));
    m_save->setEnabled(false);
    m_read = new QPushButton(tr("&Read with this mapping"));
    m_read->setEnabled(false);
    auto* title = new QLabel(tr("&Name"));
    title->setBuddy(m_name);
    row->addWidget(title);
    row->addWidget(m_name, 1);
    row->addWidget(m_save);
    row->addWidget(m_read);
    layout->addLayout(row);
    connect(m_name, &QLineEdit::textChanged, this,
            [this](const QString& name) { m_save->setEnabled(!name.trimmed().isEmpty()); });
    connect(m_name, &QLineEdit::returnPressed, this, &MappingWindow::save);
    connect(m_save, &QPushButton::clicked, this, &MappingWindow::save);
    connect(m_read, &QPushButton::clicked, this, &MappingWindow::read);
    return bottom;
}

void MappingWindow::sample() {
    const bool typed = m_rows->isModified();
    m_rows->setModified(false);
    std::optional<std::string> rows;
    if (typed) rows = m_rows->text().trimmed().toStdString();
    if (rows && !rowsPath(*rows)) return say(tr("The records are at $, or at a path such as $.results[*]."));
    m_sampler.start(
        [path = m_path.toStdString(), rows](std::stop_token stop) {
            Sampled out{sampleRows(path, rows, 1000, stop), {}, {}, {}};
            if (out.sample) out.proposal = proposeMapping(*out.sample);
            out.saved = savedMappings(mappingsFolder(), out.problems);
            if (out.sample)
                std::stable_partition(out.saved.begin(), out.saved.end(), [&](const Mapping& mapping) {
                    return fitsColumns(mapping, out.sample->columns);
                });
            return out;
        },
        [this](Sampled result) { sampled(std::move(result)); });
}

void MappingWindow::sampled(Sampled sampled) {
    if (!sampled.sample) {
        m_columns->clear();
        return say(qText(sampled.sample.error().text()));
    }
    const RowsSample& sample = *sampled.sample;
    m_columns->setText(sample.columns.size() == 1 ? tr("1 column") : tr("%1 columns").arg(sample.columns.size()));
    m_rows->setText(qText(sample.rows));
    m_form->setColumns(sample.columns);
    m_proposal = std::move(sampled.proposal);
    m_mappings = std::move(sampled.saved);
    while (m_saved->count() > 1) m_saved->removeItem(1);
    for (const Mapping& mapping : m_mappings)
        m_saved->addItem(fitsColumns(mapping, sample.columns) ? tr("%1 (fits)").arg(qText(mapping.name))
                                                              : qText(mapping.name));
    startFrom(0);
    if (sample.columns.empty()) return say(tr("The file holds no records there."));
    if (!sampled.problems.empty()) say(qText(sampled.problems.front().text()));
}

/// 0: what the file suggests; then the saved mappings.
void MappingWindow::startFrom(int choice) {
    const QSignalBlocker quiet(m_saved);
    m_saved->setCurrentIndex(choice);
    const bool proposed = choice <= 0 || static_cast<std::size_t>(choice) > m_mappings.size();
    const Mapping& from = proposed ? m_proposal.mapping : m_mappings[static_cast<std::size_t>(choice - 1)];
    m_form->setFields(from, proposed ? m_proposal.fields : std::vector<FieldProposal>{});
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(from.firstTokenKind)));
    if (!proposed) {
        m_name->setText(qText(from.name));
        m_rows->setText(qText(from.rows));
    }
    look();
}

Result<Mapping> MappingWindow::mapping() const {
    Mapping into;
    into.name = m_name->text().trimmed().toStdString();
    into.rows = m_rows->text().trimmed().toStdString();
    into.firstTokenKind = static_cast<FirstTokenKind>(m_kind->currentData().toInt());
    return m_form->fields(std::move(into));
}

void MappingWindow::look() {
    m_later.stop();
    const auto chosen = mapping();
    m_read->setEnabled(chosen.has_value());
    if (!chosen) {
        m_previewer.cancel();
        m_model.clear();
        m_noticed->clear();
        return say(qText(chosen.error().text()));
    }
    m_previewer.start([path = m_path.toStdString(), mapping = *chosen, settings = m_session.settings()](
                          std::stop_token stop) { return previewMapping(path, mapping, settings, previewRows, stop); },
                      [this](Result<MappingPreview> preview) { showPreview(std::move(preview)); });
}

void MappingWindow::showPreview(Result<MappingPreview> preview) {
    if (!preview) {
        m_model.clear();
        m_noticed->clear();
        return say(qText(preview.error().text()));
    }
    say({});
    m_model.set(*preview);
    QStringList noticed;
    if (m_model.rowCount() > 0) noticed << tr("The first %1 rows: %2.").arg(m_model.rowCount()).arg(m_model.summary());
    for (const Diagnostic& diagnostic : preview->diagnostics) noticed << sentence(diagnostic.text);
    m_noticed->setText(noticed.join(QLatin1Char('\n')));
}

void MappingWindow::say(const QString& problem) {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColour(Tone::bad, isDark(colours)));
    m_problem->setPalette(colours);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void MappingWindow::save() {
    const auto chosen = mapping();
    if (!chosen) return say(qText(chosen.error().text()));
    m_saver.start([mapping = *chosen](std::stop_token) { return saveMapping(mappingsFolder(), mapping); },
                  [this, name = m_name->text().trimmed()](const auto& saved) {
                      if (!saved) return say(qText(saved.error().text()));
                      say({});
                      m_noticed->setText(tr("Saved as %1. Files with the same columns are offered it.").arg(name));
                  });
}

/// It is kept, unseen, until the main window goes: its jobs' threads would have to be waited for here.
void MappingWindow::closeEvent(QCloseEvent* event) {
    QWidget::closeEvent(event);
    m_sampler.cancel();
    m_previewer.cancel();
    m_later.stop();
}

void MappingWindow::read() {
    const auto chosen = mapping();
    if (!chosen) return say(qText(chosen.error().text()));
    m_session.importMapped(m_path, *chosen);
    close();
}

}  // namespace plumbline

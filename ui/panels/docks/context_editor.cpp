#include "ui/panels/docks/context_editor.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

namespace {
enum Column { keyColumn, statedColumn, editedColumn, columnEnd };
}

std::string jsonOfTyped(const QString& text) {
    QJsonParseError error{};
    QJsonDocument::fromJson("[" + text.toUtf8() + "]", &error);
    const bool json = error.error == QJsonParseError::NoError && !text.trimmed().isEmpty();
    return json ? text.trimmed().toStdString() : plumbline::quoted(text.toStdString());
}

ContextEditor::ContextEditor(Session& session, ConfigurationId id, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_id(id),
      m_table(new QTableWidget(0, columnEnd)),
      m_key(new QLineEdit),
      m_value(new QLineEdit) {
    setModal(false);
    setWindowTitle(tr("Context"));
    resize(640, 480);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(plainLabel(tr("What the files state stays beside what you type; empty takes an edit back.")));
    m_table->setHorizontalHeaderLabels({tr("key"), tr("stated by the file"), tr("edited")});
    m_table->setColumnWidth(keyColumn, fontMetrics().averageCharWidth() * 28);
    m_table->setColumnWidth(statedColumn, fontMetrics().averageCharWidth() * 28);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->hide();
    m_table->setAccessibleName(tr("Context of the configuration"));
    layout->addWidget(m_table, 1);
    auto* row = new QHBoxLayout;
    m_key->setPlaceholderText(tr("another key: quantization, accelerator, accelerator_count\u2026"));
    m_value->setPlaceholderText(tr("value"));
    auto* add = new QPushButton(tr("&Add"));
    add->setAutoDefault(false);
    row->addWidget(m_key, 1);
    row->addWidget(m_value, 1);
    row->addWidget(add);
    layout->addLayout(row);
    connect(add, &QPushButton::clicked, this, &ContextEditor::addKey);
    connect(m_value, &QLineEdit::returnPressed, this, &ContextEditor::addKey);
    connect(m_table, &QTableWidget::cellChanged, this, &ContextEditor::take);
    connect(&session, &Session::figuresChanged, this, &ContextEditor::fill);
    fill();
}

void ContextEditor::fill() {
    const auto& figures = m_session.shown().figures;
    const auto position = figures ? positionOf(*figures, m_id) : std::nullopt;
    if (!position) return close(), void();
    const ConfigurationFigures& configuration = figures->configurations[*position];
    setWindowTitle(tr("Context of %1").arg(qText(configuration.name)));
    m_filling = true;
    m_table->setRowCount(static_cast<int>(configuration.context.size()));
    int row = 0;
    for (const auto& [key, fact] : configuration.context) {
        const auto text = [](const std::optional<std::string>& json) {
            return json ? qText(plainText(*json)) : QString();
        };
        const QString cells[] = {qText(key), text(fact.stated), text(fact.edited)};
        for (int column = 0; column < columnEnd; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            if (column != editedColumn) item->setFlags(item->flags() & ~Qt::ItemIsEditable);
            m_table->setItem(row, column, item);
        }
        ++row;
    }
    m_filling = false;
}

void ContextEditor::take(int row, int column) {
    if (m_filling || column != editedColumn) return;
    put(m_table->item(row, keyColumn)->text(), m_table->item(row, editedColumn)->text());
}

void ContextEditor::addKey() {
    if (m_key->text().trimmed().isEmpty()) return;
    put(m_key->text().trimmed(), m_value->text());
    m_key->clear();
    m_value->clear();
}

void ContextEditor::put(const QString& key, const QString& text) {
    const auto json = text.isEmpty() ? std::nullopt : std::optional(jsonOfTyped(text));
    m_session.change(withEdit(m_session.settings(), m_id, key.toStdString(), json));
}

}  // namespace plumbline

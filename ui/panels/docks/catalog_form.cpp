#include "ui/panels/docks/catalog_form.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

QComboBox* picker(const QString& name, const QString& placeholder) {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setAccessibleName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->lineEdit()->setPlaceholderText(placeholder);
    return box;
}

void offerFormats(QComboBox& box) {
    for (const WeightFormat& format : catalog().formats) {
        box.addItem(qText(format.id));
        box.setItemData(box.count() - 1, QStringLiteral("%1 B: %2").arg(format.bytes).arg(qText(format.detail)),
                        Qt::ToolTipRole);
    }
    box.setCurrentIndex(-1);
}

QString shownNumber(const std::optional<double>& value) { return value ? QString::number(*value, 'g', 12) : QString(); }

Result<void> take(const QString& text, const QString& what, std::optional<double>& into) {
    into.reset();
    if (text.trimmed().isEmpty()) return {};
    bool ok = false;
    const double value = text.trimmed().toDouble(&ok);
    if (!ok) return unexpected(ErrorKind::options, "\"" + text.toStdString() + "\" is no number.", what.toStdString());
    into = value;
    return {};
}

std::string textOf(const QComboBox* box) { return box->currentText().trimmed().toStdString(); }

const Model* modelOf(const QComboBox* box) {
    const std::string id = textOf(box);
    const auto found = id.empty() ? Result<const Model*>(nullptr) : catalog().model(id);
    return found ? *found : nullptr;
}

}  // namespace

CatalogForm::CatalogForm(QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    createParts(*layout);
    createFormats(*layout);
    createRest(*layout);
    connect(m_model, &QComboBox::currentTextChanged, this, &CatalogForm::showGroups);
    connect(m_accelerator, &QComboBox::currentTextChanged, this, &CatalogForm::offerBandwidths);
    for (QLineEdit* line : {m_count, m_replicas})
        connect(line, &QLineEdit::editingFinished, this, &CatalogForm::offerBandwidths);
    m_model->setCurrentIndex(-1);
    m_accelerator->setCurrentIndex(-1);
    showGroups();
}

void CatalogForm::createParts(QVBoxLayout& layout) {
    auto* form = new QFormLayout;
    form->setVerticalSpacing(4);
    m_model = picker(tr("Model of the catalog"), tr("a model"));
    for (const Model& model : catalog().models) m_model->addItem(qText(model.id));
    m_accelerator = picker(tr("Accelerator of the catalog"), tr("an accelerator"));
    for (const Accelerator& part : catalog().accelerators) {
        m_accelerator->addItem(qText(part.id));
        m_accelerator->setItemData(m_accelerator->count() - 1, qText(part.name), Qt::ToolTipRole);
    }
    form->addRow(tr("model"), m_model);
    form->addRow(tr("accelerator"), m_accelerator);
    addLine(*form, tr("count"), m_count, tr("Accelerators, over all copies"), tr("not said"));
    addLine(*form, tr("replicas"), m_replicas, tr("Copies of the model"), tr("not said"));
    m_bandwidth = picker(tr("Memory bandwidth of one copy, bytes per second"), tr("the catalog's"));
    m_bandwidth->setToolTip(
        tr("Published figures of the part, times the accelerators of a copy; or type bytes/s of one "
           "copy. Empty: the first that is listed."));
    form->addRow(tr("bandwidth, B/s"), m_bandwidth);
    layout.addLayout(form);
}

void CatalogForm::createFormats(QVBoxLayout& layout) {
    m_formats = new QTableWidget(0, 2);
    m_formats->setHorizontalHeaderLabels({tr("weights"), tr("format served")});
    m_formats->setAccessibleName(tr("Format of each group of weights"));
    m_formats->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_formats->verticalHeader()->hide();
    m_formats->setMinimumHeight(4 * (fontMetrics().height() + 10));
    layout.addWidget(m_formats, 1);
    m_note = plainLabel();
    m_note->setWordWrap(true);
    layout.addWidget(m_note);
    auto* released = new QPushButton(tr("As released"));
    released->setToolTip(tr("The formats of the published checkpoint; servers may convert them when they load it"));
    connect(released, &QPushButton::clicked, this, &CatalogForm::takeReleasedFormats);
    layout.addWidget(released);
}

void CatalogForm::createRest(QVBoxLayout& layout) {
    auto* form = new QFormLayout;
    form->setVerticalSpacing(4);
    m_kvFormat = picker(tr("Format of the KV cache"), tr("not said"));
    offerFormats(*m_kvFormat);
    form->addRow(tr("KV format"), m_kvFormat);
    addLine(*form, tr("drafted a step"), m_draft, tr("Drafted tokens a step"), QStringLiteral("0"));
    addLine(*form, tr("accepted a step"), m_accept, tr("Tokens that a step yields"), QStringLiteral("1"));
    addLine(*form, tr("cache read, times"), m_rKv, tr("Times that a copy reads each cache"), QStringLiteral("1"));
    addLine(*form, tr("attention read, times"), m_rAttn, tr("Times that a copy reads its attention weights"),
            QStringLiteral("1"));
    layout.addLayout(form);
}

void CatalogForm::addLine(QFormLayout& layout, const QString& label, QLineEdit*& line, const QString& name,
                          const QString& placeholder) {
    line = new QLineEdit;
    line->setPlaceholderText(placeholder);
    line->setAccessibleName(name);
    line->setAlignment(Qt::AlignRight);
    layout.addRow(label, line);
}

/// A row for each group that the model has; formats that are chosen stay where the group does.
void CatalogForm::showGroups() {
    const std::string before = weights();
    const Model* model = modelOf(m_model);
    const std::vector<std::string> groups = model ? model->groups() : std::vector<std::string>();
    m_formats->setRowCount(0);
    for (const std::string& group : groups) {
        const int row = m_formats->rowCount();
        m_formats->insertRow(row);
        auto* name = new QTableWidgetItem(qText(group));
        name->setFlags(Qt::ItemIsEnabled);
        m_formats->setItem(row, 0, name);
        auto* box = picker(tr("Format of %1").arg(qText(group)), tr("not said"));
        offerFormats(*box);
        m_formats->setCellWidget(row, 1, box);
    }
    setWeights(before);
    m_note->setText(model ? qText(model->note) : QString());
    m_note->setVisible(!m_note->text().isEmpty());
}

QComboBox* CatalogForm::format(const QString& group) const {
    for (int row = 0; row < m_formats->rowCount(); ++row)
        if (m_formats->item(row, 0)->text() == group) return qobject_cast<QComboBox*>(m_formats->cellWidget(row, 1));
    return nullptr;
}

void CatalogForm::setWeights(const std::string& weights) {
    QString rest;
    QStringList named;
    for (const QString& part : qText(weights).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString group = part.section(QLatin1Char('='), 0, 0), format = part.section(QLatin1Char('='), 1);
        if (group == QLatin1String("rest")) rest = format;
        QComboBox* box = this->format(group);
        if (box == nullptr) continue;
        box->setCurrentText(format);
        named << group;
    }
    for (int row = 0; row < m_formats->rowCount(); ++row)
        if (!rest.isEmpty() && !named.contains(m_formats->item(row, 0)->text()))
            qobject_cast<QComboBox*>(m_formats->cellWidget(row, 1))->setCurrentText(rest);
}

std::string CatalogForm::weights() const {
    QStringList parts;
    for (int row = 0; row < m_formats->rowCount(); ++row) {
        const QString format = qobject_cast<QComboBox*>(m_formats->cellWidget(row, 1))->currentText().trimmed();
        if (!format.isEmpty()) parts << m_formats->item(row, 0)->text() + QLatin1Char('=') + format;
    }
    return parts.join(QLatin1Char(',')).toStdString();
}

void CatalogForm::takeReleasedFormats() {
    if (const Model* model = modelOf(m_model)) setWeights(model->released);
}

/// The published figures, each times the devices of a copy; which one is used is the person's to say.
void CatalogForm::offerBandwidths() {
    const QString was = m_bandwidth->currentText();
    const QSignalBlocker quiet(m_bandwidth);
    m_bandwidth->clear();
    const std::string id = textOf(m_accelerator);
    const auto part = id.empty() ? Result<const Accelerator*>(nullptr) : catalog().accelerator(id);
    bool counted = false, copied = false;
    const double devices = m_count->text().toDouble(&counted) / m_replicas->text().toDouble(&copied);
    if (part && *part && counted && copied && devices > 0) {
        for (const PublishedBandwidth& figure : (*part)->bandwidths) {
            m_bandwidth->addItem(QString::number(devices * figure.bytesPerSecond, 'g', 12));
            m_bandwidth->setItemData(m_bandwidth->count() - 1, qText(figure.source), Qt::ToolTipRole);
        }
    }
    m_bandwidth->setCurrentIndex(-1);
    m_bandwidth->setEditText(was);
}

void CatalogForm::showForm(const CatalogBound& form) {
    m_kept = form;
    m_model->setEditText(qText(form.model));
    m_accelerator->setEditText(qText(form.accelerator));
    m_count->setText(shownNumber(form.count));
    m_replicas->setText(shownNumber(form.replicas));
    m_draft->setText(shownNumber(form.draft));
    m_accept->setText(shownNumber(form.accept));
    m_rKv->setText(shownNumber(form.rKv));
    m_rAttn->setText(shownNumber(form.rAttn));
    m_kvFormat->setEditText(qText(form.kvFormat));
    m_formats->setRowCount(0);
    showGroups();
    setWeights(form.weights);
    offerBandwidths();
    m_bandwidth->setEditText(shownNumber(form.bandwidth));
}

Result<CatalogBound> CatalogForm::typed() const {
    CatalogBound form = m_kept;
    form.model = textOf(m_model);
    form.accelerator = textOf(m_accelerator);
    form.kvFormat = textOf(m_kvFormat);
    form.weights = weights();
    if (auto fine = take(m_bandwidth->currentText(), m_bandwidth->accessibleName(), form.bandwidth); !fine)
        return Unexpected{fine.error()};
    for (const auto& [line, into] : {std::pair{m_count, &form.count},
                                     {m_replicas, &form.replicas},
                                     {m_draft, &form.draft},
                                     {m_accept, &form.accept},
                                     {m_rKv, &form.rKv},
                                     {m_rAttn, &form.rAttn}})
        if (auto fine = take(line->text(), line->accessibleName(), *into); !fine) return Unexpected{fine.error()};
    return form;
}

}  // namespace plumbline

#include "ui/panels/docks/bound_panel.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <cmath>

#include "core/measure/bound_context.h"
#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

namespace {

QLineEdit* numberLine(const QString& placeholder, const QString& name) {
    auto* line = new QLineEdit;
    line->setPlaceholderText(placeholder);
    line->setAccessibleName(name);
    line->setAlignment(Qt::AlignRight);
    return line;
}

/// "68.9e9": exponents in steps of three, as people say such numbers.
QString numberText(double value) {
    constexpr double plainBelow = 1e6;
    if (value == 0 || std::abs(value) < plainBelow) return QString::number(value, 'g', 12);
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)))) / 3 * 3;
    return QStringLiteral("%1e%2").arg(QString::number(value / std::pow(10.0, exponent), 'g', 12)).arg(exponent);
}
QString numberText(const std::optional<double>& value) { return value ? numberText(*value) : QString(); }

Result<double> parseNumber(const QString& text, const QString& what) {
    bool ok = false;
    const double value = text.trimmed().toDouble(&ok);
    if (!ok)
        return unexpected(ErrorKind::options, "\"" + text.toStdString() + "\" is no number.", what.toStdString(),
                          "Give a number like 88.4e9.");
    return value;
}

std::string reasonWithheld(const LevelFigures& level) {
    const auto reason = level.withheld.find("bound");
    return reason == level.withheld.end() ? std::string() : reason->second;
}

}  // namespace

BoundPanel::BoundPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection) {
    createInputs();
    connect(m_configuration, &QComboBox::currentIndexChanged, this, [this] {
        showInputs();
        showWorking();
    });
    connect(m_apply, &QPushButton::clicked, this, &BoundPanel::apply);
    connect(m_takeBack, &QPushButton::clicked, this, &BoundPanel::takeBack);
    connect(&session, &Session::figuresChanged, this, [this] {
        offerConfigurations();
        showInputs();
        showWorking();
    });
    connect(&selection, &Selection::levelChanged, this, [this] {
        const auto id = m_selection.configuration();
        const int position = id ? m_configuration->findData(static_cast<qlonglong>(*id)) : -1;
        if (position >= 0) m_configuration->setCurrentIndex(position);
        showWorking();
    });
    offerConfigurations();
    showInputs();
    showWorking();
}

void BoundPanel::createInputs() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    m_configuration = new QComboBox;
    m_configuration->setAccessibleName(tr("Configuration whose bound it is"));
    m_configuration->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_configuration->setMinimumContentsLength(12);
    layout->addWidget(m_configuration);
    m_form = new QComboBox;
    m_form->addItems({tr("bytes typed in"), tr("from the catalog")});
    m_form->setAccessibleName(tr("How the bound's inputs are given"));
    layout->addWidget(m_form);
    m_pages = new QStackedWidget;
    m_pages->addWidget(createTypedPage());
    m_catalog = new CatalogForm;
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_catalog);
    m_pages->addWidget(scroll);
    connect(m_form, &QComboBox::currentIndexChanged, m_pages, &QStackedWidget::setCurrentIndex);
    layout->addWidget(m_pages, 3);
    m_problem = plainLabel();
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    createButtons(*layout);
    m_working = new QPlainTextEdit;
    m_working->setReadOnly(true);
    m_working->setFrameShape(QFrame::NoFrame);
    m_working->setAccessibleName(tr("Working of the bound at the selected level"));
    m_working->setPlaceholderText(tr("Select a level to see its bound worked out."));
    layout->addWidget(m_working, 2);
}

QWidget* BoundPanel::createTypedPage() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_groups = new QTableWidget(0, 3);
    m_groups->setHorizontalHeaderLabels({tr("weights"), tr("params"), tr("B / param")});
    m_groups->setAccessibleName(tr("Weight groups: name, parameters read a step, bytes a parameter"));
    m_groups->setToolTip(
        tr("Parameters read in a step by weight format. An empty row at the end takes another group; "
           "clear a row's name to leave it out."));
    m_groups->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_groups->verticalHeader()->hide();
    m_groups->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    m_groups->setMinimumHeight(4 * (fontMetrics().height() + 10));
    layout->addWidget(m_groups, 1);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(4);
    m_bandwidth = numberLine(QStringLiteral("64e12"), tr("Memory bandwidth of one copy, bytes per second"));
    m_kvBytes = numberLine(tr("none"), tr("Bytes of cache a token"));
    m_context = numberLine(tr("none"), tr("Cached tokens a sequence"));
    m_replicas = numberLine(QStringLiteral("1"), tr("Copies of the model"));
    m_accept = numberLine(QStringLiteral("1"), tr("Accepted tokens a step"));
    form->addRow(tr("bandwidth, B/s"), m_bandwidth);
    form->addRow(tr("KV, B/token"), m_kvBytes);
    form->addRow(tr("context, tokens"), m_context);
    form->addRow(tr("replicas"), m_replicas);
    form->addRow(tr("accepted a step"), m_accept);
    layout->addLayout(form);
    return page;
}

void BoundPanel::createButtons(QVBoxLayout& layout) {
    auto* buttons = new QHBoxLayout;
    m_apply = new QPushButton(tr("Apply"));
    m_apply->setAccessibleName(tr("Apply the bound"));
    m_takeBack = new QPushButton(tr("Take back"));
    m_takeBack->setToolTip(tr("Back to what the files say"));
    buttons->addWidget(m_apply);
    buttons->addWidget(m_takeBack);
    layout.addLayout(buttons);
}

void BoundPanel::offerConfigurations() {
    const auto was = chosen();
    const QSignalBlocker quiet(m_configuration);
    std::vector<OfferedConfiguration> all;
    if (const auto& figures = m_session.shown().figures)
        for (const auto& configuration : figures->configurations)
            all.push_back({qText(configuration.name), configuration.id, {}});
    plumbline::offerConfigurations(*m_configuration, all);
    const int position = was ? m_configuration->findData(static_cast<qlonglong>(*was)) : 0;
    m_configuration->setCurrentIndex(std::max(position, m_configuration->count() > 0 ? 0 : -1));
    m_configuration->setEnabled(m_configuration->count() > 0);
    m_apply->setEnabled(m_configuration->count() > 0);
}

std::optional<ConfigurationId> BoundPanel::chosen() const {
    const QVariant number = m_configuration->currentData();
    return number.isValid() ? std::optional(ConfigurationId{number.toLongLong()}) : std::nullopt;
}

void BoundPanel::addGroup(const WeightGroup& group) {
    const int row = m_groups->rowCount();
    m_groups->insertRow(row);
    const bool empty = group.name.empty();
    const QString cells[] = {qText(group.name), empty ? QString() : numberText(group.params),
                             empty ? QString() : numberText(group.bytesPerParam)};
    for (int column = 0; column < 3; ++column) {
        auto* cell = new QTableWidgetItem(cells[column]);
        if (column > 0) cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_groups->setItem(row, column, cell);
    }
}

const Context* BoundPanel::chosenContext() const {
    const auto id = chosen();
    const auto position = id ? positionOf(*m_session.shown().figures, *id) : std::nullopt;
    return position ? &m_session.shown().figures->configurations[*position].context : nullptr;
}

void BoundPanel::showInputs() {
    const auto id = chosen();
    const Context* context = chosenContext();
    std::optional<std::string> json;
    bool edited = false;
    if (context) {
        json = factText(*context, "bound");
        if (const auto fact = context->find("bound"); fact != context->end()) edited = fact->second.edited.has_value();
    }
    m_takeBack->setEnabled(edited);
    const QString shownText =
        QStringLiteral("%1 %2").arg(id ? static_cast<qlonglong>(*id) : -1).arg(qText(json.value_or("")));
    if (shownText == m_inputsShown) return;
    m_inputsShown = shownText;
    say({});
    BoundInputs typed;
    CatalogBound form;
    if (json) {
        auto parsed = parseBoundStatement(*json);
        if (!parsed) say(qText(parsed.error().text()));
        if (parsed) m_form->setCurrentIndex(static_cast<int>(parsed->index()));
        if (parsed && parsed->index() == 0)
            typed = std::get<BoundInputs>(*std::move(parsed));
        else if (parsed)
            form = std::get<CatalogBound>(*std::move(parsed));
    }
    if (context) fillFromConfiguration(*context, form);
    showTyped(typed);
    m_catalog->showForm(form);
}

void BoundPanel::showTyped(const BoundInputs& inputs) {
    m_typed = inputs;
    m_groups->setRowCount(0);
    for (const WeightGroup& group : inputs.groups) addGroup(group);
    for (int i = 0; i < 2; ++i) addGroup({});
    m_bandwidth->setText(inputs.bandwidth > 0 ? numberText(inputs.bandwidth) : QString());
    m_kvBytes->setText(numberText(inputs.kvBytesPerToken));
    m_context->setText(numberText(inputs.context));
    m_replicas->setText(numberText(inputs.replicas));
    m_accept->setText(numberText(inputs.accept));
}

Result<BoundInputs> BoundPanel::typed() const {
    BoundInputs inputs = m_typed;  // what the page has no field for stays as it was
    inputs.groups.clear();
    inputs.bandwidth = 0;
    inputs.kvBytesPerToken.reset();
    inputs.context.reset();
    inputs.replicas = inputs.accept = 1;
    for (int row = 0; row < m_groups->rowCount(); ++row) {
        const auto cell = [&](int column) {
            const QTableWidgetItem* item = m_groups->item(row, column);
            return item ? item->text().trimmed() : QString();
        };
        if (cell(0).isEmpty()) continue;
        const auto params = parseNumber(cell(1), tr("params of %1").arg(cell(0)));
        if (!params) return Unexpected{params.error()};
        const auto bytes = parseNumber(cell(2), tr("bytes a parameter of %1").arg(cell(0)));
        if (!bytes) return Unexpected{bytes.error()};
        inputs.groups.push_back({cell(0).toStdString(), *params, *bytes});
    }
    const auto take = [](const QLineEdit* line, auto& target) -> Result<void> {
        if (line->text().trimmed().isEmpty()) return {};
        const auto value = parseNumber(line->text(), line->accessibleName());
        if (!value) return Unexpected{value.error()};
        target = *value;
        return {};
    };
    for (const auto& taken :
         {take(m_bandwidth, inputs.bandwidth), take(m_kvBytes, inputs.kvBytesPerToken), take(m_context, inputs.context),
          take(m_replicas, inputs.replicas), take(m_accept, inputs.accept)})
        if (!taken) return Unexpected{taken.error()};
    return inputs;
}

/// The "bound" object of the page that is shown, once it can be worked out.
Result<std::string> BoundPanel::entered() const {
    if (m_form->currentIndex() == 0) {
        const auto inputs = typed();
        if (!inputs) return Unexpected{inputs.error()};
        // The level knows the context, where a cached token's bytes are typed without one.
        BoundInputs tried = *inputs;
        if (tried.kvBytesPerToken && !tried.context) tried.context = 1;
        const auto worked = bound(tried);
        return worked ? Result<std::string>(boundJson(*inputs)) : Unexpected{worked.error()};
    }
    const auto form = m_catalog->typed();
    if (!form) return Unexpected{form.error()};
    CatalogBound filled = *form;
    if (const Context* context = chosenContext()) fillFromConfiguration(*context, filled);
    const auto inputs = resolve(filled, catalog(), NamedAs::keys);
    if (!inputs) return Unexpected{inputs.error()};
    const auto worked = bound(*inputs);
    return worked ? Result<std::string>(boundJson(*form)) : Unexpected{worked.error()};
}

void BoundPanel::apply() {
    const auto id = chosen();
    if (!id) return;
    const auto json = entered();
    if (!json) return say(qText(json.error().text()));
    say({});
    m_session.change(withEdit(m_session.settings(), *id, "bound", *json));
}

void BoundPanel::takeBack() {
    if (const auto id = chosen()) m_session.change(withEdit(m_session.settings(), *id, "bound", {}));
}

void BoundPanel::say(const QString& problem) {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColour(Tone::bad, isDark(colours)));
    m_problem->setPalette(colours);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void BoundPanel::showWorking() {
    const auto id = chosen();
    const auto& figures = m_session.shown().figures;
    const auto load = m_selection.load();
    if (!id || !figures) return m_working->clear();
    auto place = load ? placeOf(*figures, *id, *load) : std::nullopt;
    const auto position = positionOf(*figures, *id);
    if (!place && position && !figures->configurations[*position].levels.empty()) place = ShownLevel{*position, 0};
    if (!place) return m_working->clear();
    const LevelFigures& level = levelAt(*figures, *place);
    QStringList lines{tr("At %1:").arg(qText(text(level.load)))};
    if (level.bound)
        for (const std::string& line : level.bound->working) lines << sentence(line);
    else
        lines << tr("No bound: %1").arg(qText(reasonWithheld(level)));
    const QString said = lines.join(QLatin1Char('\n'));
    if (m_working->toPlainText() != said) m_working->setPlainText(said);
}

}  // namespace plumbline

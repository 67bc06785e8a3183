#include "ui/import/mapping_form.h"

#include <QGridLayout>
#include <algorithm>
#include <array>
#include <cassert>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr int noColumn = 0, constantColumn = 1, firstColumn = 2;  // of a column chooser
constexpr int noUnit = 0;                                         // of a unit chooser; then TimeUnit's, from 1
constexpr std::array units{TimeUnit::nanoseconds, TimeUnit::microseconds, TimeUnit::milliseconds, TimeUnit::seconds};

QString words(ProposalBasis basis) {
    switch (basis) {
        case ProposalBasis::name:
            return MappingForm::tr("by its name:");
        case ProposalBasis::proved:
            return MappingForm::tr("proved:");
        case ProposalBasis::open:
            return MappingForm::tr("open:");
    }
    return {};
}

QString textOf(const std::optional<std::string>& text) { return text ? qText(*text) : QString(); }

}  // namespace

MappingForm::MappingForm(QWidget* parent) : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setVerticalSpacing(2);
    int column = 0;
    for (const QString& title : {tr("field"), tr("column"), tr("constant"), tr("unit"), tr("counted"), tr("clock"),
                                 tr("why it is proposed so")}) {
        auto* label = plainLabel(title);
        label->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(label, 0, column++);
    }
    grid->setColumnStretch(6, 1);
    for (const MappableField& field : mappableFields()) addLine(*grid, field);
    grid->setRowStretch(grid->rowCount(), 1);
}

void MappingForm::addLine(QGridLayout& grid, const MappableField& field) {
    const int row = static_cast<int>(m_lines.size()) + 1;
    const QString shown = qText(field.name);
    Line line{std::string(field.name), field.isTime};
    auto* name = plainLabel(shown);
    line.column = new QComboBox;
    line.column->addItems({QStringLiteral("\u2014"), tr("(a constant)")});
    line.column->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    line.column->setMinimumContentsLength(20);
    line.column->setAccessibleName(tr("Column of %1").arg(shown));
    name->setBuddy(line.column);
    line.value = new QLineEdit;
    line.value->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    line.value->setAccessibleName(tr("Constant of %1").arg(shown));
    line.reason = plainLabel();
    line.reason->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    grid.addWidget(name, row, 0);
    grid.addWidget(line.column, row, 1);
    grid.addWidget(line.value, row, 2);
    grid.addWidget(line.reason, row, 6);
    if (field.isTime) addTimeBoxes(grid, row, line);
    const std::size_t position = m_lines.size();
    for (QComboBox* box : {line.column, line.unit, line.as, line.clock})
        if (box) connect(box, &QComboBox::currentIndexChanged, this, [this, position] { turned(position); });
    connect(line.value, &QLineEdit::textChanged, this, [this, position] { turned(position); });
    m_lines.push_back(line);
    follow(m_lines.back());
}

void MappingForm::addTimeBoxes(QGridLayout& grid, int row, Line& line) {
    const QString shown = qText(line.field);
    line.unit = new QComboBox;
    line.unit->addItems({QStringLiteral("\u2014"), tr("ns"), tr("\u00b5s"), tr("ms"), tr("s")});
    line.unit->setAccessibleName(tr("Unit of %1").arg(shown));
    line.unit->setToolTip(tr("A time on a clock that is written as a date needs none"));
    line.as = new QComboBox;
    line.as->addItems({tr("from the start"), tr("on a clock")});
    line.as->setAccessibleName(tr("What %1 is counted from").arg(shown));
    line.clock = new QComboBox;
    line.clock->addItems(
        {QStringLiteral("\u2014"), QStringLiteral("epoch"), QStringLiteral("monotonic"), QStringLiteral("relative")});
    line.clock->setAccessibleName(tr("Clock of %1").arg(shown));
    line.clock->setToolTip(
        tr("epoch: since 1970; monotonic: of one machine, from any beginning; relative: since the "
           "benchmark began"));
    grid.addWidget(line.unit, row, 3);
    grid.addWidget(line.as, row, 4);
    grid.addWidget(line.clock, row, 5);
}

const MappingForm::Line& MappingForm::line(std::string_view field) const {
    const auto found = std::ranges::find(m_lines, field, &Line::field);
    assert(found != m_lines.end());
    return *found;
}

/// What another choice leaves nothing to choose in is off.
void MappingForm::follow(const Line& line) {
    const int column = line.column->currentIndex();
    const bool isStatus = line.field == "status" && column >= firstColumn;
    line.value->setEnabled(column == constantColumn || isStatus);
    line.value->setPlaceholderText(isStatus                   ? tr("word for success")
                                   : column == constantColumn ? tr("for all rows")
                                                              : QString());
    if (!line.isTime) return;
    line.unit->setEnabled(column != noColumn);
    line.as->setEnabled(column != noColumn && line.field != "gaps");
    line.clock->setEnabled(column != noColumn && line.as->currentIndex() == 1);
}

void MappingForm::turned(std::size_t position) {
    if (m_quiet) return;
    follow(m_lines[position]);
    m_lines[position].reason->clear();
    emit changed();
}

void MappingForm::setColumns(const std::vector<std::string>& columns) {
    m_quiet = true;
    m_columns = columns;
    for (const Line& line : m_lines) {
        const int index = line.column->currentIndex();
        const QString chosen = index >= firstColumn ? line.column->currentData().toString() : QString();
        while (line.column->count() > firstColumn) line.column->removeItem(firstColumn);
        for (const std::string& column : columns) line.column->addItem(qText(column), qText(column));
        if (!chosen.isEmpty() && line.column->findData(chosen) < 0)
            line.column->addItem(tr("%1 (not in this file)").arg(chosen), chosen);
        line.column->setCurrentIndex(chosen.isEmpty() ? std::min(index, constantColumn)
                                                      : line.column->findData(chosen));
    }
    m_quiet = false;
}

void MappingForm::showField(Line& line, const MappedField* field) {
    if (!field) {
        line.column->setCurrentIndex(noColumn);
        line.value->clear();
    } else if (field->constant) {
        line.column->setCurrentIndex(constantColumn);
        line.value->setText(textOf(field->constant));
    } else {
        const QString column = qText(field->column);
        if (line.column->findData(column) < 0) line.column->addItem(tr("%1 (not in this file)").arg(column), column);
        line.column->setCurrentIndex(line.column->findData(column));
        line.value->setText(textOf(field->okWhen));
    }
    if (!line.isTime) return;
    const MappedField shown = field ? *field : MappedField{};
    line.unit->setCurrentIndex(shown.unit ? static_cast<int>(*shown.unit) + 1 : noUnit);
    line.as->setCurrentIndex(basisOf(line.field, shown) == TimeBasis::absolute ? 1 : 0);
    line.clock->setCurrentIndex(shown.clock.empty() ? 0 : std::max(line.clock->findText(qText(shown.clock)), 0));
}

void MappingForm::setFields(const Mapping& mapping, const std::vector<FieldProposal>& proposals) {
    m_quiet = true;
    for (Line& line : m_lines) {
        const auto field = mapping.fields.find(line.field);
        showField(line, field == mapping.fields.end() ? nullptr : &field->second);
        follow(line);
        const auto proposal = std::ranges::find(proposals, line.field, &FieldProposal::field);
        const bool proposed = proposal != proposals.end();
        const bool open = proposed && proposal->basis == ProposalBasis::open;
        const QString said =
            proposed ? words(proposal->basis) + QLatin1Char(' ') + sentence(proposal->reason) : QString();
        line.reason->setText(said);
        line.reason->setToolTip(plainTip(said));
        QPalette colours = palette();
        if (open) colours.setColor(QPalette::WindowText, toneColour(Tone::caution, isDark(colours)));
        line.reason->setPalette(colours);
    }
    m_quiet = false;
}

Result<Mapping> MappingForm::fields(Mapping into) const {
    into.fields.clear();
    into.whenColumns.clear();
    for (const Line& line : m_lines) {
        const int column = line.column->currentIndex();
        if (column == noColumn) continue;
        MappedField field;
        const std::string value = line.value->text().trimmed().toStdString();
        if (column == constantColumn) {
            if (value.empty())
                return unexpected(ErrorKind::options, tr("The constant has no value.").toStdString(), line.field,
                                  tr("Type it beside the column.").toStdString());
            field.constant = value;
        } else {
            field.column = line.column->currentData().toString().toStdString();
            if (line.field == "status" && !value.empty()) field.okWhen = value;
            if (std::ranges::find(into.whenColumns, field.column) == into.whenColumns.end())
                into.whenColumns.push_back(field.column);
        }
        if (line.isTime) {
            const int unit = line.unit->currentIndex();
            field.as = line.as->currentIndex() == 1 ? TimeBasis::absolute : TimeBasis::offset;
            if (unit != noUnit) field.unit = units[static_cast<std::size_t>(unit - 1)];
            if (field.as == TimeBasis::absolute && line.clock->currentIndex() > 0)
                field.clock = line.clock->currentText().toStdString();
            if (field.as == TimeBasis::offset && !field.unit)
                return unexpected(ErrorKind::options, tr("The time has no unit.").toStdString(), line.field,
                                  tr("Choose the one that it is written in.").toStdString());
        }
        into.fields.emplace(line.field, std::move(field));
    }
    if (into.fields.empty())
        return unexpected(ErrorKind::options, tr("No field has a column yet.").toStdString(), {},
                          tr("Choose at least a start, an end and the output tokens.").toStdString());
    return into;
}

}  // namespace plumbline

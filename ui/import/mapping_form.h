// One line a field of the trace: where it comes from, in what unit, counted from what, and why it was proposed so.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <vector>

#include "core/ingest/mapping/mapping_proposal.h"

class QGridLayout;

namespace plumbline {

class MappingForm : public QWidget {
    Q_OBJECT
public:
    explicit MappingForm(QWidget* parent = nullptr);

    /// The columns that may be chosen. What is chosen stays, also where no column is called so.
    void setColumns(const std::vector<std::string>& columns);
    /// Shows the fields; reasons stand beside those that were proposed.
    void setFields(const Mapping& mapping, const std::vector<FieldProposal>& proposals = {});
    /// What is chosen, into the fields of the mapping. Errors (of kind options): a time without a unit, a constant
    /// without a value, no field at all.
    Result<Mapping> fields(Mapping into) const;

    struct Line {
        std::string field;
        bool isTime = false;
        QComboBox *column = nullptr, *unit = nullptr, *as = nullptr, *clock = nullptr;
        QLineEdit* value = nullptr;  ///< the constant; of a status the word for success
        QLabel* reason = nullptr;
    };
    const Line& line(std::string_view field) const;

signals:
    void changed();  ///< by a person

private:
    void addLine(QGridLayout& grid, const MappableField& field);
    void addTimeBoxes(QGridLayout& grid, int row, Line& line);
    void showField(Line& line, const MappedField* field);
    void follow(const Line& line);
    void turned(std::size_t position);

    std::vector<Line> m_lines;
    std::vector<std::string> m_columns;
    bool m_quiet = false;  ///< filled by the program, not by a person
};

}  // namespace plumbline

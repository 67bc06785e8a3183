// What is selected, the same everywhere: a configuration, a level of it, a row.
#pragma once

#include <QObject>
#include <optional>

#include "core/measure/settings.h"

namespace plumbline {

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    std::optional<ConfigurationId> configuration() const { return m_configuration; }
    std::optional<Load> load() const { return m_load; }
    std::optional<RowIndex> row() const { return m_row; }

    void setLevel(std::optional<ConfigurationId> configuration, std::optional<Load> load) {
        if (m_configuration == configuration && m_load == load) return;
        m_configuration = configuration;
        m_load = load;
        emit levelChanged();
    }
    void setRow(std::optional<RowIndex> row) {
        if (m_row == row) return;
        m_row = row;
        emit rowChanged();
    }
    void clear() {
        setLevel({}, {});
        setRow({});
    }

signals:
    void levelChanged();
    void rowChanged();

private:
    std::optional<ConfigurationId> m_configuration;
    std::optional<Load> m_load;
    std::optional<RowIndex> m_row;
};

}  // namespace plumbline

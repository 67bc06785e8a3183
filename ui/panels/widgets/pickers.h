// Boxes that pick a quantity or a load.
#pragma once

#include <QComboBox>
#include <QIcon>
#include <optional>
#include <vector>

#include "core/measure/metric.h"
#include "core/trace/row.h"

namespace plumbline {

class Session;

class QuantityPicker : public QComboBox {
    Q_OBJECT
public:
    QuantityPicker(const Quantity& first, const QString& accessibleName, QWidget* parent = nullptr);
    Quantity quantity() const;
    void pick(const Quantity& quantity);

signals:
    void picked();
};

/// Puts configurations into a box, their ids as its data. Nothing is touched where they are what it holds already: an
/// open list stays open. Signals are left to the caller; the current index is -1 after a change.
struct OfferedConfiguration {
    QString name;
    ConfigurationId id{};
    QIcon icon;
};
/// Those that are not hidden, with their markers; without, where it is not said whether the window is dark.
std::vector<OfferedConfiguration> shownConfigurations(const Session& session, std::optional<bool> dark);
void offerConfigurations(QComboBox& box, const std::vector<OfferedConfiguration>& offered);

/// Keeps the load it was on while it is offered; once one was picked; else takes the one to show first.
class LoadPicker : public QComboBox {
    Q_OBJECT
public:
    explicit LoadPicker(QWidget* parent = nullptr);
    void offer(const std::vector<Load>& loads, const std::optional<Load>& first);
    void pick(const Load& load);
    std::optional<Load> load() const;

signals:
    void picked();

private:
    std::vector<Load> m_loads;
    bool m_picked = false;  ///< by a person or a selection; while not, it follows what comes in
};

}  // namespace plumbline

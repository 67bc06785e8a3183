// The tree on the left: configurations > levels > runs, then reference traffic > its sets. Small; never a tree over
// rows.
#pragma once

#include <QAbstractItemModel>
#include <QColor>
#include <QIcon>
#include <functional>
#include <optional>
#include <vector>

#include "core/judge/judge.h"
#include "ui/session/analyst.h"
#include "ui/session/lookup.h"

namespace plumbline {

class ConfigurationsModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit ConfigurationsModel(QObject* parent = nullptr);

    /// Keeps the tree's indexes (and what is unfolded) where configurations, levels and runs are the same as before.
    void set(const Shown& shown, std::shared_ptr<const Judgement> judgement);
    /// How a configuration is drawn, by position: colour and marker.
    void setIcons(std::function<QIcon(std::size_t)> icon) { m_icon = std::move(icon); }

    /// What an index stands for; level and run only where it stands for one. Reference traffic, and each of its sets,
    /// is no configuration: `configuration` says nothing there.
    struct Node {
        std::size_t configuration = 0;
        std::optional<std::size_t> level, run;
        bool isTraffic = false;
        std::optional<std::size_t> set{};  ///< position in Dataset::traffic
        bool operator==(const Node&) const = default;
    };
    std::optional<Node> nodeAt(const QModelIndex& index) const;
    QModelIndex indexOf(const Node& node, int column = 0) const;
    std::optional<ConfigurationId> idAt(const QModelIndex& index) const;
    const Shown& shown() const { return m_shown; }
    /// The run's or set's file; for a configuration, a level or all traffic, the files of all in it.
    std::vector<std::size_t> filesAt(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Checking asks for it by a signal; what is shown follows from the settings.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    enum Column { nameColumn, rowsColumn, flagColumn, columnEnd };

signals:
    void shownAsked(qint64 configuration, bool shown);  ///< a ConfigurationId's number: signals carry no enum of ours

private:
    struct Item {
        Node node;
        int parent = -1;  ///< position in m_items
        int row = 0;      ///< among its siblings
        std::vector<int> children;
    };
    int add(const Node& node, int parent, int row);
    void build();
    bool sameShape(const Figures& figures) const;
    const ConfigurationFigures& configurationOf(const Item& item) const;
    const LevelFigures& levelOf(const Item& item) const;
    std::size_t fileOfRun(RunIndex run) const;
    QString nameOf(const Item& item) const;
    QString tipOf(const Item& item) const;
    std::size_t rowsOf(const Item& item) const;
    bool isSummary(const Item& item) const;  ///< of what it stands for only the harness's own figures are known
    std::size_t suspiciousOf(const Item& item) const;
    std::vector<const Finding*> findingsOf(const Item& item) const;
    QString flagOf(const Item& item) const;
    QString flagTip(const Item& item) const;
    QVariant trafficData(const Item& item, int column, int role) const;

    Shown m_shown;
    std::shared_ptr<const Judgement> m_judgement;
    std::function<QIcon(std::size_t)> m_icon;
    std::vector<Item> m_items;
    std::vector<int> m_roots;
};

}  // namespace plumbline

#include "ui/panels/widgets/pickers.h"

#include <QListView>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <algorithm>

#include "ui/charts/marker.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"
#include "ui/session/session.h"

namespace plumbline {

namespace {
constexpr int mostShown = 24;  // items of an open box
constexpr int leastShown = 8;  // characters of a closed one, and of a load's
constexpr int loadShown = 16;
constexpr int widest = 44;
}  // namespace

QuantityPicker::QuantityPicker(const Quantity& first, const QString& accessibleName, QWidget* parent)
    : QComboBox(parent) {
    setAccessibleName(accessibleName);
    setMaxVisibleItems(mostShown);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(leastShown);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMaximumWidth(fontMetrics().averageCharWidth() * widest);
    for (const Quantity& quantity : offeredQuantities()) {
        addItem(qText(title(quantity)));
        const std::string_view formula = entry(quantity).formula;
        setItemData(count() - 1, qText(formula), Qt::ToolTipRole);
    }
    pick(first);
    // The closed box may cut the name: the tip has the whole of it.
    const auto showFormula = [this] {
        setToolTip(plainTip(tr("%1: %2").arg(currentText(), currentData(Qt::ToolTipRole).toString())));
    };
    showFormula();
    connect(this, &QComboBox::currentIndexChanged, this, [this, showFormula] {
        showFormula();
        emit picked();
    });
}

Quantity QuantityPicker::quantity() const {
    return offeredQuantities()[static_cast<std::size_t>(std::max(currentIndex(), 0))];
}

void QuantityPicker::pick(const Quantity& quantity) {
    const auto offered = offeredQuantities();
    const auto found = std::ranges::find(offered, quantity);
    if (found != offered.end()) setCurrentIndex(static_cast<int>(found - offered.begin()));
}

std::vector<OfferedConfiguration> shownConfigurations(const Session& session, std::optional<bool> dark) {
    std::vector<OfferedConfiguration> all;
    if (!session.shown().figures) return all;
    for (const ConfigurationFigures& each : session.shown().figures->configurations)
        if (!hides(session.settings(), each.id))
            all.push_back(
                {qText(each.name), each.id, dark ? markerIcon(seriesStyle(session.styleOf(each.id), *dark)) : QIcon()});
    return all;
}

void offerConfigurations(QComboBox& box, const std::vector<OfferedConfiguration>& offered) {
    const auto isHeld = [&](int at) {
        const OfferedConfiguration& wanted = offered[static_cast<std::size_t>(at)];
        return box.itemText(at) == wanted.name && box.itemData(at).toLongLong() == static_cast<qlonglong>(wanted.id) &&
               box.itemIcon(at).cacheKey() == wanted.icon.cacheKey();
    };
    const int count = static_cast<int>(offered.size());
    bool same = box.count() == count;
    for (int i = 0; same && i < count; ++i) same = isHeld(i);
    if (same) return;
    // All at once: each row put in alone would be told to the box and to its list.
    QList<QStandardItem*> items;
    for (const OfferedConfiguration& each : offered) {
        items << new QStandardItem(each.icon, each.name);
        items.back()->setData(static_cast<qlonglong>(each.id), Qt::UserRole);
    }
    box.clear();
    auto& model = static_cast<QStandardItemModel&>(*box.model());
    model.invisibleRootItem()->appendRows(items);
    box.setCurrentIndex(-1);
    if (auto* list = qobject_cast<QListView*>(box.view())) list->setUniformItemSizes(true);
}

LoadPicker::LoadPicker(QWidget* parent) : QComboBox(parent) {
    setMaxVisibleItems(mostShown);
    setAccessibleName(tr("Load"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(loadShown);
    connect(this, &QComboBox::currentIndexChanged, this, [this] {
        m_picked = true;
        emit picked();
    });
}

void LoadPicker::offer(const std::vector<Load>& loads, const std::optional<Load>& first) {
    if (loads == m_loads) return;
    const auto was = load();
    {
        const QSignalBlocker quiet(this);
        clear();
        m_loads = loads;
        for (const Load& one : loads) addItem(qText(text(one)));
        const bool stays = was && m_picked && std::ranges::find(m_loads, *was) != m_loads.end();
        const std::optional<Load>& wanted = stays ? was : first;
        const auto found = wanted ? std::ranges::find(m_loads, *wanted) : m_loads.end();
        setCurrentIndex(m_loads.empty() ? -1 : found == m_loads.end() ? 0 : static_cast<int>(found - m_loads.begin()));
    }
    if (load() != was) emit picked();
}

void LoadPicker::pick(const Load& wanted) {
    const auto found = std::ranges::find(m_loads, wanted);
    if (found != m_loads.end()) setCurrentIndex(static_cast<int>(found - m_loads.begin()));
}

std::optional<Load> LoadPicker::load() const {
    const int position = currentIndex();
    return position < 0 ? std::nullopt : std::optional(m_loads[static_cast<std::size_t>(position)]);
}

}  // namespace plumbline

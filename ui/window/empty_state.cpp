#include "ui/window/empty_state.h"

#include <QVBoxLayout>

#include "ui/panels/widgets/widgets.h"

namespace plumbline {

EmptyState::EmptyState(bool samplesExist, QWidget* parent)
    : QWidget(parent), m_samples(new QPushButton(tr("Open the &sample runs"))) {
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    auto* title = plainLabel(tr("Drop result files or folders here"));
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    title->setFont(large);
    title->setAlignment(Qt::AlignCenter);
    auto* what = plainLabel(
        tr("Results of vLLM's serving benchmark, AIPerf, summary tables and Plumbline's own traces, or a .plumb "
           "workspace. A folder is opened whole."));
    what->setAlignment(Qt::AlignCenter);
    what->setWordWrap(true);
    what->setMinimumWidth(1);
    what->setMaximumWidth(fontMetrics().averageCharWidth() * 90);
    auto* middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(what, 1000);
    middle->addStretch(1);
    auto* open = new QPushButton(symbol(QStringLiteral("open")), tr("&Open files\u2026"));
    auto* folder = new QPushButton(tr("Open a &folder\u2026"));
    m_samples->setEnabled(samplesExist);
    if (!samplesExist) m_samples->setToolTip(tr("They are not installed."));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton* button : {open, folder, m_samples}) buttons->addWidget(button);
    buttons->addStretch(1);
    layout->addStretch(2);
    layout->addWidget(title);
    layout->addLayout(middle);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    layout->addStretch(3);
    connect(open, &QPushButton::clicked, this, &EmptyState::openAsked);
    connect(folder, &QPushButton::clicked, this, &EmptyState::folderAsked);
    connect(m_samples, &QPushButton::clicked, this, &EmptyState::samplesAsked);
}

}  // namespace plumbline

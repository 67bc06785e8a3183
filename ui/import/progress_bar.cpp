#include "ui/import/progress_bar.h"

#include <QHBoxLayout>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"

namespace plumbline {

ImportProgressBar::ImportProgressBar(Session& session, QWidget* parent)
    : QWidget(parent), m_text(plainLabel()), m_bar(new QProgressBar), m_cancel(new QToolButton) {
    constexpr int steps = 1000;
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_bar->setRange(0, steps);
    m_bar->setMaximumWidth(160);
    m_bar->setMaximumHeight(fontMetrics().height());
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the import"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setIcon(symbol(QStringLiteral("cancel")));
    m_cancel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Stop the import; the files that are in stay"));
    m_text->setFixedWidth(fontMetrics().averageCharWidth() * 46);  // the bar does not jump from name to name
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(m_text);
    layout->addWidget(m_bar);
    layout->addWidget(m_cancel);
    hide();
    connect(m_cancel, &QToolButton::clicked, &session.files(), &WorkspaceFiles::cancelImport);
    connect(&session.files(), &WorkspaceFiles::importStarted, this, [this] {
        m_bar->setValue(0);
        m_text->setText(tr("Reading\u2026"));
        show();
    });
    connect(&session.files(), &WorkspaceFiles::importProgressed, this, [this](double share, const QString& text) {
        m_bar->setValue(static_cast<int>(share * steps));
        m_text->setText(m_text->fontMetrics().elidedText(text, Qt::ElideMiddle, m_text->width()));
        m_text->setToolTip(plainTip(text));
    });
    connect(&session.files(), &WorkspaceFiles::importFinished, this,
            [this, &session] { setVisible(session.files().importing()); });
}

}  // namespace plumbline

#include "ui/panels/widgets/empty_note.h"

#include <QAbstractItemModel>
#include <QEvent>

namespace plumbline {

EmptyNote::EmptyNote(QAbstractItemView& view, std::function<QString()> text)
    : QLabel(view.viewport()), m_view(view), m_words(std::move(text)) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignCenter);
    setMargin(12);
    setForegroundRole(QPalette::PlaceholderText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    view.viewport()->installEventFilter(this);
    const QAbstractItemModel* model = view.model();
    connect(model, &QAbstractItemModel::modelReset, this, &EmptyNote::refresh);
    connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyNote::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyNote::refresh);
    refresh();
}

void EmptyNote::refresh() {
    const bool empty = m_view.model()->rowCount() == 0;
    if (empty) {
        setText(m_words());
        setGeometry(m_view.viewport()->rect());
    }
    setVisible(empty);
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) refresh();
    return QLabel::eventFilter(watched, event);
}

}  // namespace plumbline

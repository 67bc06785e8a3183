#include "ui/review/raw_text_view.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <QTextCursor>

#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

RawTextView::RawTextView(QWidget* parent) : QPlainTextEdit(parent) {
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("The record as it stands in the file"));
    viewport()->setMouseTracking(true);
}

void RawTextView::setPieces(std::vector<RawPiece> pieces) {
    m_pieces = std::move(pieces);
    m_open.clear();
    verticalScrollBar()->setValue(0);
    lay();
}

void RawTextView::say(const QString& sentence) {
    m_pieces.clear();
    m_open.clear();
    setPlainText(sentence);
    emit foldsChanged();
}

std::size_t RawTextView::folded() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
        count += m_pieces[i].hidden && !m_open.contains(i) ? std::size_t{1} : 0;
    return count;
}

void RawTextView::lay() {
    const int scrolled = verticalScrollBar()->value();
    clear();
    QTextCursor cursor(document());
    const QTextCharFormat plain = cursor.charFormat();
    QTextCharFormat link;
    link.setForeground(palette().brush(QPalette::Link));
    link.setAnchor(true);
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        const RawPiece& piece = m_pieces[i];
        if (!piece.hidden) {
            cursor.insertText(qText(piece.text), plain);
            continue;
        }
        link.setAnchorHref(QString::number(i));
        const QString count = cellCount(std::uint64_t{piece.characters});
        const QString said = piece.characters == 1 ? tr("1 character") : tr("%1 characters").arg(count);
        link.setFontUnderline(!m_open.contains(i));
        cursor.insertText(m_open.contains(i) ? qText(piece.text) : tr("%1, click to show").arg(said), link);
    }
    moveCursor(QTextCursor::Start);
    verticalScrollBar()->setValue(scrolled);
    emit foldsChanged();
}

void RawTextView::unfold(std::size_t piece) {
    if (piece < m_pieces.size() && m_pieces[piece].hidden && m_open.insert(piece).second) lay();
}

void RawTextView::setAllShown(bool shown) {
    m_open.clear();
    for (std::size_t i = 0; i < m_pieces.size() && shown; ++i)
        if (m_pieces[i].hidden) m_open.insert(i);
    if (!m_pieces.empty()) lay();
}

void RawTextView::toggle(const QString& anchor) {
    bool isNumber = false;
    const std::size_t piece = anchor.toULongLong(&isNumber);
    if (!isNumber) return;
    if (m_open.erase(piece) > 0)
        lay();
    else
        unfold(piece);
}

void RawTextView::mouseMoveEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseMoveEvent(event);
    viewport()->setCursor(anchorAt(event->pos()).isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
}

void RawTextView::mouseReleaseEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection()) toggle(anchorAt(event->pos()));
}

void RawTextView::keyPressEvent(QKeyEvent* event) {
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!opens) return QPlainTextEdit::keyPressEvent(event);
    QTextCursor after = textCursor();
    after.movePosition(QTextCursor::NextCharacter);
    toggle(after.charFormat().anchorHref());
}

void RawTextView::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_pieces.empty()) lay();
}

}  // namespace plumbline

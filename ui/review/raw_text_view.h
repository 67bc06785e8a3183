// A raw record as plain text. What is private stays folded until it is clicked.
#pragma once

#include <QPlainTextEdit>
#include <set>
#include <vector>

#include "core/ingest/redact/raw_text.h"

namespace plumbline {

class RawTextView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit RawTextView(QWidget* parent = nullptr);
    void setPieces(std::vector<RawPiece> pieces);
    /// A sentence in place of a record.
    void say(const QString& sentence);
    std::size_t folded() const;  ///< how many pieces are not shown
    void unfold(std::size_t piece);
    void setAllShown(bool shown);

signals:
    void foldsChanged();

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void lay();
    void toggle(const QString& anchor);

    std::vector<RawPiece> m_pieces;
    std::set<std::size_t> m_open;
};

}  // namespace plumbline

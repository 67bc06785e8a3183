// A view without rows says why, or what would put some there.
#pragma once

#include <QAbstractItemView>
#include <QLabel>
#include <functional>

namespace plumbline {

class EmptyNote : public QLabel {
    Q_OBJECT
public:
    /// The text is asked for whenever the view's model, set beforehand, has become empty.
    EmptyNote(QAbstractItemView& view, std::function<QString()> text);
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAbstractItemView& m_view;
    std::function<QString()> m_words;
};

}  // namespace plumbline

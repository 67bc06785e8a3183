// What a window with nothing in it says: what to drop, and where to begin.
#pragma once

#include <QPushButton>
#include <QWidget>

namespace plumbline {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(bool samplesExist, QWidget* parent = nullptr);
    QPushButton& samplesButton() { return *m_samples; }

signals:
    void openAsked();
    void folderAsked();
    void samplesAsked();

private:
    QPushButton* m_samples;
};

}  // namespace plumbline

// A file that no reader knows: its columns become fields here, with the first rows as they would be read.
#pragma once

#include <QTableView>
#include <QTimer>

#include "ui/import/mapping_form.h"
#include "ui/models/mapping_preview_model.h"
#include "ui/session/job_runner.h"
#include "ui/session/session.h"

class QHBoxLayout;
class QPushButton;

namespace plumbline {

/// A window beside the main one: nothing waits for it. The file is read off the window's thread.
class MappingWindow : public QWidget {
    Q_OBJECT
public:
    MappingWindow(Session& session, const QString& path, QWidget* parent = nullptr);

    MappingForm& form() { return *m_form; }
    MappingPreviewModel& preview() { return m_model; }
    QComboBox& kind() { return *m_kind; }
    QComboBox& saved() { return *m_saved; }
    QLineEdit& rows() { return *m_rows; }
    QLineEdit& nameLine() { return *m_name; }
    QPushButton& saveButton() { return *m_save; }
    QPushButton& readButton() { return *m_read; }
    QString problem() const { return m_problem->text(); }
    QString noticed() const { return m_noticed->text(); }
    bool busy() const { return m_sampler.busy() || m_previewer.busy() || m_saver.busy() || m_later.isActive(); }

    static constexpr std::size_t previewRows = 50;

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    struct Sampled;
    QWidget* createTop();
    QWidget* createPreview();
    QWidget* createBottom();
    void sample();
    void sampled(Sampled sampled);
    void startFrom(int choice);
    void look();
    void showPreview(Result<MappingPreview> preview);
    void say(const QString& problem);
    Result<Mapping> mapping() const;
    void save();
    void read();

    Session& m_session;
    QString m_path;
    MappingForm* m_form = nullptr;
    MappingPreviewModel m_model;
    QComboBox *m_kind = nullptr, *m_saved = nullptr;
    QLineEdit *m_rows = nullptr, *m_name = nullptr;
    QLabel *m_columns = nullptr, *m_noticed = nullptr, *m_problem = nullptr;
    QTableView* m_table = nullptr;
    QPushButton *m_save = nullptr, *m_read = nullptr;
    MappingProposal m_proposal;
    std::vector<Mapping> m_mappings;  ///< saved ones, those that fit the file first
    QTimer m_later;
    JobRunner m_saver{QT_TRANSLATE_NOOP("Failure", "saving a mapping")};
    JobRunner m_sampler{QT_TRANSLATE_NOOP("Failure", "looking at a file's columns")};
    JobRunner m_previewer{QT_TRANSLATE_NOOP("Failure", "reading a file's first rows")};
};

}  // namespace plumbline

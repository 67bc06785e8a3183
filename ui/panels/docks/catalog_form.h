// The bound's inputs in the catalog's words: model, accelerators, a format for each weight group.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTableWidget>

#include "core/bound/catalog_bound.h"

class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace plumbline {

class CatalogForm : public QWidget {
    Q_OBJECT
public:
    explicit CatalogForm(QWidget* parent = nullptr);
    void showForm(const CatalogBound& form);
    /// What is typed, whether or not it suffices. Errors: text where a number belongs.
    Result<CatalogBound> typed() const;
    QComboBox& model() { return *m_model; }
    QComboBox& accelerator() { return *m_accelerator; }
    QLineEdit& count() { return *m_count; }
    QLineEdit& replicas() { return *m_replicas; }
    QComboBox& bandwidth() { return *m_bandwidth; }
    QComboBox& kvFormat() { return *m_kvFormat; }
    /// The picker of a group's format; null where the model has no such group.
    QComboBox* format(const QString& group) const;
    void takeReleasedFormats();

private:
    void createParts(QVBoxLayout& layout);
    void createFormats(QVBoxLayout& layout);
    void createRest(QVBoxLayout& layout);
    void addLine(QFormLayout& layout, const QString& label, QLineEdit*& line, const QString& name,
                 const QString& placeholder);
    void showGroups();
    void setWeights(const std::string& weights);
    std::string weights() const;
    void offerBandwidths();

    QComboBox *m_model = nullptr, *m_accelerator = nullptr, *m_bandwidth = nullptr, *m_kvFormat = nullptr;
    QTableWidget* m_formats = nullptr;
    QLabel* m_note = nullptr;
    QLineEdit *m_count = nullptr, *m_replicas = nullptr, *m_draft = nullptr, *m_accept = nullptr, *m_rKv = nullptr,
              *m_rAttn = nullptr;
    CatalogBound m_kept;  ///< what the form has no field for stays as it was
};

}  // namespace plumbline

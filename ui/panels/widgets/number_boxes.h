// Boxes for numbers that part thousands by thin spaces, as every number of the window does.
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace plumbline {

class CountBox : public QSpinBox {
    Q_OBJECT
public:
    explicit CountBox(QWidget* parent = nullptr);

protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
};

class NumberBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget* parent = nullptr);
    /// Leaves out the zeros behind the last digit that says something: 0.01, not 0.010000.
    void setTrimmed(bool trimmed) { m_trimmed = trimmed; }

protected:
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;

private:
    bool m_trimmed = false;
};

}  // namespace plumbline

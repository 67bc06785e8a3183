#include "ui/panels/widgets/number_boxes.h"

#include "ui/charts/axis_map.h"

namespace plumbline {

namespace {

/// What is between the digits goes before they are read; the unit behind them keeps its space.
QString ungrouped(QString text) { return text.remove(QChar(0x2009)); }

}  // namespace

// The C locale: a decimal point here too, as in the charts and the tables.
CountBox::CountBox(QWidget* parent) : QSpinBox(parent) { setLocale(QLocale::c()); }
QString CountBox::textFromValue(int value) const { return thinSpaced(QString::number(value)); }
int CountBox::valueFromText(const QString& text) const { return QSpinBox::valueFromText(ungrouped(text)); }
QValidator::State CountBox::validate(QString& text, int& position) const {
    QString digits = ungrouped(text);
    return QSpinBox::validate(digits, position);
}

NumberBox::NumberBox(QWidget* parent) : QDoubleSpinBox(parent) { setLocale(QLocale::c()); }
QString NumberBox::textFromValue(double value) const {
    QString digits = QString::number(value, 'f', decimals());
    if (m_trimmed && digits.contains(QLatin1Char('.'))) {
        while (digits.endsWith(QLatin1Char('0'))) digits.chop(1);
        if (digits.endsWith(QLatin1Char('.'))) digits.chop(1);
    }
    return thinSpaced(digits);
}
double NumberBox::valueFromText(const QString& text) const { return QDoubleSpinBox::valueFromText(ungrouped(text)); }
QValidator::State NumberBox::validate(QString& text, int& position) const {
    QString digits = ungrouped(text);
    return QDoubleSpinBox::validate(digits, position);
}

}  // namespace plumbline

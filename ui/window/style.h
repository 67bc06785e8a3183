// Fusion, with outlines that can be seen on a dark ground.
#pragma once

#include <QProxyStyle>

namespace plumbline {

class Style : public QProxyStyle {
    Q_OBJECT
public:
    Style();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

}  // namespace plumbline

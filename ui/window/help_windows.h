// Help that stands beside the window: what is checked, what the numbers mean, who made this.
#pragma once

class QWidget;

namespace plumbline {

void showChecks(QWidget& window);
void showMetrics(QWidget& window);
void showAbout(QWidget& window);

}  // namespace plumbline

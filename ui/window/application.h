// What every front with a QApplication sets up.
#pragma once

namespace plumbline {

/// Names (QSettings goes by them), icon, version, the resources built in. Call after the QApplication is made.
void setUpApplication();

}  // namespace plumbline

// What the processors have worked for this program since it was made, however busy the machine is with other things.
#pragma once

#include <ctime>

namespace plumbline::support {

class ProcessClock {
public:
    double seconds() const { return static_cast<double>(std::clock() - m_start) / CLOCKS_PER_SEC; }

private:
    std::clock_t m_start = std::clock();
};

}  // namespace plumbline::support

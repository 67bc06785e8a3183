// What a report needs, from rows by hand.
#pragma once

#include <sstream>

#include "core/report/report.h"
#include "tests/core/judge/judged.h"

namespace plumbline {

class ReportBench : public Bench {
public:
    ReportInput input() {
        judge();
        return {*data, settings, measured, judgement, imports};
    }
    ImportReport imports;
};

inline std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

}  // namespace plumbline

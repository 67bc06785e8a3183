#include "core/trace/mser.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace plumbline {

namespace {

constexpr std::size_t batch = 5;
constexpr std::size_t fewestBatches = 10;

std::vector<double> batchMeans(std::span<const double> series) {
    std::vector<double> means;
    for (std::size_t first = 0; first + batch <= series.size(); first += batch) {
        const auto values = series.subspan(first, batch);
        means.push_back(std::accumulate(values.begin(), values.end(), 0.0) / batch);
    }
    return means;
}

}  // namespace

std::optional<Truncation> mser5(std::span<const double> series) {
    const std::vector<double> means = batchMeans(series);
    if (means.size() < fewestBatches) return std::nullopt;
    const std::size_t last = means.size() / 2;
    double sum = 0, squares = 0, best = 0;
    std::vector<double> error(last + 1, 0);
    const double middle = means.back();  // shifted, so that squares of large values do not cancel
    for (std::size_t i = means.size(); i-- > 0;) {
        sum += means[i] - middle;
        squares += (means[i] - middle) * (means[i] - middle);
        const auto left = static_cast<double>(means.size() - i);
        if (i <= last) error[i] = std::max(0.0, squares - sum * sum / left) / (left * left);
    }
    std::size_t cut = 0;
    best = error[0];
    for (std::size_t i = 1; i <= last; ++i)
        if (error[i] < best) best = error[i], cut = i;
    return Truncation{cut * batch, cut < last};
}

}  // namespace plumbline

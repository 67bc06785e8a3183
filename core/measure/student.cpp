#include "core/measure/student.h"

#include <algorithm>
#include <cmath>  // with lgamma_r, for std::lgamma writes a global

namespace plumbline {

namespace {

/// Deviations below this share of the mean are the rounding of like values.
constexpr double alike = 1e-9;

double logGamma(double x) {
    int sign = 0;
    return lgamma_r(x, &sign);
}

/// The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method; x below (a + 1) / (a + b +
/// 2).
double betaFraction(double x, double a, double b) {
    constexpr double tiny = 1e-300;
    double c = 1, d = 1 / std::max(tiny, 1 - (a + b) * x / (a + 1)), value = d;
    const auto step = [&](double term) {
        d = 1 + term * d;
        c = 1 + term / c;
        if (std::abs(d) < tiny) d = tiny;
        if (std::abs(c) < tiny) c = tiny;
        d = 1 / d;
        value *= d * c;
        return std::abs(d * c - 1) < 1e-15;
    };
    for (int m = 1; m < 10'000; ++m) {
        step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
        if (step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)))) break;
    }
    return value;
}

/// The regularised incomplete beta function; x in [0, 1].
double incompleteBeta(double x, double a, double b) {
    if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
    const double front = std::exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * std::log(x) + b * std::log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * betaFraction(x, a, b) / a;
    return 1 - front * betaFraction(1 - x, b, a) / b;
}

/// P(T > t) for t of 0 and above.
double beyond(double t, double degrees) { return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2; }

}  // namespace

double studentQuantile(double p, double degrees) {
    if (p < 0.5) return -studentQuantile(1 - p, degrees);
    double low = 0, high = 1;
    while (beyond(high, degrees) > 1 - p) low = high, high *= 2;
    for (int halving = 0; halving < 100 && high - low > 1e-15 * high; ++halving) {
        const double middle = (low + high) / 2;
        (beyond(middle, degrees) > 1 - p ? low : high) = middle;
    }
    return (low + high) / 2;
}

double SampleMean::standardError() const {
    return deviation / std::sqrt(static_cast<double>(count)) * std::sqrt((1 + lag) / (1 - lag));
}

double SampleMean::half() const { return studentQuantile(1 - tail, degrees()) * standardError(); }

std::optional<SampleMean> meanOfIndependent(std::span<const double> figures) {
    if (figures.size() < 2) return std::nullopt;
    SampleMean out{figures.size()};
    const auto count = static_cast<double>(figures.size());
    for (const double each : figures) out.mean += each / count;
    double squares = 0;
    for (const double each : figures) squares += (each - out.mean) * (each - out.mean);
    out.deviation = std::sqrt(squares / (count - 1));
    if (!std::isfinite(out.deviation) || out.deviation <= alike * std::abs(out.mean)) return std::nullopt;
    return out;
}

std::optional<SampleMean> meanOfBatches(std::span<const double> batches) {
    auto out = meanOfIndependent(batches);
    if (!out) return out;
    double products = 0, squares = 0;
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const double apart = batches[i] - out->mean;
        squares += apart * apart;
        if (i + 1 < batches.size()) products += apart * (batches[i + 1] - out->mean);
    }
    out->lag = std::max(0.0, products / squares);
    return out;
}

Limits welch(const MeanSpread& b, const MeanSpread& a, double factor) {
    const double ofA = factor * factor * a.standardError * a.standardError, ofB = b.standardError * b.standardError;
    const double degrees = (ofA + ofB) * (ofA + ofB) / (ofA * ofA / a.degrees + ofB * ofB / b.degrees);
    const double half = studentQuantile(1 - tail, degrees) * std::sqrt(ofA + ofB), middle = b.value - factor * a.value;
    return {middle - half, middle + half};
}

}  // namespace plumbline

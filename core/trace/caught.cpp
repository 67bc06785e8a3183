#include "core/trace/caught.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <typeinfo>

namespace plumbline {
namespace {

std::string typeInFlight() {
    const std::type_info* const type = abi::__cxa_current_exception_type();
    if (!type) return "an unknown type";
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                           &std::free);
    return name ? name.get() : type->name();
}

}  // namespace

Caught caught() {
    try {
        throw;
    } catch (const std::bad_alloc& failure) {
        return {true, typeInFlight(), failure.what()};
    } catch (const std::exception& failure) {
        return {false, typeInFlight(), failure.what()};
    } catch (...) {
        return {false, typeInFlight(), {}};
    }
}

}  // namespace plumbline

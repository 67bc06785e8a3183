#include "core/ingest/bytes/foreign_database.h"

#include <fmt/format.h>

#include <array>
#include <fstream>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/bytes/unpack.h"

namespace plumbline {
namespace {

bool isPacked(const std::string& path) {
    std::array<char, 4> begin{};
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), begin.size());
    return packingOf({begin.data(), static_cast<std::size_t>(file.gcount())}) != Packing::none;
}

/// All of the file, as its stages give it.
Result<DatabaseImage> unpackedImage(const ReadInput& input, std::uint64_t largest) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    DatabaseImage image;
    for (;;) {
        const std::string_view window = source->window();
        if (image.size() + window.size() > largest)
            return unexpected(
                ErrorKind::refused,
                fmt::format("It is a packed SQLite database of more than {} MiB, too large to be unpacked into memory.",
                            largest >> 20),
                input.path, "Unpack it and open what is inside.");
        image.append(window);
        if (source->atEnd()) return image;
        if (const auto read = source->advance(window.size()); !read) return Unexpected{read.error()};
    }
}

}  // namespace

Result<Connection> openForeignDatabase(const ReadInput& input, std::uint64_t largest) {
    if (!isPacked(input.path)) return Connection::openForeign(input.path);
    auto image = unpackedImage(input, largest);
    if (!image) return Unexpected{image.error()};
    return Connection::openForeignImage(input.path, std::move(*image));
}

}  // namespace plumbline

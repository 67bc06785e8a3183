#include "core/store/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace plumbline {
namespace {

constexpr std::size_t chunkBytes = 1 << 20;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
struct FreeDigest {
    void operator()(EVP_MD_CTX* digest) const { EVP_MD_CTX_free(digest); }
};

Unexpected unreadable(const std::string& path) {
    return unexpected(ErrorKind::io, fmt::format("the file can't be read: {}.", std::strerror(errno)), path);
}

std::string hexadecimal(std::span<const unsigned char> bytes) {
    std::string out;
    for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
    return out;
}

}  // namespace

Result<std::string> sha256OfFile(const std::string& path, std::stop_token stop) {
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) return unreadable(path);
    const std::unique_ptr<EVP_MD_CTX, FreeDigest> digest(EVP_MD_CTX_new());
    if (!digest || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1)
        return unexpected(ErrorKind::io, "SHA-256 is not offered by the libcrypto of this machine.", path);
    std::vector<unsigned char> chunk(chunkBytes);
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
        if (stop.stop_requested()) return unexpected(ErrorKind::cancelled, "cancelled.", path);
        EVP_DigestUpdate(digest.get(), chunk.data(), count);
    }
    if (std::ferror(file.get())) return unreadable(path);
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned length = 0;
    EVP_DigestFinal_ex(digest.get(), bytes.data(), &length);
    return hexadecimal(std::span(bytes).first(length));
}

}  // namespace plumbline

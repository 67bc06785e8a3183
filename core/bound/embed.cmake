# Writes a text file into a C++ source, so that the program needs no file beside it: cmake -DIN=... -DOUT=... -P embed.cmake
file(READ "${IN}" text)
file(WRITE "${OUT}" "#include \"core/bound/catalog.h\"\n
namespace plumbline {
const std::string_view builtInCatalogJson = R\"catalog(${text})catalog\";
}  // namespace plumbline\n")

#include <QString>
#include <filesystem>

#include "app/load.h"
#include "app/verbs.h"
#include "ui/window/run_picture.h"

namespace plumbline {
namespace {

Result<void> checkPicture(const Request& request) {
    const bool png = request.output.ends_with(".png"), svg = request.output.ends_with(".svg");
    if (!png && !svg)
        return unexpected(ErrorKind::options, "The picture needs a name that ends in .png or .svg.", request.output,
                          "Give -o P.png.");
    if (request.view.empty())
        return unexpected(ErrorKind::options, "What to draw is not said.", {},
                          "Give --view curve, load, bound, distribution, time, sensitivity or window.");
    if (svg && request.view == "window")
        return unexpected(ErrorKind::options, "The window is drawn as .png only.", request.output, "Give -o P.png.");
    return {};
}

/// Whether Qt can name the file: its names are UTF-16, and of a path that is no UTF-8 it makes another.
bool isNameForQt(const std::string& path) { return QString::fromStdString(path).toStdString() == path; }

Result<void> moveTo(const std::string& path, const std::string& drawn) {
    namespace fs = std::filesystem;
    const std::string beside = path + ".partial";
    std::error_code fault, ignored;
    fs::copy_file(drawn, beside, fs::copy_options::overwrite_existing, fault);
    if (!fault) fs::rename(beside, path, fault);
    if (!fault) return {};
    fs::remove(beside, ignored);
    return unexpected(ErrorKind::io, "The picture could not be written: " + fault.message() + ".", path,
                      "Give a folder that takes it.");
}

}  // namespace

int runPictureVerb(int argc, char** argv, const Request& request) {
    if (const Result<void> fine = checkPicture(request); !fine) return fail(fine.error());
    Result<Loaded> loaded = loadPaths(request);
    if (!loaded) return fail(loaded.error());
    const Result<Settings> before = loaded->workspace.settings();
    if (!before) return fail(before.error());
    // The copy takes the options' settings, so that the window opens on them as on any workspace.
    if (const Result<void> saved = loaded->workspace.save(loaded->settings, *before, "command line"); !saved)
        return fail(saved.error());
    const bool direct = isNameForQt(request.output);
    const std::string drawnTo =
        direct ? request.output : loaded->folder.file(request.output.ends_with(".svg") ? "picture.svg" : "picture.png");
    const PictureRequest picture{drawnTo,        request.view,  request.theme,           request.width,
                                 request.height, request.scale, loaded->workspace.path()};
    const int drawn = runPicture(argc, argv, picture);
    if (drawn != 0) return drawn;
    if (!direct)
        if (const Result<void> moved = moveTo(request.output, drawnTo); !moved) return fail(moved.error());
    return conclude(request, *loaded);
}

}  // namespace plumbline

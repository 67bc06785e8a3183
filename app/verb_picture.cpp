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
    const PictureRequest picture{request.output, request.view,  request.theme,           request.width,
                                 request.height, request.scale, loaded->workspace.path()};
    const int drawn = runPicture(argc, argv, picture);
    return drawn != 0 ? drawn : conclude(request, *loaded);
}

}  // namespace plumbline

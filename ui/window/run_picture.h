// `plumbline picture`: the window's own charts, or the window itself, into a file.
#pragma once

#include <string>

namespace plumbline {

struct PictureRequest {
    std::string output;              ///< ends in .png or .svg; svg for chart views only
    std::string view;                ///< "curve", "load", "bound", "distribution", "time" or "window"
    std::string theme = "light";     ///< or "dark"
    int width = 1280, height = 720;  ///< device-independent pixels
    double scale = 1;                ///< of a PNG: pixels per device-independent pixel
    /// A workspace that holds the data already, with the settings of the command line saved in it. A private copy,
    /// which the caller removes afterwards: the picture may open it as the window opens any workspace.
    std::string workspace;
};

/// Sets the offscreen platform unless one is set, makes the QApplication, opens the workspace, waits until figures and
/// judgement are there, draws the view and writes the file. Returns 0; or 2 where nothing could be drawn or written,
/// after one sentence on standard error that says why and what to do.
int runPicture(int argc, char** argv, const PictureRequest& request);

}  // namespace plumbline

// Pictures as bytes, and the one way by which the window and the picture verb write files.
#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <string>

#include "core/ingest/bytes/new_file.h"

namespace plumbline {

/// Empty where it is too large to be encoded.
inline QByteArray pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? bytes : QByteArray();
}

/// Whole or not at all (NewFile); waits for the disk, so never on the window's thread.
inline Result<void> writeBytes(const std::string& path, const QByteArray& bytes) {
    if (bytes.isEmpty())
        return unexpected(ErrorKind::io, "The picture could not be drawn.", path, "Give it a smaller size.");
    return writeFile(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace plumbline

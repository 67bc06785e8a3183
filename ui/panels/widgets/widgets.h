// Small things that every panel uses.
#pragma once

#include <QLabel>
#include <QPalette>
#include <QTableView>

class QSplitter;

namespace plumbline {

/// A label that shows its text as it is: files put no markup into the window.
QLabel* plainLabel(const QString& text = {}, QWidget* parent = nullptr);
bool isDark(const QPalette& palette);
/// The set-up common to all tables: rows are selected, cells end in dots, Ctrl+C copies as tab-separated text.
void tuneTable(QTableView& table, const QString& accessibleName);
/// Gives a splitter's two panes their shares of its width, whatever their contents would like.
void share(QSplitter& split, int first, int second);
/// An icon of the program's own family in the palette's text colour; none where it does not exist.
QIcon symbol(const QString& name);

}  // namespace plumbline

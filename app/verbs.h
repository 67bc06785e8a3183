// The verbs: each takes a parsed request, writes its answer to standard output, and returns the exit code (CLI §1, §7).
#pragma once

#include "app/options.h"

namespace plumbline {

int runAnalyze(const Request& request);
int runImport(const Request& request);
int runExport(const Request& request);
int runBound(const Request& request);
int runReaders(const Request& request);
int runPictureVerb(int argc, char** argv, const Request& request);

/// "plumbline: TEXT" on standard error, if anybody listens.
void say(const std::string& text);
/// Exit code 2, after the error's sentence on standard error; of work that was stopped there is nothing to say.
int fail(const Error& error);
/// Writes to standard output; exit code `code`, or 2 where it can't be written (a full disk; a closed pipe, without a
/// word).
int print(const std::string& text, int code);

}  // namespace plumbline

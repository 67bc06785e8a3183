// Ctrl-C, a closed terminal, a kill: the work is asked to stop, and nothing of ours is left behind.
#pragma once

#include <stop_token>
#include <string>

namespace plumbline {

/// Before any thread is made: SIGINT, SIGTERM and SIGHUP request a stop from now on, unless whoever started us has them
/// ignored (nohup), and a closed pipe is an error of writing.
void watchForSignals();
/// What long work asks; requested once a signal has come.
std::stop_token interruption();
/// At the end of a verb: ends the process as the signal would have, where one has come. Else gives the code back.
int endedBy(int code);

/// A path that is removed when the process has to end before the work has wound up, which it has a short time for: a
/// file, or a folder with all that is in it; or what is done with it instead.
class LeftBehind {
public:
    using Remove = void (*)(const std::string& path);
    explicit LeftBehind(std::string path);
    LeftBehind(std::string path, Remove remove);
    ~LeftBehind() { keep(); }
    LeftBehind(const LeftBehind&) = delete;
    LeftBehind& operator=(const LeftBehind&) = delete;
    /// It is done, or removed: no more to be seen to.
    void keep();

private:
    std::string m_path;
};

}  // namespace plumbline

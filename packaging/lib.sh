# Shared by packaging/run, test, check, bench and faults: installs what is missing, builds a preset, one at a time.
# Sourced, not run. Standard output is left to the program; everything said here goes to standard error.
# shellcheck shell=bash

plumbline_root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
build_root=$plumbline_root/build
lock_file=$build_root/.lock

# What a Debian 12 without recommended packages needs to build the program and to draw with it.
# shellcheck disable=SC2034 # the lists are used by the scripts that source this
build_packages=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev qt6-svg-dev
    libsqlite3-dev nlohmann-json3-dev libfmt-dev libsimdjson-dev libssl-dev zlib1g-dev libzstd-dev libyaml-cpp-dev
    libqt6gui6 qt6-qpa-plugins libqt6svg6 # the platform plugins (xcb, offscreen) and the SVG icon engine
    fonts-dejavu-core
)
# What the tests need besides: a display of their own, and the checkers of the packaging's metadata.
# shellcheck disable=SC2034
test_packages=(xvfb xauth desktop-file-utils appstream libxml2-utils)
# What packaging/check needs besides.
# shellcheck disable=SC2034
check_packages=(clang-format-14 clang-tidy-14 git python3)
# Only where there is Wayland and no X: Qt's plugin for it is a package of its own.
if [[ -n ${WAYLAND_DISPLAY:-} && -z ${DISPLAY:-} ]]; then
    build_packages+=(qt6-wayland)
fi

say() { printf 'plumbline: %s\n' "$*" >&2; }

# Ends with 3, which is none of the program's own exit codes (0, 1, 2).
die() {
    say "$*"
    exit 3
}

# Without a UTF-8 locale and a directory for sockets Qt warns at every start.
quieten_qt() {
    [[ $(locale charmap 2>/dev/null) == UTF-8 ]] || export LC_ALL=C.UTF-8
    [[ -z ${XDG_RUNTIME_DIR:-} ]] || return 0
    export XDG_RUNTIME_DIR=$build_root/.runtime
    mkdir -p "$XDG_RUNTIME_DIR" && chmod 700 "$XDG_RUNTIME_DIR"
}

# Held until release_lock or the end of the script. Children get 9>&-: a service that an install starts must not keep it.
take_lock() {
    local cannot="cannot write in $build_root; make it yours (chown) or delete it, then run this again"
    mkdir -p "$build_root" 2>/dev/null || die "$cannot"
    { exec 9>>"$lock_file"; } 2>/dev/null || die "$cannot"
    if ! flock --nonblock 9; then
        say "waiting for another run, test or bench of this checkout to finish building or testing"
        flock 9
    fi
}

release_lock() { exec 9>&-; }

# Prints those of the packages named that are not installed, one a line.
missing_packages() {
    local installed
    # dpkg-query fails when it knows nothing of some package, and prints the others all the same.
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    printf 'installed %s\n' "$@" | grep -vxF -e "$installed" | cut -d ' ' -f 2 || true
}

apt_get() {
    local as_root=()
    [[ $EUID -eq 0 ]] || as_root=(sudo)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@" \
        </dev/null 9>&-
}

# apt-get update fails at once when another one runs; a later try finds it done.
update_lists() {
    local attempt
    for attempt in 1 2 3; do
        apt_get update && return 0
        sleep "$((attempt * 5))"
    done
    return 1
}

# install_packages PACKAGE...: with apt-get, and only what dpkg says is missing.
install_packages() {
    local missing names log=$build_root/install.log
    if ! command -v dpkg-query >/dev/null; then
        say "no dpkg here, so packages are not checked; CONTRIBUTING.md lists what the build needs"
        return
    fi
    names=$(missing_packages "$@")
    [[ -n $names ]] || return 0
    mapfile -t missing <<<"$names"
    command -v apt-get >/dev/null ||
        die "no apt-get here (made for Debian 12); install these by other means, then run this again: ${missing[*]}"
    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null ||
            die "not root and no sudo; as root: apt-get install --no-install-recommends ${missing[*]}"
        sudo true || die "sudo refused; as root: apt-get install --no-install-recommends ${missing[*]}"
    fi
    say "installing ${#missing[@]} packages with apt-get: ${missing[*]} (log: $log)"
    if ! { update_lists && apt_get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        grep -E '^E:' "$log" | tail -n 5 >&2 || true
        die "apt-get could not install what is missing; the log is $log"
    fi
}

# configure PRESET: once, and again when the presets have changed. Other changes ninja sees by itself.
configure() {
    local preset=$1 log=$2 stamp=$build_root/$1/.configured
    [[ $stamp -nt $plumbline_root/CMakePresets.json ]] && return 0
    rm -f "$stamp"
    (cd "$plumbline_root" && cmake --preset "$preset") </dev/null >"$log" 2>&1 9>&- || return 1
    touch "$stamp"
}

# build PRESET [TARGET...]: says nothing when there is nothing to do; shows the end of the log when it fails.
build() {
    local preset=$1 dir=$build_root/$1 log=$build_root/$1.log
    shift
    local tool
    for tool in cmake ninja; do
        command -v "$tool" >/dev/null || die "cannot build: $tool is not installed"
    done
    if configure "$preset" "$log"; then
        [[ $(ninja -C "$dir" -n "$@" 2>/dev/null | tail -n 1) == "ninja: no work to do." ]] && return 0
        say "building the $preset preset (log: $log)"
        ninja -C "$dir" "$@" </dev/null >"$log" 2>&1 9>&- && return 0
    fi
    tail -n 40 "$log" >&2
    die "the $preset build failed; the log is $log"
}

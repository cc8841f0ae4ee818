#!/usr/bin/env bash
# Makes this machine ready: system libraries (Debian and its relatives), then `.venv` with the
# project and its tools in the versions of requirements.lock. Quick when all of it is there.
#
#   tools/setup.sh [PACKAGE...]     PACKAGE: further Debian packages that the caller needs
#   PYTHON=/path/to/python3.12 tools/setup.sh     which Python to use
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv
stamp=$venv/setup-stamp

# What a plain Debian lacks: for Qt without a screen; for a real window; for sound and video in
# Qt; for OpenCV; for the tests that open real windows on a screen in memory.
packages=(
  libdbus-1-3 libegl1 libfontconfig1 libgl1 libglib2.0-0 libxkbcommon0
  libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0
  libpulse0 libxrandr2
  libxcb1
  xauth xdotool xvfb
  "$@"
)

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# --- system packages -------------------------------------------------------------------------

is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

# The packages of "$@" that are not installed. Newer releases name some of them NAMEt64.
missing_of() {
  local have name
  have=$(dpkg-query -W -f '${db:Status-Status} ${Package} \n' 2>/dev/null || true)
  for name in "$@"; do
    [[ $have == *"installed $name "* || $have == *"installed ${name}t64 "* ]] || echo "$name"
  done
}

# Prints the words that come before apt-get here; fails where nothing may be installed.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    echo env
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    echo sudo -n env
  else
    return 1
  fi
}

apt() {
  local root log
  root=$(as_root) || return 1
  log=$(mktemp)
  # shellcheck disable=SC2086 # $root is several words
  if $root DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -y -qq "$@" \
    >"$log" 2>&1; then
    rm -f "$log"
  else
    tail -n 5 "$log" >&2
    rm -f "$log"
    return 1
  fi
}

# Installs what is missing of "$@", as far as this machine allows; says what is still missing and
# goes on, since much works without.
install_packages() {
  local missing name
  mapfile -t missing < <(missing_of "$@")
  ((${#missing[@]})) || return 0
  if as_root >/dev/null; then
    say "installing system packages: ${missing[*]}"
    apt update || say "the package lists could not be refreshed; trying with the old ones"
    if ! apt install --no-install-recommends "${missing[@]}"; then
      for name in "${missing[@]}"; do # one that is not to be had must not keep out the others
        apt install --no-install-recommends "$name" || true
      done
    fi
    mapfile -t missing < <(missing_of "$@")
    ((${#missing[@]})) || return 0
    say "these system packages could not be installed: ${missing[*]}"
  else
    say "these system packages are missing: ${missing[*]}"
  fi
  say "Without them the window, sound or tests may not work. To install them:"
  say "    sudo apt-get update && sudo apt-get install -y ${missing[*]}"
}

# --- Python ----------------------------------------------------------------------------------

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
  local name
  if [[ -n ${PYTHON:-} ]]; then
    new_enough "$PYTHON" || fail "PYTHON=$PYTHON is not a Python 3.11 or newer."
    echo "$PYTHON"
    return
  fi
  for name in python3 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null && new_enough "$name"; then
      echo "$name"
      return
    fi
  done
  fail "Python 3.11 or newer is needed; here is $(python3 --version 2>/dev/null || echo none)." \
    "Install one, or name one: make PYTHON=/path/to/python3.12 ..."
}

can_make_venvs() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

usable() { # a folder that was moved or whose Python went away has to be made anew
  new_enough "$venv/bin/python" && "$venv/bin/pip" --version >/dev/null 2>&1
}

# Everything that decides what is in .venv; a new value means: install again.
fingerprint() {
  pwd -P
  "$venv/bin/python" --version
  sha256sum pyproject.toml requirements.lock
}

current() { [[ -e $stamp && $(fingerprint 2>/dev/null) == "$(cat "$stamp")" ]]; }

pip() {
  local quiet=--quiet
  [[ -t 1 ]] && quiet=
  "$venv/bin/python" -m pip install --disable-pip-version-check --no-input $quiet "$@"
}

# --- all of it -------------------------------------------------------------------------------

python=
if ! current && ! usable; then
  python=$(find_python)
  can_make_venvs "$python" || packages+=(python3-venv) # Debian keeps this apart from Python
fi

if is_debian; then
  install_packages "${packages[@]}"
elif [[ ! -e $stamp && $(uname -s) == Linux ]]; then
  say "This is no Debian: the libraries that Qt needs have to be installed by hand."
fi

if [[ -n $python ]]; then
  can_make_venvs "$python" ||
    fail "$python cannot make virtual environments: its modules venv and ensurepip are missing."
  say "making $venv with $("$python" --version)"
  "$python" -m venv --clear "$venv"
elif current; then
  exit 0
fi

rm -f "$stamp"
say "installing the Python packages of requirements.lock (a few hundred MB the first time)"
pip -r requirements.lock ||
  fail "The Python packages could not be installed; the lines above say which and why."
pip --no-deps --no-build-isolation --editable . ||
  fail "The program itself could not be installed; the lines above say why."
fingerprint >"$stamp"

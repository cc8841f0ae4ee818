"""The program as people get it: a wheel that works elsewhere, a lock, and a clean tree."""

from __future__ import annotations

import os
import re
import site
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1_000_000
# The folder above the checkout is a private path too, unless everybody has one of that name.
COMMON_FOLDERS = {Path(name) for name in ("/", "/home", "/mnt", "/opt", "/srv", "/tmp", "/usr")}


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """The standard output of a command that has to succeed."""
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def installed_elsewhere(folder: Path) -> Path:
    """Build the wheel, install it in an environment of its own, and return the program there.

    That environment sees the dependencies of this one but not the checkout: a folder named in a
    `.pth` file does not have its own `.pth` files read, and one of those is what makes an
    editable installation.
    """
    wheels, venv = folder / "wheels", folder / "venv"
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels, cwd=ROOT)
    run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=folder)
    places = {"base": str(venv), "platbase": str(venv)}
    scripts = Path(sysconfig.get_path("scripts", "venv", places))
    packages = Path(sysconfig.get_path("purelib", "venv", places))
    here = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()]
    (packages / "dependencies.pth").write_text("\n".join(dict.fromkeys(here)), encoding="utf-8")

    (wheel,) = wheels.glob("*.whl")
    python = scripts / Path(sys.executable).name
    offline = ("--no-deps", "--no-index", "--disable-pip-version-check")
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--ignore-installed"),
        *(*offline, wheel),
        cwd=folder,
    )
    return scripts / "annotator"


def test_the_wheel_brings_every_ruleset_and_language_to_a_machine_without_the_checkout(
    tmp_path: Path,
) -> None:
    program = installed_elsewhere(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    listed = run(program, "rulesets", "list", cwd=elsewhere, env=env)
    said = run(program, "--language", "ru", "--help", cwd=elsewhere, env=env)

    here = {path.parent.name for path in ROOT.glob("rulesets/*/ruleset.yaml")}
    assert here
    assert here <= set(listed.split())
    assert "команды:" in said


def tracked() -> list[Path]:
    """The files that git keeps, as they are on the disk now."""
    try:
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", "ls-files", "-z"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git checkout")
    names = done.stdout.decode().split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def test_no_tracked_file_is_over_a_megabyte() -> None:
    sizes = {path: path.stat().st_size for path in tracked()}

    assert {path: size for path, size in sizes.items() if size > MEGABYTE} == {}


def test_no_tracked_file_names_a_folder_of_this_machine() -> None:
    private = {ROOT, ROOT.parent, Path.home()} - COMMON_FOLDERS - {Path(tempfile.gettempdir())}
    names = b"|".join(re.escape(str(path).encode()) for path in private)
    pattern = re.compile(rb"(?<![\w.~-])(?:" + names + rb")(?![\w-])")

    found = {path: hit[0] for path in tracked() if (hit := pattern.search(path.read_bytes()))}

    assert found == {}


def test_the_licence_is_the_general_public_licence_in_full() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")

    assert re.match(r"\s+GNU GENERAL PUBLIC LICENSE\n\s+Version 3, 29 June 2007\n", text)
    assert "END OF TERMS AND CONDITIONS" in text
    assert len(text) > 35_000


def locked() -> dict[str, Requirement]:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def test_the_lock_names_exact_versions_and_no_place() -> None:
    for requirement in locked().values():
        assert [clause.operator for clause in requirement.specifier] == ["=="]
        assert requirement.url is None


def test_the_lock_has_every_dependency_in_a_version_the_project_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    lock = locked()

    for requirement in map(Requirement, wanted):
        (exact,) = lock[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(exact.version), f"{requirement}: run `make lock`"

"""The one door: which words open the window, and how each kind of end looks from outside."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator import __main__ as program
from annotator.errors import AnnotatorError

Fake = Callable[[list[str]], int]


def with_command_line(monkeypatch: pytest.MonkeyPatch, fake: Fake) -> None:
    module = types.ModuleType("annotator.cli.main")
    vars(module)["main"] = fake
    monkeypatch.setitem(sys.modules, "annotator.cli.main", module)


def raising(error: BaseException) -> Fake:
    def fake(words: list[str]) -> int:
        raise error

    return fake


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """The files that a window was opened on, with no window."""
    files: list[Path | None] = []
    module = types.ModuleType("annotator.ui.app")

    def run(file: Path | None) -> int:
        files.append(file)
        return 0

    vars(module)["run"] = run
    monkeypatch.setitem(sys.modules, "annotator.ui.app", module)
    return files


def test_no_words_open_the_window_on_nothing(opened: list[Path | None]) -> None:
    assert program.main([]) == 0
    assert opened == [None]


@pytest.mark.parametrize("word", ["final.match.json", "./demo", "/films/one", "C:\\films\\one"])
def test_a_single_path_opens_the_window_on_it(word: str, opened: list[Path | None]) -> None:
    assert program.main([word]) == 0
    assert opened == [Path(word)]


@pytest.mark.parametrize("words", [["--help"], ["demo"], ["score", "a.csv"], ["a.csv", "b.csv"]])
def test_other_words_go_to_the_command_line(
    words: list[str], opened: list[Path | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []

    def command_line(given: list[str]) -> int:
        seen.append(given)
        return 7

    with_command_line(monkeypatch, command_line)

    assert program.main(words) == 7
    assert seen == [words]
    assert opened == []


def test_wrong_input_ends_with_its_message_and_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = AnnotatorError("No such film.", where="a.mp4", mend="Look again.")
    with_command_line(monkeypatch, raising(error))

    assert program.main(["probe", "a.mp4"]) == 2
    assert capsys.readouterr().err == "a.mp4: No such film.\n    Look again.\n"


def test_a_fault_ends_with_one_line_a_report_and_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    with_command_line(monkeypatch, raising(ZeroDivisionError("of\nours")))

    assert program.main(["score", "a.csv"]) == 1

    (report,) = home.rglob("crash-*.log")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("This is a fault of the program: ZeroDivisionError: of ours")
    assert str(report) in line
    assert "Traceback" in report.read_text(encoding="utf-8")


def test_a_fault_is_told_even_where_no_report_can_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    home.write_text("a file where the folder would be", encoding="utf-8")
    with_command_line(monkeypatch, raising(ZeroDivisionError("ours")))

    assert program.main(["score", "a.csv"]) == 1
    assert capsys.readouterr().err.startswith("This is a fault of the program: ZeroDivisionError")


def test_a_developer_sees_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNOTATOR_DEBUG", "1")
    with_command_line(monkeypatch, raising(ZeroDivisionError("ours")))

    with pytest.raises(ZeroDivisionError):
        program.main(["score", "a.csv"])


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), 130), (SystemExit(2), 2), (SystemExit(), 0)]
)
def test_other_ends_keep_their_status(
    error: BaseException,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with_command_line(monkeypatch, raising(error))

    assert program.main(["score"]) == status
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_without_a_screen_the_window_says_so(
    opened: list[Path | None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    assert program.main([]) == 2
    assert "There is no screen" in capsys.readouterr().err
    assert opened == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X servers are of Linux")
def test_a_screen_that_does_not_answer_is_said_before_qt_aborts(
    opened: list[Path | None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":4321")

    assert program.main([]) == 2
    assert ":4321 does not answer" in capsys.readouterr().err
    assert opened == []


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs an X server to start")
def test_a_screen_with_no_other_program_is_still_there_when_qt_comes() -> None:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-terminate", "-nolisten", "tcp"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read, "rb") as told:
            display = ":" + told.readline().decode().strip()
        asked = (
            "from annotator.__main__ import _screen_answers as answers\n"
            "import time; first = answers(); time.sleep(0.3); print(first, answers())"
        )
        environment = {**os.environ, "DISPLAY": display}
        done = subprocess.run(
            [sys.executable, "-c", asked], env=environment, capture_output=True, text=True
        )
        assert done.stdout == "True True\n"
    finally:
        server.terminate()
        server.wait()


def annotator(*words: str) -> list[str]:
    """Started with -E: an unbuffered output, asked for by the environment, fails elsewhere."""
    return [sys.executable, "-E", "-m", "annotator", *words]


@pytest.mark.skipif(os.name != "posix", reason="a pipe's reader going away is seen on POSIX only")
def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(annotator("--help"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None

    _, errors = process.communicate(timeout=60)

    assert errors == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a full device")
def test_output_to_a_full_disk_says_so() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            annotator("--help"), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    (line,) = done.stderr.splitlines()
    assert "no space left" in line
    assert done.returncode == 2


def test_help_comes_at_once_and_loads_nothing_slow() -> None:
    code = (
        "import sys; from annotator.__main__ import main; status = main(['--help']);"
        "slow = {'PIL', 'PyQt6', 'av', 'cv2', 'matplotlib', 'numpy', 'pandas', 'pydantic'};"
        "print(sorted(slow & set(sys.modules)), file=sys.stderr); sys.exit(status)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr.strip()) == (0, "[]")
    assert done.stdout


def test_tests_have_no_network() -> None:
    with pytest.raises(Exception, match="asked for the network"), socket.socket() as plug:
        plug.connect(("127.0.0.1", 9))


def test_the_command_line_speaks_the_language_of_the_environment_and_the_one_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")

    assert program.main(["nonsense"]) == 2
    assert "Нет команды" in capsys.readouterr().err
    assert program.main(["nonsense", "--language", "fr"]) == 2
    assert "Il n'y a pas de commande" in capsys.readouterr().err
    assert program.main(["--language=fr", "nonsense"]) == 2
    assert "Il n'y a pas de commande" in capsys.readouterr().err


def test_a_language_without_texts_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["score", "--language", "xx", "a.csv"]) == 2
    said = capsys.readouterr().err
    assert "'xx'" in said
    assert "en, fr, ru" in said

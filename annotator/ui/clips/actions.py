"""The commands that make clips: the dialog, and the batch in a worker with what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices

from annotator.files.match_file import SUFFIX
from annotator.text import after_colon, tr, tr_n
from annotator.ui.acting import Actions
from annotator.ui.player.loop import Loop
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.scoring.ruling import Ruling
    from annotator.ui.window import Window
    from exports.clips.batch import Report
    from exports.clips.order import Order

_MEMORY = 64 << 20  # bytes of decoded frames; each is wanted once
_OPENING = 0.05  # share of the work that opening the films is
_BANNER = "clips"


@dataclass(frozen=True)
class _Running:
    """The batch that runs or was stopped."""

    order: Order
    folder: Path


class Clipping(Actions):
    """Asks for clips and writes them, one batch at a time."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._job: Job | None = None
        self._last: _Running | None = None
        self._report: Report | None = None

    # ------------------------------------------------------------------ asking

    def dialog(self) -> None:
        """Ask which clips; a tag that is selected is offered first."""
        tag = self.window.selected_tag()
        offered = tag is not None and tag.tag != "match"
        self._ask(tags=tuple(self.window.selection) if offered else ())

    def of_tag(self) -> None:
        """Ask for a clip of the selected tag."""
        self._ask(tags=tuple(self.window.selection))

    def of_ruling(self) -> None:
        """Ask for a clip of the ruling that the list of rulings stands on."""
        row = self.window.rulings.current_row()
        if row is None or row.ruling is None:
            self.window.say(tr("Choose a ruling in the list of rulings first."))
            return
        self.of_given(row.ruling)

    def of_given(self, ruling: Ruling) -> None:
        """Ask for a clip of a ruling that the window shows."""
        self._ask(ruling=ruling, ruling_of=self._ruleset_of(ruling))

    def _ruleset_of(self, ruling: Ruling) -> str:
        """The id of the ruleset that a ruling is of."""
        sheets = self.window.scorer.scores.sheets
        return next(
            (
                name
                for name, sheet in sheets.items()
                if any(each is ruling for each in (*sheet.awards, *sheet.refusals))
            ),
            "",
        )

    def _ask(
        self, *, tags: tuple[str, ...] = (), ruling: Ruling | None = None, ruling_of: str = ""
    ) -> None:
        from annotator.ui.clips.dialog import ClipsDialog
        from annotator.ui.clips.subject import Subject

        film = self.window.film
        if film is None:
            self.window.say(tr("Clips are cut from a film, and there is none."))
            return
        if self._job is not None:
            self.window.say(tr("Clips are being written already."))
            return
        scorer = self.window.scorer
        subject = Subject(
            self.session.match, scorer.chosen(), scorer.scores.sheets, film.footage,
            self.window.reels.camera, tags, ruling, ruling_of,
        )  # fmt: skip
        dialog = ClipsDialog(subject, self._usual(), self.usual_folder(), self.window)
        dialog.wanted.connect(self._wanted)
        dialog.play_wanted.connect(self.play)
        self.window.open_dialog(dialog)

    def usual_folder(self) -> Path:
        """A folder of the match's own, beside it; beside its film before it was saved."""
        base = self.window.files.start_folder() or Path.home()
        film = self.window.film
        name = film.path.stem if film is not None else tr("match")
        if self.session.path is not None:
            name = self.session.path.name.removesuffix(SUFFIX).removesuffix(".json")
        return base / f"{name}-clips"

    def _usual(self) -> Order:
        """How clips looked last. Names and blurring follow from each match's own class."""
        from exports.clips.order import Order, order_from_plain

        try:
            plain = json.loads(self.window.settings.clips or "{}")
        except ValueError:
            plain = {}
        order = order_from_plain(plain) if isinstance(plain, dict) else Order()
        return replace(order, names=None, blur=None)

    def _remember(self, order: Order) -> None:
        from exports.clips.order import order_to_plain

        bare = replace(order, of=(), tags=(), rulings=(), spans=(), names=None, blur=None)
        settings = replace(self.window.settings, clips=json.dumps(order_to_plain(bare)))
        self.window.change_settings(settings)

    def play(self, start: object, end: object) -> None:
        """Play a clip from the film, over and over, behind the dialog."""
        assert isinstance(start, Fraction)
        assert isinstance(end, Fraction)
        self.player.set_loop(Loop(start, end))
        self.player.seek(start)
        self.player.play()

    # ------------------------------------------------------------------ writing

    def _wanted(self, order: object, folder: str) -> None:
        from exports.clips.order import Order

        assert isinstance(order, Order)
        self._remember(order)
        self.write(order, Path(folder))

    def write(self, order: Order, folder: Path) -> Job | None:
        """Write the clips in a worker, from films opened for it alone; None while one runs already."""
        if self._job is not None:
            self.window.say(tr("Clips are being written already."))
            return None
        match, place = self.session.match, self.session.place
        source = None if self.session.path is None else self.session.path.resolve()
        folders = self.window.reels.folders()
        ruleset = next((r for r in self.window.scorer.rulesets if r.id == order.ruleset), None)
        media = match.media

        def work(progress: Progress) -> object:
            from annotator.film_set import open_set
            from exports.clips.batch import Batch, write_batch

            films = open_set(
                media, place, _MEMORY, {}, folders, lambda share: progress(share * _OPENING),
                smooth=False,
            )  # fmt: skip
            with films.shelf:
                batch = Batch.of(order, match, ruleset, films, source)
                rest = 1 - _OPENING
                return write_batch(batch, folder, lambda part: progress(_OPENING + rest * part))

        self.window.banners.clear(_BANNER)
        self._last = _Running(order, folder)
        self._job = job = self.window.workers.run(
            work, done=self._done, failed=self.window.show_error, title=tr("Writing clips…")
        )
        job.ended.connect(self._ended)
        self.window.banners.watch(job)
        return job

    def again(self) -> None:
        """Go on with the batch that was stopped or failed in part."""
        self.window.banners.clear(_BANNER)
        if self._last is not None:
            self.write(self._last.order, self._last.folder)

    def open_folder(self) -> None:
        """Show the folder of the clips in the system's file manager."""
        if self._last is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._last.folder)))

    def _ended(self, job: object) -> None:
        assert isinstance(job, Job)
        self._job = None
        if not job.stop_wanted.is_set() or self._last is None or self.window.is_shut:
            return
        from exports.clips.telling import progress_text

        self.window.banners.say(
            _BANNER, progress_text(self._last.folder), (tr("Go on with it"), self.again)
        )

    def _done(self, result: object) -> None:
        from exports.clips.batch import Report

        assert isinstance(result, Report)
        self._report = result
        failed = len(result.failed)
        made = len(result.made) - failed
        text = tr_n(
            "{count} clip in {folder}.", "{count} clips in {folder}.", made, folder=result.folder
        )
        text = f"{text} {_kinds_text(result)}".strip()
        if not failed:
            self.window.banners.say(_BANNER, text, (tr("Open the folder"), self.open_folder))
            return
        names = "\n".join(
            after_colon(entry.name, " ".join(entry.why.split())) for entry in result.failed
        )
        count = tr_n("{count} clip failed:", "{count} clips failed:", failed)
        self.window.banners.say(
            _BANNER, f"{text} {count}\n{names}",
            (tr("Try those again"), self.again), (tr("Open the folder"), self.open_folder),
        )  # fmt: skip


def _kinds_text(report: Report) -> str:
    """How the clips were cut, where some were copied."""
    hows = [made.entry.how for made in report.made]
    copied, encoded = hows.count("copied"), hows.count("encoded")
    if not copied:
        return ""
    return tr(
        "{copied} copied as the film has it, {encoded} encoded.", copied=copied, encoded=encoded
    )

"""The main window: it owns the parts, joins them, and runs commands. What they do is theirs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6 import sip
from PyQt6.QtCore import QByteArray, QSettings, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PyQt6.QtWidgets import QAbstractButton, QApplication, QDialog, QMainWindow

from annotator.errors import AnnotatorError
from annotator.files.places import state_folder
from annotator.model.tag import Tag
from annotator.settings import Settings, write_settings
from annotator.text import quoted, tr
from annotator.ui.agreeing import Agreeing
from annotator.ui.asking import Asking
from annotator.ui.banner import Banners
from annotator.ui.camera_actions import Cameras
from annotator.ui.charting import Charting
from annotator.ui.clips.actions import Clipping
from annotator.ui.commands import Command
from annotator.ui.comparing import Comparing
from annotator.ui.context_menus import ContextMenus
from annotator.ui.copying import Copying
from annotator.ui.dispatch import Dispatcher, is_text_field
from annotator.ui.drawing.actions import Drawings
from annotator.ui.early import Early
from annotator.ui.edge_actions import Edges
from annotator.ui.elsewhere import Elsewhere
from annotator.ui.exporting import Exporting
from annotator.ui.file_actions import Files
from annotator.ui.filing.filing import Filing
from annotator.ui.film_actions import Films
from annotator.ui.film_list_actions import FilmList
from annotator.ui.film_score import FilmScore
from annotator.ui.films import FilmOpener
from annotator.ui.fitting import fit
from annotator.ui.fix_actions import Fixing, Marking
from annotator.ui.focus_ring import FocusRing
from annotator.ui.handover import hand_over
from annotator.ui.interchange import Interchange
from annotator.ui.joints import Joints
from annotator.ui.lessons.actions import Lessons
from annotator.ui.lessons.making import LessonMaking
from annotator.ui.look_actions import LookActions
from annotator.ui.menus import Menus
from annotator.ui.official import OfficialActions
from annotator.ui.picture_actions import Pictures
from annotator.ui.player.film_view import FilmView
from annotator.ui.player.transport import Transport
from annotator.ui.playing import Playing
from annotator.ui.reel_actions import Reels
from annotator.ui.reporting import Reporting
from annotator.ui.status import StatusLine
from annotator.ui.tag_actions import Editing, Tagging
from annotator.ui.tag_joints import TagJoints
from annotator.ui.tagging.followup import FollowUp
from annotator.ui.tagging.panel import TagPanel
from annotator.ui.template_actions import Templates
from annotator.ui.thumbnails import Thumbnails
from annotator.ui.view_actions import Views
from annotator.ui.views.agreement_view import AgreementView
from annotator.ui.views.chart_view import ChartView
from annotator.ui.views.compare_view import CompareView
from annotator.ui.views.question_list import QuestionListView
from annotator.ui.views.ruling_list import RulingListView
from annotator.ui.views.score_strip import ScoreStrip
from annotator.ui.views.tag_table import TagTableView
from annotator.ui.views.timeline import TimelineView
from annotator.ui.views.view import MatchView
from annotator.ui.works import Works
from annotator.ui.workspace import Workspace

if TYPE_CHECKING:
    from annotator.ui.films import OpenFilm
    from annotator.video.first_look import FirstLook


_ROOMY = 640  # points of height from which on nothing has to be kept small


class Window(QMainWindow):
    """One match in one window."""

    closed = pyqtSignal()
    error_shown = pyqtSignal(object)
    settings_changed = pyqtSignal(object)

    def __init__(self, settings: Settings, before: Window | None = None) -> None:
        """`before`: the window whose place this one takes, with all that works behind it."""
        super().__init__()
        self.settings = settings
        self.film: OpenFilm | None = None
        self.first: FirstLook | None = None
        """The first picture of a film that is still being read; see `Early`."""
        self.selection: list[str] = []
        self._may_close = False
        self._is_shut = False
        # What works.
        self.works: Works = before.works if before is not None else Works.begin(settings, self)
        self.works.move_to(self)
        self.workers, self.session = self.works.workers, self.works.session
        self.sound, self.player = self.works.sound, self.works.player
        self.scorer, self.sureness = self.works.scorer, self.works.sureness
        self.tagger, self.bindings = self.works.tagger, self.works.bindings
        self.keyboard = self.works.keyboard
        self.opener = FilmOpener(self.workers, self)
        # What is seen.
        self.banners = Banners(self)
        self.film_view = FilmView(self)
        self.transport = Transport(self.player, self)
        self.panel = TagPanel(self.tagger, self)
        self.followup = FollowUp(self)
        self.timeline = TimelineView(self)
        self.elsewhere = Elsewhere(self.workers, self)
        self.timeline.work_elsewhere(self.elsewhere)
        self.thumbnails = Thumbnails(self)
        self.timeline.set_thumbnails(self.thumbnails)
        self.table = TagTableView(self)
        self.rulings = RulingListView(self)
        self.questions = QuestionListView(self)
        self.compare = CompareView(self)
        self.charts = ChartView(self)
        self.agreement = AgreementView(self)
        self.strip = ScoreStrip(self)
        pages: dict[str, MatchView] = {
            "timeline": self.timeline, "table": self.table, "rulings": self.rulings,
            "questions": self.questions, "compare": self.compare,
            "charts": self.charts, "agreement": self.agreement,
        }  # fmt: skip
        self.match_views: tuple[MatchView, ...] = (self.strip, *pages.values())
        self.workspace = Workspace(
            strip=self.strip, film=self.film_view, transport=self.transport, banners=self.banners,
            panel=self.panel, followup=self.followup, pages=pages, parent=self,
        )  # fmt: skip
        self.setCentralWidget(self.workspace)
        self.status = StatusLine(self)
        self.setStatusBar(self.status)
        # What can be done; the names are those of the table of commands.
        self.files = Files(self)
        self.filing = Filing(self)
        self.films = Films(self)
        self.early = Early(self)
        self.copying = Copying(self)
        self.reels = Reels(self)
        self.film_list = FilmList(self)
        self.cameras = Cameras(self)
        self.exporting = Exporting(self)
        self.interchange = Interchange(self)
        self.clipping = Clipping(self)
        self.reporting = Reporting(self)
        self.asking = Asking(self)
        self.comparing = Comparing(self)
        self.charting = Charting(self)
        self.agreeing = Agreeing(self)
        self.edits = Editing(self)
        self.edges = Edges(self)
        self.tagging = Tagging(self)
        self.fixing = Fixing(self)
        self.marking = Marking(self)
        self.playing = Playing(self)
        self.views = Views(self)
        self.templates = Templates(self)
        self.pictures = Pictures(self)
        self.film_score = FilmScore(self)
        self.official = OfficialActions(self)
        self.drawings = Drawings(self)
        self.lessons = Lessons(self)
        self.lesson_making = LessonMaking(self)
        self.looks = LookActions(self)
        self.menus = Menus(self)
        self.context_menus = ContextMenus(self)
        self.dispatcher = Dispatcher(self, self.bindings, self.keyboard, self.run, self._is_playing)
        self.joints = Joints(self)
        self.tag_joints = TagJoints(self)
        for button in self.findChildren(QAbstractButton):
            # A click must not give a button the focus: Space belongs to the film.
            if button.focusPolicy() & Qt.FocusPolicy.ClickFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.ring = FocusRing(self)
        self.setAcceptDrops(True)
        self.setMinimumSize(QSize(900, 500).boundedTo(self._room()))
        if before is None:
            self._restore_place()
            self.drop_film()
            self.templates.follow(settings)
        else:
            self.setGeometry(before.geometry())
            hand_over(before, self)
        self.film_view.setFocus()
        for conflict in self.bindings.conflicts[:1]:
            self.say(
                tr("{key} has two commands; see the sheet of keys.",
                   key=self.keyboard.label(conflict.sequence))
            )  # fmt: skip

    # ------------------------------------------------------------------ commands

    @property
    def key_is_held(self) -> bool:
        """Whether the command that runs now comes from a key that repeats."""
        return self.dispatcher.repeating

    def state(self, name: str) -> bool:
        """Whether something that a command needs is there."""
        match name:
            case "undo":
                return self.session.undo_label is not None
            case "redo":
                return self.session.redo_label is not None
            case "selection":
                return self.selected_tag() is not None
            case "span":
                tag = self.selected_tag()
                return tag is not None and tag.kind.span
            case "last tag":
                return self.fixing.last() is not None
            case "film":
                return self.film is not None
            case "tag on film":
                return self.film is not None and self.selected_tag() is not None
            case "film without copy":
                return self.film is not None and self.film.copy is None
            case "copy":
                return self.film is not None and self.film.copy is not None
            case "zoomed":
                return self.film_view.framing.zoom > 1
            case "loop":
                return self.player.loop is not None
            case "drawing":
                return self.drawings.on
            case "drawn":
                return self.drawings.selection() is not None
            case "cameras":
                return self.reels.many_cameras
            case "agreement":
                return self.agreeing.there
            case "question":
                return self.followup.asking or self.asking.takes_digits
        return True

    def run(self, command: Command) -> bool:
        """Run a command; False if it cannot be run now. What goes wrong is shown."""
        self.take_text()
        if not self.state(command.when):
            self.say(self._not_now(command))
            return False
        holder, _, name = command.run.partition(".")
        if holder == "playing" and not self.has_frames():
            return False
        method = getattr(getattr(self, holder), name)
        try:
            if command.argument is None:
                method()
            else:
                method(command.argument)
        except AnnotatorError as error:
            self.show_error(error)
            return False
        return True

    @staticmethod
    def _not_now(command: Command) -> str:
        match command.when:
            case "undo":
                return tr("Nothing to undo.")
            case "redo":
                return tr("Nothing to redo.")
        return tr("{title}: not now.", title=command.text())

    def run_by_id(self, command: str) -> None:
        """Run the command with this id, as a button or the palette asks."""
        self.run(self.bindings.commands[command])

    def key_of(self, command: str) -> str:
        """The key of a command as the user's keyboard prints it; its title if it has none."""
        keys = self.bindings.keys[command]
        title = self.bindings.commands[command].text()
        return self.keyboard.label(keys[0]) if keys else quoted(title)

    def _is_playing(self) -> bool:
        return self.player.playing

    # ------------------------------------------------------------------ texts being typed

    def take_text(self) -> None:
        """Take over what is being typed, as leaving the field would; it can be typed on.

        Whatever asks what the match is, to save it or to leave it, does this first.
        """
        field = self.focusWidget()
        if field is None or not is_text_field(field):
            return
        self.leave_text()
        # An editor of a cell has gone by now, and so may a field have that nothing is asked in.
        if not sip.isdeleted(field) and field.isVisibleTo(self):
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave_text(self) -> None:
        """Take over what is being typed, and give the keys to the film."""
        if is_text_field(self.focusWidget()):
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()  # a list of completions would keep the field from noticing
            self.followup.take_technique()
            self.film_view.setFocus(Qt.FocusReason.OtherFocusReason)

    # ------------------------------------------------------------------ messages and dialogs

    def say(self, text: str) -> None:
        """A line in the status bar that goes by itself."""
        if not self._is_shut:
            self.status.showMessage(text, 8000)

    def show_error(self, error: object) -> None:
        """Say what went wrong until it is hidden; a fault of ours goes the way of all faults."""
        if not isinstance(error, AnnotatorError):
            assert isinstance(error, Exception)
            raise error
        self.banners.say("error", str(error))
        self.error_shown.emit(error)

    def open_dialog(self, dialog: QDialog, *, beside: bool = False) -> None:
        """Show a dialog without waiting for it; it goes when it is closed. `beside`: the window can be
        worked in meanwhile.
        """
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit(dialog, self._room())
        if beside:
            dialog.show()
        else:
            dialog.open()

    # ------------------------------------------------------------------ selection

    def selected_tag(self) -> Tag | None:
        """The tag that commands about a tag mean."""
        return self.session.match.by_id(self.selection[0]) if self.selection else None

    def select(self, tag_ids: list[str]) -> None:
        """Select these tags, in all views."""
        self.selection = list(tag_ids)
        for view in self.match_views:
            view.set_selection(self.selection)
        self.followup.set_tag(self.session.match, self.selection[0] if self.selection else None)

    # ------------------------------------------------------------------ the film

    def show_film(self, film: OpenFilm) -> None:
        """Show this film in the place of the one before, which is closed."""
        first = self.first
        self.drop_film()
        at = self.early.land(film)
        self.swap_film(film)
        if at:
            self.player.seek_index(at)
        # Until the film's own picture is there.
        if first is not None:
            self.film_view.show_first(first.picture)
        else:
            self.films.say_opening(film.path)

    def swap_film(self, film: OpenFilm) -> None:
        """Show this film in the place of the one before, whose files others still need."""
        from annotator.video import FrameServer

        self.film, self.first = film, None
        self.transport.setEnabled(True)
        self.film_view.set_shape(film.footage.size, film.footage.pixel_aspect)
        self.pictures.recall()
        self.player.set_size(self.film_view.device_size())
        self.sound.set_film(film.footage)
        self.player.set_film(film.footage, FrameServer(film.footage))
        self.joints.frames_changed()
        self.status.show_film(film)
        self.filing.refresh()

    def drop_film(self) -> None:
        """Show no film, and let go of its file."""
        film, self.film = self.film, None
        self.first = None
        self.transport.setEnabled(True)
        self.reels.leave()
        self.player.set_film(None, None)
        self.sound.set_film(None)
        if film is not None:
            film.footage.close()
        self.show_no_film()
        self.joints.frames_changed()

    def show_no_film(self) -> None:
        """Say that there is no film, and what to do."""
        self.film_view.clear(
            tr("No film"),
            tr("Open one with {key}, or drop it here.\nWithout a film, play runs a clock, so that a "
               "match can be tagged live.", key=self.key_of("file.film")),
        )  # fmt: skip
        self.status.show_film(None)
        self.filing.refresh()

    def show_first(self, look: FirstLook) -> None:
        """Show the first picture of a film that is still being read."""
        self.first = look
        self.film_view.set_shape(look.size, look.pixel_aspect)
        self.film_view.show_first(look.picture)
        self.transport.setEnabled(False)

    def leave_first(self) -> None:
        """Nothing is being opened any more: what said so goes, also the first picture of a film that
        did not come.
        """
        if self.first is not None:
            self.drop_film()
        elif self.film is None and not self.films.opening:
            self.show_no_film()

    def has_frames(self) -> bool:
        """Whether there is a film, or none, to move through; else say that it is being read."""
        if self.early.waits:
            self.say(
                tr(
                    "The film is still being read, a moment: it cannot be moved through before that."
                )
            )
        return not self.early.waits

    # ------------------------------------------------------------------ settings

    def remember(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        self.change_settings(self.settings.with_recent(path.resolve()))

    def change_settings(self, settings: object) -> None:
        """Use these settings, and write them down in a worker."""
        assert isinstance(settings, Settings)
        if settings == self.settings:
            return
        self.settings = settings
        self.status.show_reaction(settings.reaction_ms)
        self.keyboard.set_layout(settings.keyboard)
        self.templates.follow(settings)
        self.sound.clock.set_volume(settings.volume, settings.muted)
        if self.film is not None:
            self.film.footage.cache_limit = settings.cache_bytes

        def work(progress: object) -> object:
            write_settings(settings)
            return None

        self.workers.run(work, failed=self.show_error, in_order=True)
        self.settings_changed.emit(settings)

    def _place_file(self) -> QSettings:
        return QSettings(str(state_folder() / "window.ini"), QSettings.Format.IniFormat)

    def _restore_place(self) -> None:
        place = self._place_file().value("geometry")
        if not (isinstance(place, QByteArray) and self.restoreGeometry(place)):
            self.resize(QSize(1600, 900).boundedTo(self._room()))

    def _room(self) -> QSize:
        """What the screen has for windows, in logical pixels."""
        screen = self.screen()
        return self.size() if screen is None else screen.availableGeometry().size()

    # ------------------------------------------------------------------ events

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.workspace.arrange(self.width())
        self.followup.set_roomy(self.height() >= _ROOMY)

    def dragEnterEvent(self, event: QDragEnterEvent | None) -> None:
        data = event.mimeData() if event is not None else None
        if event is not None and data is not None and data.hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent | None) -> None:
        if event is not None:
            self.filing.dropping.drop(event.mimeData())

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """Ask about unsaved work; stop everything before the window goes."""
        if event is None:
            return
        self.leave_text()
        if not self._may_close and (self.session.dirty or self.session.saving):
            event.ignore()
            self.files.ask_unsaved(self._close_now)
            return
        self.shut()
        event.accept()
        self.closed.emit()

    def _close_now(self) -> None:
        self._may_close = True
        # Not from within a slot of the dialog that asked.
        QTimer.singleShot(0, self.close)

    @property
    def is_shut(self) -> bool:
        """Whether everything behind this window was stopped."""
        return self._is_shut

    def retire(self) -> None:
        """Do nothing more: another window has all that was behind this one."""
        self._is_shut = True
        self.thumbnails.close()
        self.dispatcher.remove()

    def shut(self) -> None:
        """Stop playing, write what is still to be written, and wait for every thread."""
        if self._is_shut:
            return
        self._is_shut = True
        self.dispatcher.remove()
        self._place_file().setValue("geometry", self.saveGeometry())
        self.thumbnails.close()
        self.player.close()
        self.sound.close()
        if self.film is not None:
            self.film.footage.close()
        self.lessons.end()
        self.session.journal.finish()
        self.sureness.end()
        self.asking.end()
        self.charting.end()
        self.agreeing.end()
        self.workers.stop()
        self.session.release()
        self.status.clearMessage()

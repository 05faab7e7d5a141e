"""The press: makes documents one at a time, and pictures of their pages, and keeps the newest.

A document is known by its key: whatever it depends on. Two that ask for the same wait for the
same one. What is kept is bounded in number and in bytes, so is what waits: nobody can fill
the memory of a small machine by asking for much.
"""

import hashlib
import io
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from companion.core.messages import Refusal

KEPT: Final = 24
"""Documents, and four times as many pictures."""
KEPT_BYTES: Final = 24_000_000
"""Of documents, and as much again of pictures."""
LARGEST: Final = 12_000_000
MOST_WAITING: Final = 4
PATIENCE: Final = 30.0
"""Seconds that somebody waits for the press to be free."""

logger = logging.getLogger("companion")
V = TypeVar("V")
Told = Callable[[int, int], None]
"""Told how many pages are done, and of how many."""


@dataclass(frozen=True)
class Finished:
    """A document as it was made, and the sizes of its pages in millimetres."""

    pdf: bytes
    pages: tuple[tuple[float, float], ...]

    @property
    def digest(self) -> str:
        """A short name for just these bytes."""
        return hashlib.sha256(self.pdf).hexdigest()[:16]


@dataclass
class Job:
    """A document in the making."""

    done: int = 0
    of: int = 0
    finished: Finished | None = None
    refusal: Refusal | None = None
    ready: threading.Event = field(default_factory=threading.Event)

    def tell(self, done: int, of: int) -> None:
        """How far it is."""
        self.done, self.of = done, of


class _Shelf(Generic[V]):
    """The newest values, bounded in number and size."""

    def __init__(self, count: int, size: int) -> None:
        self._count, self._size = count, size
        self._kept: OrderedDict[Hashable, tuple[int, V]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][1]

    def put(self, key: Hashable, size: int, value: V) -> None:
        self._kept[key] = (size, value)
        while len(self._kept) > self._count or self.size > self._size:
            self._kept.popitem(last=False)

    @property
    def size(self) -> int:
        return sum(size for size, _ in self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)


class Press:
    """Makes and keeps documents. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._at_work = threading.Lock()
        self._guard = threading.Lock()
        self._jobs: dict[Hashable, Job] = {}
        self._documents: _Shelf[Finished] = _Shelf(KEPT, KEPT_BYTES)
        self._pictures: _Shelf[bytes] = _Shelf(4 * KEPT, KEPT_BYTES)

    def order(self, key: Hashable, make: Callable[[Told], bytes], wait: float) -> Job:
        """The document of this key, made by ``make`` where it is not at hand.

        Returns after ``wait`` seconds at the latest, with a job that is not ready then. Raises
        what ``make`` refuses, and ``press-busy`` where too many are waiting already.
        """
        with self._guard:
            kept = self._documents.get(key)
            job = self._jobs.get(key)
            if kept is not None:
                job = Job(finished=kept)
                job.ready.set()
            elif job is None:
                if len(self._jobs) >= MOST_WAITING:
                    raise Refusal("press-busy")
                job = self._jobs[key] = Job()
                work = threading.Thread(target=self._make, args=(key, job, make), daemon=True)
                work.start()
        job.ready.wait(wait)
        if job.refusal:
            raise job.refusal
        return job

    def _make(self, key: Hashable, job: Job, make: Callable[[Told], bytes]) -> None:
        try:
            with self._at_work:
                pdf = make(job.tell)
                if len(pdf) > LARGEST:
                    raise Refusal("print-too-much")
                job.finished = Finished(pdf, _sizes(pdf))
        except Refusal as refusal:
            job.refusal = refusal
        except Exception:
            logger.exception("A document could not be made")
            job.refusal = Refusal("server-error")
        with self._guard:
            self._jobs.pop(key, None)
            if job.finished:
                self._documents.put(key, len(job.finished.pdf), job.finished)
        job.ready.set()

    def picture(self, document: Finished, page: int, wide: int) -> bytes:
        """A page of a document, from 1, as a PNG of that many dots across.

        Raises Refusal ``no-page``, and ``press-busy`` where it takes too long.
        """
        if not 1 <= page <= len(document.pages):
            raise Refusal("no-page")
        key = (document.digest, page, wide)
        with self._guard:
            known = self._pictures.get(key)
        if known is not None:
            return known
        until = time.monotonic() + PATIENCE
        if not self._at_work.acquire(timeout=max(0.0, until - time.monotonic())):
            raise Refusal("press-busy")
        try:
            made = _picture(document.pdf, page, wide)
        finally:
            self._at_work.release()
        with self._guard:
            self._pictures.put(key, len(made), made)
        return made


def _sizes(pdf: bytes) -> tuple[tuple[float, float], ...]:
    import pypdfium2 as pdfium

    file = pdfium.PdfDocument(pdf)
    try:
        sizes = [file.get_page_size(n) for n in range(len(file))]
    finally:
        file.close()
    return tuple((w / 72 * 25.4, h / 72 * 25.4) for w, h in sizes)


def _picture(pdf: bytes, page: int, wide: int) -> bytes:
    import pypdfium2 as pdfium

    file = pdfium.PdfDocument(pdf)
    try:
        sheet = file[page - 1]
        picture = sheet.render(scale=wide / sheet.get_width()).to_pil()
    finally:
        file.close()
    out = io.BytesIO()
    picture.convert("RGB").quantize(128).save(out, "PNG", compress_level=6)
    return out.getvalue()

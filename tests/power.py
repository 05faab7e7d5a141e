"""A disk that remembers what it was told to keep: for power cuts in the middle of anything.

SQLite is let write through a VFS (of the ``apsw`` package, which brings an SQLite of its own)
that keeps, for each file, what was synced, and what was written since. :meth:`Disk.after_a_cut`
is what a machine may find when the power comes back: of the writes since the last sync any may
be there, be missing, or be torn at a sector.

What it cannot show: disks that say that they have synced and have not, and file systems that
lose the name of a new file (companion syncs the folder itself, where one is made).
"""

import apsw

SECTOR = 512


class Disk:
    """What lies on it, by file name, and what is still on its way there."""

    def __init__(self):
        self.kept = {}
        self.loose = {}

    def write(self, name, offset, data):
        self.loose.setdefault(name, []).append((offset, bytes(data)))

    def truncate(self, name, size):
        self.loose.setdefault(name, []).append((size, None))

    def sync(self, name):
        content = self.kept.setdefault(name, bytearray())
        for one in self.loose.pop(name, ()):
            _apply(content, *one)

    def delete(self, name):
        self.kept.pop(name, None)
        self.loose.pop(name, None)

    def after_a_cut(self, random):
        """The files as they may be found, by name: ``random`` says what came through."""
        found = {}
        for name in {*self.kept, *self.loose}:
            content = bytearray(self.kept.get(name, b""))
            for offset, data in self.loose.get(name, ()):
                fate = random.choice(("there", "missing", "torn"))
                whole = fate == "there" or data is None
                came = data if whole else data[: SECTOR * random.randint(0, len(data) // SECTOR)]
                if fate != "missing":
                    _apply(content, offset, came)
            found[name] = bytes(content)
        return found


def _apply(content, offset, data):
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class Watched(apsw.VFS):
    """The usual VFS, watched. ``told`` is called before and after each thing it does."""

    def __init__(self, name, disk, told):
        self.name, self.disk, self.told = name, disk, told
        super().__init__(name, "")

    def xOpen(self, name, flags):
        return WatchedFile(self, name, flags)

    def xDelete(self, filename, syncdir):
        super().xDelete(filename, syncdir)
        self.disk.delete(_short(filename))
        self.told()


class WatchedFile(apsw.VFSFile):
    def __init__(self, vfs, name, flags):
        self._vfs = vfs
        self._name = _short(name.filename() if isinstance(name, apsw.URIFilename) else name)
        super().__init__("", name, flags)

    def xWrite(self, data, offset):
        super().xWrite(data, offset)
        self._vfs.disk.write(self._name, offset, data)
        self._vfs.told()

    def xTruncate(self, newsize):
        super().xTruncate(newsize)
        self._vfs.disk.truncate(self._name, newsize)
        self._vfs.told()

    def xSync(self, flags):
        super().xSync(flags)
        self._vfs.told()
        self._vfs.disk.sync(self._name)
        self._vfs.told()


def _short(path):
    return str(path).rpartition("/")[2]


class Connection:
    """As much of ``sqlite3.Connection`` as the log uses, over the watched VFS."""

    def __init__(self, path, vfs):
        self._connection = apsw.Connection(str(path), vfs=vfs)

    def execute(self, sql, values=()):
        return self._connection.execute(sql, values)

    executescript = execute

    @property
    def in_transaction(self):
        return self._connection.in_transaction

    def close(self):
        self._connection.close()

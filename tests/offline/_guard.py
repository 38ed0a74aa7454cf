"""Watches what a program and all its children ask of the kernel, native code included.

A seccomp filter hands the system calls that send, connect, or change files to this process, which
notes what leaves loopback and which files are written, and refuses what leaves. That needs Linux
5.5 or newer on x86-64 or ARM, no privilege and nothing installed, and works in a container.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import ipaddress
import os
import platform
import select
import socket
import struct
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

AT_FDCWD = -100
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Machine(NamedTuple):
    """What differs between processors: the audit architecture and the numbers of the calls."""

    architecture: int
    seccomp: int
    io_uring_setup: int
    calls: Mapping[int, str]


MACHINES = {
    "x86_64": Machine(
        0xC000003E,
        317,
        425,
        {
            42: "connect", 49: "bind", 44: "sendto", 46: "sendmsg", 307: "sendmmsg",
            2: "open", 85: "creat", 257: "openat", 437: "openat2",
            83: "mkdir", 258: "mkdirat", 82: "rename", 264: "renameat", 316: "renameat2",
            86: "link", 265: "linkat", 88: "symlink", 266: "symlinkat",
            133: "mknod", 259: "mknodat",
        },
    ),
    "aarch64": Machine(
        0xC00000B7,
        277,
        425,
        {
            203: "connect", 200: "bind", 206: "sendto", 211: "sendmsg", 269: "sendmmsg",
            56: "openat", 437: "openat2", 34: "mkdirat", 38: "renameat", 276: "renameat2",
            37: "linkat", 36: "symlinkat", 33: "mknodat",
        },
    ),
}  # fmt: skip

TARGETS = {
    "open": (None, 0), "creat": (None, 0), "openat": (0, 1), "openat2": (0, 1),
    "mkdir": (None, 0), "mkdirat": (0, 1), "mknod": (None, 0), "mknodat": (0, 1),
    "rename": (None, 1), "renameat": (2, 3), "renameat2": (2, 3),
    "link": (None, 1), "linkat": (2, 3), "symlink": (None, 1), "symlinkat": (1, 2),
}  # fmt: skip
"""Which argument is the folder's descriptor (None for the working folder), which the path."""

_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _ERROR, _NOTIFY, _KILL = 0x7FFF0000, 0x00050000, 0x7FC00000, 0x80000000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_CONTINUE = 1
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass
class Watched:
    """What a program did.

    Attributes:
        left: Addresses off loopback that it tried to reach or to be reached at, each refused.
        written: Files and folders that it opened for writing, made, or renamed to.
        status: Its exit status.
        output: Its standard output.
        errors: Its standard error.
    """

    left: list[str] = field(default_factory=list)
    written: list[Path] = field(default_factory=list)
    status: int = -1
    output: str = ""
    errors: str = ""

    def outside(self, *folders: Path) -> list[Path]:
        """Return what it wrote outside of ``folders``, but for devices and its own process."""
        allowed = [Path(os.path.realpath(f)) for f in (*folders, Path("/dev"), Path("/proc"))]
        return [p for p in self.written if not any(p.is_relative_to(a) for a in allowed)]


def watch(
    command: Sequence[str], cwd: Path, environment: Mapping[str, str], timeout: float = 300.0
) -> Watched:
    """Run a command to its end and return what it did.

    Nothing is masked out of the modes of the files that it makes: they are what it sees to.

    Raises:
        RuntimeError: This kernel cannot do it; nothing was run.
    """
    seen = Watched()
    started: list[int | BaseException] = []
    ready, over = threading.Event(), threading.Event()

    def run() -> None:
        try:
            listener = install(machine())
        except BaseException as error:
            started.append(error)
            ready.set()
            return
        started.append(listener)
        ready.set()
        try:
            done = subprocess.run(
                command, cwd=cwd, env=environment, capture_output=True, text=True,
                timeout=timeout, check=False, stdin=subprocess.DEVNULL, umask=0,
            )  # fmt: skip
            seen.status, seen.output, seen.errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as error:
            seen.errors = str(error)
        finally:
            over.set()

    # The filter holds for the one thread that installs it, and for what that starts.
    runner = threading.Thread(target=run)
    runner.start()
    ready.wait()
    listener = started[0]
    if isinstance(listener, BaseException):
        raise RuntimeError(f"this kernel lets no program be watched: {listener}") from listener
    try:
        while not over.is_set():
            if select.select([listener], [], [], 0.05)[0]:
                _answer(listener, seen)
        runner.join()
    finally:
        os.close(listener)
    return seen


def machine() -> Machine:
    """Return this machine.

    Raises:
        OSError: It is none of those known.
    """
    found = MACHINES.get(platform.machine())
    if found is None or platform.system() != "Linux":
        raise OSError(errno.ENOSYS, f"{platform.system()} on {platform.machine()}")
    return found


def install(machine: Machine) -> int:
    """Put the filter on this thread and return the descriptor that its calls are told to."""
    rules = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, machine.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_EQUAL, 0, 1, machine.io_uring_setup),  # it would go around the filter
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    ]
    for number, call in machine.calls.items():
        flags = {"open": 1, "openat": 2}.get(call)
        if flags is None:
            rules += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _NOTIFY)]
        else:
            rules += [
                (_EQUAL, 0, 4, number),
                (_LOAD, 0, 0, _ARGUMENTS + 8 * flags),
                (_ANY_BIT, 0, 1, WRITING),
                (_RETURN, 0, 0, _NOTIFY),
                (_RETURN, 0, 0, _ALLOW),
            ]
    rules.append((_RETURN, 0, 0, _ALLOW))
    code = b"".join(struct.pack("=HBBI", *rule) for rule in rules)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(rules), ctypes.addressof(buffer))
    set_no_new_privileges, filter_mode, with_listener = 38, 1, 8
    if _libc.prctl(set_no_new_privileges, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no new privileges")
    listener = _libc.syscall(machine.seccomp, filter_mode, with_listener, program)
    if listener < 0:
        raise OSError(ctypes.get_errno(), "seccomp")
    return int(listener)


def _answer(listener: int, seen: Watched) -> None:
    """Note one call, then let it go on or refuse it."""
    request = receive(listener, machine())
    if request is None:
        return
    identity, process, call, arguments = request
    try:
        refused = _note(call, process, arguments, seen)
    except (OSError, ValueError) as error:
        if not Path(f"/proc/{process}").exists():
            return
        seen.left.append(f"{call} that could not be read ({error})")
        refused = True
    answer(listener, identity, errno.EACCES if refused else 0)


class Request(NamedTuple):
    """A call that waits for an answer: its number, its process, its name and its arguments."""

    identity: int
    process: int
    call: str
    arguments: Sequence[int]


def receive(listener: int, machine: Machine) -> Request | None:
    """Return the next call; None if the process that made it ended meanwhile."""
    request = bytearray(80)
    try:
        fcntl.ioctl(listener, _RECEIVE, request)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EINTR):
            return None
        raise
    identity, process, _, number = struct.unpack_from("=QIIi", request)
    arguments = struct.unpack_from("=6Q", request, 32)
    return Request(identity, process, machine.calls[number], arguments)


def answer(listener: int, identity: int, error: int) -> None:
    """Let a call go on where ``error`` is 0, else let it fail with that error."""
    reply = struct.pack("=QqiI", identity, 0, -error, 0 if error else _CONTINUE)
    try:
        fcntl.ioctl(listener, _SEND, reply)
    except OSError as gone:
        if gone.errno != errno.ENOENT:
            raise


def _note(call: str, process: int, arguments: Sequence[int], seen: Watched) -> bool:
    """Note what a call would do and return whether it is refused."""
    if call in TARGETS:
        if call != "openat2" or _opens_for_writing(process, arguments[2]):
            seen.written.append(path_of(process, arguments, *TARGETS[call]))
        return False
    away = [a for a in _addresses(call, process, arguments) if _leaves(a)]
    seen.left += [f"{call} to {_leaves(address)}" for address in away]
    return bool(away)


def _opens_for_writing(process: int, how: int) -> bool:
    return bool(struct.unpack("=Q", _read(process, how, 8))[0] & WRITING)


def path_of(process: int, arguments: Sequence[int], folder: int | None, name: int) -> Path:
    text = os.fsdecode(_string(process, arguments[name]))
    descriptor = AT_FDCWD if folder is None else ctypes.c_int32(arguments[folder]).value
    link = "cwd" if descriptor == AT_FDCWD else f"fd/{descriptor}"
    whole = Path(os.readlink(f"/proc/{process}/{link}"), text)
    return Path(os.path.realpath(whole.parent), whole.name)


def _addresses(call: str, process: int, arguments: Sequence[int]) -> list[bytes]:
    """Return the socket addresses that a call names; none where the socket is connected."""
    if call in ("connect", "bind"):
        return [_read(process, arguments[1], arguments[2])]
    if call == "sendto":
        return [_read(process, arguments[4], arguments[5])] if arguments[4] else []
    count = arguments[2] if call == "sendmmsg" else 1
    found = []
    for place in range(count):
        name, size = struct.unpack("=QI", _read(process, arguments[1] + 64 * place, 12))
        if name:
            found.append(_read(process, name, size))
    return found


def _leaves(address: bytes) -> str:
    """Return where an address leads, in words; empty for loopback and for none."""
    family = struct.unpack_from("=H", address)[0] if len(address) >= 2 else socket.AF_UNSPEC
    if family == socket.AF_UNSPEC or family == socket.AF_NETLINK:
        return ""
    if family == socket.AF_UNIX:
        return os.fsdecode(address[2:].partition(b"\0")[0]) or "a local socket"
    if family == socket.AF_INET:
        host: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.IPv4Address(address[4:8])
    elif family == socket.AF_INET6:
        host = ipaddress.IPv6Address(address[8:24])
        host = host.ipv4_mapped or host
    else:
        return f"address family {family}"
    return "" if host.is_loopback else f"{host}, port {struct.unpack_from('!H', address, 2)[0]}"


def _read(process: int, place: int, size: int) -> bytes:
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        memory.seek(place)
        return memory.read(size)


def _string(process: int, place: int) -> bytes:
    """Return the string at an address, read no further than the page that it ends in."""
    found = b""
    while b"\0" not in found and len(found) < 1 << 14:
        found += _read(process, place + len(found), 256 - (place + len(found)) % 256)
    return found.partition(b"\0")[0]

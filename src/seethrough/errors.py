"""What can go wrong, and the exit status that the command line gives it.

    SeethroughError
    ├── UsageError          64  the command, a component's name or a field is wrong
    ├── InputError          65  a file's content is wrong: names the file, the line and what to do
    ├── UnavailableError    69  a model, a package or a service is not there
    │   └── MissingExtraError   an optional package: quotes the pip command that installs it
    ├── ContractError       70  a component broke its contract; a bug in that component
    └── OutputError         73  an output cannot be written: the disk is full

Messages are one line: what is wrong, where, what to do. They never quote record text.
"""


class SeethroughError(Exception):
    """The root of every error that this package raises on purpose."""

    exit_status = 70


class UsageError(SeethroughError):
    """The command, a component's name or one of its fields is wrong."""

    exit_status = 64


class InputError(SeethroughError):
    """A file cannot be used.

    Args:
        message: What is wrong, where, what to do.
        hint: What follows where other files may be named, too.
    """

    exit_status = 65

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}{hint}")
        self.bare = message

    @classmethod
    def at(cls, path: object, line: int, problem: str) -> "InputError":
        """Return the error for ``problem`` in ``path`` at the 1-based ``line``."""
        return cls(f"{path}, line {line}: {problem}")


class UnavailableError(SeethroughError):
    """A model, a package or a service is not there."""

    exit_status = 69


class MissingExtraError(UnavailableError):
    """An optional package is not installed."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(f"{package} is not installed; run: pip install 'seethrough[{extra}]'")
        self.extra = extra
        self.package = package

    def __reduce__(self) -> tuple[type["MissingExtraError"], tuple[str, str]]:
        return type(self), (self.extra, self.package)  # a worker's error is pickled


class ContractError(SeethroughError):
    """A component broke its contract."""


class OutputError(SeethroughError):
    """The disk is too full for a file."""

    exit_status = 73


def ended_by_signal(error: BaseException) -> bool:
    """Return whether the handler of a signal ended the process, as that of Ray does."""
    return isinstance(error, SystemExit) and isinstance(error.code, int) and error.code > 128

"""The sidecar of a release: what its maker claims, and which claims can be checked.

A sidecar is stored next to a released file, or folder, as ``FILE.release.json``. Anybody can write
one, so what it says is a claim. Two things can be checked: that it belongs to the released file
(SHA-256 of the file, or of a list of its files), and that it was made from these private records
(HMAC-SHA256 of their content). The HMAC's key is random, is stored in ``FILE.release.key`` and is
private: without it, nobody can confirm a guess of the private text with the sidecar.

Source: Krawczyk, Bellare and Canetti, "HMAC: keyed-hashing for message authentication" (RFC 2104,
1997).
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from seethrough.errors import InputError
from seethrough.reasons import Reason
from seethrough.records.formats.text_folder import texts_sha256
from seethrough.records.releases.release import SEEDED, VOIDED, Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.sidecars.claims import Claims, is_digest, read_claims
from seethrough.statistics.seeding import fresh_secret
from seethrough.storage.contents import file_sha256

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

Check = Literal["matches", "differs", "absent"]

SCHEMA = 2

HOLDOUT = ".holdout.jsonl"
"""How the name of the file with the people held out of a release ends."""


def sidecar_path(release: str | Path) -> Path:
    """Return the path of a released file's sidecar: ``OUT.release.json``."""
    return _beside(release, ".release.json")


def key_path(release: str | Path) -> Path:
    """Return the path of the private key to the sidecar's hash: ``OUT.release.key``."""
    return _beside(release, ".release.key")


def holdout_path(out: str | Path) -> Path:
    """Return the path of the people held out of what is written to ``OUT``: its name and more."""
    return _beside(out, HOLDOUT)


def release_sha256(release: Path) -> str:
    """Return the SHA-256 of a released file, or of a folder of texts (``texts_sha256``)."""
    return texts_sha256(release) if release.is_dir() else file_sha256(release)


def _beside(release: str | Path, ending: str) -> Path:
    """Return the place of a file next to a release: never in it, if that is a folder."""
    place = Path(release)
    if place.name in ("", ".."):
        place = Path(os.path.abspath(place))
    return place.with_name(f"{place.name}{ending}")


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What a sidecar claims, and what was checked.

    Attributes:
        path: The sidecar.
        claims: What it claims.
        release: Whether the released file has the hash that the sidecar names; ``absent`` where it
            names none.
        private: Whether the private records have the keyed hash that it names; ``absent`` where
            it names none, if the key is missing, or if there are no private records.
        aligned: Whether the records are taken as aligned with the private ones of the same id: as
            claimed, unless the ids contradict it.
        denied: Whether it says that the records are not aligned although most released ids are
            private ids.
    """

    path: Path
    claims: Claims
    release: Check
    private: Check
    aligned: bool
    denied: bool

    @property
    def guarantee(self) -> Guarantee | None:
        """The guarantee that it claims for its file; None if that is another file."""
        return self.claims.guarantee if self.release == "matches" else None

    @property
    def made_of_private(self) -> bool:
        """Whether its file was made of the private records, as far as that is known."""
        return self.release == "matches" and self.private != "differs"

    @property
    def holdout(self) -> Path | None:
        """The file of people held out that it names, if there is one."""
        return _named_in(self.path, self.claims)

    @property
    def doubts(self) -> tuple[Reason, ...]:
        """Why an audit that relies on it cannot be certain."""
        checks = {"release": self.release, "private": self.private}
        named = {"private": {"sidecar": self.path.name}}
        found = [
            Reason("sidecar_mismatch", "inconclusive", facts={"of": of, **named})
            for of, check in checks.items()
            if check == "differs"
        ]
        if self.denied:
            found.append(Reason("alignment_denied", "inconclusive", facts=named))
        return tuple(found)

    def release_of(self, corpus: Corpus, aligned: bool = True) -> TextRelease:
        """Return a released corpus with what the sidecar claims of it.

        Args:
            corpus: The released records.
            aligned: False if the user says that they are not aligned.
        """
        claims = self.claims
        doubts = self.doubts
        if not aligned:
            doubts = tuple(d for d in doubts if d.kind != "alignment_denied")
        return TextRelease(
            corpus,
            aligned=self.aligned and aligned,
            sanitizer=claims.sanitizer,
            guarantee=self.guarantee,
            ledger=claims.ledger,
            details=claims.details,
            doubts=doubts,
        )


def sidecar_of(
    release: TextRelease, private: Corpus, digest: str, holdout: Path | None = None
) -> tuple[bytes, bytes]:
    """Return the content of a release's sidecar and of the file of its key.

    Args:
        release: The release.
        private: The records as they will be audited: those of people held out among them.
        digest: The SHA-256 of the released file.
        holdout: The file of the people held out, or None.
    """
    key = fresh_secret()
    content = {
        "schema": SCHEMA,
        "sanitizer": release.sanitizer,
        "aligned": release.aligned,
        "guarantee": None if release.guarantee is None else _claim(release.guarantee),
        "seeded": release.details.get(SEEDED),
        "note": _note(release.details),
        "ledger": dict(release.ledger),
        "details": dict(release.details),
        "release_sha256": digest,
        "private_hmac": private_hmac(private, key),
        "release_records": len(release.corpus),
        "holdout": None if holdout is None else holdout.name,
    }
    encoded = json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    return encoded.encode(errors="backslashreplace"), f"{key.hex()}\n".encode()


def read_sidecar(
    path: str | Path, released: Corpus, private: Corpus | None = None
) -> Sidecar | None:
    """Return what the sidecar of a released file claims, checked; None if there is none.

    Args:
        path: The released file.
        released: Its records.
        private: The private records, if available.

    Raises:
        InputError: The sidecar, or its key, is broken.
    """
    file = sidecar_path(path)
    if not Path(path).exists() or not file.is_file():
        return None
    claims = read_claims(file)
    # Records that are numbered by their rows meet, too; an audit that takes them for one another
    # then errs on the side of finding a leak, and says so.
    shared = 0 if private is None else sum(i in private.position for i in released.ids)
    meet = 2 * shared > len(released)
    return Sidecar(
        file,
        claims,
        _check(claims.release_sha256, lambda: release_sha256(Path(path))),
        "absent" if private is None else _private_check(claims, key_path(path), private),
        claims.aligned or meet,
        meet and not claims.aligned,
    )


def held_out_of(path: str | Path) -> Path | None:
    """Return the file of the people held out of a released file; None if no sidecar names one.

    Args:
        path: The released file.

    Raises:
        InputError: The sidecar is broken.
    """
    file = sidecar_path(path)
    return _named_in(file, read_claims(file)) if file.is_file() else None


def _named_in(sidecar: Path, claims: Claims) -> Path | None:
    if claims.holdout is None:
        return None
    file = sidecar.parent / claims.holdout
    return file if file.is_file() else None


def read_release(corpus: Corpus, path: str | Path) -> TextRelease:
    """Return a released corpus with what its sidecar claims, if there is one.

    A claim is not believed where it can be checked and is wrong: the release then has ``doubts``.

    Args:
        corpus: The released records, read from ``path``.
        path: The released file.

    Raises:
        InputError: The sidecar is broken.
    """
    sidecar = read_sidecar(path, corpus)
    if sidecar is None:
        return TextRelease(corpus)
    return sidecar.release_of(corpus, aligned=True)


def private_hmac(private: Corpus, key: bytes) -> str:
    """Return the keyed hash of the private records' ids and texts, in order.

    Which column names the person does not count: an audit may name another.

    Args:
        private: The records.
        key: 256 random bits.
    """
    digest = hmac.new(key, digestmod="sha256")
    for id_, text in zip(private.ids, private.texts, strict=True):
        digest.update(json.dumps([id_, text]).encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _check(claimed: str | None, computed: Callable[[], str]) -> Check:
    if claimed is None:
        return "absent"
    return "matches" if hmac.compare_digest(claimed, computed()) else "differs"


def _private_check(claims: Claims, key_file: Path, private: Corpus) -> Check:
    if not key_file.is_file():
        return "absent"
    key = key_file.read_bytes().decode("ascii", "replace").strip()
    if not is_digest(key):
        raise InputError(f"{key_file}: not the key of a sidecar; delete it to audit without")
    return _check(claims.private_hmac, lambda: private_hmac(private, bytes.fromhex(key)))


def _claim(guarantee: Guarantee) -> dict[str, Any]:
    return {k: v for k, v in asdict(guarantee).items() if k != "claimed_by"}


def _note(details: Mapping[str, Any]) -> str:
    voided = details.get(VOIDED)
    if voided is None:
        return ""
    return f"a seed makes the release repeatable, so it carries no guarantee ({voided} is void)"

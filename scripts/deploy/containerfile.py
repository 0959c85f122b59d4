"""Runs the steps of deploy/Containerfile on bare Debians, and the server in the result, without a container engine."""

import json
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from scripts.deploy import compose, machine
from scripts.packaging import wheels
from scripts.packaging.building import ROOT

FILE = ROOT / "deploy" / "Containerfile"
_CONTAINER = Path(__file__).with_name("container.sh")


@dataclass(frozen=True)
class Stage:
    """A stage of a Containerfile: its base, name, and steps as (instruction, its text)."""

    base: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def last(self, instruction: str) -> str:
        """Return the text of the last step with an instruction; empty if there is none."""
        return next((text for name, text in reversed(self.steps) if name == instruction), "")

    def command(self) -> list[str]:
        """Return the program that a container starts, with its arguments."""
        return [*json.loads(self.last("ENTRYPOINT") or "[]"), *json.loads(self.last("CMD") or "[]")]


def stages(text: str) -> list[Stage]:
    """Return the stages of a Containerfile, which has no instruction that goes over several lines."""
    found: list[Stage] = []
    for line in text.splitlines():
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            base, _as, name = rest.split()
            found.append(Stage(base, name))
        elif line and not line.startswith("#"):
            found[-1].steps.append((instruction, rest))
    return found


def build(bare: Path, folder: Path, context: Path) -> dict[str, Path]:
    """Run the steps of all stages, each on a copy of a bare Debian; return the stages' file systems by name.

    Args:
        bare: a Debian's file system.
        folder: where the copies are made.
        context: what COPY takes files from.
    """
    made: dict[str, Path] = {}
    for stage in stages(FILE.read_text()):
        root = made[stage.name] = folder / stage.name
        subprocess.run(["cp", "-a", bare, root], check=True)
        for instruction, text in stage.steps:
            if instruction == "RUN":
                machine.run_in(root, text)
            elif instruction == "COPY":
                _copy(text, root, context, made)
    return made


def _copy(text: str, root: Path, context: Path, made: dict[str, Path]) -> None:
    *patterns, target = shlex.split(text)
    if patterns[0].startswith("--from="):
        context = made[patterns.pop(0).removeprefix("--from=")]
    into = root / target.lstrip("/")
    for pattern in patterns:
        for source in sorted(context.glob(pattern.lstrip("/"))) or [context / pattern]:
            into.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, into, symlinks=True)
            else:
                (into if target.endswith("/") else into.parent).mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, into)


def try_steps(folder: Path) -> None:
    """Build all stages in a folder, then start the server as the image says, on a file system that is read-only."""
    bare, context = folder / "bare", folder / "context"
    machine.make(bare, ("ca-certificates",))
    shutil.copytree(ROOT / "deploy", context / "deploy")
    wheels.build(context / "dist")
    made = build(bare, folder, context)
    server = next(stage for stage in stages(FILE.read_text()) if stage.name == "server")
    _start(made["server"], server)


def _start(root: Path, stage: Stage) -> None:
    """Make a data folder, serve it with the image's own command until its health check succeeds, and check it."""
    volume, program = stage.last("VOLUME"), shlex.join(stage.command())
    healthy = shlex.join(compose.services()["web"]["healthcheck"]["test"][1:])
    script = f"""
    pdd-server init --data {volume}
    {program} & server=$!
    for _ in $(seq 100); do {healthy} 2>/dev/null && break; sleep 0.2; done
    {healthy}
    kill $server
    wait $server
    pdd-server check --data {volume}
    ! touch /written 2>/dev/null
    """
    command = [_CONTAINER, root, volume, stage.last("USER"), script, stage.last("ENV")]
    subprocess.run(command, check=True)

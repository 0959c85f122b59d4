"""Starting at login: on Linux in a real folder, for macOS and Windows by the files' content."""

import plistlib
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.desktop.system import autostart
from pdd_client.desktop.system.login_registry import approved
from pdd_client.gateways.package_system import appimage

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="writes to where Linux desktops look")
ODD = ('/opt/a b/50% "off" $HOME `x` back\\slash', "--home", "tab\there")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a person's settings folder, not made yet."""
    folder = tmp_path / "settings"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    return folder


def keys(entry: bytes) -> dict[str, str]:
    """Return a desktop entry's keys with unescaped strings."""
    pairs = (line.split("=", 1) for line in entry.decode().splitlines() if "=" in line)
    return {key: value.replace("\\\\", "\\") for key, value in pairs}


@linux_only
def test_starting_at_login_is_switched_on_and_off(settings: Path) -> None:
    """The entry appears in XDG_CONFIG_HOME's folder, is found again and deleted; doing either twice changes nothing."""
    assert not autostart.enabled()
    for _ in range(2):
        autostart.set_enabled(True)
        assert autostart.enabled()
        assert [path.name for path in settings.rglob("*.*")] == ["private-data-donor.desktop"]
    for _ in range(2):
        autostart.set_enabled(False)
        assert not autostart.enabled()
    assert not any(settings.rglob("*.*"))


@linux_only
def test_the_entry_starts_a_program_that_is_there(settings: Path) -> None:
    """The entry names a program that can be run, without a window, and the icon that packages install."""
    autostart.set_enabled(True)
    written = keys((settings / "autostart" / "private-data-donor.desktop").read_bytes())
    assert stat.S_IXUSR & Path(written["TryExec"]).stat().st_mode
    assert written["Exec"].endswith('"--hidden"')
    assert written["Icon"] == autostart.APP_ID


@linux_only
def test_an_appimage_is_started_by_its_own_file(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of an AppImage names its file. Its folder under /tmp, which anybody could make anew, is never named."""
    monkeypatch.setattr(sys, "executable", "/tmp/.mount_priv1/usr/bin/pdd-donor-app")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.delenv("APPIMAGE", raising=False)
    with pytest.raises(DonorError, match="the AppImage's file is not known"):
        autostart.set_enabled(True)
    autostart.set_enabled(False)
    monkeypatch.setenv("APPIMAGE", "/home/donor/donor.AppImage")
    autostart.set_enabled(True)
    written = (settings / "autostart" / "private-data-donor.desktop").read_bytes()
    assert b".mount_" not in written
    assert keys(written)["TryExec"] == "/home/donor/donor.AppImage"
    assert keys(written)["Exec"] == '"/home/donor/donor.AppImage" "--hidden"'


def test_another_programs_appimage_is_not_started(tmp_path: Path) -> None:
    """A program outside the AppImage's folder, which an AppImage has only started, is none."""
    inherited = {"APPIMAGE": "/home/donor/terminal.AppImage", "APPDIR": "/tmp/.mount_term"}
    assert appimage("/usr/bin/pdd-donor-app", inherited) is None
    unpacked = {"APPIMAGE": "/home/donor/donor.AppImage", "APPDIR": str(tmp_path)}
    assert appimage(str(tmp_path / "usr/bin/pdd-donor-app"), unpacked) == "/home/donor/donor.AppImage"


@linux_only
@pytest.mark.parametrize("switch", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_a_desktops_own_switch_is_respected(settings: Path, switch: str) -> None:
    """An entry that a desktop disabled by a key counts as off, and switching on works."""
    autostart.set_enabled(True)
    file = settings / "autostart" / "private-data-donor.desktop"
    others = [line for line in file.read_text().splitlines() if line.split("=")[0] != switch.split("=")[0]]
    file.write_text("\n".join([*others, switch]))
    assert not autostart.enabled()
    autostart.set_enabled(True)
    assert autostart.enabled()


@linux_only
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"Exec=x", b"[Desktop Entry]\nName=x", b"[Desktop Entry]\n= ="])
def test_a_damaged_entry_is_off(settings: Path, content: bytes) -> None:
    """A damaged entry counts as off without an error."""
    autostart.set_enabled(True)
    (settings / "autostart" / "private-data-donor.desktop").write_bytes(content)
    assert not autostart.enabled()


@linux_only
def test_a_folder_that_cannot_be_made_is_said_in_one_line(settings: Path) -> None:
    """If a file stands in the folder's place, one line says so and nothing is switched on."""
    settings.write_text("")
    with pytest.raises(DonorError, match=r"^starting at login can't be changed: .*: it stays as it was$"):
        autostart.set_enabled(True)
    assert not autostart.enabled()


def test_a_relative_settings_folder_is_ignored() -> None:
    """A relative settings folder is ignored, as the base directory specification says."""
    home = Path("/home/donor")
    expected = home / ".config" / "autostart" / "private-data-donor.desktop"
    assert autostart.entry_file("linux", {}, home) == expected
    assert autostart.entry_file("linux", {"XDG_CONFIG_HOME": "here"}, home) == expected


def test_any_path_survives_the_entrys_quoting() -> None:
    """Any path survives the entry's quoting: a shell's double quotes with doubled percent signs."""
    line = keys(autostart.entry(ODD))["Exec"].replace("%%", "%")
    read = subprocess.run(["sh", "-c", f"printf '%s\\0' {line}"], capture_output=True, check=True, text=True).stdout
    assert tuple(read.split("\0")[:-1]) == ODD


def test_the_packaged_app_starts_itself(tmp_path: Path) -> None:
    """The packaged app starts itself, also if the command-line program beside it made the setting."""
    assert autostart.start_command("/opt/pdd/pdd-donor", frozen=True) == ("/opt/pdd/pdd-donor-app", "--hidden")
    assert autostart.start_command("C:/pdd/pdd-donor.exe", frozen=True)[0].endswith("pdd-donor-app.exe")


def test_a_virtual_environment_starts_its_own_program(tmp_path: Path) -> None:
    """A virtual environment starts the script beside python if it is installed, else python with the module."""
    python = str(tmp_path / "python")
    assert autostart.start_command(python, frozen=False) == (python, "-m", "pdd_client.desktop.app", "--hidden")
    (tmp_path / "pdd-donor-app").touch()
    assert autostart.start_command(python, frozen=False) == (str(tmp_path / "pdd-donor-app"), "--hidden")


def test_a_launch_agent_starts_once_at_login() -> None:
    """A launch agent follows launchd.plist(5), in the person's own folder, with the command's words apart."""
    content = autostart.agent(ODD[:2])
    assert plistlib.loads(content) == {
        "Label": "private-data-donor",
        "ProgramArguments": list(ODD[:2]),
        "RunAtLoad": True,
        "ProcessType": "Interactive",
    }
    assert autostart.entry_file("darwin", {"XDG_CONFIG_HOME": "/x"}, Path("/Users/donor")) == Path(
        "/Users/donor/Library/LaunchAgents/private-data-donor.plist"
    )


def test_a_launch_agent_that_is_off_or_damaged_is_off() -> None:
    """A launch agent that is disabled, lacks RunAtLoad or is no dictionary or property list counts as off."""
    assert autostart.agent_starts(autostart.agent(ODD[:2]))
    for other in ({"RunAtLoad": True, "Disabled": True}, {}, []):
        assert not autostart.agent_starts(plistlib.dumps(other))
    for damaged in (b"", b"\x00", b"<?xml version='1.0'?><plist><dict>"):
        assert not autostart.agent_starts(damaged)


def test_what_the_task_manager_has_switched_off_is_off() -> None:
    """An odd first byte under StartupApproved means off; nothing there, or an even one, means on."""
    assert approved(None)
    assert approved(bytes([2]) + bytes(11))
    assert not approved(bytes([3]) + bytes(11))

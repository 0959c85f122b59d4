"""The texts of reminders. Other people may see the screen: no text names a keyword, a search or a campaign."""

from PySide6.QtCore import QCoreApplication

from pdd_client.core.reminders import Reminder
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.wording import counted

translate = QCoreApplication.translate


def reminder_text(reminder: Reminder) -> str:
    """Return what a reminder says."""
    by = wording.day(reminder.by) if reminder.by else ""
    if reminder.kind == "days-wait":
        text = counted.tr("%n day(s) wait for your review. You have until {day} at least.", "", reminder.days)
    elif reminder.kind == "last-chance":
        text = counted.tr("%n day(s) wait for your review. Today may be the last chance for one.", "", reminder.days)
    elif reminder.kind == "campaign-ends":
        text = translate("reminders", "A campaign that you joined ends on {day}.")
    elif reminder.kind == "results":
        text = translate("reminders", "A campaign is over, and its results are here. Thank you for taking part.")
    else:
        text = translate("reminders", "Nothing was given for a week. Open the app to see why.")
    return text.format(day=by)


def keeps_running(*, in_tray: bool) -> str:
    """Return what is said when the window is closed and the app runs on."""
    if in_tray:
        return translate(
            "reminders", "The app keeps running. Its icon in the tray opens it. You can change this in Settings."
        )
    return translate("reminders", "The app keeps running. Start it again to open it. You can change this in Settings.")


def how_to_open(*, in_tray: bool) -> str:
    """Return how the window of the running app is opened."""
    if in_tray:
        return translate("reminders", "Its icon in the tray opens the window.")
    return translate("reminders", "To open its window, start the app again.")

"""The texts of reminders. Other people may see the screen: no text names a keyword, a search or a campaign."""

from pdd_client.core.reminders import Reminder
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import counted, tr


def reminder_text(reminder: Reminder) -> str:
    """Return what a reminder says."""
    by = wording.day(reminder.by) if reminder.by else ""
    if reminder.kind == "days-wait":
        text = counted("reminder_days_wait", reminder.days)
    elif reminder.kind == "last-chance":
        text = counted("reminder_last_chance", reminder.days)
    elif reminder.kind == "campaign-ends":
        text = tr("reminder_campaign_ends")
    elif reminder.kind == "results":
        text = tr("reminder_results")
    else:
        text = tr("reminder_nothing_given")
    return text.format(day=by)


def keeps_running(*, in_tray: bool) -> str:
    """Return what is said when the window is closed and the app runs on."""
    if in_tray:
        return tr("closed_in_tray")
    return tr("closed_without_tray")


def how_to_open(*, in_tray: bool) -> str:
    """Return how the window of the running app is opened."""
    if in_tray:
        return tr("reminder_tray_opens")
    return tr("reminder_start_opens")

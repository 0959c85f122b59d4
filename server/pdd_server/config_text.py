"""The text of config.toml: the settings, each with a comment that explains it."""

import json

from pydantic import BaseModel

from pdd_server.config import LARGEST_FLOOR, LONGEST_COHORT_DELAY, Config, Downloads, Mail, Published, Witnesses
from pdd_shared.protocol.limits import LEAST_GROUP
from pdd_shared.rounds.plain.group_sizes import LARGEST_GROUP

_MAIL_EXAMPLE: dict[str, object] = {
    "host": "mail.example.org",
    "user": "pdd",
    "password_file": "/etc/pdd/mail-password",
    "sender": "pdd@example.org",
}
_PUBLISHED_EXAMPLE: dict[str, object] = {
    "store": "s3://bucket/prefix",
    "endpoint": "https://s3.example.org",
    "access_key": "the key's id",
    "secret_key_file": "/etc/pdd/s3-secret-key",
}
_WITNESSES_EXAMPLE: dict[str, object] = {
    "address": "https://pdd.example.org",
    "required": 1,
    "each": ("witness.example.org+52409608+BAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI https://witness.example.org",),
}
_DOWNLOADS_EXAMPLE = {
    "folder": "downloads",
    "address": "https://files.example.org/pdd",
    "chromium": "https://chromewebstore.google.com/detail/NAME/ID",
    "firefox": "https://addons.mozilla.org/firefox/addon/NAME",
}


def config_text(config: Config) -> str:
    """Return the settings as commented TOML that `read_config` reads back."""
    database = config.database or "sqlite:////elsewhere/pdd.sqlite"
    values = {key: json.dumps(value, ensure_ascii=False) for key, value in config.model_dump(mode="json").items()}
    limits = {key: json.dumps(value) for key, value in config.limits.model_dump().items()}
    kept = config.retention
    return f"""\
# The settings of a Private Data Donor server. Restart the server after a change.

# What donors read as this server's name.
name = {values["name"]}
# Data days run from midnight to midnight in this time zone (IANA name). Never change it once donors have joined: they
# refuse the days of another zone.
zone = {values["zone"]}
# cohort (also without this line): thousands of donors in one noisy sum. The donors add the noise. No sum of few opens
# while the server is honest about who takes part, and at most 10% of the donors collude.
# plain: the protocol of the PDD paper, with sums of about group_size donors. The server adds the noise, and sees these
# sums without it; it could also open sums of few. One donor that stays away costs its whole group's counts.
# Donors agree to the protocol: after a change, campaigns of the other protocol are not counted any more.
protocol = {values["protocol"]}

# cohort: min_group ({LEAST_GROUP} to {LARGEST_FLOOR}) is the smallest cohort of campaigns that name none (min_cohort);
# the first sum takes about half as many donors again.
# plain: groups have about group_size donors (at most {LARGEST_GROUP}), and never fewer than min_group. Until that many
# donors are there, nothing is published.
group_size = {values["group_size"]}
min_group = {values["min_group"]}
# A round waits delay days more than one for its donors' messages. cohort: delay is at most
# {LONGEST_COHORT_DELAY}; a round waits longer if many donors are late, until 7 days after the data day.
delay = {values["delay"]}
# plain: shuffled: everybody, at random. frequent: only donors often there. ranked: donors of like activity together.
strategy = {values["strategy"]}

# Codes of which a donor must know one to register; [] lets anybody register.
invitations = {values["invitations"]}
# Donors' programs older than this are told to update.
oldest_client = {values["oldest_client"]}
# At most so many numbers in one day's vector, over all campaigns.
max_entries = {values["max_entries"]}
# How many reverse proxies stand before this server: their X-Forwarded-For is then trusted.
proxies = {values["proxies"]}
# The log on standard error: console, lines for people; json, one object a line.
log = {values["log"]}
# Where the database is, if not in this folder: a file of SQLite, or a database of PostgreSQL (cohort only), such as
# postgresql://pdd@localhost/pdd. The guide's page on PostgreSQL says how to make one.
{"" if config.database else "# "}database = {json.dumps(database)}

# Where several web processes count the limits below together: Redis or Valkey, such as redis://localhost/0. It is told
# keyed hashes only. Without it each process counts by itself.
{"" if config.redis else "# "}redis = {json.dumps(config.redis or "redis://localhost/0")}

# Folders on other disks that the server needs, such as that of PostgreSQL on this machine. They are watched, too.
disks = {values["disks"]}

# Each web process counts in its memory and forgets it at a restart. Redis or Valkey, if set above, counts for all of
# them, also over a restart, and forgets a count when its time is over.
[limits]
registrations = {limits["registrations"]}
check_ins = {limits["check_ins"]}
# What one donor sends of its rounds; tickets and uploads of cohort too.
vectors = {limits["vectors"]}
# Wrong passwords and codes, at one researcher's account and from one address.
sign_ins = {limits["sign_ins"]}
# What one researcher, and one address, asks for on the researchers' pages; and by programs at /v1/portal.
requests = {limits["requests"]}

# Days for which who-was-there-when is kept, a donor that is not seen any more, the record of a finished round (in
# cohort at least 22 days), and the researchers' audit log.
[retention]
activity = {kept.activity}
donors = {kept.donors}
rounds = {kept.rounds}
audit = {kept.audit}

# second_person: a campaign is launched only after somebody else than its last editor approved it.
[review]
second_person = {json.dumps(config.review.second_person)}

# Where donors get the programs: a folder with a release's packages, below this one or elsewhere. Optional: the address
# where the same files lie if this server shall not hand them out, and the extension's pages in the browsers' stores.
# Whoever runs those sees who asks for the programs.
[downloads]
{_downloads_text(config.downloads)}
# A mail server, through which accounts' owners get invitations and notices. Without it administrators pass links on.
{_section_text("mail", config.mail, Mail.model_validate(_MAIL_EXAMPLE))}
# A bucket of Amazon S3, or of a store like it, through which several machines share the published files and the ledger
# (database on PostgreSQL). The guide, Several machines, says how. Without it they are in published/ alone.
{_section_text("published", config.published, Published.model_validate(_PUBLISHED_EXAMPLE))}
# cohort: who vouches that all donors are shown the same list of donors. The guide, Witnesses, says how to begin. Donors
# who know these witnesses send noise alone while fewer than required vouch, also after this section is taken out.
{_section_text("witnesses", config.witnesses, Witnesses.model_validate(_WITNESSES_EXAMPLE))}"""


def _section_text(name: str, settings: BaseModel | None, example: BaseModel) -> str:
    """Return a section of settings as TOML; the example in comments if there are none."""
    values = {key: json.dumps(value) for key, value in (settings or example).model_dump(exclude_none=True).items()}
    lines = (f"[{name}]", *(f"{key} = {value}" for key, value in values.items()))
    return "".join(f"{'' if settings else '# '}{line}\n" for line in lines)


def _downloads_text(downloads: Downloads) -> str:
    """Return the settings of downloads as TOML; examples in comments for those that are not set."""
    values = downloads.model_dump()
    shown = {key: values[key] or example for key, example in _DOWNLOADS_EXAMPLE.items()}
    lines = (
        f"{'' if values[key] else '# '}{key} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in shown.items()
    )
    return "".join(lines)

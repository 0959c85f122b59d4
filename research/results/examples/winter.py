# %% [markdown]
# # From an address to a figure and a slope
#
# This document reads a campaign, draws a keyword with its 95% bands, and asks how illness goes with searches. The noise
# on the searches is known, so the slope is corrected for it. Editors and Jupyter (with jupytext) open it as a notebook.
# `docs/guides/noisy-totals.md` has the rules that it follows.

# %%
import numpy
import polars

from pdd_results import results

ADDRESS = "https://SERVER/campaigns/winter-flu"
ILLNESS = "illness.csv"  # your own outcome: the columns `last` (the Sunday of each week) and `cases`
FIGURE = "fever.svg"

# %% [markdown]
# ## Read
#
# The package is kept in a file. From then on, `results("winter-flu.zip")` needs no network.

# %%
winter = results(ADDRESS, keep="winter-flu.zip")
print(winter.campaign.title, winter.keywords, winter.regions, f"{len(winter.days)} days, {len(winter.missing)} missing")

# %% [markdown]
# ## Draw
#
# A week with a missing day has no count, so it is a gap. Say in your paper how many there are, and why
# (`winter.missing`).

# %%
fever = winter.weekly("fever", regions=["north"])
fever.plot().save(FIGURE)

# %% [markdown]
# ## Compare
#
# Two regions, by the interval of their difference. With many weeks some intervals miss 0 by chance: about 5 of 100.

# %%
less = winter.weekly("fever", regions=["north"]).rate().difference(region="south").frame.drop_nulls("low_95")
apart = less.filter((polars.col("low_95") > 0) | (polars.col("high_95") < 0))
print(f"{len(apart)} of {len(less)} weeks have a difference whose interval does not hold 0")

# %% [markdown]
# ## Model
#
# The searches are the predictor, and they are noisy: errors in variables. The plain slope is too close to zero. Its
# ratio to the true one is the reliability, which follows from the known noise. A sum of many draws is nearly normal, so
# the noise's standard deviation is half the interval divided by 1.96.

# %%
weeks = fever.frame.drop_nulls("value").join(polars.read_csv(ILLNESS, try_parse_dates=True), on="last")
searches, cases = weeks["value"].to_numpy(), weeks["cases"].to_numpy()
noise = (((weeks["high_95"] - weeks["low_95"]) / 2 / 1.96) ** 2).to_numpy().mean()
reliability = 1 - noise / searches.var(ddof=1)
if reliability <= 0.5:
    raise SystemExit("The noise is too large for a correction: take longer periods, or more regions.")

slope, level = numpy.polyfit(searches, cases, 1)
left = cases - level - slope * searches
error = (left @ left / (len(cases) - 2) / ((searches - searches.mean()) ** 2).sum()) ** 0.5
corrected, its_error = slope / reliability, error / reliability
print(f"weeks {len(weeks)}, reliability {reliability:.6f}")
print(f"plain slope {slope:.6f}, corrected {corrected:.6f}, standard error {its_error:.6f}")

# %% [markdown]
# Report the corrected slope with its error, the reliability, the number of weeks left out, and that the intervals cover
# the noise, not who chose to donate.

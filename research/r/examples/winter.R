# From an address to a figure and a slope
#
# This script reads a campaign, draws a keyword with its 95% bands, and asks how illness goes with searches. The noise on
# the searches is known, so the slope is corrected for it. docs/guides/noisy-totals.md has the rules that it follows.

library(pddresults)

ADDRESS <- "https://SERVER/campaigns/winter-flu"
ILLNESS <- "illness.csv" # your own outcome: the columns `last` (the Sunday of each week) and `cases`
FIGURE <- "fever.svg"

# Read. The package is kept in a file. From then on, results("winter-flu.zip") needs no network.
winter <- results(ADDRESS, keep = "winter-flu.zip")
print(winter)

# Draw. A week with a missing day has no count, so it is a gap. Say in your paper how many there are, and why
# (winter$missing).
fever <- weekly(winter, "fever", regions = "north")
grDevices::svg(FIGURE, width = 8, height = 5)
plot(fever)
invisible(grDevices::dev.off())

# Compare two regions, by the interval of their difference. With many weeks some intervals miss 0 by chance: about 5 of 100.
less <- as.data.frame(difference(rate(weekly(winter, "fever", regions = "north")), region = "south"))
less <- less[!is.na(less$low_95), ]
cat(sum(less$low_95 > 0 | less$high_95 < 0), "of", nrow(less), "weeks have a difference whose interval does not hold 0\n")

# Model. The searches are the predictor, and they are noisy: errors in variables. The plain slope is too close to zero. Its
# ratio to the true one is the reliability, which follows from the known noise. A sum of many draws is nearly normal, so
# the noise's standard deviation is half the interval divided by 1.96.
illness <- read.csv(ILLNESS)
illness$last <- as.Date(illness$last)
weeks <- merge(subset(as.data.frame(fever), !is.na(value)), illness, by = "last")
noise <- mean(((weeks$high_95 - weeks$low_95) / 2 / 1.96)^2)
reliability <- 1 - noise / var(weeks$value)
if (reliability <= 0.5) stop("The noise is too large for a correction: take longer periods, or more regions.")

model <- summary(lm(cases ~ value, weeks))$coefficients["value", ]
cat(sprintf("weeks %d, reliability %.6f\n", nrow(weeks), reliability))
cat(sprintf("plain slope %.6f, corrected %.6f, standard error %.6f\n", model["Estimate"], model["Estimate"] / reliability,
  model["Std. Error"] / reliability))

# Report the corrected slope with its error, the reliability, the number of weeks left out, and that the intervals cover the
# noise, not who chose to donate.

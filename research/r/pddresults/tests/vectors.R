# The series of the shared vectors, which the server made, are those of this package.
library(pddresults)

folder <- Sys.getenv("PDD_VECTORS", "vectors")
if (!dir.exists(folder)) {
  cat("skipped: the vectors are not here; run tests/results/test_r.py\n")
  quit(status = 0)
}

series_of <- function(read, asked) {
  start <- get(c(day = "daily", week = "weekly", month = "monthly")[[asked$by]])
  found <- start(read, unlist(asked$entries), unlist(asked$strata), asked$first, asked$last)
  if (!is.null(asked$rate)) found <- rate(found, asked$rate)
  if (asked$mean > 1) found <- moving_mean(found, asked$mean)
  if (!is.null(asked$minus)) found <- difference(found, region = asked$minus)
  if (asked$change > 0) found <- difference(found, periods = asked$change)
  found
}

column <- function(rows, name) vapply(rows, function(row) if (is.null(row[[name]])) NA_real_ else as.numeric(row[[name]]), 0)
text <- function(rows, name) vapply(rows, function(row) if (is.null(row[[name]])) NA_character_ else row[[name]], "")

check <- function(found, rows, why) {
  stopifnot(nrow(found) == length(rows))
  if (length(rows) == 0) return()
  for (name in c("first", "last", "stratum", "minus", "entry")) {
    if (!identical(as.character(found[[name]]), text(rows, name))) stop(why, ": ", name)
  }
  for (name in c("value", "low_95", "high_95", "days", "days_missing", "final", "confidence")) {
    wanted <- column(rows, name)
    same <- identical(is.na(found[[name]]), is.na(wanted))
    far <- abs(found[[name]] - wanted) > 1e-9 * pmax(1, abs(wanted))
    if (!same || any(far, na.rm = TRUE)) stop(why, ": ", name)
  }
}

checked <- 0
for (name in list.files(folder)) {
  if (!dir.exists(file.path(folder, name))) next
  read <- results(file.path(folder, name))
  stated <- jsonlite::fromJSON(file.path(folder, name, "totals.json"), simplifyVector = FALSE)$days
  noise_sd <- vapply(stated, function(one) as.numeric(one$noise$sd), 0)
  stopifnot(all.equal(read$published$noise_sd, noise_sd, tolerance = 1e-9))
  full <- vapply(stated, function(one) if (is.null(one$full)) NA_real_ else as.numeric(one$full), 0)
  stopifnot(identical(read$published$full, full))
  for (case in jsonlite::fromJSON(file.path(folder, name, "series.json"), simplifyVector = FALSE)) {
    found <- series_of(read, case$asked)
    check(pddresults:::.rows(found), case$rows, paste(name, case$why, sep = ": "))
    rounded <- as.data.frame(found)
    stopifnot(all(abs(rounded$value - pddresults:::.rows(found)$value) <= 1e-7 * abs(rounded$value), na.rm = TRUE))
    checked <- checked + 1
  }
}
stopifnot(checked >= 30)
cat(checked, "series are the server's\n")

# Series: counts, rates, means and differences by day, week or month, each with its interval. They are those of the
# server's series. A count of a period with a missing day is NA; a rate is of the days that are there.

.PER <- 1000

daily <- function(results, keywords = NULL, regions = NULL, first = NULL, last = NULL) {
  .series(results, "day", keywords, regions, first, last)
}

weekly <- function(results, keywords = NULL, regions = NULL, first = NULL, last = NULL) {
  .series(results, "week", keywords, regions, first, last)
}

monthly <- function(results, keywords = NULL, regions = NULL, first = NULL, last = NULL) {
  .series(results, "month", keywords, regions, first, last)
}

rate <- function(series, per = "searches") {
  if (!per %in% c("searches", "donors")) .fail("per is searches or donors, not ", per, ".")
  series$rate <- per
  .checked(series)
}

moving_mean <- function(series, days) {
  if (days < 2 || days > 28 || days != round(days)) .fail("a mean is of 2 to 28 days, not of ", days, ".")
  series$mean <- days
  .checked(series)
}

difference <- function(series, region = NULL, periods = NULL) {
  if (is.null(region) == is.null(periods)) {
    .fail("a difference is to a region or to so many periods before; give one of them.")
  }
  if (!is.null(region)) {
    .check_known("region", region, series$results$regions)
    if (length(series$regions) == 0 || region %in% series$regions) {
      .fail("name other regions than ", region, " in the series, from which it is subtracted.")
    }
  } else if (periods < 1 || periods > 400 || periods != round(periods)) {
    .fail("periods is from 1 to 400, not ", periods, ".")
  }
  series$minus <- region
  series$change <- if (is.null(periods)) 0 else periods
  .checked(series)
}

.series <- function(results, by, keywords, regions, first, last) {
  .check_known("keyword", keywords, results$keywords)
  .check_known("region", regions, results$regions)
  .checked(structure(list(
    results = results, by = by, keywords = unique(keywords), regions = unique(regions),
    first = .date_of(first), last = .date_of(last), rate = NULL, mean = 1, minus = NULL, change = 0
  ), class = "pdd_series"))
}

.checked <- function(series) {
  if (series$results$period == "week" && series$by != "week") {
    .fail("this campaign counts weeks, and a week is no part of a day or a month; use weekly.")
  }
  if (series$mean > 1 && series$by != "day") .fail("a mean is of days: use daily.")
  if (series$change > 0 && series$change < series$mean) {
    .fail("means less than ", series$mean, " days apart share days; compare with ", series$mean, " or more before.")
  }
  series
}

.date_of <- function(given) {
  if (is.null(given)) return(NULL)
  found <- tryCatch(as.Date(given), error = function(problem) NA)
  if (is.na(found)) .fail(given, " is no date; write it as 2026-11-30.")
  found
}

.check_known <- function(kind, asked, known) {
  unknown <- setdiff(asked, known)
  if (length(unknown) == 0) return(invisible())
  more <- if (length(known) > 10) paste(" and", length(known) - 10, "more") else ""
  there <- paste0("its ", kind, "s are ", paste(utils::head(known, 10), collapse = ", "), more)
  .fail("the campaign has no ", kind, " ", unknown[1], "; ", if (length(known) > 0) there else paste0("it has no ", kind, "s"), ".")
}

as.data.frame.pdd_series <- function(x, ...) {
  found <- .rows(x)
  # Eight significant digits are more than noise leaves meaning to. Whole numbers stay as they are.
  rounded <- c("value", "low_95", "high_95", "confidence")
  found[rounded] <- lapply(found[rounded], function(numbers) {
    ifelse(numbers == round(numbers), numbers, signif(numbers, 8))
  })
  found
}

# Return the rows of a series before rounding.
.rows <- function(series) {
  its <- series$results
  pairs <- .pairs(series)
  wanted <- if (length(series$keywords) > 0) series$keywords else its$keywords
  chosen <- which(its$keywords %in% wanted)
  if (length(pairs) == 0 || length(chosen) == 0) return(.no_rows())
  estimates <- lapply(chosen, function(row) {
    totals <- its$totals[row, ]
    vapply(pairs, function(pair) .compared(series, pair, totals), numeric(3))
  })
  numbers <- do.call(cbind, estimates)
  found <- .alike(series, pairs)[rep(seq_along(pairs), length(chosen)), ]
  found$entry <- rep(its$keywords[chosen], each = length(pairs))
  found[c("value", "low_95", "high_95")] <- list(numbers[1, ], numbers[2, ], numbers[3, ])
  rownames(found) <- NULL
  found[names(.no_rows())]
}

.no_rows <- function() {
  data.frame(
    first = as.Date(character()), last = as.Date(character()), stratum = character(), minus = character(),
    entry = character(), value = numeric(), low_95 = numeric(), high_95 = numeric(), days = numeric(),
    days_missing = numeric(), final = logical(), confidence = numeric()
  )
}

# Return the columns that all keywords have alike, a row a period. Of a difference, days and coverage are of the worse side.
.alike <- function(series, pairs) {
  published <- series$results$published
  of_both <- function(value, join, type) {
    vapply(pairs, function(pair) join(value(pair$span), if (!is.null(pair$other)) value(pair$other)), type)
  }
  minus <- function(pair) {
    if (is.null(pair$other)) NA_character_ else if (is.null(series$minus)) as.character(pair$other$last) else series$minus
  }
  coverage <- function(span) if (length(span$parts) > 0) mean(published$confidence[span$parts]) else NA_real_
  day <- function(name) as.Date(vapply(pairs, function(pair) as.character(pair$span[[name]]), ""))
  data.frame(
    first = day("first"), last = day("last"),
    stratum = if (length(series$regions) > 0) paste(series$regions, collapse = "+") else NA_character_,
    minus = vapply(pairs, minus, ""),
    days = of_both(function(span) span$there * span$each, min, 0),
    days_missing = of_both(function(span) (span$wanted - span$there) * span$each, max, 0),
    final = of_both(function(span) all(published$final[span$parts]), all, TRUE),
    confidence = of_both(coverage, min, 0)
  )
}

# Return a period with what all keywords' intervals need: half a width, or the denominator of rates and its noise.
.with_noise <- function(series, span) {
  its <- series$results
  if (length(span$parts) == 0) return(span)
  laws <- its$laws$totals[span$parts, ]
  if (!is.null(series$rate)) {
    span$bottom <- sum(its$published[[series$rate]][span$parts])
    span$noise <- .noise_of(laws, its$laws[[series$rate]][span$parts, ])
  } else if (span$there == span$wanted) {
    span$half <- if (length(span$parts) == 1) its$published$half_width[span$parts] else .half_width(laws)
  }
  span
}

# Return c(value, low, high) of a keyword in a period.
.estimate <- function(series, span, totals) {
  total <- sum(totals[span$parts])
  if (length(span$parts) == 0 || is.na(total)) return(c(NA_real_, NA_real_, NA_real_))
  if (!is.null(series$rate)) return(.PER * .ratio(total, span$bottom, span$noise))
  if (is.null(span$half)) return(c(NA_real_, NA_real_, NA_real_))
  c(total, total - span$half, total + span$half) / series$mean
}

# Return c(value, low, high) of a keyword, less what is subtracted. The noise of both is independent.
.compared <- function(series, pair, totals) {
  one <- .estimate(series, pair$span, totals)
  if (is.null(pair$other)) return(one)
  less <- .estimate(series, pair$other, totals)
  if (!is.null(series$rate) || is.na(one[1]) || is.na(less[1])) return(.less(one, less))
  value <- sum(totals[pair$span$parts]) - sum(totals[pair$other$parts])
  c(value, value - pair$half, value + pair$half) / series$mean
}

# Return the periods of a series, each with the one that is subtracted from it, or NULL, and their noise.
.pairs <- function(series) {
  its <- series$results
  wanted <- if (length(series$regions) > 0) series$regions else if (length(its$regions) > 0) its$regions else NA
  spans <- lapply(.spans(series, wanted), .with_noise, series = series)
  if (!is.null(series$minus)) return(.pairs_of_regions(series, spans))
  if (series$change == 0) return(lapply(spans, function(span) list(span = span, other = NULL)))
  if (length(spans) <= series$change) return(list())
  later <- spans[-seq_len(series$change)]
  Map(function(span, other) .pair(series, span, other), later, spans[seq_along(later)])
}

.pairs_of_regions <- function(series, spans) {
  others <- lapply(.spans(series, series$minus), .with_noise, series = series)
  keys <- vapply(others, function(one) paste(one$first, one$last), "")
  lapply(spans, function(span) {
    at <- match(paste(span$first, span$last), keys)
    nothing <- span[c("first", "last", "wanted", "each")]
    .pair(series, span, if (is.na(at)) c(nothing, list(parts = integer(), there = 0)) else others[[at]])
  })
}

.pair <- function(series, span, other) {
  both <- c(span$parts, other$parts)
  complete <- !is.null(span$half) && !is.null(other$half)
  list(span = span, other = other, half = if (complete) .half_width(series$results$laws$totals[both, ]))
}

# Return the periods from the first day with totals to the last.
.spans <- function(series, wanted) {
  days <- series$results$published
  inside <- days$stratum %in% wanted
  if (!is.null(series$first)) inside <- inside & days$day >= series$first
  if (!is.null(series$last)) inside <- inside & days$day <= series$last
  if (!any(inside)) return(list())
  each <- if (series$results$period == "week") 7 else 1
  places <- split(which(inside), as.character(days$day[inside]))
  bounds <- .bounds(series, range(days$day[inside]), each)
  lapply(seq_len(nrow(bounds)), function(row) {
    first <- bounds$first[row]
    last <- bounds$last[row]
    ends <- as.character(seq(first + each - 1, last, by = each))
    there <- places[ends[ends %in% names(places)]]
    there <- there[lengths(there) == length(wanted)]
    parts <- unlist(there, use.names = FALSE)
    list(first = first, last = last, parts = parts, there = length(there), wanted = length(ends), each = each)
  })
}

# Return the first and the last day of each period.
.bounds <- function(series, range, each) {
  start <- range[1] - each + 1
  if (series$by == "day") {
    start <- start + series$mean - 1
    last <- if (start > range[2]) start[0] else seq(start, range[2], by = 1)
    return(data.frame(first = last - series$mean + 1, last = last))
  }
  if (series$by == "week") {
    weekday <- as.POSIXlt(start)$wday
    first <- seq(start - (weekday + 6) %% 7, range[2], by = 7)
    return(data.frame(first = first, last = first + 6))
  }
  first <- seq(as.Date(format(start, "%Y-%m-01")), range[2], by = "month")
  after <- seq(first[length(first)], by = "month", length.out = 2)[2]
  data.frame(first = first, last = c(first[-1], after) - 1)
}

print.pdd_results <- function(x, ...) {
  cat(x$campaign$title, ": ", length(x$days), " ", x$period, "s, ", length(x$keywords), " keywords, ",
      length(x$regions), " regions\n", sep = "")
  invisible(x)
}

print.pdd_series <- function(x, ...) {
  print(as.data.frame(x), ...)
  invisible(x)
}

# Charts of series: lines with 95% bands, named at their ends; coverage beneath, on an axis of its own.

.COLOURS <- c("#0F766E", "#B45309", "#6D28D9", "#0369A1", "#9D174D", "#4D7C0F")
.INK <- "#1B2430"
.QUIET <- "#5B6570"
.RULE <- "#DDD9D0"

plot.pdd_series <- function(x, ...) {
  found <- as.data.frame(x)
  if (!any(!is.na(found$value))) .fail("this series has no numbers to draw.")
  keywords <- unique(found$entry)
  small <- length(keywords) > 5
  across <- if (small) 3 else 1
  rows <- if (small) ceiling(length(keywords) / across) else 1
  before <- graphics::par(no.readonly = TRUE)
  on.exit({
    graphics::layout(1)
    graphics::par(before)
  })
  places <- rbind(matrix(seq_len(rows * across), rows, byrow = TRUE), rows * across + 1)
  graphics::layout(places, heights = c(rep(if (small) 2 else 4, rows), if (small) 1 else 1.2))
  graphics::par(las = 1, col.axis = .QUIET, col.lab = .QUIET, col.main = .INK, fg = .QUIET, mgp = c(3.2, 0.6, 0), tcl = 0)
  colours <- .colours_of(keywords, x$results$keywords)
  limits <- range(found$value, found$low_95, found$high_95, 0, na.rm = TRUE)
  days <- range(found$last)
  groups <- if (small) as.list(keywords) else list(keywords)
  for (group in groups) .panel(x, found, group, colours, limits, days, small)
  for (empty in seq_len(rows * across - length(groups))) graphics::plot.new()
  .coverage(found, days, small)
  invisible(x)
}

.panel <- function(series, found, keywords, colours, limits, days, small) {
  graphics::par(mar = c(2, 5, 2.5, if (small) 1 else 8))
  graphics::plot(days, limits, type = "n", axes = FALSE, xlab = "", ylab = if (small) "" else .unit(series))
  .axes(days, limits)
  noise <- vapply(keywords, function(keyword) .is_noise(series, keyword), TRUE)
  for (keyword in keywords) .line(found[found$entry == keyword, ], colours[keyword], if (noise[keyword]) 0.35 else 1)
  names <- paste0(keywords, ifelse(noise, " (noise)", ""))
  if (small) {
    graphics::title(paste0(names, ", ", .unit(series)), cex.main = 0.8, col.main = colours[keywords])
    return()
  }
  .name_ends(found, keywords, names, colours, limits)
  graphics::title(paste(c(series$results$campaign$title, .contents(series)), collapse = ": "))
  pale <- if (any(noise)) "pale: no more than noise"
  graphics::legend("topleft", c("95% interval of the noise", pale), 
    fill = c(grDevices::adjustcolor(.QUIET, 0.25), if (any(noise)) grDevices::adjustcolor(.QUIET, 0.1)),
    border = NA, bty = "n", text.col = .QUIET, cex = 0.8)
}

.axes <- function(days, limits) {
  numbers <- pretty(limits)
  dates <- pretty(days, 5)
  graphics::abline(h = numbers, v = dates, col = .RULE, lwd = 0.6)
  graphics::abline(h = 0, col = .QUIET)
  graphics::axis(2, numbers, format(numbers, big.mark = ",", trim = TRUE), lwd = 0, cex.axis = 0.8)
  graphics::axis(1, dates, format(dates, "%d %b %Y"), lwd = 0, cex.axis = 0.8)
}

.line <- function(found, colour, strength) {
  known <- !is.na(found$low_95)
  # A band is interrupted where no bounds are known.
  runs <- split(which(known), cumsum(c(1, diff(which(known)) > 1))[seq_len(sum(known))])
  for (run in runs) {
    graphics::polygon(c(found$last[run], rev(found$last[run])), c(found$low_95[run], rev(found$high_95[run])),
      col = grDevices::adjustcolor(colour, 0.18 * strength), border = NA)
  }
  graphics::lines(found$last, found$value, col = grDevices::adjustcolor(colour, strength), lwd = 1.6)
  graphics::points(found$last, found$value, col = grDevices::adjustcolor(colour, strength), pch = 20, cex = 0.6)
}

# Write each keyword at the end of its line, with room between them.
.name_ends <- function(found, keywords, names, colours, limits) {
  ends <- vapply(keywords, function(keyword) {
    values <- found$value[found$entry == keyword]
    values <- values[!is.na(values)]
    if (length(values) > 0) values[length(values)] else NA_real_
  }, 0)
  place <- -Inf
  for (at in order(ends)) {
    if (is.na(ends[at])) next
    place <- max(ends[at], place + diff(limits) * 0.07)
    graphics::mtext(names[at], side = 4, at = place, line = 0.3, col = colours[keywords[at]], cex = 0.75)
  }
}

.coverage <- function(found, days, small) {
  graphics::par(mar = c(2, 5, 0.5, if (small) 1 else 8))
  one <- found[found$entry == found$entry[1], ]
  graphics::plot(days, c(0, 1), type = "n", axes = FALSE, xlab = "", ylab = "Coverage")
  graphics::abline(h = c(0, 0.5, 1), col = .RULE, lwd = 0.6)
  graphics::axis(2, c(0, 0.5, 1), c("0%", "50%", "100%"), lwd = 0, cex.axis = 0.8)
  wide <- if (nrow(one) > 1) 0.4 * min(as.numeric(diff(one$last))) else 0.4
  graphics::rect(as.numeric(one$last) - wide, 0, as.numeric(one$last) + wide, one$confidence, col = grDevices::adjustcolor(.QUIET, 0.5), border = NA)
}

# Return each keyword's colour. It follows from its place in the campaign. If two would have the same one, the later of
# the two takes the next that is free.
.colours_of <- function(keywords, all) {
  found <- integer()
  for (place in match(keywords, all)) {
    wanted <- (place - 1 + 0:5) %% 6 + 1
    free <- wanted[!wanted %in% found]
    found <- c(found, if (length(free) > 0) free[1] else 1)
  }
  stats::setNames(.COLOURS[found], keywords)
}

# Return whether a series changes no more than its noise. Neighbouring means share days, so only every mean-th is taken.
.is_noise <- function(series, keyword) {
  series$keywords <- keyword
  rows <- .rows(series)
  rows <- rows[seq(1, nrow(rows), by = series$mean), ]
  known <- rows[!is.na(rows$value) & !is.na(rows$low_95), ]
  if (nrow(known) < 5) return(FALSE)
  half <- (known$high_95 - known$low_95) / 2
  middle <- sum(known$value / half^2) / sum(1 / half^2)
  free <- nrow(known) - 1
  # A squared distance in standard deviations has a mean of 1 and a variance of at most 5, that of Laplace noise.
  sum(((known$value - middle) / half * 1.96)^2) <= free + 1.645 * sqrt(5 * free)
}

.unit <- function(series) {
  if (identical(series$rate, "searches")) return("per 1,000 searches")
  if (identical(series$rate, "donors")) return(paste("per 1,000 donors and", series$results$period))
  if (series$mean > 1) paste0("searches a day, ", series$mean, "-day mean") else paste("searches a", series$by)
}

.contents <- function(series) {
  change <- if (series$change > 0) paste("change from", series$change, paste0(series$by, if (series$change > 1) "s"), "before")
  regions <- if (length(series$regions) > 0) paste(series$regions, collapse = " + ")
  found <- c(regions, if (!is.null(series$minus)) paste("less", series$minus), change)
  if (length(found) > 0) paste(found, collapse = ", ")
}

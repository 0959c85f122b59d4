# The laws of the noise, and the intervals of sums: exact, from the law of the sum of all draws.
#
# Laws are a data frame with a row each: kind, scale (in units), shares and of (how many donors' shares, and how many make a
# draw), unit (in counts), and donors (whose counts were rounded to units). Draws of one scale add up, so a sum of many
# draws is a short table.

.REACH <- 20 # Standard deviations that are computed on either side. Less than 1e-11 of every law lies beyond.
.CELLS <- 2^17 # The most integers computed one by one. A wider law is computed in larger steps.
.CONFIDENCE <- 0.95
.memory <- new.env(parent = emptyenv()) # Half widths and quantiles that were computed already.

# Return the law of one published number's noise. `shares` is a matrix of pairs, or NULL if the server adds the noise.
.law_of <- function(law, scale, unit, shares) {
  known <- if (is.null(shares)) c("discrete-laplace", "discrete-gaussian") else c("discrete-laplace", "skellam")
  if (!law %in% known) .fail("this release knows no noise called ", law, ". A newer pddresults may know it.")
  kind <- sub("discrete-", "", law)
  if (is.null(shares)) return(.one_law(kind, scale))
  draws <- .added(shares)
  rounded <- law == "discrete-laplace" && unit > 1
  .one_law(kind, scale / unit, draws[1], draws[2], if (rounded) unit else 1, if (rounded) sum(shares[, 1]) else 0)
}

.one_law <- function(kind, scale, shares = 1, of = 1, unit = 1, donors = 0) {
  data.frame(kind = kind, scale = scale, shares = shares, of = of, unit = unit, donors = donors)
}

# Return the sum of fractions, a row each, in lowest terms.
.added <- function(fractions) {
  found <- c(0, 1)
  for (row in seq_len(nrow(fractions))) {
    found <- c(found[1] * fractions[row, 2] + fractions[row, 1] * found[2], found[2] * fractions[row, 2])
    found <- found / .common_divisor(found[1], found[2])
  }
  found
}

.common_divisor <- function(one, other) if (other == 0) one else .common_divisor(other, one %% other)

# Return fewer laws with the same sum. `laws` has a row for each draw.
.summed <- function(laws) {
  # Skellam draws join by adding their variances, and so do discrete Gaussians of a large scale.
  by_variance <- laws$kind == "skellam" | (laws$kind == "gaussian" & laws$scale >= 3)
  key <- ifelse(by_variance, laws$kind, paste(laws$kind, .exactly(laws$scale), laws$of, laws$unit))
  joined <- lapply(split(laws, key), function(these) {
    first <- these[1, ]
    if (first$kind == "skellam" || (first$kind == "gaussian" && first$scale >= 3)) {
      return(.one_law(first$kind, sqrt(sum(these$scale^2 * these$shares / these$of))))
    }
    first$shares <- sum(these$shares)
    first$donors <- sum(these$donors)
    first
  })
  found <- do.call(rbind, joined)
  rownames(found) <- NULL
  found
}

.exactly <- function(numbers) format(numbers, digits = 17, trim = TRUE)

# Return the variance of each law, in squared counts. With `tails` it is that of a law whose tails are at least as heavy,
# by which the computed range is chosen: few shares have a small variance, but tails that fall as slowly.
.variances <- function(laws, tails = FALSE) {
  vapply(seq_len(nrow(laws)), function(row) {
    law <- laws[row, ]
    whole <- .variance_of_draw(law)
    own <- whole * law$shares / law$of
    if (tails && law$kind == "laplace") own <- max(own, whole)
    law$unit^2 * (own + law$donors / 4)
  }, 0)
}

.variance_of_draw <- function(law) {
  if (law$kind == "skellam") return(law$scale^2)
  if (law$kind == "gaussian") {
    cells <- .gaussian_cells(law$scale)
    return(sum(cells$numbers^2 * cells$weights))
  }
  a <- exp(-1 / law$scale)
  2 * a / (1 - a)^2
}

.gaussian_cells <- function(scale) {
  narrow <- min(scale, 3)
  numbers <- -60:60
  weights <- exp(-numbers^2 / (2 * narrow^2))
  list(numbers = numbers * scale / narrow, weights = weights / sum(weights))
}

# Return E[cos(angle X)] of a sum of draws at each angle from 0 to pi.
.characteristic <- function(laws, angles) {
  found <- rep(1, length(angles))
  for (row in seq_len(nrow(laws))) found <- found * .characteristic_of(laws[row, ], angles)
  found
}

.characteristic_of <- function(law, angles) {
  wide <- law$unit * angles
  found <- switch(law$kind,
    laplace = {
      a <- exp(-1 / law$scale)
      (1 - a)^2 / ((1 - a)^2 + 4 * a * sin(wide / 2)^2)
    },
    gaussian = if (law$scale >= 3) exp(-(law$scale * wide)^2 / 2) else {
      cells <- .gaussian_cells(law$scale)
      drop(cos(outer(wide, cells$numbers)) %*% cells$weights)
    },
    skellam = exp(-2 * law$scale^2 * sin(wide / 2)^2))
  # Rounding to units at random adds an error of a variance of at most unit^2 / 4 for each donor.
  found^(law$shares / law$of) * exp(-law$donors / 8 * wide^2)
}

# Return a step, and P(X = k) of the sum of the draws at k = 0, step, 2 step, ...
.weights_of <- function(laws, most = .CELLS) {
  reach <- ceiling(.REACH * sqrt(sum(.variances(laws, tails = TRUE)))) + 1
  step <- ceiling(2 * reach / most)
  cells <- 2^.bit_length(ceiling(2 * reach / step))
  angles <- 2 * pi * (0:(cells / 2)) / (cells * step)
  list(step = step, weights = pmax(.inverse(.characteristic(laws, angles), cells), 0))
}

# Return the first half of the inverse Fourier transform of a real, symmetric spectrum.
.inverse <- function(half, cells) {
  whole <- c(half, half[(cells / 2):2])
  Re(fft(whole, inverse = TRUE))[seq_len(cells / 2)] / cells
}

.bit_length <- function(number) floor(log2(number)) + 1

# Return half the width of the 95% interval of the sum of these draws, in counts.
.half_width <- function(laws) {
  joined <- .summed(laws)
  .remembered(paste("half", .key_of(joined)), function() {
    spread <- .weights_of(joined)
    spread$weights[-1] <- 2 * spread$weights[-1]
    within <- pmin(cumsum(spread$weights), 1)
    sum(within < .CONFIDENCE - 1e-12) * spread$step
  })
}

.key_of <- function(laws) paste(vapply(laws, function(column) paste(.exactly(column), collapse = ","), ""), collapse = ";")

.remembered <- function(key, compute) {
  if (is.null(.memory[[key]])) assign(key, compute(), envir = .memory)
  .memory[[key]]
}

# Intervals of ratios of two noisy numbers, and of differences of such. They are Fieller's set, with the exact laws of the
# noise in place of normal ones: all r with |T - r S| <= q(r), where 95% of the noise of T - r S is within q(r). q is
# computed on a grid and bounded in between, which widens an interval by at most 1.5%. The proof is in decision 46 of
# Private Data Donor.

.FACTOR <- 1.015
.LAST <- 140
.FINE <- 2^13
.SETTLED <- 50

# Return c(value, low, high) of top / bottom; NA where there is none.
.ratio <- function(top, bottom, noise) {
  if (bottom <= 0) return(c(NA_real_, NA_real_, NA_real_))
  high <- .upper(top, bottom, noise)
  low <- -.upper(-top, bottom, noise)
  if (!is.finite(high) || !is.finite(low)) return(c(top / bottom, NA_real_, NA_real_))
  c(top / bottom, low, high)
}

# Return the noise of a ratio, from the laws of all draws in its numerator and in its denominator.
.noise_of <- function(of_top, of_bottom) {
  found <- list(top = .summed(of_top), bottom = .summed(of_bottom))
  found$key <- paste(.key_of(found$top), "/", .key_of(found$bottom))
  found$ratio <- sum(.variances(found$top)) / sum(.variances(found$bottom))
  found
}

# Return one less the other, by the method of variance estimates recovery (Zou and Donner, 2008). It is approximate.
.less <- function(one, other) {
  value <- one[1] - other[1]
  if (anyNA(c(one, other))) return(c(value, NA_real_, NA_real_))
  below <- sqrt((one[1] - one[2])^2 + (other[3] - other[1])^2)
  above <- sqrt((one[3] - one[1])^2 + (other[1] - other[2])^2)
  c(value, value - below, value + above)
}

.point <- function(noise, number) sqrt((.FACTOR^(2 * number) - 1) * noise$ratio)

.slope <- function(noise) .quantile(noise, .LAST) / .point(noise, .LAST)

# Return an upper bound of q(r).
.within <- function(noise, r) {
  number <- ceiling(log(sqrt(1 + (r / .point(noise, 1))^2 * (.FACTOR^2 - 1))) / log(.FACTOR) - 1e-9)
  if (number > .LAST) r * .slope(noise) else .quantile(noise, number)
}

# Return an upper bound of q at a point of the grid, with the allowance for rounding.
.quantile <- function(noise, number) {
  .remembered(paste("quantile", number, noise$key), function() {
    r <- .point(noise, number)
    top <- .fine_weights(noise$top)
    bottom <- .fine_weights(noise$bottom)
    # The scaled noise of the denominator is rounded to the steps of the numerator's, at most half a step off.
    places <- round((seq_along(bottom$weights) - 1) * (r * bottom$step / top$step))
    moved <- numeric(max(places) + 1)
    sums <- rowsum(bottom$weights, places, reorder = TRUE)
    moved[as.numeric(rownames(sums)) + 1] <- sums[, 1]
    within <- cumsum(.convolved(top$weights, moved))
    quantile <- sum(within < .CONFIDENCE * within[length(within)]) * top$step
    quantile + if (number > 0) top$step / 2 + 1 + r else 0
  })
}

.fine_weights <- function(laws) .remembered(paste("fine", .key_of(laws)), function() .weights_of(laws, .FINE))

# Return the weights of |X + Y| at 0, 1, 2, ..., of two symmetric laws with these weights at 0, 1, 2, ...
.convolved <- function(one, other) {
  cells <- 2^.bit_length(2 * (length(one) + length(other)))
  product <- fft(.both_sides(one, cells)) * fft(.both_sides(other, cells))
  found <- pmax(Re(fft(product, inverse = TRUE))[seq_len(cells / 2)] / cells, 0)
  found[-1] <- 2 * found[-1]
  found
}

.both_sides <- function(weights, cells) {
  found <- numeric(cells)
  found[seq_along(weights)] <- weights
  if (length(weights) > 1) {
    behind <- (cells - length(weights) + 2):cells
    found[behind] <- found[behind] + rev(weights[-1])
  }
  found
}

# Return an upper bound of all r with r bottom - top <= q(|r|); infinity if there is none.
.upper <- function(top, bottom, noise) {
  bound <- .first_bound(top, bottom, noise)
  if (bound == Inf) return(Inf)
  for (attempt in seq_len(.SETTLED)) {
    nearer <- min(bound, (top + .within(noise, max(bound, 0))) / bottom)
    if (bound <= 0 || nearer == bound) break
    bound <- nearer
  }
  if (bound >= 0) return(bound)
  min(0, (top + .within(noise, -top / bottom)) / bottom)
}

.first_bound <- function(top, bottom, noise) {
  for (number in c(1, 2, 4, 8, 16, 32, 64, .LAST)) {
    r <- .point(noise, number)
    within <- .quantile(noise, number)
    if (r * bottom > top + within && r * bottom > within) return(r)
  }
  if (bottom <= .slope(noise)) return(Inf)
  max(.point(noise, .LAST), top / (bottom - .slope(noise)))
}

# Reads a package: datapackage.json and totals.json, from an address, a folder or a zip, within limits.

.fail <- function(...) stop(..., call. = FALSE)

results <- function(source, keep = NULL, most_bytes = 2^30, seconds = 600) {
  if (grepl("://", source, fixed = TRUE)) {
    file <- tempfile(fileext = ".zip")
    on.exit(unlink(file))
    address <- .zip_of(source)
    .download(address, file, most_bytes, seconds)
    if (!is.null(keep) && !file.copy(file, keep, overwrite = TRUE)) .fail(keep, ": can't be written.")
    read <- .zip_reader(file, source, most_bytes)
  } else if (dir.exists(source) || basename(source) == "datapackage.json") {
    read <- .folder_reader(if (dir.exists(source)) source else dirname(source), most_bytes)
  } else if (file.exists(source)) {
    read <- .zip_reader(source, source, most_bytes)
  } else {
    .fail(source, ": no such file or folder. Give an address that begins with https://, or a path.")
  }
  described <- .parsed(read("datapackage.json"), "datapackage.json")
  content <- read("totals.json")
  .check_digest(content, described)
  .results_of(described, .parsed(content, "totals.json"))
}

# Return the address of a campaign's zip, from that of its page or of any of its results.
.zip_of <- function(address) {
  if (!grepl("^https://|^http://(localhost|127\\.0\\.0\\.1)[:/]", address)) {
    .fail(address, ": the address has to begin with https://, so that nobody can change the numbers.")
  }
  address <- sub("#.*$", "", address)
  if (grepl("\\.zip$", address)) return(address)
  found <- regmatches(address, regexec("^(https?://[^/]+.*?)(/v1)?/campaigns/([^/?]+)", address, perl = TRUE))[[1]]
  if (length(found) == 0) .fail(address, ": this names no campaign. Give https://SERVER/campaigns/ID, or a zip.")
  paste0(found[2], "/v1/campaigns/", found[4], "/results.zip")
}

.download <- function(address, file, most_bytes, seconds) {
  end <- Sys.time() + seconds
  before <- options(timeout = min(30, seconds))
  on.exit(options(before))
  source <- tryCatch(url(address, open = "rb", method = "libcurl"), error = function(problem) {
    .fail(address, ": ", conditionMessage(problem), ". Try again, or check the address.")
  }, warning = function(problem) {
    .fail(address, ": ", conditionMessage(problem), ". Try again, or check the address.")
  })
  target <- file(file, open = "wb")
  on.exit({ close(source); close(target) }, add = TRUE)
  size <- 0
  while (length(piece <- readBin(source, "raw", 65536)) > 0) {
    writeBin(piece, target)
    size <- size + length(piece)
    if (size > most_bytes) .fail(address, ": more than ", most_bytes, " bytes. Allow more with most_bytes.")
    if (Sys.time() > end) .fail(address, ": took more than ", seconds, " s. Allow more with seconds.")
  }
}

.folder_reader <- function(folder, most_bytes) {
  function(name) {
    file <- file.path(folder, name)
    if (!file.exists(file)) .fail(file, ": no such file. A package has datapackage.json and totals.json.")
    if (file.size(file) > most_bytes) .fail(file, ": more than ", most_bytes, " bytes. Allow more with most_bytes.")
    readBin(file, "raw", file.size(file))
  }
}

.zip_reader <- function(file, source, most_bytes) {
  members <- tryCatch(utils::unzip(file, list = TRUE), error = function(problem) NULL, warning = function(problem) NULL)
  if (is.null(members)) .fail(source, ": not a zip that can be read.")
  function(name) {
    size <- members$Length[members$Name == name]
    if (length(size) != 1) .fail(source, ": ", name, " is not in this zip, so it is no campaign's package.")
    if (size > most_bytes) .fail(source, ", ", name, ": more than ", most_bytes, " bytes. Allow more with most_bytes.")
    packed <- unz(file, name, open = "rb")
    on.exit(close(packed))
    # No more is read than the list of files says, so that a false size can't fill the memory.
    readBin(packed, "raw", size)
  }
}

.parsed <- function(content, name) {
  text <- rawToChar(content)
  Encoding(text) <- "UTF-8"
  tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(problem) {
    .fail(name, ": ", conditionMessage(problem), ". Download it again.")
  })
}

.check_digest <- function(content, described) {
  named <- Filter(function(one) identical(one$path, "totals.json"), described$resources)
  if (length(named) != 1) .fail("datapackage.json: it does not name totals.json.")
  found <- paste0("sha256:", digest::digest(content, algo = "sha256", serialize = FALSE))
  if (length(content) != named[[1]]$bytes || found != named[[1]]$hash) {
    .fail("totals.json: not the file that datapackage.json names by its digest. Download both again.")
  }
}

.results_of <- function(described, found) {
  needed <- c("name", "title", "description", "version", "privacy", "start", "end", "strata", "entries", "indexes")
  lacking <- c(setdiff(needed, names(described)), setdiff(c("days", "missing"), names(found)))
  if (length(lacking) > 0) .fail("the files lack ", lacking[1], ". Files of an older server lack keys that are needed.")
  keywords <- as.character(unlist(described$entries))
  regions <- as.character(unlist(described$strata))
  laws <- .laws_of(found$days)
  published <- .days_of(found$days, regions, laws$totals)
  structure(list(
    campaign = .campaign_of(described), period = described$privacy$period, keywords = keywords, regions = regions,
    indexes = lapply(described$indexes, function(parts) as.character(unlist(parts))),
    days = unique(published$day), missing = .missing_of(found$missing),
    published = published, laws = laws, totals = .totals_of(found$days, keywords)
  ), class = "pdd_results")
}

.campaign_of <- function(described) {
  budget <- described$privacy$budget
  list(
    id = described$name, title = described$title, purpose = described$description,
    contact = paste(vapply(described$contributors, function(one) one$title, ""), collapse = ", "),
    licence = if (length(described$licenses) > 0) described$licenses[[1]]$name else NA_character_,
    start = as.Date(described$start), end = as.Date(described$end),
    epsilon = as.numeric(budget$epsilon), delta = as.numeric(budget$delta),
    threshold = if (is.null(described$privacy$threshold)) NA else described$privacy$threshold,
    version = described$version
  )
}

.missing_of <- function(missing) {
  reasons <- vapply(missing, function(one) one$reason, "")
  data.frame(day = as.Date(vapply(missing, function(one) one$day, "")), reason = reasons)
}

.days_of <- function(days, regions, laws) {
  stratum <- vapply(days, function(one) if (is.null(one$stratum)) NA_character_ else one$stratum, "")
  unknown <- setdiff(stratum, if (length(regions) > 0) regions else NA)
  if (length(unknown) > 0) .fail("totals.json: ", unknown[1], " is no stratum of datapackage.json.")
  number <- function(name) vapply(days, function(one) as.numeric(one[[name]]), 0)
  data.frame(
    day = as.Date(vapply(days, function(one) one$day, "")), stratum = stratum,
    donors = number("donors"), searches = number("searches"), confidence = number("confidence"),
    final = number("final") == 1, half_width = vapply(days, function(one) as.numeric(one$noise$half_width_95), 0),
    noise_sd = if (length(days) > 0) sqrt(.variances(laws)) else numeric(),
    full = vapply(days, function(one) if (is.null(one$full)) NA_real_ else as.numeric(one$full), 0)
  )
}

# Return the laws of the noise on each kind of number, a row a day and region.
.laws_of <- function(days) {
  of_kind <- function(kind) {
    found <- lapply(days, function(one) {
      own <- if (is.null(one$noise[[kind]])) one$noise else one$noise[[kind]]
      shares <- one$noise$shares
      pairs <- if (length(shares) > 0) matrix(as.numeric(unlist(shares)), ncol = 2, byrow = TRUE)
      key <- paste("law", own$law, .exactly(own$scale), own$unit, paste(pairs, collapse = " "))
      .remembered(key, function() .law_of(own$law, own$scale, own$unit, pairs))
    })
    do.call(rbind, found)
  }
  list(totals = of_kind("totals of all kinds"), searches = of_kind("searches"), donors = of_kind("donors"))
}

# Return the totals as a matrix: a row a keyword, a column a day and region, NA where none is listed.
.totals_of <- function(days, keywords) {
  found <- matrix(NA_real_, length(keywords), length(days), dimnames = list(NULL, NULL))
  for (column in seq_along(days)) {
    listed <- unlist(days[[column]]$totals)
    if (length(listed) == 0) next
    rows <- match(names(days[[column]]$totals), keywords)
    if (anyNA(rows)) .fail("totals.json: ", names(listed)[is.na(rows)][1], " is no keyword of datapackage.json.")
    found[rows, column] <- as.numeric(listed)
  }
  found
}

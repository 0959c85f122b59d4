# Bad input is named, with what is known.
library(pddresults)

message_of <- function(code) tryCatch({ code; "" }, error = conditionMessage)
said <- function(code, ...) {
  found <- message_of(code)
  for (words in c(...)) if (!grepl(words, found, fixed = TRUE)) stop("not said: ", words, " in: ", found)
}

said(results("nowhere"), "nowhere", "no such file or folder")
said(results("http://example.org/campaigns/flu"), "https://")
said(results("https://example.org/"), "names no campaign")
broken <- tempfile(fileext = ".zip")
writeLines("no zip", broken)
said(results(broken), "not a zip")

folder <- Sys.getenv("PDD_VECTORS", "vectors")
if (dir.exists(folder)) {
  read <- results(file.path(folder, "laplace"))
  said(weekly(read, "cold"), "no keyword cold", "its keywords are flu")
  said(weekly(read, regions = "east"), "no region east", "its regions are north, south")
  said(weekly(read, first = "soon"), "soon is no date")
  said(moving_mean(weekly(read), 7), "use daily")
  said(rate(weekly(read), "person"), "per is searches or donors")
  said(difference(weekly(read)), "give one of them")
  said(difference(weekly(read), region = "north"), "name other regions")
  said(results(file.path(folder, "laplace"), most_bytes = 100), "more than 100 bytes")
  copy <- tempfile()
  dir.create(copy)
  file.copy(list.files(file.path(folder, "laplace"), full.names = TRUE), copy)
  cat(" ", file = file.path(copy, "totals.json"), append = TRUE)
  said(results(copy), "digest")
}

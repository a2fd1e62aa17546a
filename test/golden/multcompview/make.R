# Writes the letters that multcompView gives to systems, best first, from p values that are made here.
#
# "line": systems on a line; two are told apart where they are further from each other than a width. Letters then go over neighbours.
# "any": p values without any order, so that one system may be like two that are far from it.
library(multcompView)
set.seed(22)

number <- function(x) formatC(x, digits = 6, format = "f")

case_of <- function(kind, p) {
  n <- nrow(p)
  names <- paste0("s", seq_len(n))
  pairs <- which(upper.tri(p), arr.ind = TRUE)
  pairs <- pairs[order(pairs[, 1], pairs[, 2]), , drop = FALSE]
  values <- as.numeric(number(p[pairs]))
  named <- setNames(values, paste(names[pairs[, 1]], names[pairs[, 2]], sep = "-"))
  letters <- multcompLetters(named, threshold = 0.05)$Letters[names]
  paste0(
    '{"kind":"', kind, '","pairs":[',
    paste0("[", pairs[, 1] - 1, ",", pairs[, 2] - 1, ",", values, "]", collapse = ","),
    '],"letters":[', paste0('"', letters, '"', collapse = ","), "]}"
  )
}

symmetric <- function(n, f) {
  p <- matrix(1, n, n)
  for (a in seq_len(n)) for (b in seq_len(n)) if (a < b) p[a, b] <- f(a, b)
  p
}

on_line <- function(n) {
  at <- sort(runif(n))
  width <- runif(1, 0.05, 0.6)
  symmetric(n, function(a, b) 0.05 * width / max(at[b] - at[a], 0.001))
}

cases <- c(
  vapply(rep(2:13, each = 5), function(n) case_of("line", pmin(on_line(n), 1)), ""),
  vapply(rep(2:9, each = 8), function(n) case_of("any", symmetric(n, function(a, b) sample(c(0.01, 0.5), 1))), "")
)
writeLines(c("[", paste0(cases, c(rep(",", length(cases) - 1), "")), "]"), "letters.json")

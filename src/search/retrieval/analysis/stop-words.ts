/** Lucene's `EnglishAnalyzer.ENGLISH_STOP_WORDS_SET`; bm25s' `STOPWORDS_EN` has the same 33 words. */
export const LUCENE_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they ' +
    'this to was will with'
  ).split(' '),
);

/** The 74 words of HAKARI-Bench's `english_porter_stop` tokenizer. */
export const HAKARI_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been being but by for from had has have he her hers him his i if in into is it its itself ' +
    'me my myself of on or our ours ourselves she so than that the their theirs them themselves then there these they ' +
    'this those to too up very was we were what when where which who whom why will with you your yours yourself ' +
    'yourselves'
  ).split(' '),
);

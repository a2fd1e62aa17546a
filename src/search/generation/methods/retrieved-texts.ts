import {
  type Corpus,
  type DocId,
  fullText,
  type Hit,
  type Ranked,
  type Ranking,
} from '../../../core/index.js';

/** A document that was found: where its first row is in the corpus, and its text as it is to be quoted. */
interface QuotedDocument {
  readonly place: number;
  readonly text: string;
}

/**
 * For each ranking, the texts of its best documents. The corpus is read once, and only what is quoted is held. Of a repeated id
 * the last text counts and the first row's place, as `documentsById` says. Among equal scores the reference implementation's saved ranking has
 * corpus order (a stable sort over a dictionary of all documents), unlike `byRank`; a prompt shows the order.
 */
export const retrievedTexts = async (
  ranked: readonly Ranked[],
  corpus: Corpus,
  depth: number,
  quoted: (text: string) => string,
): Promise<readonly (readonly string[])[]> => {
  const best = ranked.map(({ hits }) => bestOf(hits, depth));
  const wanted = new Set(best.flatMap((hits) => hits.map(({ docId }) => docId)));
  const found = new Map<DocId, QuotedDocument>();
  let row = 0;
  for await (const batch of corpus.rows())
    for (const document of batch) {
      const { id } = document;
      if (wanted.has(id))
        found.set(id, { place: found.get(id)?.place ?? row, text: quoted(fullText(document)) });
      row++;
    }
  const inCorpusOrder = (a: Hit, b: Hit): number =>
    b.score - a.score || found.get(a.docId)!.place - found.get(b.docId)!.place;
  return best.map((hits) =>
    [...hits]
      .sort(inCorpusOrder)
      .slice(0, depth)
      .map(({ docId }) => found.get(docId)!.text),
  );
};

/** The first hits, and those that tie with the last of them: which of these are first, the corpus will tell. */
const bestOf = (hits: Ranking, depth: number): Ranking => {
  const last = hits[depth - 1];
  return last ? hits.filter(({ score }) => score >= last.score) : hits;
};

/** Each on a separate line, the first one too: the template ends in `Possible Relevant Passages: `. */
export const numbered = (texts: readonly string[]): string =>
  texts.map((text, i) => `\n[${i + 1}]. ${text}`).join('');

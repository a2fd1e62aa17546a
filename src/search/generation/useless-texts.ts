import { failedIn, failedWork, type JsonObject } from '../../core/index.js';

/** From so many queries on, a model that writes one text for all of them has not read them. */
export const ALIKE = 5;

/** Notices texts that say nothing of their queries: a score would be that of a search without them, under their name. */
export const uselessTexts = () => {
  const [queries, texts] = [new Set<string>(), new Set<string>()];
  let [written, bare] = [0, 0];
  return {
    /** What was written for a query, as far as it is an answer, and how many of its texts are none. */
    add(query: string, answers: readonly { readonly text: string }[], unanswered: number): void {
      if (answers.length + unanswered === 0) return;
      written += 1;
      if (answers.length === 0) bare += 1;
      else {
        queries.add(query);
        texts.add(JSON.stringify(answers.map(({ text }) => text)));
      }
    },
    failed: (): JsonObject =>
      failedIn(
        bare * 2 > written
          ? failedWork('texts without an answer', bare, 'they end inside their reasoning, or are empty')
          : {},
        texts.size === 1 && queries.size >= ALIKE
          ? failedWork('queries with one and the same text', queries.size, 'it answers none of them')
          : {},
      ),
  };
};

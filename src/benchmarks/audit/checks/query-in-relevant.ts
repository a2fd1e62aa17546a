import { words } from '../../../evaluation/overlap/index.js';
import { surveyCheck } from '../check-of-each.js';
import { CONTAINED, RUN_WORDS, sharedRuns } from '../contained-text.js';

export const queryInRelevant = surveyCheck(
  {
    name: 'query-in-relevant',
    title: 'Relevant documents that contain their query',
    definition: `Judgements of relevant documents in which at least half of the query's ${RUN_WORDS}-word runs occur. Queries with fewer than ${RUN_WORDS} words are left out.`,
    severity: 'warning',
    unit: 'judgements',
    fix: 'Leave out the document the query was taken from, or the part they share: word search finds it without reasoning.',
  },
  function* ({ queries }, { relevant, texts }) {
    for (const { id, text } of queries) {
      if (words(text).length < RUN_WORDS) continue;
      for (const document of relevant.get(id) ?? []) {
        const share = sharedRuns(text, texts.get(document)!);
        const detail = `${Math.round(share * 100)} % of the query's runs`;
        yield share >= CONTAINED ? { query: id, documents: [document], detail } : undefined;
      }
    }
  },
);

import { keyOf } from '../../dist/web/page-data.js';

/** The systems that the places below show; `r2med run --suite sample` makes their records. */
export const SYSTEMS = ['bm25', 'bm25-lucene', 'lsa', 'hyde(sample-writer) > bm25', 'rrf(bm25, lsa)'];

/** What audits it, with its records in `results`. */
export const auditCall = (results) => [
  'audit',
  '--suite',
  'sample',
  '--results',
  results,
  '--out',
  results,
  '--quiet',
];

const TASK = keyOf('MedQA-Diag', 'sample');
const QUERY = keyOf('mqa-q04');

/**
 * An address of every view, with something to see, by the view's name. `address` is that of a page over records of `SYSTEMS` on the sample suite,
 * and its audits (`auditCall`).
 * Screenshots are made of these places, and tests look at them.
 */
export const placesOf = async (address) => {
  const { systems, audits } = await (await fetch(new URL('data/index.json', address))).json();
  const key = (wanted) => systems.find(({ own, name }) => own && name === wanted).key;
  const [bm25, hyde] = ['bm25', 'hyde(sample-writer) > bm25'].map(key);
  const audit = audits.find(({ name }) => name === 'MedQA-Diag').key;
  return {
    leaderboard: '#/leaderboard?board=r2med',
    system: `#/system/${hyde}?board=sample`,
    task: `#/task/${TASK}?board=sample`,
    query: `#/query/${TASK}/${QUERY}?board=sample&system=${bm25}&with=${hyde}`,
    compare: `#/compare?board=sample&systems=${bm25},${hyde}`,
    matrix: `#/matrix/${TASK}?board=sample`,
    failures: `#/failures/${TASK}?board=sample&system=${bm25}`,
    answers: `#/answers/${TASK}?board=sample`,
    variants: `#/variants?board=sample&base=${key('rrf(bm25, lsa)')}`,
    llms: '#/llms?board=r2med',
    notes: '#/notes',
    cost: '#/cost?board=sample',
    progress: '#/progress?board=r2med',
    search: `#/search?board=sample&task=${TASK}&text=stiff+shoulders+every+morning,+raised+ESR,+normal+rheumatoid+factor`,
    nano: '#/nano',
    audit: `#/audit/${audit}`,
    audits: '#/audit',
    live: '#/live?board=sample',
  };
};

import { gzipSync } from 'node:zlib';
import { parquetTable } from './parquet-table.js';
import { type Files, jsonl } from './written-folder.js';

/** One small collection, which every layout below holds. */
export const DOCUMENTS = [
  { id: '11', title: 'Gout', text: 'Urate crystals inflame a joint of the foot.' },
  { id: '12', title: 'Anaemia', text: 'Iron deficiency makes people tired & pale.' },
  { id: '13', title: 'Knee', text: 'A torn meniscus locks the knee.' },
] as const;
export const QUERIES = [
  { id: '1', text: 'Why does a toe swell at night?' },
  { id: '2', text: 'Why am I tired all day?' },
] as const;
export const JUDGEMENTS = [
  ['1', '11', 2],
  ['1', '13', 0],
  ['2', '12', 1],
] as const;

const lines = (rows: readonly (readonly (string | number)[])[], separator: string, end = '\n'): string =>
  rows.map((row) => `${row.join(separator)}${end}`).join('');

const QRELS = lines(
  JUDGEMENTS.map(([query, document, grade]) => [query, 0, document, grade]),
  ' ',
);
const TOPICS_TSV = lines(
  QUERIES.map(({ id, text }) => [id, text]),
  '\t',
);
const PAIRS = JUDGEMENTS.map(([query, document, score]) => ({
  'query-id': query,
  'corpus-id': document,
  score,
}));
const whole = ({ title, text }: (typeof DOCUMENTS)[number]): string => `${title}\n${text}`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;');
const texts = (rows: readonly { readonly id: string; readonly text: string }[]) => ({
  _id: rows.map(({ id }) => id),
  text: rows.map(({ text }) => text),
});
const SGML = DOCUMENTS.map(
  ({ id, title, text }) =>
    `<DOC>\n<DOCNO> ${id} </DOCNO>\n<TITLE>${title}</TITLE>\n<TEXT>\n<P>\n${escaped(text)}\n</P>\n</TEXT>\n</DOC>\n`,
);

export interface Layout {
  readonly files: Files;
  /** Whether title and text are one, as in a file that has only one of them. */
  readonly joined?: true;
  /** A file in a broken form, and what the error says. */
  readonly broken: { readonly files: Files; readonly error: RegExp };
}

/** The layouts of folders as people have them; all hold the collection above. */
export const LAYOUTS: Readonly<Record<string, Layout>> = {
  'MTEB in JSON lines': {
    files: {
      'corpus.jsonl': jsonl(...DOCUMENTS.map(({ id, ...rest }) => ({ _id: id, ...rest }))),
      'queries.jsonl': jsonl(...QUERIES.map(({ id, text }) => ({ _id: id, text }))),
      'qrels/test.jsonl': jsonl(...PAIRS),
    },
    broken: {
      files: { 'qrels/test.jsonl': '{"query-id": "1", "score": 1}\n' },
      error: /test\.jsonl:1: no field/,
    },
  },
  'MTEB in Parquet': {
    files: {
      'corpus/corpus-00000-of-00001.parquet': parquetTable({
        ...texts(DOCUMENTS),
        title: DOCUMENTS.map(({ title }) => title),
      }),
      'queries/queries-00000-of-00001.parquet': parquetTable(texts(QUERIES)),
      'data/test-00000-of-00001.parquet': parquetTable({
        'query-id': JUDGEMENTS.map(([query]) => query),
        'corpus-id': JUDGEMENTS.map(([, document]) => document),
        score: JUDGEMENTS.map(([, , score]) => score),
      }),
    },
    broken: {
      files: { 'corpus/corpus-00000-of-00001.parquet': Buffer.from('PAR1 and no more') },
      error: /corpus-00000-of-00001\.parquet: /,
    },
  },
  Pyserini: {
    joined: true,
    files: {
      'corpus.jsonl': jsonl(...DOCUMENTS.map((each) => ({ id: each.id, contents: whole(each) }))),
      'queries.tsv': TOPICS_TSV,
      'qrels.txt': QRELS,
    },
    broken: { files: { 'queries.tsv': `${TOPICS_TSV}3\n` }, error: /queries\.tsv:3: 1 column / },
  },
  'Pyserini with many files': {
    joined: true,
    files: {
      ...Object.fromEntries(
        DOCUMENTS.map((each, i) => [
          `collection/docs${i}.jsonl`,
          jsonl({ id: each.id, contents: whole(each) }),
        ]),
      ),
      'topics.tsv': TOPICS_TSV,
      'qrels.txt': QRELS,
    },
    broken: {
      files: { 'collection/docs1.jsonl': '{"id": "12", "contents": 7' },
      error: /docs1\.jsonl:1: no JSON/,
    },
  },
  MIRACL: {
    files: {
      ...Object.fromEntries(
        DOCUMENTS.map(({ id, ...rest }, i) => [
          `docs-${i}.jsonl.gz`,
          gzipSync(jsonl({ docid: id, ...rest })),
        ]),
      ),
      'topics.tsv': TOPICS_TSV,
      'qrels.tsv': lines(
        JUDGEMENTS.map(([query, document, grade]) => [query, 'Q0', document, grade]),
        '\t',
      ),
    },
    broken: {
      files: { 'docs-1.jsonl.gz': gzipSync('{"docid": "12"').subarray(0, 20) },
      error: /docs-1\.jsonl\.gz/,
    },
  },
  'MS MARCO': {
    joined: true,
    files: {
      'collection.tsv': lines(
        DOCUMENTS.map((each) => [each.id, whole(each).replace('\n', ' ')]),
        '\t',
      ),
      'queries.dev.small.tsv': TOPICS_TSV,
      'queries.train.tsv': '9\tanother\n',
      'qrels.dev.small.tsv': lines(
        JUDGEMENTS.map(([query, document, grade]) => [query, 0, document, grade]),
        '\t',
      ),
      'qrels.train.tsv': '9\t0\t11\t1\n',
    },
    broken: { files: { 'collection.tsv': '11\tGout\n12 Anaemia\n' }, error: /collection\.tsv:2: 1 column / },
  },
  'TREC topics with a number, documents in SGML': {
    files: {
      'docs/a.sgml': SGML[0]! + SGML[1]!,
      'docs/b.sgml': SGML[2]!,
      'topics.xml': `<topics>\n${QUERIES.map(
        ({ id, text }) =>
          `<topic number="${id}">\n<query>${text}</query>\n<question>asks more</question>\n<narrative>tells all</narrative>\n</topic>\n`,
      ).join('')}</topics>\n`,
      'qrels.txt': QRELS,
    },
    broken: {
      files: { 'docs/b.sgml': '<DOC>\n<DOCNO> 13 </DOCNO>\n<TEXT>\n' },
      error: /b\.sgml:1: a <DOC> that does not end/,
    },
  },
  'TREC topics in SGML': {
    joined: true,
    files: {
      'corpus.jsonl': jsonl(...DOCUMENTS.map((each) => ({ id: each.id, contents: whole(each) }))),
      'topics.txt': QUERIES.map(
        ({ id, text }) =>
          `<top>\n\n<num> Number: ${id}\n<title> ${text}\n\n<desc> Description:\nAsks more.\n\n<narr> Narrative:\nTells all.\n\n</top>\n\n`,
      ).join(''),
      'qrels.txt': QRELS,
    },
    broken: {
      files: { 'topics.txt': '<top>\n<title> without a number\n</top>\n' },
      error: /could be the queries|no file/,
    },
  },
  'TREC Clinical Trials': {
    joined: true,
    files: {
      ...Object.fromEntries(
        DOCUMENTS.map(({ id, title, text }) => [
          `trials/NCT${id}.xml`,
          `<?xml version="1.0"?>\n<clinical_study>\n<id_info>\n<org_study_id>X${id}</org_study_id>\n<nct_id>${id}</nct_id>\n</id_info>\n<brief_title>${title}</brief_title>\n<brief_summary>\n<textblock>\n${escaped(text)}\n</textblock>\n</brief_summary>\n</clinical_study>\n`,
        ]),
      ),
      'topics.xml': `<topics task="2021 TREC Clinical Trials">\n${QUERIES.map(
        ({ id, text }) => `<topic number="${id}">\n${text}\n</topic>\n`,
      ).join('')}</topics>\n`,
      'qrels.txt': QRELS,
    },
    broken: { files: { 'topics.xml': '<topics>\n' }, error: /no file that could be the queries|topics\.xml/ },
  },
  BRIGHT: {
    joined: true,
    files: {
      'documents.jsonl': jsonl(...DOCUMENTS.map((each) => ({ id: each.id, content: whole(each) }))),
      'examples.jsonl': jsonl(
        ...QUERIES.map(({ id, text }) => ({
          query: text,
          reasoning: 'Because of what is known of joints and blood.',
          id,
          excluded_ids: id === '1' ? ['13'] : ['N/A'],
          gold_ids: [id === '1' ? '11' : '12'],
        })),
      ),
    },
    broken: {
      files: { 'examples.jsonl': '{"id": "1", "query": "Why?", "gold_ids": [{}]}\n' },
      error: /examples\.jsonl:1: document \(column "gold_ids"\)/,
    },
  },
  ranx: {
    joined: true,
    files: {
      'documents.json': JSON.stringify(DOCUMENTS.map((each) => ({ id: each.id, text: whole(each) }))),
      'queries.json': JSON.stringify(Object.fromEntries(QUERIES.map(({ id, text }) => [id, text])), null, 1),
      'qrels.json': JSON.stringify({ 1: { 11: 2, 13: 0 }, 2: { 12: 1 } }),
    },
    broken: { files: { 'qrels.json': '{"1": {"11": 2, "13": ' }, error: /qrels\.json/ },
  },
  'tables of a team': {
    files: {
      'articles.csv': `\ufeffarticle_id;headline;body;changed\r\n${lines(
        DOCUMENTS.map(({ id, title, text }) => [id, title, `"${text}"`, '2024-01-01']),
        ';',
        '\r\n',
      )}`,
      'searches.csv': `\ufeffsearch_id;words\r\n${lines(
        QUERIES.map(({ id, text }) => [id, text]),
        ';',
        '\r\n',
      )}`,
      'ratings.csv': `\ufeffsearch_id;article_id;rating\r\n${lines(JUDGEMENTS, ';', '\r\n')}`,
    },
    broken: {
      files: { 'ratings.csv': 'search_id;article_id;rating\n1;11;good\n' },
      error: /ratings\.csv:2: grade "good"/,
    },
  },
  'tables of a team with headings in another language': {
    files: {
      'artikel.csv': `Kennung;Titel;Inhalt\n${lines(
        DOCUMENTS.map(({ id, title, text }) => [`A-${id}`, title, text]),
        ';',
      )}`,
      'anfragen.csv': `Nummer;Wortlaut\n${lines(
        QUERIES.map(({ id, text }) => [`S-${id}`, text]),
        ';',
      )}`,
      'bewertung.csv': `Nummer;Kennung;Note\n${lines(
        JUDGEMENTS.map(([query, document, grade]) => [`S-${query}`, `A-${document}`, grade]),
        ';',
      )}`,
    },
    broken: {
      files: { 'bewertung.csv': 'Nummer;Kennung;Note\nx;y;1\n' },
      error: /--columns 'corpus=artikel\.csv\(/,
    },
  },
};

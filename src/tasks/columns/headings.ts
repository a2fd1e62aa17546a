/** What a heading says its column holds; English and German words are known. */
export interface Heading {
  /** Whose: a query's or a document's; a heading such as `id` does not say. */
  readonly of?: 'query' | 'document';
  readonly part?: 'id' | 'text' | 'title' | 'grade' | 'positives' | 'excluded';
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const QUERY = words(
  'query queries q search searches topic topics question questions request claim anfrage anfragen suchanfrage frage fragen',
);
const DOCUMENT = words(
  'doc docs document documents article articles passage passages paper papers corpus page abstract trial p d artikel dokument',
);
const ID = words('id ids no nr num number key code uid uuid ref idx identifier');
const TITLE = words('title headline heading subject titel überschrift');
/** The text of a row, those that make others needless first. */
const WHOLE_TEXT = ['text', 'contents', 'content', 'segment'];
const TEXT = words(
  `${WHOLE_TEXT.join(' ')} body summary description desc terms words string chunk paragraph note inhalt volltext wortlaut`,
);
const GRADE = words(
  'score relevance rel label grade rating judgement judgment relevancy gain relevant stars bewertung relevanz',
);
const POSITIVE = words('gold positive positives relevant');
const EXCLUDED = words('excluded excludes');
/** Whole headings that mean the id of one of the two. */
const IDS: ReadonlyMap<string, Heading['of']> = new Map([
  ...'qid q_id topic_number'.split(' ').map((name) => [name, 'query'] as const),
  ...'docno docid pid did p_id pmid pmcid nct_id cord_uid'
    .split(' ')
    .map((name) => [name, 'document'] as const),
]);

/** `searchID`, `Search-ID` and `search id` as `search_id`; of a nested column the last part. A full stop at the end is of an abbreviation: `Nr.` */
const wordsOf = (heading: string): readonly string[] =>
  heading
    .replace(/^.*\.(?=.)/s, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** What a heading says; nothing of one whose words are unknown. */
export const headingOf = (heading: string): Heading => {
  const parts = wordsOf(heading);
  const [last = '', name] = [parts.at(-1), parts.join('_')];
  if (IDS.has(name)) return { part: 'id', of: IDS.get(name)! };
  const whose = (
    [
      ['query', QUERY],
      ['document', DOCUMENT],
    ] as const
  ).find(([, known]) => parts.some((word) => known.has(word)))?.[0];
  const of = whose && { of: whose };
  if (parts.some((word) => EXCLUDED.has(word))) return { part: 'excluded' };
  if (parts.length > 1 && ID.has(last) && parts.some((word) => POSITIVE.has(word)))
    return { part: 'positives' };
  if (ID.has(last)) return { part: 'id', ...of };
  if (TITLE.has(last)) return { part: 'title', ...of };
  if (GRADE.has(last)) return { part: 'grade' };
  if (TEXT.has(last)) return { part: 'text', ...of };
  // A word such as "query" alone is its text, and in judgements its id.
  return whose && (QUERY.has(last) || DOCUMENT.has(last)) ? { part: 'text', ...of } : { ...of };
};

/** Whether a cell of a first row names a column. */
export const isHeading = (cell: string): boolean => {
  const { part } = headingOf(cell);
  return part !== undefined && wordsOf(cell).length <= 3;
};

/** Whether a column holds all of a document's text, so that others add nothing. */
export const isWholeText = (heading: string): boolean => WHOLE_TEXT.includes(wordsOf(heading).join('_'));

/** The parts of a task as files and folders are called. */
const ROLE_WORDS: Readonly<Record<'corpus' | 'queries' | 'judgements', ReadonlySet<string>>> = {
  corpus: words(
    'corpus corpora collection collections documents document docs doc passages passage articles article papers abstracts pages trials artikel dokumente',
  ),
  queries: words(
    'queries query topics topic questions question searches search requests examples claims anfragen suchanfragen fragen',
  ),
  judgements: words(
    'qrels qrel judgements judgments judgement judgment relevance ratings rating labels annotations grades assessments clicks bewertungen',
  ),
};

/** How far the name of a file speaks for a role: 1 for it, -1 for another, 0 for none; of several words the last decides. */
export const nameSpeaksFor = (path: string, role: keyof typeof ROLE_WORDS): number => {
  const roles = wordsOf(path.replaceAll('.', ' ')).flatMap((word) =>
    (Object.keys(ROLE_WORDS) as (keyof typeof ROLE_WORDS)[]).filter((each) => ROLE_WORDS[each].has(word)),
  );
  const last = roles.at(-1);
  return last === undefined ? 0 : last === role ? 1 : -1;
};

/** Whether a name has a word of any role. */
export const hasRole = (path: string): boolean =>
  (Object.keys(ROLE_WORDS) as (keyof typeof ROLE_WORDS)[]).some((role) => nameSpeaksFor(path, role) > 0);

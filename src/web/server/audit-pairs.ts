import { defined, fullText, InputError, queryId } from '../../core/index.js';
import type { AuditPair, Match } from '../../experiment/record/index.js';
import { analyzer, type FindTerms, termFinder } from '../../search/retrieval/index.js';
import { type AuditPairs, type Excerpt, keyOf, type PairTexts, snippetOf } from '../page-data/index.js';
import { auditedTask } from './audit-page.js';
import type { OwnAudit } from './records.js';
import type { TaskTexts } from './task-texts.js';

/** Characters of a query or document: about four lines. */
const ROOM = 320;

/** The texts of the pairs behind each figure of an audit, with the terms that they share marked. */
export const auditPairsOf = async (audit: OwnAudit, texts: TaskTexts): Promise<AuditPairs> => {
  const { reasoning, settings } = audit.report;
  const shown = auditedTask(audit);
  const { task, why } = await texts.open(shown);
  if (!task) return { withoutTexts: why, figures: [] };
  const find = finderOf(settings.analyzer);
  const queries = new Map<string, string>(task.queries.map(({ id, text }) => [id, text]));
  const textsOf = async ({ query, document, shared = [] }: AuditPair): Promise<PairTexts> => {
    const terms = new Set(shared);
    const text = queries.get(query);
    const found = document === undefined ? undefined : await texts.document(shown, keyOf(document));
    return defined({
      query: text === undefined ? undefined : excerptOf(text, terms, find),
      answer: task.labels.get(queryId(query))?.answer,
      document: found && excerptOf(fullText(found), terms, find),
    });
  };
  const all = [
    ...(reasoning?.headline ? [reasoning.headline] : []),
    ...(reasoning?.groups.flatMap(({ figures }) => figures) ?? []),
  ];
  return {
    figures: await Promise.all(
      all.map(async ({ name, examples }) => ({ name, pairs: await Promise.all(examples.map(textsOf)) })),
    ),
  };
};

/** A report of another version may name an analyzer that is no more: then nothing is marked. */
const finderOf = (name: string): FindTerms => {
  try {
    return termFinder(analyzer(name));
  } catch (error) {
    if (error instanceof InputError) return () => new Map();
    throw error;
  }
};

const excerptOf = (text: string, terms: ReadonlySet<string>, find: FindTerms): Excerpt => {
  const matches = matchesIn(text, terms, find);
  const { from, to } = snippetOf(text, matches, ROOM);
  return {
    text: text.slice(from, to),
    matches: matches
      .filter(({ range }) => range[0] >= from && range[1] <= to)
      .map(({ range, ...match }) => ({ ...match, range: [range[0] - from, range[1] - from] })),
    cut: [from > 0, to < text.length],
  };
};

/** Where two places overlap, the first stays. */
const matchesIn = (text: string, terms: ReadonlySet<string>, find: FindTerms): readonly Match[] => {
  const found = [...find(text, terms)]
    .flatMap(([part, ranges]) => ranges.map((range): Match => ({ range, part, strength: 0.5 })))
    .sort((a, b) => a.range[0] - b.range[0]);
  let end = 0;
  return found.filter(({ range }) => {
    if (range[0] < end) return false;
    end = range[1];
    return true;
  });
};

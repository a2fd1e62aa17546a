import { InputError, lookup } from '../../core/index.js';
import type { NumberType } from '../record/index.js';
import {
  type PublishedRow,
  type PublishedSystem,
  paperSources,
  publishedRows,
  publishedSources,
} from '../results/index.js';
import { publishedNumberType, registeredModel } from '../systems/index.js';

/** A published system, and how it is run here. */
export interface ReproducibleSystem {
  readonly name: string;
  readonly expression: string;
  /** Whether it was run by the reference implementation or after it, whose bugs then belong to it. */
  readonly asPublished: boolean;
  /** Of its models, when it was published. */
  readonly numberType: NumberType;
  readonly rows: readonly PublishedRow[];
}

/**
 * The published systems of a suite that these names or patterns (`hyde-*.bm25`) stand for, from one source or from all. By default
 * `bm25` of suite r2med, and all systems of other suites.
 */
export const reproducibleSystems = (
  suite: string,
  { system: named, source }: { readonly system?: readonly string[]; readonly source?: string } = {},
): readonly ReproducibleSystem[] => {
  const papers = paperSources(suite);
  const sources = [...publishedSources(suite), ...papers];
  if (sources.length === 0)
    throw new InputError({
      found: `no published scores of suite "${suite}"`,
      expected: 'a suite that has some: r2med or nano',
      fix: '--suite r2med',
    });
  const patterns = named ?? [suite === 'r2med' ? 'bm25' : '*'];
  if (source) lookup('source', Object.fromEntries(sources.map((each) => [each.source, each])), source);
  const known = new Map(
    sources
      .filter((each) => !source || each.source === source)
      .flatMap((each) => each.systems.map((row) => [row.system, row] as const)),
  );
  const names = patterns.flatMap((pattern) => matching(pattern, known));
  return [...new Set(names)].map((name) => ({
    name,
    expression: expressionOf(known.get(name)!),
    numberType: publishedNumberType(expressionOf(known.get(name)!)),
    asPublished: !papers.some(({ systems }) => systems.some(({ system }) => system === name)),
    rows: publishedRows(name, sources).filter((row) => !source || row.source === source),
  }));
};

/** A row of a model may have another name than its entry: `e5-mistral-7b-instruct` is `e5`. A stored list is what it is, whatever model made it. */
const expressionOf = ({ system, expression, kind, retriever }: PublishedSystem): string => {
  if (expression !== undefined || kind !== 'retriever' || system.startsWith('stored:'))
    return expression ?? system;
  return registeredModel(system) ?? registeredModel(retriever) ?? system;
};

/** The published systems that a name, or a pattern with `*` for anything, stands for. */
const matching = (pattern: string, known: ReadonlyMap<string, PublishedSystem>): readonly string[] => {
  if (!pattern.includes('*')) {
    lookup('published system', Object.fromEntries(known), pattern);
    return [pattern];
  }
  const found = [...known.keys()].filter((name) => isLike(name, pattern));
  if (found.length > 0) return found;
  throw new InputError({
    found: `no published system like "${pattern}"`,
    expected: `a pattern of names such as ${[...known.keys()].slice(0, 3).join(', ')}`,
    fix: 'r2med leaderboard --published lists them',
  });
};

/** Whether a name fits a pattern with `*` for anything: the parts between stars, each at its first place. */
const isLike = (name: string, pattern: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= name.length;
};

import { InputError, nearest } from '../../core/index.js';
import type { AnyMeasure, Measure } from './measure.js';
import { parametersIn } from './measure-parameters.js';
import { HitRate, MAP, MRR, measures, nDCG, P, Recall } from './measures/index.js';

/** The cut-offs of the reference's files (1, 3, 5, 10, 25, 50, 100), MTEB's 20, and both sides' 1000 for deep runs. */
const CUT_OFFS = [1, 3, 5, 10, 20, 25, 50, 100, 1000];

/** What a record holds: every measure published for R2MED, at every cut-off that `topK` hits can fill. */
export const defaultMeasures = (topK = 100): readonly Measure[] => {
  const cuts = CUT_OFFS.filter((cut) => cut <= topK);
  const families = [nDCG, MAP, Recall, P, MRR, HitRate];
  return [...families.flatMap((family) => cuts.map((cut) => family.at(cut))), MRR];
};

/** Every spelling in lower case: our names, trec_eval's, ir_measures', MTEB's. */
const SPELLINGS: ReadonlyMap<string, AnyMeasure> = new Map(
  Object.values<AnyMeasure>(measures).flatMap((measure) =>
    [measure.name.toLowerCase(), ...measure.aliases].map((spelling) => [spelling, measure] as const),
  ),
);

/**
 * The measure that `text` names, in our spelling or in that of trec_eval, ir_measures or MTEB, in any case. Whatever was
 * written, the measure's own name is ours: `recip_rank` is `MRR`, `ndcg_cut_10` is `nDCG@10`.
 */
export const parseMeasure = (text: string): Measure => {
  const { name, parameters, cut } = partsOf(text.trim().replace(IPREC, 'IPrec(recall=$1)'));
  const plain = familyOf(name);
  const family = parameters === undefined ? plain : plain.with(parametersIn(parameters, text));
  if (cut !== undefined) return cutFamily(family, parseCut(text, cut));
  // trec_eval's `ndcg_cut` alone is a list of cutoffs, and not nDCG over the whole ranking.
  if ('score' in family && !/_cut$/i.test(name)) return family;
  throw new InputError({
    found: `measure "${name}" without a cut-off`,
    expected: `${family.name}@k`,
    fix: `write ${family.name}@10 for the first ten hits`,
  });
};

/** A measure that records and tables can hold: the mean of its queries' shares between 0 and 1. */
export const parseTableMeasure = (text: string): Measure => {
  const measure = parseMeasure(text);
  if (!measure.unbounded && !measure.over) return measure;
  throw new InputError({
    found: `${measure.name}, ${measure.unbounded ? 'whose values are no shares between 0 and 1' : 'which is no mean over queries'}`,
    expected: 'a measure such as nDCG@10, Recall@100 or MRR',
    fix: `score run files by it: r2med eval --judgements FILE --run FILE --measures "${measure.name}"`,
  });
};

/**
 * Measures in a list separated by commas: `nDCG@10, Recall@100, MRR`. A number alone is a further cutoff of the measure before
 * it, as in trec_eval's `ndcg_cut.10,100`. One that is named twice, in whatever spelling, is there once.
 */
export const parseMeasures = (text: string): readonly Measure[] => {
  const found = new Map<string, Measure>();
  let before = '';
  for (const part of listedIn(text)) {
    const { cut } = partsOf(before);
    const spelled = cut !== undefined && /^\d+$/.test(part) ? before.slice(0, -cut.length) + part : part;
    const measure = parseMeasure(spelled);
    found.set(measure.name, measure);
    before = spelled;
  }
  return [...found.values()];
};

/** The parts between commas; those in parentheses separate the parameters of one measure. */
const listedIn = (text: string): readonly string[] => {
  const parts: string[] = [];
  let open = false;
  for (const part of text.split(',')) {
    if (open) parts.push(`${parts.pop()},${part}`);
    else parts.push(part);
    open = part.lastIndexOf('(') > part.lastIndexOf(')') || (open && !part.includes(')'));
  }
  return parts.map((part) => part.trim());
};

/** trec_eval and ir_measures write the recall where other measures have a number of hits. */
const IPREC = /^iprec(?:_at_recall_|@)([01]|[01]?\.\d+)$/i;

interface Parts {
  readonly name: string;
  /** What the parentheses hold. */
  readonly parameters?: string | undefined;
  readonly cut?: string | undefined;
}

/** `nDCG@10`, `ndcg_cut_10`, `ndcg_cut.10`, `ndcg_at_10`, `P(rel=2)@5`. */
const partsOf = (text: string): Parts => {
  const at = text.indexOf('@');
  const [, before, cut] =
    at >= 0 ? [text, text.slice(0, at), text.slice(at + 1)] : (/^(.*?)(?:_at_|_|\.)(\d+)$/i.exec(text) ?? []);
  const [, name = before ?? text, parameters] = /^([^()]*)\(([^()]*)\)$/.exec(before ?? text) ?? [];
  return { name: name.trim(), parameters, cut };
};

const familyOf = (name: string): AnyMeasure => {
  const family = SPELLINGS.get(name.toLowerCase());
  if (family) return family;
  const near = nearest(name, [...Object.keys(measures), ...SPELLINGS.keys()]);
  throw new InputError({
    found: `unknown measure ${JSON.stringify(name)}`,
    expected: `one of ${Object.keys(measures).join(', ')}`,
    fix: near ? `did you mean "${near}"?` : 'write nDCG@10, for example',
  });
};

const cutFamily = (family: AnyMeasure, k: number): Measure => {
  if (family.at) return family.at(k);
  throw new InputError({
    found: `${family.name} with the cut-off ${k}`,
    expected: `${family.name}, which is always over the whole ranking`,
    fix: `write ${family.name}`,
  });
};

/** Digits without a leading zero, so that a measure has one spelling. */
const parseCut = (text: string, cut: string): number => {
  if (/^[1-9]\d*$/.test(cut)) return Number(cut);
  throw new InputError({
    found: `cut-off "${cut}" in "${text}"`,
    expected: 'a whole number from 1 after the @',
    fix: 'write a number after the @, as nDCG@10',
  });
};

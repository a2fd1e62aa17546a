import { InputError, lookup } from '../../core/index.js';
import type { CutOff } from './cut-off.js';
import { DOCUMENT_TEXTS, type DocumentText, PRESETS, type PresetName, type Setting } from './presets.js';

/** Settings of a BM25 retriever. */
export interface Bm25Options {
  /** How soon repeating a term stops adding; each preset has its own default. */
  readonly k1?: number;
  /** How much a document's length counts, from 0 to 1; each preset has its own default. */
  readonly b?: number;
  /** Hits kept per query; the reference implementation keeps 100. */
  readonly topK?: number;
  readonly documentText?: DocumentText;
  /** Whether documents that score 0 fill a ranking up to `topK`; each preset does as its program does. */
  readonly unmatched?: keyof typeof UNMATCHED;
}

/** As people write it, and as specs have it. */
const UNMATCHED = { keep: 'fill', drop: 'leave-out' } as const satisfies Record<string, CutOff['unmatched']>;

const TOP_K = 100;

interface Check {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const isNumber = (value: unknown, from: number, to: number): boolean =>
  typeof value === 'number' && value >= from && value <= to;

const CHECKS: Readonly<Record<keyof Bm25Options, Check>> = {
  k1: { expected: 'a number of 0 or more', holds: (value) => isNumber(value, 0, Number.MAX_VALUE) },
  b: { expected: 'a number from 0 to 1', holds: (value) => isNumber(value, 0, 1) },
  topK: {
    expected: 'a whole number of 1 or more',
    holds: (value) => Number.isSafeInteger(value) && isNumber(value, 1, Number.MAX_SAFE_INTEGER),
  },
  documentText: {
    expected: Object.keys(DOCUMENT_TEXTS).join(' or '),
    holds: (value) => Object.hasOwn(DOCUMENT_TEXTS, String(value)),
  },
  unmatched: {
    expected: Object.keys(UNMATCHED).join(' or '),
    holds: (value) => Object.hasOwn(UNMATCHED, String(value)),
  },
};

/** A preset with some of it changed. Options may come from text that a person wrote, so they are checked here. */
export const settingOf = (name: PresetName, options: Bm25Options): Setting => {
  for (const [option, value] of Object.entries(options)) {
    const { holds, expected } = lookup(`${name} setting`, CHECKS, option);
    if (value !== undefined && !holds(value))
      throw new InputError({ found: `${name}: ${option} = ${value}`, expected });
  }
  const preset = PRESETS[name];
  const { k1 = preset.k1, b = preset.b, topK = TOP_K, documentText = preset.documentText } = options;
  const unmatched = options.unmatched === undefined ? preset.unmatched : UNMATCHED[options.unmatched];
  return { ...preset, k1, b, topK, documentText, unmatched };
};

/** The preset's name, and what of it was changed: `bm25(k1=1.2)`. How many hits are kept makes no other system. */
export const nameOf = (name: PresetName, setting: Setting): string => {
  const written = { ...setting, unmatched: setting.unmatched === UNMATCHED.drop ? 'drop' : 'keep' };
  const changed = (['k1', 'b', 'documentText', 'unmatched'] as const)
    .filter((option) => setting[option] !== PRESETS[name][option])
    .map((option) => `${option}=${written[option]}`);
  return changed.length === 0 ? name : `${name}(${changed.join(', ')})`;
};

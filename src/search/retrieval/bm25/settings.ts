import { lookup, type SettingValues, setting, settledSettings } from '../../../core/index.js';
import { TOP_K } from '../top-k.js';
import type { CutOff } from './cut-off.js';
import { DOCUMENT_TEXTS, type DocumentText, PRESETS, type PresetName, type Setting } from './presets.js';

/** As people write it, and as specs have it. */
const UNMATCHED = { keep: 'fill', drop: 'leave-out' } as const satisfies Record<string, CutOff['unmatched']>;

type Unmatched = keyof typeof UNMATCHED;

const writtenUnmatched = (unmatched: CutOff['unmatched']): Unmatched =>
  unmatched === UNMATCHED.drop ? 'drop' : 'keep';

/** What a system's text may say of a preset. */
export const bm25Settings = (name: PresetName) => {
  const { k1, b, documentText, unmatched } = PRESETS[name];
  return {
    k1: setting.number('how soon repeating a term stops adding', k1 as number, {
      expected: 'a number of 0 or more',
      holds: (value) => value >= 0,
    }),
    b: setting.number("how much a document's length counts", b as number, {
      expected: 'a number from 0 to 1',
      holds: (value) => value >= 0 && value <= 1,
    }),
    documentText: setting.oneOf(
      Object.keys(DOCUMENT_TEXTS) as DocumentText[],
      'which text of a document is searched',
      documentText as DocumentText,
    ),
    unmatched: setting.oneOf(
      Object.keys(UNMATCHED) as Unmatched[],
      'whether documents that score 0 fill a ranking',
      writtenUnmatched(unmatched),
    ),
  };
};

/** Settings of a BM25 retriever; each preset has its own defaults. */
export interface Bm25Options
  extends SettingValues<ReturnType<typeof bm25Settings>>,
    SettingValues<typeof TOP_K> {}

/** A preset with some of it changed. */
export const settingOf = (name: PresetName, options: Bm25Options): Setting => {
  const declared = { ...bm25Settings(name), ...TOP_K };
  for (const option of Object.keys(options)) lookup(`setting of ${name}`, declared, option);
  const { unmatched, ...settled } = settledSettings(name, declared, options);
  return { ...PRESETS[name], ...settled, unmatched: UNMATCHED[unmatched] };
};

/** The preset's name, and what of it was changed: `bm25(k1=1.2)`. How many hits are kept makes no other system. */
export const nameOf = (name: PresetName, setting: Setting): string => {
  const written = { ...setting, unmatched: writtenUnmatched(setting.unmatched) };
  const changed = Object.entries(bm25Settings(name)).filter(
    ([option, { default: usual }]) => written[option as keyof typeof written] !== usual,
  );
  if (changed.length === 0) return name;
  return `${name}(${changed.map(([option]) => `${option}=${written[option as keyof typeof written]}`).join(', ')})`;
};

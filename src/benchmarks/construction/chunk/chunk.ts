import { basename } from 'node:path';
import { z } from 'zod';
import { defined, InputError, type JsonObject } from '../../../core/index.js';
import { fileSha256 } from '../../../platform/node/index.js';
import { type Passage, SourceText } from '../item.js';
import { defineStep } from '../step.js';
import { characterPieces } from './characters.js';
import { type Piece, regroup } from './regroup.js';
import { type CountTokens, filesOfTokenizer, openTokenCounter } from './tokens.js';

const ChunkSettings = z.strictObject({
  mode: z
    .enum(['sentences', 'characters', 'whole'])
    .default('sentences')
    .describe('sentences regrouped to about so many tokens, characters (as MedRAG), or whole sources'),
  tokenizer: z
    .string()
    .default('estimate')
    .describe('counts tokens: estimate (4 characters each), an analyzer, or hub:ORG/NAME'),
  tokenizerFolder: z.string().optional().describe('instead: folder with the tokenizer.json of a model'),
  tokens: z.int().min(8).default(128).describe('most tokens of a passage, by the sum over its sentences'),
  leastTokens: z
    .int()
    .min(0)
    .default(16)
    .describe('a last passage with fewer tokens joins the one before it'),
  characters: z.int().min(20).default(1000).describe('mode characters: most characters of a passage'),
  overlap: z.int().min(0).default(200).describe('mode characters: most characters that neighbours share'),
});
type ChunkSettings = z.infer<typeof ChunkSettings>;

export const chunk = defineStep({
  name: 'chunk',
  help: 'cut sources into passages that will be the documents',
  example: '--tokens 128',
  reads: ['sources'],
  writes: ['passages'],
  settings: ChunkSettings,
  fileSettings: ['tokenizerFolder'],
  files: async ({ tokenizer, tokenizerFolder }) =>
    tokenizerFolder === undefined ? [] : filesOfTokenizer({ tokenizer, tokenizerFolder }),
  run: async ({ work, settings, hubFile }) => {
    const sources = await work.read('sources', SourceText);
    mustBeDistinct(sources);
    const count = await openTokenCounter(settings, hubFile);
    const cut = cutter(settings, count);
    const passages: Passage[] = [];
    let withoutText = 0;
    for (const source of sources) {
      const pieces = cut(source.text);
      if (pieces.length === 0) withoutText += 1;
      passages.push(...pieces.map((piece, i) => passageOf(source, piece, i, settings.mode)));
    }
    await work.write('passages', passages);
    return {
      in: sources.length,
      out: passages.length,
      held: withoutText > 0 ? { 'no text': withoutText } : {},
      figures: {
        tokenizer:
          settings.tokenizerFolder === undefined ? settings.tokenizer : basename(settings.tokenizerFolder),
        tokenizerFiles: await Promise.all(
          (await filesOfTokenizer(settings, hubFile)).map((file) => fileSha256(file)),
        ),
        ...sizesOf(passages, count),
      },
    };
  },
});

/** The same source gives the same ids, whatever other sources there are. */
const passageOf = (source: SourceText, piece: Part, i: number, mode: ChunkSettings['mode']): Passage => ({
  id: mode === 'whole' ? source.id : `${source.id}-${i}`,
  origin: source.origin,
  ...defined({ title: source.title }),
  text: source.text.slice(piece.start, piece.end),
  source: source.id,
  start: piece.start,
  end: piece.end,
  ...(piece.split && { cut: true as const }),
});

type Part = Pick<Piece, 'start' | 'end'> & Partial<Piece>;

const cutter = (settings: ChunkSettings, count: CountTokens): ((text: string) => readonly Part[]) => {
  const { mode, tokens, leastTokens, characters, overlap } = settings;
  if (mode === 'whole') return (text) => (text.trim() === '' ? [] : [{ start: 0, end: text.length }]);
  if (mode === 'characters') {
    if (overlap >= characters)
      throw new InputError({
        found: `build chunk: an overlap of ${overlap} characters`,
        expected: `fewer than the ${characters} of a passage`,
        fix: 'make --overlap smaller',
      });
    return (text) => characterPieces(text, characters, overlap);
  }
  return (text) => regroup(text, { count, limit: tokens, least: leastTokens });
};

const mustBeDistinct = (sources: readonly SourceText[]): void => {
  const seen = new Set<string>();
  for (const { id } of sources) {
    if (seen.has(id))
      throw new InputError({
        found: `build chunk: two sources with the id ${JSON.stringify(id)}`,
        expected: 'ids that differ, since passages are named by them',
        fix: 'correct the mapping, and run r2med build collect again',
      });
    seen.add(id);
  }
};

/** How long the passages are, and how many begin or end inside a sentence. */
export const sizesOf = (passages: readonly Passage[], count: CountTokens): JsonObject => ({
  tokens: spread(passages.map(({ text }) => count(text))),
  characters: spread(passages.map(({ text }) => text.length)),
  cutInsideSentence: passages.filter(({ cut }) => cut).length,
});

/** Minimum, quartiles, maximum and mean; nothing of an empty list. */
const spread = (values: readonly number[]): JsonObject => {
  if (values.length === 0) return {};
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  return {
    min: at(0),
    quartile1: at(0.25),
    median: at(0.5),
    quartile3: at(0.75),
    max: at(1),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  };
};

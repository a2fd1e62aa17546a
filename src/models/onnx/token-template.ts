import { z } from 'zod';
import { InputError, own } from '../../core/index.js';
import type { SpecialTokens, TokenizerConfig } from './layout.js';

/** One piece of a model's input: a special token, or the first or second text. */
export type Piece =
  | { readonly special: number; readonly type: number }
  | { readonly text: 'A' | 'B'; readonly type: number };

/** Which special tokens are around one text and around a pair. */
export interface TokenTemplate {
  readonly single: readonly Piece[];
  readonly pair: readonly Piece[];
}

export const specials = (pieces: readonly Piece[]): number =>
  pieces.filter((piece) => 'special' in piece).length;

/** The token ids and types of a frame with its texts in place. */
export const inFrame = (
  pieces: readonly Piece[],
  texts: Readonly<Record<'A' | 'B', readonly number[]>>,
): { readonly ids: readonly number[]; readonly types: readonly number[] } => {
  const ids: number[] = [];
  const types: number[] = [];
  for (const piece of pieces)
    for (const id of 'special' in piece ? [piece.special] : texts[piece.text]) {
      ids.push(id);
      types.push(piece.type);
    }
  return { ids, types };
};

const Item = z.union([
  z.strictObject({ SpecialToken: z.looseObject({ id: z.string(), type_id: z.number() }) }),
  z.strictObject({ Sequence: z.looseObject({ id: z.enum(['A', 'B']), type_id: z.number() }) }),
]);
const Pair = z.tuple([z.string(), z.number().int()]);
const Processor: z.ZodType<Processor> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.looseObject({
      type: z.literal('TemplateProcessing'),
      single: z.array(Item),
      pair: z.array(Item),
      special_tokens: z.record(z.string(), z.looseObject({ ids: z.array(z.number().int()) })),
    }),
    z.looseObject({ type: z.literal('BertProcessing'), cls: Pair, sep: Pair }),
    z.looseObject({ type: z.literal('RobertaProcessing'), cls: Pair, sep: Pair }),
    z.looseObject({ type: z.literal('ByteLevel') }),
    z.looseObject({ type: z.literal('Sequence'), processors: z.array(Processor) }),
  ]),
);
type Item = z.infer<typeof Item>;
type Processor =
  | {
      type: 'TemplateProcessing';
      single: Item[];
      pair: Item[];
      special_tokens: Record<string, { ids: number[] }>;
    }
  | { type: 'BertProcessing' | 'RobertaProcessing'; cls: [string, number]; sep: [string, number] }
  | { type: 'ByteLevel' }
  | { type: 'Sequence'; processors: Processor[] };

const A: Piece = { text: 'A', type: 0 };
const B: Piece = { text: 'B', type: 1 };
const PLAIN: TokenTemplate = { single: [A], pair: [A, B] };

/** The frame that tokenizer.json's post-processor describes. */
export const templateOf = (file: string, postProcessor: unknown): TokenTemplate => {
  if (postProcessor === null || postProcessor === undefined) return PLAIN;
  const parsed = Processor.safeParse(postProcessor);
  if (!parsed.success)
    throw new InputError({
      at: { file },
      found: `post_processor: ${z.prettifyError(parsed.error)}`,
      fix: 'save the tokenizer again with transformers',
    });
  const frames = [parsed.data].flatMap(framesOf);
  if (frames.length > 1)
    throw new InputError({
      at: { file },
      found: 'several post-processors that add tokens',
      expected: 'one',
      fix: 'run the model with --python',
    });
  return frames[0] ?? PLAIN;
};

const framesOf = (processor: Processor): TokenTemplate[] => {
  switch (processor.type) {
    case 'ByteLevel':
      return [];
    case 'Sequence':
      return processor.processors.flatMap(framesOf);
    case 'TemplateProcessing': {
      const pieces = (items: readonly Item[]): Piece[] =>
        items.flatMap((item): Piece[] => {
          if ('Sequence' in item) return [{ text: item.Sequence.id, type: item.Sequence.type_id }];
          const { id, type_id: type } = item.SpecialToken;
          return processor.special_tokens[id]!.ids.map((special) => ({ special, type }));
        });
      return [{ single: pieces(processor.single), pair: pieces(processor.pair) }];
    }
    case 'BertProcessing': {
      const [cls, sep] = [processor.cls[1], processor.sep[1]];
      const single: Piece[] = [{ special: cls, type: 0 }, A, { special: sep, type: 0 }];
      return [{ single, pair: [...single, B, { special: sep, type: 1 }] }];
    }
    case 'RobertaProcessing': {
      const [cls, sep] = [processor.cls[1], processor.sep[1]];
      const end: Piece = { special: sep, type: 0 };
      const single: Piece[] = [{ special: cls, type: 0 }, A, end];
      // All of type 0: RoBERTa has one segment.
      return [{ single, pair: [...single, end, { text: 'B', type: 0 }, end] }];
    }
  }
};

/**
 * Classes of transformers 4 that forget tokenizer.json's post-processor and build one from `add_bos_token` and
 * `add_eos_token`, with the values they take where the file is silent.
 */
const REBUILT: Readonly<Record<string, { bos: boolean; eos: boolean }>> = {
  Llama: { bos: true, eos: false },
  CodeLlama: { bos: true, eos: false },
  Gemma: { bos: true, eos: false },
  Cohere: { bos: true, eos: false },
  GPTNeoX: { bos: false, eos: false },
};

/** The frame as transformers 4 has it after loading: see {@link REBUILT}. */
export const loadedFrame = (
  written: TokenTemplate,
  config: TokenizerConfig,
  tokens: SpecialTokens,
  idOf: (token: string) => number | undefined,
): TokenTemplate => {
  const rebuilt = own(REBUILT, (config.tokenizer_class ?? '').replace(/Tokenizer(Fast)?$/, ''));
  if (!rebuilt) return written;
  const around = (type: number): { before: Piece[]; after: Piece[] } => {
    const piece = (wanted: boolean, token: string | undefined): Piece[] => {
      const special = wanted && token !== undefined ? idOf(token) : undefined;
      return special === undefined ? [] : [{ special, type }];
    };
    return {
      before: piece(config.add_bos_token ?? rebuilt.bos, tokens.bos_token),
      after: piece(config.add_eos_token ?? rebuilt.eos, tokens.eos_token),
    };
  };
  const [first, second] = [around(0), around(1)];
  const single = [...first.before, A, ...first.after];
  return { single, pair: [...single, ...second.before, B, ...second.after] };
};

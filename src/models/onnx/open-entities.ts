import { z } from 'zod';
import { type Entity, type EntityFinder, InputError, WorkError } from '../../core/index.js';
import { batchesOf, TOKEN_BUDGET } from './batches.js';
import type { Encoded } from './encode.js';
import { readLayout } from './layout.js';
import { mergeTags, type Word, wordsIn } from './merge-tags.js';
import { openGraph } from './open-graph.js';
import { logitOutput, needed } from './outputs.js';
import { pairPlan } from './plan.js';
import type { Output } from './session.js';
import type { FileSettings, OnnxInput } from './settings.js';
import { inFrame, specials } from './token-template.js';
import { openTokenizer } from './tokenizer.js';

/** The words of a text that go into the model together. */
interface Window {
  readonly text: number;
  /** The first word whose label it gives, and the first whose label the next window gives: those around are there for their context. */
  readonly from: number;
  readonly until: number;
  /** Where the first token of each word from `first` on is. */
  readonly first: number;
  readonly tokens: readonly number[];
  readonly encoded: Encoded;
}

/** Opens a local token classifier. Words are tokenized one by one, and each has the label of its first token; long texts are read in windows that overlap. */
export const openOnnxEntities = async ({
  folder,
  settings = {},
  identity,
}: OnnxInput<FileSettings & { readonly maxTokens?: number }> & { readonly folder: string }): Promise<
  Omit<EntityFinder, 'name'>
> => {
  const layout = readLayout(folder, settings.maxTokens === undefined);
  const labels = labelsOf(folder, layout.config.id2label);
  const { plan, paddingSide } = pairPlan(layout, settings);
  const tokenizer = await openTokenizer(layout);
  const pieces = tokenizer.frame.single;
  const room = plan.maxTokens - specials(pieces);
  const lead = pieces.findIndex((piece) => 'text' in piece);
  const files = { ...settings, paddingSide, task: 'token-classification' } as const;
  const { session, alone, spec } = await openGraph(layout, tokenizer, files, identity);
  const output = needed(logitOutput(session), 'logits', session);

  const windowsOf = (text: number, words: readonly Word[]): readonly Window[] => {
    const ids = words.map(({ spaced }) => tokenizer.ids(spaced).slice(0, room));
    const windows: Omit<Window, 'until'>[] = [];
    for (let [first, from, end] = [0, 0, 0]; end < words.length; ) {
      const tokens: number[] = [];
      const all: number[] = [];
      for (end = first; end < words.length && all.length + ids[end]!.length <= room; end++) {
        tokens.push(ids[end]!.length > 0 ? lead + all.length : -1);
        all.push(...ids[end]!);
      }
      const framed = inFrame(pieces, { A: all, B: [] });
      const encoded = { ...framed, leftOut: 0, attended: framed.ids.length, cut: false };
      windows.push({ text, from, first, tokens, encoded });
      // A quarter is read twice. A word has its label from the window in which more stands around it.
      const shared = Math.min(Math.floor((end - first) / 4), end - first - 1);
      [first, from] = [end - shared, end - (shared >> 1)];
    }
    return windows.map((window, i) => ({ ...window, until: windows[i + 1]?.from ?? words.length }));
  };

  return {
    spec: { kind: 'onnx-token-classifier', ...spec, maxTokens: plan.maxTokens, labels },
    find: async (texts, { signal }) => {
      const words = texts.map(wordsIn);
      const tags = words.map(({ length }) => new Array<string>(length).fill('O'));
      const windows = words.flatMap((each, text) => windowsOf(text, each));
      const budget = alone ? 1 : TOKEN_BUDGET;
      for (const batch of batchesOf(windows, ({ encoded }) => encoded.ids.length, budget)) {
        signal.throwIfAborted();
        const logits = await session.run(
          batch.map(({ encoded }) => encoded),
          output,
        );
        mustFit(logits, batch.length, labels.length);
        for (const [row, { text, first, from, until, tokens }] of batch.entries())
          for (const [i, token] of tokens.entries())
            if (token >= 0 && first + i >= from && first + i < until)
              tags[text]![first + i] = labels[best(logits, row, token, labels.length)]!;
      }
      return words.map((each, text): readonly Entity[] => mergeTags(each, tags[text]!));
    },
    close: () => session.close(),
  };
};

const labelsOf = (folder: string, id2label: unknown): readonly string[] => {
  const { success, data } = z.record(z.string(), z.string()).safeParse(id2label);
  const labels = Array.from({ length: Object.keys(data ?? {}).length }, (_, i) => data?.[i]);
  if (success && labels.includes('O') && labels.length > 1 && labels.every((label) => label !== undefined))
    return labels as string[];
  throw new InputError({
    at: { file: folder },
    found: 'a config.json whose id2label is not a list of tags',
    expected: 'labels 0, 1, … of a token classifier, one of them O: {"0": "O", "1": "B-PER", "2": "I-PER"}',
    fix: 'name a model for token classification, with its own config.json',
  });
};

const mustFit = ({ shape }: Output, rows: number, labels: number): void => {
  if (shape.length === 3 && shape[0] === rows && shape[2] === labels) return;
  throw new WorkError(
    `the model gives numbers of shape ${shape.join(' × ')} for ${rows} texts and ${labels} labels: it is not a token classifier with the labels of its config.json`,
  );
};

const best = ({ data, length, starts }: Output, row: number, token: number, labels: number): number => {
  const at = (row * length + starts[row]! + token) * labels;
  let top = 0;
  for (let label = 0; label < labels; label++) {
    if (!Number.isFinite(data[at + label])) throw new WorkError('the model gave numbers that are not finite');
    if (data[at + label]! > data[at + top]!) top = label;
  }
  return top;
};

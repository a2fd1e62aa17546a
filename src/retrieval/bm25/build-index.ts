import type { Corpus, DocId, Document, Tools } from '../../core/index.js';
import type { Tokenized } from './count-tokens.js';
import { indexBuilder } from './index-builder.js';
import type { TermIndex } from './term-index.js';
import { onAllThreads, onThisThread } from './tokenizers.js';

export interface IndexRecipe {
  readonly analyzer: string;
  readonly textOf: (document: Document) => string;
}

/** Large enough that a message between threads costs nothing, small enough that threads finish together. */
const BATCH_UNITS = 1 << 17;
/** Below this much text one thread is done before others have started. */
const UNITS_WORTH_THREADS = 2 << 20;

interface Batch {
  readonly ids: readonly DocId[];
  readonly texts: readonly string[];
  readonly units: number;
}

/** Reads a corpus once, analyses it on all threads and counts its terms. */
export const buildIndex = async (
  corpus: Corpus,
  { analyzer, textOf }: IndexRecipe,
  tools: Tools,
): Promise<TermIndex> => {
  const source = batchesOf(corpus, textOf);
  const start = tools.workers.size > 1 ? await readUpTo(UNITS_WORTH_THREADS, source) : undefined;
  const tokenizers =
    start?.isAll === false ? await onAllThreads({ analyzer }, tools) : onThisThread({ analyzer });
  const progress = tools.progress('indexing documents');
  const builder = indexBuilder();
  const given: { lane: number; ids: readonly DocId[]; output: Promise<Tokenized> }[] = [];
  const mergeOldest = async (): Promise<void> => {
    const { lane, ids, output } = given.shift()!;
    builder.add(lane, ids, await output);
    progress.advance(ids.length);
  };

  try {
    for await (const { ids, texts } of chain(start?.batches ?? [], source)) {
      tools.signal.throwIfAborted();
      const { lane, output } = await tokenizers.give(texts);
      output.catch(() => {}); // raised where it is awaited, unless an earlier batch failed first
      given.push({ lane, ids, output });
      if (given.length >= tokenizers.ahead) await mergeOldest();
    }
    while (given.length > 0) await mergeOldest();
  } finally {
    await tokenizers.close();
    progress.done();
  }
  return builder.finish();
};

async function* batchesOf(
  corpus: Corpus,
  textOf: (document: Document) => string,
): AsyncGenerator<Batch, undefined> {
  let ids: DocId[] = [];
  let texts: string[] = [];
  let units = 0;
  for await (const documents of corpus.rows())
    for (const document of documents) {
      const text = textOf(document);
      ids.push(document.id);
      texts.push(text);
      units += text.length;
      if (units < BATCH_UNITS) continue;
      yield { ids, texts, units };
      ids = [];
      texts = [];
      units = 0;
    }
  if (ids.length > 0) yield { ids, texts, units };
}

/** The first batches, of so much text together or until there are no more. */
const readUpTo = async (
  wanted: number,
  source: AsyncGenerator<Batch, undefined>,
): Promise<{ batches: Batch[]; isAll: boolean }> => {
  const batches: Batch[] = [];
  for (let units = 0; units < wanted; ) {
    const { value: batch } = await source.next();
    if (!batch) return { batches, isAll: true };
    batches.push(batch);
    units += batch.units;
  }
  return { batches, isAll: false };
};

async function* chain(first: Batch[], rest: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for (let batch = first.shift(); batch; batch = first.shift()) yield batch;
  yield* rest;
}

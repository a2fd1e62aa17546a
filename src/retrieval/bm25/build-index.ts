import type { Corpus, DocId, Document, Tools } from '../../core/index.js';
import { indexBuilder } from './index-builder.js';
import type { TermIndex } from './term-index.js';
import { type Given, onAllThreads, onThisThread } from './tokenizers.js';

export interface IndexRecipe {
  readonly analyzer: string;
  readonly textOf: (document: Document) => string;
}

/** Large enough that a message between threads costs nothing, small enough that threads finish together. */
const BATCH_UNITS = 1 << 17;
/** Below this much text one thread is done before others have started and warmed up. */
const UNITS_WORTH_THREADS = 4 << 20;

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
  const inWork: { readonly ids: readonly DocId[]; readonly given: Given }[] = [];
  /** Batches are merged in file order: those at the front, as far as they are done. */
  const mergeDone = (): void => {
    for (let oldest = inWork[0]; oldest?.given.done; oldest = inWork[0]) {
      const { ids, given } = inWork.shift()!;
      builder.add(given.lane, ids, given.done!);
      progress.advance(ids.length);
    }
  };

  try {
    for await (const { ids, texts } of chain(start?.batches ?? [], source)) {
      tools.signal.throwIfAborted();
      inWork.push({ ids, given: await tokenizers.give(texts) });
      mergeDone();
    }
    while (inWork.length > 0) {
      await inWork[0]!.given.output;
      mergeDone();
    }
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

import {
  type Corpus,
  type DocId,
  type Document,
  type DocumentBlock,
  documentBlock,
  mustFit,
  PROCESS_BYTES,
  type Tools,
  type WorkerPool,
} from '../../../core/index.js';
import type { TextRanges, Tokenized } from './count-tokens.js';
import { indexBuilder } from './index-builder.js';
import type { TermIndex } from './term-index.js';
import openTokenizer, { type TokenizeSetting } from './tokenize-worker.js';

export interface IndexRecipe {
  readonly analyzer: string;
  readonly textOf: (document: Document) => string;
}

/** Large enough that a message between threads costs nothing, small enough that threads finish together. */
const BLOCK_UNITS = 1 << 17;

/**
 * What every byte of a corpus adds at most: measured on a million documents of 300 characters, short ones being the worst, most of them
 * with a word that no other has.
 */
const BYTES_PER_BYTE = 1.5;

/** Reads a corpus once, analyses it on all threads and counts its terms. */
export const buildIndex = async (
  corpus: Corpus,
  { analyzer, textOf }: IndexRecipe,
  tools: Tools,
): Promise<TermIndex> => {
  if (corpus.bytes !== undefined)
    mustFit(
      { work: 'indexing the corpus for BM25', bytes: PROCESS_BYTES + BYTES_PER_BYTE * corpus.bytes },
      tools,
    );
  const tokenizers = openTokenizers({ analyzer }, tools);
  const progress = tools.progress('indexing documents');
  const builder = indexBuilder();
  const inWork: { readonly ids: readonly DocId[]; readonly given: Given }[] = [];
  /** Batches are merged in file order: those at the front, as far as they are done. */
  const mergeDone = (): void => {
    for (let oldest = inWork[0]; oldest?.given.done; oldest = inWork[0]) {
      const { ids, given } = inWork.shift()!;
      builder.add(given.thread, ids, given.done!);
      progress.advance(ids.length);
    }
  };

  try {
    for await (const { ids, ...texts } of blocksOf(corpus, textOf)) {
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

const blocksOf = (corpus: Corpus, textOf: (document: Document) => string): AsyncIterable<DocumentBlock> => {
  const rows = corpus.rows();
  return rows.blocks?.(textOf) ?? joined(rows, textOf);
};

async function* joined(
  rows: AsyncIterable<readonly Document[]>,
  textOf: (document: Document) => string,
): AsyncGenerator<DocumentBlock> {
  let block: Document[] = [];
  let units = 0;
  for await (const documents of rows)
    for (const document of documents) {
      block.push(document);
      units += document.text.length;
      if (units < BLOCK_UNITS) continue;
      yield documentBlock(block, textOf);
      block = [];
      units = 0;
    }
  if (block.length > 0) yield documentBlock(block, textOf);
}

interface Given {
  readonly thread: number;
  readonly output: Promise<Tokenized>;
  /** The output, as soon as it is there. */
  done?: Tokenized;
}

/**
 * Text after which workers are called, divided by how many there would be. To start and warm up, a worker takes the
 * CPU time of analysing some 6 MB; one alone pays for that late, many soon.
 */
const UNITS_WORTH_WORKERS = 32 << 20;
/** How many batches this thread does in a row before it listens to its workers. */
const BATCHES_BEFORE_REST = 4;
const THIS_THREAD = 0;

/**
 * Batches of text, tokenized on one thread and, when there turns out to be much text, on all of them. This thread reads and merges, which
 * leaves it time: so it tokenizes too, taking what finds no worker free, and one worker thread fewer is needed than may run at once.
 */
export const openTokenizers = (setting: TokenizeSetting, tools: Tools) => {
  const tokenize = openTokenizer(setting);
  const wanted = tools.workers.size - 1;
  let workers: ReturnType<typeof workersOn> | undefined;
  let units = 0;
  let sinceRest = 0;
  return {
    give: async (texts: TextRanges): Promise<Given> => {
      if (wanted > 0 && !workers && units >= UNITS_WORTH_WORKERS / wanted)
        workers = workersOn(await tools.workers.open(WORKER_FILE, setting));
      const given = workers?.give(texts);
      if (given) return given;
      const done = tokenize(texts);
      units += texts.text.length;
      if (workers && ++sinceRest >= BATCHES_BEFORE_REST) {
        // Only when this thread comes to rest does it hear from workers; reading a file mostly sees to that.
        await new Promise((resolve) => setTimeout(resolve));
        sinceRest = 0;
      }
      return { thread: THIS_THREAD, done, output: Promise.resolve(done) };
    },
    close: async () => workers?.close(),
  };
};

const WORKER_FILE = new URL('./tokenize-worker.js', import.meta.url);
/** One batch in work and one waiting: a worker never idles, and holds no more text than that. */
const BATCHES_PER_WORKER = 2;

/** What a worker is given to see whether it has started. */
const NOTHING: TextRanges = { text: '', ranges: new Uint32Array(0) };

/** All threads but the first, which is this one; nothing is given to one before it has started. */
const workersOn = (pool: WorkerPool<TextRanges, Tokenized>) => {
  const room = new Map<number, number>();
  let broken: { readonly error: unknown } | undefined;
  const breakDown = (error: unknown): void => {
    broken = { error };
  };
  for (let thread = THIS_THREAD + 1; thread < pool.size; thread++)
    pool.run(thread, NOTHING).then(() => room.set(thread, BATCHES_PER_WORKER), breakDown);
  return {
    /** Gives a batch to a worker with room for it, if there is one. */
    give: (texts: TextRanges): Given | undefined => {
      if (broken) throw broken.error;
      const thread = [...room.keys()].find((worker) => room.get(worker)! > 0);
      if (thread === undefined) return undefined;
      room.set(thread, room.get(thread)! - 1);
      const given: Given = { thread, output: pool.run(thread, texts) };
      given.output.then((done) => {
        given.done = done;
        room.set(thread, room.get(thread)! + 1);
      }, breakDown);
      return given;
    },
    close: () => pool.close(),
  };
};

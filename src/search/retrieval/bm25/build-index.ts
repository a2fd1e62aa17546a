import {
  type Corpus,
  type DocId,
  type Document,
  type DocumentBlock,
  documentBlock,
  mustFit,
  PROCESS_BYTES,
  type Tools,
} from '../../../core/index.js';
import { indexBuilder } from './index-builder.js';
import type { TermIndex } from './term-index.js';
import { type Given, openTokenizers } from './tokenizers.js';

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

/** A corpus in blocks, which it may have itself. */
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

import type { Corpus, Query, Tools } from '../core/index.js';
import { type WritingSettings, writeEach } from './write-each.js';
import type { Writer } from './writer.js';
import type { WrittenAll } from './written.js';

export interface WriteAllOptions extends WritingSettings {
  readonly corpus: Corpus;
  readonly queries: readonly Query[];
  readonly tools: Tools;
  /** What the person who waits is told is being done. */
  readonly label?: string;
}

/**
 * Writes for all queries of a task with one method. Throws `WritingStopped`, with what was written, when something ends the
 * work; what was asked until then is kept, so that the next call goes on from there.
 */
export const writeAll = async (
  writer: Writer,
  { corpus, queries, tools, label = writer.method, ...settings }: WriteAllOptions,
): Promise<WrittenAll> => {
  const open = await writer.open(corpus, tools);
  await open.prepare?.(queries);
  const progress = tools.progress(label, queries.length * (settings.samples ?? 1));
  try {
    const written = await writeEach(open, queries, settings, tools, ({ failed, usage, wasThere }) => {
      progress.advance(1, wasThere);
      progress.status(statusLine(failed, usage));
    });
    return { ...written, ...(open.failed && { failed: open.failed }) };
  } finally {
    progress.done();
  }
};

const statusLine = (failed: number, { tokensIn, tokensOut, usd }: WrittenAll['usage']): string =>
  [
    ...(failed ? [`${failed} failed`] : []),
    `${tokensIn.toLocaleString('en')} tokens in, ${tokensOut.toLocaleString('en')} out`,
    ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
  ].join(' · ');

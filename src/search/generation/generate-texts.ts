import type { Corpus, Query, Tools } from '../../core/index.js';
import { type GenerateEachOptions, generateEach } from './generate-each.js';
import type { GeneratedTexts } from './generated-texts.js';
import type { GenerationMethod } from './generation-method.js';

/** Settings of the generation for a list of queries. */
export interface GenerateTextsOptions extends GenerateEachOptions {
  readonly corpus: Corpus;
  readonly queries: readonly Query[];
  readonly tools: Tools;
  /** The label of the progress display. */
  readonly label?: string;
}

/**
 * Generates for all queries of a task with one method. Throws `GenerationStopped`, with the texts so far, when something ends the
 * work; finished calls are cached, so that the next command continues from there.
 */
export const generateTexts = async (
  generationMethod: GenerationMethod,
  { corpus, queries, tools, label = generationMethod.method, ...settings }: GenerateTextsOptions,
): Promise<GeneratedTexts> => {
  const open = await generationMethod.open(corpus, tools);
  await open.prepare?.(queries);
  const progress = tools.progress(label, queries.length * (settings.samples ?? 1));
  try {
    const written = await generateEach(open, queries, settings, tools, ({ failed, usage, fromCache }) => {
      progress.advance(1, fromCache);
      progress.status(statusLine(failed, usage));
    });
    return { ...written, ...(open.failed && { failed: open.failed }) };
  } finally {
    progress.done();
  }
};

const statusLine = (failed: number, { tokensIn, tokensOut, usd }: GeneratedTexts['usage']): string =>
  [
    ...(failed ? [`${failed} failed`] : []),
    `${tokensIn.toLocaleString('en')} tokens in, ${tokensOut.toLocaleString('en')} out`,
    ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
  ].join(' · ');

import { InputError } from '../../core/index.js';
import type { Engine } from '../../search/engines/index.js';
import type { StageText } from '../../search/pipeline/index.js';

/** Refuses what an engine cannot search: a run that was asked to use one must not quietly do without. */
export const mustBeOnEngine = (
  { text }: Pick<StageText, 'text'>,
  engine: Pick<Engine, 'name' | 'openVectors'> | undefined,
  can: boolean,
): void => {
  if (!engine || can) return;
  throw new InputError({
    found: `${text} with --engine ${engine.name}`,
    expected: engine.openVectors
      ? 'bm25, bm25-lucene, or a dense model without int8 or binary codes'
      : 'bm25 or bm25-lucene',
    fix: `run ${text} without --engine`,
  });
};

import { InputError } from '../../core/index.js';
import type { Engine } from '../../search/engines/index.js';
import type { StageText } from '../../search/pipeline/index.js';

/** Refuses what an engine cannot search: a run that was asked to use one must not quietly do without. */
export const mustBeOnEngine = (
  { text }: Pick<StageText, 'text'>,
  engine: Pick<Engine, 'name'> | undefined,
  can: boolean,
): void => {
  if (!engine || can) return;
  throw new InputError({
    found: `${text} with --engine ${engine.name}`,
    expected: 'bm25, bm25-lucene, or a dense model without int8 or binary codes',
    fix: `run ${text} without --engine`,
  });
};

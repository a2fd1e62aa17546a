import { InputError } from '../../core/index.js';
import type { Engine } from '../../search/engines/index.js';
import type { StageText } from '../../search/pipeline/index.js';

/** What an engine cannot search is refused: a run that was asked to use one must not quietly do without. */
export const notOnEngine = (
  { text }: Pick<StageText, 'text'>,
  engine: Pick<Engine, 'name' | 'openVectors'>,
): InputError =>
  new InputError({
    found: `${text} with --engine ${engine.name}`,
    expected: engine.openVectors
      ? 'bm25, bm25-lucene, or a dense model without int8 or binary codes'
      : 'bm25 or bm25-lucene',
    fix: `run ${text} without --engine`,
  });

import type { SystemText } from '../../search/pipeline/index.js';
import { stageText } from '../../search/pipeline/index.js';
import { isCombination } from './choosing.js';
import { searchAt } from './search-stage.js';
import { variantOf, withoutHnsw } from './vector-settings.js';

/** A system with its vectors as they are. */
interface WholeVectors {
  /** What the other system does to them: `int8`, `truncate:64+binary`, `hnsw`. */
  readonly form: string;
  readonly whole: SystemText;
}

/** The system that searches whole vectors, one by one, where this one searches a smaller form of them or by a graph; undefined for all others. */
export const wholeVectorsOf = (system: SystemText): WholeVectors | undefined => {
  const at = searchAt(system);
  const stage = system[at];
  if (!stage || isCombination(stage.name) || stage.values.length === 0) return undefined;
  const { model } = withoutHnsw(stage);
  try {
    variantOf(model);
  } catch {
    return undefined;
  }
  const whole = stageText(stage.name, [], model.named);
  return { form: stage.values.join(' '), whole: system.with(at, whole) };
};

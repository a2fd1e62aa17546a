import type { Result } from '../../src/experiment/record/index.js';
import { suite } from '../../src/tasks/index.js';
import { result } from './made-result.js';

const WEIGHTS = { repository: 'BAAI/bge-m3', revision: 'a'.repeat(40) };

/** Results of one model as a run of the whole benchmark leaves them, with these changes to every record. */
export const madeBenchmark = (
  changes: { readonly task?: object; readonly record?: object } = {},
): readonly Result[] =>
  suite('r2med').tasks.map(({ name, source, counts }) => {
    const made = result('bge-m3', name, [0.25, 0.75]);
    const revision = source.from === 'hub' ? source.revision : null;
    return {
      ...made,
      record: {
        ...made.record,
        spec: {
          retriever: 'dense',
          similarity: 'cosine',
          embedder: { kind: 'onnx-dense', weights: WEIGHTS },
        },
        task: { ...made.record.task, ...counts, suite: 'r2med', revision: revision ?? '', ...changes.task },
        provenance: { ...made.record.provenance, tool: 'r2med 0.1.0', at: '2026-01-01T00:00:00.000Z' },
        ...changes.record,
      },
    };
  });

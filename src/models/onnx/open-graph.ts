import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../core/index.js';
import type { Layout } from './layout.js';
import { type ExportTask, findModelFile, hashes, quantizesByBatch } from './model-file.js';
import { openSession, type Session } from './session.js';
import type { FileSettings } from './settings.js';
import type { TextTokenizer } from './tokenizer.js';

/** A folder's ONNX file, ready to run. */
export interface Graph {
  readonly session: Session;
  /** Inputs must go in one by one for what comes out not to depend on their neighbours. */
  readonly alone: boolean;
  /** Which file, and what it and the tokenizer hold. */
  readonly spec: JsonObject;
  /** Where the choice of the file comes from. */
  readonly source: string;
}

export const openGraph = async (
  layout: Layout,
  { padId }: TextTokenizer,
  settings: FileSettings & { readonly paddingSide: 'left' | 'right'; readonly task: ExportTask },
  identity: Json | undefined,
): Promise<Graph> => {
  const { paddingSide, threads, task } = settings;
  const file = findModelFile(layout.folder, settings, task);
  const session = await openSession(file.path, {
    padId,
    paddingSide,
    task,
    ...(threads !== undefined && { threads }),
  });
  return {
    session,
    alone: await quantizesByBatch(file.path),
    source: file.source,
    spec: {
      file: file.name,
      weights: identity ?? (await hashes(layout.folder, file.path, otherFiles(layout))),
      paddingSide,
    },
  };
};

/** Besides the ONNX file, what its output depends on. */
const otherFiles = ({ base, steps = [] }: Layout): readonly string[] =>
  [
    ...['tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json'].map((file) => join(base, file)),
    ...steps.flatMap((step) =>
      step.kind === 'dense' ? ['model.safetensors', 'config.json'].map((file) => join(step.path, file)) : [],
    ),
  ].filter(existsSync);

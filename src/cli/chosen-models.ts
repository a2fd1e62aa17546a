import { lookup, WorkError } from '../core/index.js';
import { hubCache, type WantedModel } from '../hub/index.js';
import {
  type ModelRow,
  modelRows,
  type RerankerRow,
  readiness,
  rerankerReadiness,
  rerankerRows,
} from '../models/index.js';

/** A model that was asked for, under the name it was asked by. */
export interface ChosenModel {
  readonly model: string;
  readonly wanted: WantedModel;
}

/** What `--model` names: a row of `r2med models`, or a repository of the hub. */
export const chosenModel = async (name: string): Promise<ChosenModel> => {
  if (name.includes('/')) return { model: name, wanted: { repository: name } };
  const row = rowOf(name);
  for (const backend of row.backends) {
    if (backend.via !== 'onnx' || !('file' in backend)) continue;
    const { repository, file } = backend;
    // The row's revision is that of the model itself, not of someone else's export.
    const revision = repository === row.model ? row.revision : undefined;
    return { model: row.name, wanted: { repository, file, ...(revision && { revision }) } };
  }
  throw await nothingToFetch(row);
};

const rowOf = (name: string): ModelRow | RerankerRow => {
  const rows = { ...modelRows(), ...rerankerRows() };
  return lookup('model', rows, Object.hasOwn(rows, name.toLowerCase()) ? name.toLowerCase() : name);
};

const nothingToFetch = async (row: ModelRow | RerankerRow): Promise<WorkError> => {
  const machine = { hubCache: hubCache(), env: process.env };
  const ways = await ('head' in row ? rerankerReadiness(row, machine) : readiness(row, machine));
  const lines = ways.map(({ via, fix, state }) => `\n    ${via}: ${fix ?? state}`);
  return new WorkError(
    `${row.name} (${row.model}) has no ONNX file on the hub to fetch`,
    `run it another way, with --model-folder FOLDER, --endpoint URL or --python PROGRAM:${lines.join('')}`,
  );
};

import { lookup, WorkError } from '../core/index.js';
import { findModelEntry, type ModelEntry, modelEntries } from '../models/embedders/index.js';
import { idsOf, readiness } from '../models/registry/index.js';
import { findRerankerEntry, type RerankerEntry, rerankerEntries } from '../models/scorers/index.js';
import { hubCache, type WantedModel } from '../platform/hub/index.js';

/** A requested model, under the name it was requested by. */
export interface ChosenModel {
  readonly model: string;
  readonly wanted: WantedModel;
}

/** What `--model` names: a row of `r2med models`, or a repository of the hub. */
export const chosenModel = async (name: string): Promise<ChosenModel> => {
  const entry =
    findModelEntry(name) ?? findRerankerEntry(name) ?? (name.includes('/') ? undefined : rowOf(name));
  if (!entry) return { model: name, wanted: { repository: name } };
  for (const backend of entry.backends) {
    if (backend.via !== 'onnx' || !('file' in backend)) continue;
    const { repository, file } = backend;
    // The row's revision is that of the model itself, not of someone else's export.
    const revision = repository === entry.model ? entry.revision : undefined;
    return { model: entry.name, wanted: { repository, file, ...(revision && { revision }) } };
  }
  throw await nothingToFetch(entry);
};

const rowOf = (name: string): ModelEntry | RerankerEntry => {
  const rows = { ...modelEntries(), ...rerankerEntries() };
  return lookup('model', rows, name, {
    also: idsOf(rows),
    otherwise: 'Any other model by its hub id: ORG/NAME',
  });
};

const nothingToFetch = async (entry: ModelEntry | RerankerEntry): Promise<WorkError> => {
  const machine = { hubCache: hubCache(), env: process.env };
  const ways = await readiness(entry, machine);
  const lines = ways.map(({ via, fix, state }) => `\n    ${via}: ${fix ?? state}`);
  return new WorkError(
    `${entry.name} (${entry.model}) has no ONNX file on the hub to fetch`,
    `run it another way, with --model-folder FOLDER, --endpoint URL or --python PROGRAM:${lines.join('')}`,
  );
};

import { basename } from 'node:path';
import { WorkError } from '../../core/index.js';
import { type Folders, openOnnx, openOnnxLate, openOnnxSparse } from '../onnx/index.js';
import { type ModelRow, publishedRow, readiness } from '../rows/index.js';
import { openServed, type ServedSettings } from '../served/index.js';
import { identityOfEntry } from '../service/index.js';
import type { ModelPlace, ModelSettings, OpenModel } from './model-choice.js';
import { openPython } from './open-python.js';
import { denseSettings, lateSettings, rowLimits, rowPrompts, sparseSettings } from './row-settings.js';

/**
 * Opens a row of `data/models.json` by the first back end that is at hand: servers given, a folder given, a Python given, a
 * service whose key is set, files of the hub.
 */
export const openRow = async (
  row: ModelRow,
  settings: ModelSettings,
  place: ModelPlace,
): Promise<OpenModel> => {
  const chosen = place.asPublished ? publishedRow(row) : row;
  if (settings.endpoints?.length) return served(chosen, settings, place, 'openai');
  if (settings.folder) return local(chosen, settings, place, settings.folder, { folder: settings.folder });
  if (settings.python)
    return {
      name: row.name,
      kind: 'dense',
      embedder: await openPython(chosen, settings, place, settings.python),
      similarity: similarityOf(chosen, settings),
    };
  const service = row.backends.find((backend) => backend.via === 'service');
  if (service) return served(chosen, settings, place, service.dialect);
  for (const backend of row.backends) {
    if (backend.via !== 'onnx' || !('file' in backend)) continue;
    const { repository, file } = backend;
    const revision = repository === row.model ? row.revision : undefined;
    const folder = await place.bring({ repository, file, ...(revision && { revision }) });
    // A snapshot's folder is named after its commit, also where a branch was asked for.
    return local(chosen, settings, place, folder, { file, repository, revision: basename(folder) });
  }
  throw await nothingAtHand(row, place);
};

const served = async (
  row: ModelRow,
  settings: ModelSettings,
  place: ModelPlace,
  dialect: ServedSettings['dialect'],
): Promise<OpenModel> => {
  if (row.kind !== 'dense')
    throw new WorkError(`${row.name} is a ${row.kind} model, which servers of embeddings do not speak`);
  const embedder = await openServed({
    dialect,
    model: row.model,
    identity: identityOfEntry(row),
    ...(settings.endpoints && { endpoints: settings.endpoints }),
    prompts: rowPrompts(row, place),
    maxTokens: rowLimits(row, settings),
    ...(row.eos?.rule === 'append' && {
      endToken: { token: row.eos.token!, startTokens: row.eos.startTokens! },
    }),
    normalise: settings.normalise ?? row.normalized === true,
    asJson: row.input === 'json',
    ...(settings.concurrency && { concurrency: settings.concurrency }),
    ...(settings.budget && { budget: settings.budget }),
    ...(row.price && { usdPerMillionTokens: row.price.usdPerMillionTokens }),
    env: place.env,
  });
  return { name: row.name, kind: 'dense', embedder, similarity: similarityOf(row, settings) };
};

const local = async (
  row: ModelRow,
  settings: ModelSettings,
  place: ModelPlace,
  folder: string,
  { file, ...weights }: { file?: string; folder?: string; repository?: string; revision?: string },
): Promise<OpenModel> => {
  const folders: Folders =
    row.queryModel && row.queryModel !== row.model
      ? { query: `${folder}/query`, document: `${folder}/document` }
      : folder;
  const files = file && !settings.precision ? { file } : {};
  // Files of the hub are known by repository and revision; those of a folder are hashed.
  const identity = weights.repository
    ? { identity: { repository: weights.repository, revision: weights.revision! } }
    : {};
  const input = <Settings>(made: Settings) => ({
    folder: folders,
    settings: { ...made, ...files },
    ...identity,
  });
  switch (row.kind) {
    case 'dense': {
      const embedder = await openOnnx(input(denseSettings(row, settings, place)));
      return { name: row.name, kind: 'dense', embedder, similarity: similarityOf(row, settings) };
    }
    case 'sparse':
      return {
        name: row.name,
        kind: 'sparse',
        embedder: await openOnnxSparse(input(sparseSettings(row, settings, place))),
      };
    case 'late':
      return {
        name: row.name,
        kind: 'late',
        embedder: await openOnnxLate(input(lateSettings(row, settings, place))),
      };
  }
};

const similarityOf = ({ similarity }: ModelRow, settings: ModelSettings): 'cosine' | 'dot' =>
  settings.similarity ?? (similarity === 'dot' ? 'dot' : 'cosine');

const nothingAtHand = async (row: ModelRow, { hubCache, env }: ModelPlace): Promise<WorkError> => {
  const ways = (await readiness(row, { hubCache, env })).map(({ via, fix }) => `\n    ${via}: ${fix}`);
  return new WorkError(
    `${row.name} (${row.model}) has no back end at hand`,
    `start one, then name it with --endpoint URL, --model-folder FOLDER or --python PROGRAM:${ways.join('')}`,
  );
};

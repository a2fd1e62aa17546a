import { byPrefix, type Task } from '../../core/index.js';
import { MODEL_SETTINGS, type ModelSettings } from '../../models/embedders/index.js';
import { readUsedSettings } from '../../models/registry/index.js';
import type { StageText } from '../../search/pipeline/index.js';
import type { GivenVectors } from '../../search/retrieval/index.js';
import { npyName, npyVectors } from './npy-model.js';
import { parquetVectors } from './parquet-model.js';
import { givenFor, type VectorSides } from './vector-sides.js';

/** A kind of files with vectors that were made elsewhere. */
interface VectorFiles {
  /** What systems are called after the folder. */
  nameOf(name: string, folder: string): string;
  read(name: string, folder: string, task: Task): Promise<VectorSides>;
}

/** Every kind by the prefix of a name: `npy:FOLDER`. */
export const vectorFiles = {
  npy: { nameOf: (name) => npyName(name), read: (name, _, task) => npyVectors(name, task) },
  parquet: {
    nameOf: (_, folder) => `parquet-${folder.split(/[\\/]/).filter(Boolean).at(-1)}`,
    read: (_, folder, task) => parquetVectors(folder, task),
  },
} as const satisfies Record<string, VectorFiles>;

const filesOf = (name: string) => byPrefix<VectorFiles>(vectorFiles, name);

/** Whether a name leads to vectors that were made elsewhere. */
export const isGiven = (name: string): boolean => filesOf(name) !== undefined;

/** What a stage's brackets say of such vectors. */
export const givenSettings = ({ name, named }: StageText): ModelSettings =>
  readUsedSettings(MODEL_SETTINGS, { by: `${prefixOf(name)}:`, names: ['similarity'] }, named);

/** What systems are called that search vectors of files. */
export const givenName = (name: string): string => {
  const { entry, rest } = filesOf(name)!;
  return entry.nameOf(name, rest);
};

/** The vectors that a name leads to, for a task. */
export const vectorsGiven = async (name: string, task: Task): Promise<GivenVectors> => {
  const { entry, rest } = filesOf(name)!;
  return givenFor(prefixOf(name), await entry.read(name, rest, task), task);
};

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':'));

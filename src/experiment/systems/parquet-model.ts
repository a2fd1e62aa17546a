import type { Task } from '../../core/index.js';
import { openVectorFolder } from '../../tasks/index.js';
import type { VectorSides } from './vector-sides.js';

/** Vectors that were made elsewhere for a task, from Parquet files of a folder or its subfolder named after the task. */
export const parquetVectors = async (given: string, task: Task): Promise<VectorSides> => {
  const { folder, documents, queries } = await openVectorFolder(given, task);
  return { from: folder, queriesFrom: folder, documents, queries };
};

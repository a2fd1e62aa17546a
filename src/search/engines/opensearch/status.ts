import { isJsonObject, type Json, type JsonObject, type Tools } from '../../../core/index.js';
import type { EngineAbout, EngineNode, EngineStatus } from '../engine.js';
import { type Client, understood } from './client.js';
import { listCollections } from './collection.js';

/** How a cluster is: its health, what its nodes have left, and what of r2med it holds. */
export const statusOf = async (client: Client, about: EngineAbout, tools: Tools): Promise<EngineStatus> => {
  const health = await client.ask({ path: '/_cluster/health?level=indices' }, understood, tools);
  const stats = await client.ask({ path: '/_nodes/stats/fs,jvm' }, understood, tools);
  const collections = await listCollections(client, tools);
  const ours = new Set(collections.map(({ name }) => name));
  return {
    about,
    health: String(health.status),
    nodes: Object.values(objectAt(stats.nodes))
      .map((node) => nodeOf(objectAt(node)))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    collections,
    foreign: Object.keys(objectAt(health.indices)).filter((name) => !ours.has(name)).length,
  };
};

const nodeOf = (node: JsonObject): EngineNode => {
  const disk = objectAt(objectAt(node.fs).total);
  const heap = objectAt(objectAt(node.jvm).mem);
  return {
    name: String(node.name),
    data: Array.isArray(node.roles) && node.roles.includes('data'),
    diskBytes: numberAt(disk.total_in_bytes),
    diskFreeBytes: numberAt(disk.available_in_bytes),
    heapBytes: numberAt(heap.heap_max_in_bytes),
    heapUsedBytes: numberAt(heap.heap_used_in_bytes),
  };
};

const objectAt = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const numberAt = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

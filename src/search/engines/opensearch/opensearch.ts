import {
  isJsonObject,
  type Json,
  type JsonObject,
  once,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import type { Environment } from '../../../platform/node/index.js';
import type { Engine, EngineAbout, EngineNode, EngineOptions, EngineStatus } from '../engine.js';
import { type Client, type ClientOptions, openClient, understood } from './client.js';
import { dropCollection, listCollections } from './collection.js';
import { accessOf } from './credentials.js';
import { openTermsIndex } from './terms-index.js';
import { openVectorsIndex } from './vectors-index.js';

/** Versions whose scores were compared bit by bit. */
const KNOWN_MAJORS = ['2', '3'];

/** Opens an OpenSearch cluster: `URL[,URL…]`, or OPENSEARCH_URL where that is empty. */
export const openOpenSearch = async (
  written: string,
  env: Environment,
  tools: Tools,
  options: ClientOptions & EngineOptions = {},
): Promise<Engine> => {
  const access = await accessOf(written, env);
  if (access.warning) tools.note(access.warning);
  const client = await openClient(access, env, options);
  const about = once(() => askAbout(client, tools));
  return {
    name: 'opensearch',
    addresses: client.addresses,
    sample: options.sample,
    about,
    openTerms: async (corpus, recipe, tools, layout = {}) =>
      openTermsIndex(client, await about(), corpus, recipe, tools, layout),
    codes: ['byte', 'binary'],
    openVectors: async (wanted, tools, layout = {}) =>
      openVectorsIndex(client, await about(), wanted, tools, layout),
    status: async () => statusOf(client, await about(), tools),
    collections: async () => listCollections(client, tools),
    drop: (name) => dropCollection(client, name, tools),
    close: () => client.close(),
  };
};

/** A cluster that is not started, or a wrong address, should not be waited for as long as one that was there. */
const FIRST_TRIES = 3;

const askAbout = async (client: Client, tools: Tools): Promise<EngineAbout> => {
  const tries = Math.max(FIRST_TRIES, client.addresses.length);
  const root = await client.ask({ path: '/' }, understood, tools, tries);
  const version = isJsonObject(root.version) ? root.version : {};
  const number = String(version.number ?? 'unknown');
  if (version.distribution !== 'opensearch')
    throw new WorkError(
      `${client.addresses[0]} is not OpenSearch (version ${number}, distribution ${version.distribution ?? 'unknown'})`,
      'use an OpenSearch cluster of version 2 or 3; its scores are known to be exact',
    );
  if (!KNOWN_MAJORS.includes(number.split('.')[0]!))
    throw new WorkError(
      `OpenSearch ${number} is not known to score exactly`,
      'use version 2 or 3, or a newer r2med',
    );
  const health = await client.ask({ path: '/_cluster/health' }, understood, tools);
  return {
    engine: 'opensearch',
    version: number,
    lucene: String(version.lucene_version),
    cluster: String(root.cluster_name),
    dataNodes: Math.max(1, Number(health.number_of_data_nodes) || 1),
  };
};

const statusOf = async (client: Client, about: EngineAbout, tools: Tools): Promise<EngineStatus> => {
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

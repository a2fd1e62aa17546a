import type { Command } from 'commander';
import { byteSize, canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import { type TableColumn, table } from '../../platform/tables/index.js';
import type { Collection, EngineNode, EngineStatus } from '../../search/engines/index.js';
import { part, pick } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { type EngineFlags, insideText, LOOKING, placeOf, withEngine } from './opened-engine.js';

const FLAGS = pick('engine engineTimeout json quiet');

export const engineStatus = (): Command =>
  part('status', 'version, health, nodes and the indexes of r2med', FLAGS).action((flags: EngineFlags) =>
    stoppable(flags, (tools) =>
      withEngine(
        flags,
        tools,
        async (engine) => {
          const status = await engine.status();
          if (flags.json) await printJson({ addresses: engine.addresses, ...status });
          else await printLine(statusText(placeOf(engine), status));
        },
        LOOKING,
      ),
    ),
  );

export const statusText = (where: string, { about, health, nodes, collections, foreign }: EngineStatus) =>
  [
    `${about.engine} ${about.version}${insideText(about)}, cluster ${about.cluster}: ${health}\n${where}`,
    nodeTable(nodes),
    collections.length > 0 ? collectionTable(collections) : 'No index of r2med.',
    `${foreign} ${foreign === 1 ? 'index' : 'indexes'} of others.`,
  ].join('\n\n');

/** What a node does not tell is left out. */
const sizeText = (bytes: number | undefined): string => (bytes === undefined ? '–' : byteSize(bytes));

const DISK: readonly TableColumn<EngineNode>[] = [
  ['disk free', ({ diskFreeBytes }) => sizeText(diskFreeBytes)],
  ['of', ({ diskBytes }) => sizeText(diskBytes)],
];

const HEAP: readonly TableColumn<EngineNode>[] = [
  ['heap used', ({ heapUsedBytes }) => sizeText(heapUsedBytes)],
  ['of', ({ heapBytes }) => sizeText(heapBytes)],
];

const nodeTable = (nodes: readonly EngineNode[]): string =>
  table(nodes, [
    ['node', ({ name }) => name, 'left'],
    ['holds documents', ({ data }) => (data ? 'yes' : 'no'), 'left'],
    ...(nodes.some(({ diskBytes }) => diskBytes !== undefined) ? DISK : []),
    ...(nodes.some(({ heapBytes }) => heapBytes !== undefined) ? HEAP : []),
  ]).text(screenWidth());

const collectionTable = (collections: readonly Collection[]): string =>
  table(collections, [
    ['index', ({ name }) => name, 'left'],
    ['corpus', ({ key }) => corpusOfKey(key), 'left'],
    ['holds', ({ kind, key }) => `${kind}${settingsOfKey(key)}`, 'left'],
    ['state', stateText, 'left'],
    ['documents', ({ documents }) => documents.toLocaleString('en')],
    ['bytes', (each) => byteSize(each.bytes)],
    ['shards', ({ shards }) => shards],
    ['replicas', ({ replicas }) => replicas],
    ['health', ({ health }) => health, 'left'],
  ]).text(screenWidth());

const stateText = ({ complete, deleted }: Collection): string =>
  deleted > 0 ? `${deleted.toLocaleString('en')} deleted` : complete ? 'complete' : 'loading, or ended early';

/** A hash by its first digits, which tell it from the few others there are. */
const shortHash = (text: string): string => text.replace(/[0-9a-f]{32,}/, (hash) => hash.slice(0, 12));

/** Format and the content's hash. */
const corpusOfKey = (key: Json): string =>
  shortHash(isJsonObject(key) && typeof key.corpus === 'string' ? key.corpus : 'unknown');

const settingsOfKey = (key: Json): string => {
  if (!isJsonObject(key)) return '';
  if (isJsonObject(key.vectors)) {
    const codes = isJsonObject(key.graph) && key.graph.codes ? ` over ${key.graph.codes} codes` : '';
    const graph = key.graph === undefined ? '' : `, hnsw${codes}`;
    return ` (${shortHash(modelIn(key.vectors.embedder))}, ${key.similarity}${graph})`;
  }
  if (key.k1 === undefined) return '';
  const analyzer = isJsonObject(key.analyzer) ? `${key.analyzer.name}, ` : '';
  return ` (${analyzer}k1 ${key.k1}, b ${key.b})`;
};

/** What of the settings of a model tells people which one it is. */
const modelIn = (embedder: Json | undefined): string => {
  const { model, name, command, module, folder } = isJsonObject(embedder) ? embedder : {};
  const said = [model, name, command, module, folder].find((each) => typeof each === 'string');
  return said === undefined ? sha256(canonicalJson(embedder ?? null)).slice(0, 12) : String(said);
};

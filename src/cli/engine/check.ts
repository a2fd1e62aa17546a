import { byteSize, counted } from '../../core/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { type EngineStatus, openEngine } from '../../search/engines/index.js';
import { type Finding, finding } from '../finding.js';
import { insideText, LOOKING } from './opened-engine.js';

/** Bytes on disk of one copy for a byte of text, measured on English abstracts; see docs/background/cluster.md. */
const STORED_PER_TEXT_BYTE = 0.75;
/** Bytes of an abstract with its title. */
const ABSTRACT_BYTES = 1500;
/** Bytes on disk of one copy for a dimension of a vector, and for a vector, once segments are merged; see docs/background/cluster.md. */
const STORED_PER_DIMENSION = 8;
const STORED_PER_VECTOR = 80;
/** For a dimension while they are loaded, before segments are merged. */
const LOADED_PER_DIMENSION = 23;
const DIMENSIONS = 1024;
/** OpenSearch takes no documents on a disk that is fuller. */
const FLOOD_STAGE = 0.95;
/** A heap with less left is about to stop a node. */
const LEAST_HEAP_FREE = 0.1;

/** What a cluster has to be for corpora to be searched on it. */
export const engineFindings = async (
  written: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> => {
  const engine = await openEngine(written, env, nodeTools({ quiet: true }), LOOKING);
  try {
    const status = await engine.status();
    const { version, cluster, dataNodes } = status.about;
    const found = `${engine.name} ${version}${insideText(status.about)}, cluster ${cluster}, ${counted(dataNodes, 'data node')}`;
    const knowsDisks = status.nodes.every(({ diskBytes }) => diskBytes !== undefined);
    return [
      finding('engine', true, found, undefined, true),
      healthFinding(status),
      ...(knowsDisks ? [diskFinding(status)] : []),
      ...heapFindings(status),
      // The figures are those of an engine that knows its disks.
      ...(knowsDisks ? [sizeFinding(status)] : []),
      ...(knowsDisks && engine.openVectors ? [vectorFinding(status)] : []),
    ];
  } catch (error) {
    const [found = '', fix] = String((error as Error).message).split('\n  Fix: ');
    return [finding('engine', false, found, fix, true)];
  } finally {
    await engine.close();
  }
};

const healthFinding = ({ health, nodes }: EngineStatus): Finding =>
  finding(
    'engine health',
    health !== 'red',
    `${health}, ${counted(nodes.length, 'node')}${health === 'yellow' ? '; some copies of shards are missing, results are whole' : ''}`,
    'start the nodes that are missing; GET /_cluster/allocation/explain names the cause',
    true,
  );

const diskFinding = ({ nodes }: EngineStatus): Finding => {
  const full = nodes.filter((node) => node.data && usable(node) <= 0).map(({ name }) => name);
  const free = nodes.map(
    ({ name, diskFreeBytes = 0, diskBytes = 0 }) =>
      `${name} ${byteSize(diskFreeBytes)} of ${byteSize(diskBytes)}`,
  );
  const found = `free: ${free.join(', ')}${full.length > 0 ? `; ${full.join(', ')} take no documents, their disks are more than 95 % full` : ''}`;
  const fix = 'free space there, or r2med engine drop an index that is not needed';
  return finding('engine disk', full.length === 0, found, fix);
};

const heapFindings = ({ nodes }: EngineStatus): readonly Finding[] => {
  const heaps = nodes.flatMap(({ name, heapBytes: all, heapUsedBytes: used = 0 }) =>
    all === undefined
      ? []
      : [{ text: `${name} ${byteSize(used)} of ${byteSize(all)}`, left: all - used, all }],
  );
  if (heaps.length === 0) return [];
  const short = heaps.some(({ left, all }) => left < all * LEAST_HEAP_FREE);
  const found = `used: ${heaps.map(({ text }) => text).join(', ')}`;
  return [
    finding('engine heap', !short, found, 'give these nodes more heap (-Xmx), at most half of their memory'),
  ];
};

/** What fits: documents of the size of an abstract, with the copies that a load makes by default. */
const sizeFinding = ({ nodes, about }: EngineStatus): Finding => {
  const perDocument = ABSTRACT_BYTES * STORED_PER_TEXT_BYTE * copiesOf(about);
  const million = byteSize(perDocument * 1e6);
  const fit = Math.floor(roomOf(nodes) / perDocument).toLocaleString('en');
  const found = `a million abstracts need about ${million} in ${copiesText(about)}; ${fit} fit (nodes on one disk counted each)`;
  return finding('engine size', true, found);
};

/** What fits of vectors, as they are while they are loaded. */
const vectorFinding = ({ nodes, about }: EngineStatus): Finding => {
  const copies = copiesOf(about);
  const merged = (DIMENSIONS * STORED_PER_DIMENSION + STORED_PER_VECTOR) * copies;
  const loaded = (DIMENSIONS * LOADED_PER_DIMENSION + STORED_PER_VECTOR) * copies;
  const found = `a million vectors of ${DIMENSIONS.toLocaleString('en')} numbers need about ${byteSize(merged * 1e6)} in ${copiesText(about)}, up to ${byteSize(loaded * 1e6)} before segments are merged; ${Math.floor(roomOf(nodes) / loaded).toLocaleString('en')} fit`;
  return finding('engine vectors', true, found);
};

/** Copies that a load makes by default. */
const copiesOf = ({ dataNodes }: EngineStatus['about']): number => (dataNodes > 1 ? 2 : 1);

const copiesText = (about: EngineStatus['about']): string =>
  copiesOf(about) === 1 ? 'one copy' : `${copiesOf(about)} copies`;

const roomOf = (nodes: EngineStatus['nodes']): number =>
  nodes.reduce((sum, node) => sum + (node.data ? Math.max(0, usable(node)) : 0), 0);

const usable = ({ diskBytes = 0, diskFreeBytes = 0 }: EngineStatus['nodes'][number]): number =>
  diskFreeBytes - diskBytes * (1 - FLOOD_STAGE);

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLOORS, floorOf, type Import, imports, roomOf, SRC } from './source-graph.js';

/** What the README of a floor says of a room, and what its code does: a row of the table of rooms. */
export interface RoomRow {
  readonly room: string;
  readonly question: string;
  /** Rooms that are imported, by floor: `core · platform: formats, node`. */
  readonly imports: string;
  readonly packages: string;
  /** `yes` where built-in modules of Node are imported; `no: browser-safe` where no room below does so either. */
  readonly node: string;
}

export const readmeOf = (floor: string): string => join(SRC, floor, 'README.md');

/** The rows of the tables of rooms in all READMEs. */
export const writtenRows = (): readonly RoomRow[] =>
  FLOORS.filter((floor) => existsSync(readmeOf(floor))).flatMap((floor) => {
    const [, table = ''] =
      /^\| Room \|.*\n\|[-| ]+\n((?:\|.*\n)+)/m.exec(readFileSync(readmeOf(floor), 'utf8')) ?? [];
    return table
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, name = '', question = '', used = '', packages = '', node = '']) => {
        const room = name.replaceAll('`', '');
        return { room: room === floor ? floor : `${floor}/${room}`, question, imports: used, packages, node };
      });
  });

const byRoom = new Map<string, Import[]>();
for (const each of imports.filter(({ target }) => !target?.endsWith('.css')))
  byRoom.set(roomOf(each.file), [...(byRoom.get(roomOf(each.file)) ?? []), each]);
const importsOfRoom = (room: string): readonly Import[] => byRoom.get(room) ?? [];

const roomsUsedBy = (room: string): readonly string[] => {
  const used = importsOfRoom(room).flatMap(({ target }) => (target ? [roomOf(target)] : []));
  return [...new Set(used)].filter((other) => other !== room);
};

const usesNode = (room: string): boolean => importsOfRoom(room).some(({ node }) => node);

/** Packages that only Node can load. */
const OF_NODE = [
  'undici',
  '@huggingface/hub',
  'onnxruntime-node',
  'node-llama-cpp',
  '@hono/node-server',
  '@resvg/resvg-js',
];

const packagesOf = (room: string): readonly string[] =>
  [...new Set(importsOfRoom(room).flatMap((each) => each.package ?? []))].sort();

const withAllBelow = (room: string, found = new Set<string>()): ReadonlySet<string> => {
  if (!found.has(room)) for (const other of roomsUsedBy(room)) withAllBelow(other, found.add(room));
  return found.add(room);
};

const isBrowserSafe = (room: string): boolean =>
  [...withAllBelow(room)].every(
    (each) => !usesNode(each) && !packagesOf(each).some((name) => OF_NODE.includes(name)),
  );

const listed = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : '–');

const byFloor = (used: readonly string[]): string =>
  FLOORS.flatMap((floor) => {
    const own = used.filter((room) => floorOf(room) === floor).sort();
    if (own.length === 0) return [];
    return own[0] === floor ? [floor] : [`${floor}: ${own.map((room) => room.split('/')[1]).join(', ')}`];
  }).join(' · ') || '–';

/** The row that a room should have. */
export const rowOf = (room: string, question = ''): RoomRow => ({
  room,
  question,
  imports: byFloor(roomsUsedBy(room)),
  packages: listed(packagesOf(room)),
  node: usesNode(room) ? 'yes' : isBrowserSafe(room) ? 'no: browser-safe' : 'no',
});

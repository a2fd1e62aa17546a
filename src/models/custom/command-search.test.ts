import { describe, expect, it } from 'vitest';
import { failing, ownCommands } from '../../../test/support/own-command.js';
import { testTools } from '../../../test/support/tools.js';
import { type CommandRetriever, openCommandRetriever, openCommandSearch } from './command.js';

const { program, folder } = ownCommands();

const opened = async (command: string): Promise<CommandRetriever> =>
  openCommandRetriever(command, { cwd: folder(), note: () => {} });

const closed = async (retriever: CommandRetriever): Promise<CommandRetriever['kind']> => {
  await (retriever.kind === 'search' ? retriever.searcher : retriever.embedder).close();
  return retriever.kind;
};

const SEARCHES = 'say({ id, rankings: request.queries.map(() => ["gout"]) });';
const EMBEDS = 'say({ id, vectors: texts.map(() => [1, 2]) });';
const HELLO = 'say({ r2med: 1, name: "mine", version: 3, search: true });';

describe('a command of which nobody said what it does', () => {
  it.each([
    ['searches when its hello says so', SEARCHES, HELLO, 'search'],
    ['searches when it answers with rankings', SEARCHES, '', 'search'],
    [
      'searches when its hello says so and it refuses texts',
      'request.kind === "search" ? 0 : say({ id, error: "no" });',
      HELLO,
      'search',
    ],
    ['embeds when it answers with vectors', EMBEDS, '', 'dense'],
    [
      'embeds when its hello says that it does not search',
      EMBEDS,
      'say({ r2med: 1, search: false });',
      'dense',
    ],
  ])('%s', async (_, body, first, kind) => {
    expect(await closed(await opened(program(body, first)))).toBe(kind);
  });

  it('and does both has to be told', async () => {
    const both = program(`request.kind === 'search' ? ${SEARCHES.slice(0, -1)} : ${EMBEDS}`, HELLO);
    expect((await failing(opened(both))).message).toContain('(kind=search) or (kind=dense)');
    const searcher = await openCommandSearch(both, { cwd: folder(), note: () => {} });
    await searcher.close();
    expect(searcher.name).toBe('mine');
  });
});

describe('a command that searches', () => {
  it('is known by its version, else by its scripts', async () => {
    const spec = async (first: string) => {
      const searcher = await openCommandSearch(program(SEARCHES, first), { cwd: folder(), note: () => {} });
      await searcher.close();
      return searcher.spec;
    };
    const command = `'${process.execPath}' program.mjs`;
    expect(await spec(HELLO)).toEqual({ command, kind: 'search', name: 'mine', version: '3' });
    expect(await spec('')).toEqual({
      command,
      kind: 'search',
      files: { 'program.mjs': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('gives a reason for each query it cannot answer', async () => {
    const body =
      'say({ id, rankings: request.queries.map(() => null), errors: request.queries.map(() => "no shard") });';
    const searcher = await openCommandSearch(program(body), { cwd: folder(), note: () => {} });
    const failed = [];
    for await (const batch of searcher.search([{ id: 'q', text: 't' }], 3, testTools()))
      failed.push(...batch.failed);
    await searcher.close();
    expect(failed).toEqual([{ place: 0, reason: 'no shard' }]);
  });

  it.each([
    ['no rankings', 'say({ id, vectors: [[1]] });', 'no rankings for 1 query'],
    ['two rankings for a query', 'say({ id, rankings: [[], []] });', '2 rankings for 1 query'],
    ['what is no ranking', 'say({ id, rankings: [[{ doc: "gout" }]] });', 'hit 1 of 1'],
  ])('that answers its first request with %s is refused, with the line to try', async (_, body, found) => {
    const { message } = await failing(openCommandSearch(program(body), { cwd: folder(), note: () => {} }));
    expect(message).toContain(found);
    expect(message).toContain('"kind":"search","queries":[{"id":"fever","text":"fever"}],"k":1');
  });
});

import { expect, it } from 'vitest';
import { anthropic } from './anthropic.js';
import { gemini } from './gemini.js';
import type { Rest } from './protocol.js';

const SOUGHT = { name: 'r', count: 1, since: 0, known: new Set<string>() };

/** A service whose lists are these, one after the other. */
const listing = (...pages: readonly object[]): { readonly rest: Rest; readonly paths: string[] } => {
  const paths: string[] = [];
  const call: Rest['call'] = async ({ path }, schema) => schema.parse(pages[paths.push(path) - 1]);
  return { rest: { call, lines: async () => {}, wait: async () => {} }, paths };
};

it('a list that has more and names none of it is at its end', async () => {
  expect(await anthropic.find(SOUGHT, listing({ data: [], has_more: true }).rest)).toBeUndefined();
});

it('half of a surrogate pair in the name of the next page becomes a whole character', async () => {
  const { rest, paths } = listing({ operations: [], nextPageToken: 'a\ud800' }, { operations: [] });
  expect(await gemini.find(SOUGHT, rest)).toBeUndefined();
  expect(paths[1]).toContain('pageToken=a%EF%BF%BD');
});

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { madeTask } from '../../test/support/made-task.js';
import { testTools } from '../../test/support/tools.js';
import { explainSearch } from '../analysis/explanation/index.js';
import { bm25 } from '../search/retrieval/index.js';
import { systemText } from './explanation-text.js';
import { searchByHand } from './search-by-hand.js';

const task = madeTask({
  documents: [
    { id: 'gout', text: 'Urate crystals inflame the toe.' },
    { id: 'flu', text: 'Fever and cough.' },
  ],
  queries: [{ id: 'q', text: 'toe' }],
  judgements: [['q', 'gout', 1]],
});

const talk = async (...lines: readonly string[]) => {
  const printed: string[] = [];
  const said: string[] = [];
  const input = new PassThrough();
  input.end(lines.map((line) => `${line}\n`).join(''));
  await searchByHand({
    input,
    width: 80,
    signal: new AbortController().signal,
    find: (text) => explainSearch({ task, text, systems: [bm25()], hits: 1, tools: testTools() }),
    text: (system) => systemText(system, 80),
    print: async (text) => {
      printed.push(text);
    },
    say: (text) => said.push(text),
    prompt: (text) => said.push(text),
    isRead: () => true,
  });
  return { printed, said };
};

it('a text is searched, and the rank of a hit opens its document', async () => {
  const { printed } = await talk('swollen toe', '1');
  expect(printed[0]).toContain('first hit: shares 1 of 1 term with the query');
  expect(printed[1]).toMatch(/^gout\n\nUrate crystals inflame the .toe/);
});

it('says what there is not, helps, and goes on', async () => {
  const { printed, said } = await talk('?', 'toe', '7', '', 'fever');
  expect(printed).toHaveLength(2);
  expect(said.filter((line) => line.includes('Ctrl-D'))).toHaveLength(2);
  expect(said).toContain('No hit at 7; there are 1.');
  expect(said.filter((line) => line === 'search› ')).toHaveLength(6);
});

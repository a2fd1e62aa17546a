import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../platform/tables/index.js';
import { htmlPage } from './html-page.js';

const scores = table(
  [
    ['Biology', '0.3455'],
    ['A & B <script>', '–'],
  ],
  [
    ['task', ([task]) => task, 'left'],
    ['nDCG@10', ([, score]) => score],
  ],
);

describe('a page', () => {
  it('shows tables with captions and headings of rows and columns', () => {
    const page = htmlPage('Profile', [{ caption: 'Scores', table: scores }, 'A sentence.']);
    expect(page).toContain('<caption>Scores</caption>');
    expect(page).toContain('<th scope="col" class="number">nDCG@10</th>');
    expect(page).toContain('<tr><th scope="row">Biology</th><td class="number">0.3455</td></tr>');
    expect(page).toContain('<p>A sentence.</p>');
  });

  it('breaks a long title and lets headings wrap, so that only tables scroll on a narrow screen', () => {
    const page = htmlPage('NanoSampleMedXpertQAExam', []);
    expect(page).toContain('h1 { overflow-wrap: anywhere }');
    expect(page).toMatch(/thead th \{ white-space: normal;/);
  });

  it('allows its own style and nothing else', () => {
    const page = htmlPage('Profile', []);
    const style = /<style>([\s\S]*)<\/style>/.exec(page)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'"`);
  });

  it('takes whatever it shows for text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>&"'/ax`) }), (text) => {
        const page = htmlPage(text, [{ caption: text, table: table([text], [[text, () => text, 'left']]) }]);
        const tags = [...page.matchAll(/<\/?([a-z0-9!]+)/g)].map(([, name]) => name!);
        const known = new Set(
          '!doctype html head meta title style body h1 div table caption thead tr th tbody'.split(' '),
        );
        expect(tags.filter((name) => !known.has(name))).toEqual([]);
        expect(tags.filter((name) => name === 'h1')).toHaveLength(2);
      }),
    );
  });
});

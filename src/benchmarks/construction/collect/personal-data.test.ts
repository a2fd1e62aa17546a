import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collected, EXAM, row } from '../../../../test/support/collected-items.js';
import { workshop } from '../../../../test/support/construction.js';
import { jsonl } from '../../../../test/support/written-folder.js';
import { collect } from './index.js';

describe('personal data', () => {
  const NAMED = 'Mr. Baxter, telephone 555-123-4567, has a swollen toe. What is it?';
  const rows = jsonl(
    row(),
    row({ qid: 'q2', question: NAMED }),
    row({ qid: 'q3', question: 'And now?', options: { A: 'Call Mr. Baxter', B: 'No' }, key: 'B' }),
  );
  const files = { 'map.yaml': EXAM, 'exam.jsonl': rows };

  it('is held back with what was found and where, and never passed on', async () => {
    const { report, items, held } = await collected(files);
    expect(items.map(({ id }) => id)).toEqual(['q1']);
    expect(report.held).toEqual({ 'personal data': 2 });
    expect(held).toMatchObject([
      { id: 'q2', why: 'personal data', at: { line: 2 }, item: { text: NAMED } },
      { id: 'q3', findings: [{ where: 'option A', text: expect.stringContaining('Baxter') }] },
    ]);
    expect(held[0]!.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ where: 'text', text: expect.stringContaining('555') }),
      ]),
    );
  });

  it('is released by name, with reviewer and reason in the trail', async () => {
    const release = 'release:\n  - {ids: [q2], reviewer: R. K., reason: the name is invented}\n';
    const { items, report } = await collected({ ...files, 'map.yaml': EXAM + release });
    expect(items.map(({ id }) => id)).toEqual(['q1', 'q2']);
    expect(items[1]!.trail).toMatchObject([
      {
        step: 'collect',
        label: 'released',
        by: 'R. K.',
        reason: expect.stringMatching(/^the name is invented \(.*Baxter/),
      },
    ]);
    expect(report).toMatchObject({ figures: { released: 1 } });
  });

  it('is released by a file too, by kind if it says so, and a name that no row has is refused', async () => {
    const call = (text: string) => {
      const shop = workshop({ ...files, 'release.yaml': text });
      const settings = {
        mapping: [join(shop.folder, 'map.yaml')],
        release: join(shop.folder, 'release.yaml'),
      };
      return shop.run(collect, settings).then(({ report }) => report.out);
    };
    expect(await call('- {all: true, reviewer: R, reason: invented}\n')).toBe(3);
    expect(await call('- {all: true, kinds: [name], reviewer: R, reason: invented}\n')).toBe(2);
    await expect(call('- {ids: [q9], reviewer: R, reason: invented}\n')).rejects.toThrow(
      '"q9", which no row is called',
    );
    await expect(call('- {ids: [q2], reviewer: R}\n')).rejects.toThrow(/release\.yaml:1: 0\.reason/);
    await expect(call('- {reviewer: R, reason: x}\n')).rejects.toThrow('either ids or all');
  });

  it('in sources is held back as well; what others removed is only counted', async () => {
    const mapping = 'family: source\nfiles: s.jsonl\nsource: S\nlicence: L\nfields: {id: id, text: x}\n';
    const { sources, report } = await collected({
      'map.yaml': mapping,
      's.jsonl': jsonl(
        { id: 1, x: 'Ask Mr. Baxter at a@b.example.' },
        { id: 2, x: 'Seen by [REDACTED] for gout.' },
      ),
    });
    expect(sources.map(({ id }) => id)).toEqual(['2']);
    expect(report).toMatchObject({ held: { 'personal data': 1 }, figures: { masked: 1 } });
  });
});

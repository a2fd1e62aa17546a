import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AuditedTask,
  auditedTask,
  type CheckCases,
  inPassage,
  LONG,
  SOUND,
  textOf,
  withDocument,
} from '../../../test/support/audited-task.js';
import { testTools } from '../../../test/support/tools.js';
import { auditTask } from './audit-task.js';
import { auditChecks } from './checks.js';

const { documents } = SOUND;

const CASES = new Map<string, CheckCases>();
for (const file of readdirSync(new URL('../../../test/fixtures/audit-checks', import.meta.url)))
  CASES.set(basename(file, '.ts'), (await import(`../../../test/fixtures/audit-checks/${file}`)).default);

/** Checks besides its own that find something in a defect, as they say themselves. */
const alsoFoundBy = (name: string, i: number): readonly string[] =>
  [...CASES].flatMap(([other, { alsoFinds = {} }]) => (alsoFinds[name]?.includes(i) ? [other] : []));

const audited = async (defect: Partial<AuditedTask>) =>
  (await auditTask(auditedTask({ ...SOUND, ...defect }), testTools(), { parts: ['checks'] })).checks;

describe('the checks', () => {
  it('find nothing in a sound task', async () => {
    const found = (await audited({})).filter((check) => check.found > 0);
    expect(found).toEqual([]);
  });

  it('are each tested on a task with exactly the defect', () => {
    expect([...CASES.keys()].toSorted()).toEqual(auditChecks.map(({ name }) => name).toSorted());
    for (const [name, { defects, testedIn }] of CASES)
      if (defects.length === 0)
        expect(readFileSync(new URL(`../../../${testedIn}`, import.meta.url), 'utf8')).toContain(`'${name}'`);
  });

  it.each([...CASES].flatMap(([name, { defects }]) => defects.map((defect, i) => ({ name, i, defect }))))(
    '$name, defect $i: finds it, once, and no other check does',
    async ({ name, i, defect }) => {
      const found = (await audited(defect)).filter((check) => check.found > 0);
      expect(found.map((check) => check.name).toSorted()).toEqual([name, ...alsoFoundBy(name, i)].toSorted());
      const own = found.find((check) => check.name === name)!;
      expect(own).toMatchObject({ found: 1, fix: expect.any(String) });
      expect(own.examples).toHaveLength(1);
      expect(own.of).toBeGreaterThan(0);
    },
  );

  it.each([...CASES].flatMap(([name, { harmless = [] }]) => harmless.map((task, i) => ({ name, i, task }))))(
    '$name, harmless $i: finds nothing',
    async ({ name, task }) => {
      expect((await audited(task)).find((check) => check.name === name)).toMatchObject({ found: 0 });
    },
  );

  it('have names, sentences and units as reports need them', () => {
    for (const { name, title, definition, fix, unit } of auditChecks) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      for (const sentence of [definition, fix]) expect(sentence).toMatch(/^[A-Z“].*\.$/);
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(['documents', 'ids', 'queries', 'judgements', 'pairs', 'texts']).toContain(unit);
    }
    expect(new Set(auditChecks.map(({ name }) => name)).size).toBe(auditChecks.length);
  });

  it('show no text of personal data', async () => {
    const found = (await audited(inPassage('Mr. Jonathan Baxter, born 3 June 1931'))).filter(
      (check) => check.found > 0,
    );
    expect(found.map(({ name }) => name)).toEqual(['personal-data', 'places-and-dates']);
    expect(JSON.stringify(found)).not.toMatch(/Baxter|June/);
    expect(found[0]!.examples).toEqual([{ documents: ['e'], detail: expect.stringMatching(/^name: /) }]);
  });

  it('say of what they cannot answer why', async () => {
    const found = await audited({ answers: {} });
    expect(found.find(({ name }) => name === 'answer-in-query')).toMatchObject({
      notApplicable: 'the queries have no reference answers',
      found: 0,
      of: 0,
    });
  });

  it('take what is no defect for none', async () => {
    const harmless = [
      'Bold **type** and **more of it** is no mask, and neither is 2**3 of a program.',
      'p < 0.05 and x > 3, 2*3*4, snake_case_name, karyotype 47,XXX, a[[1]], f(x)[1](2), C:\\temp',
      'Ångström, naïve, Sjögren, β-blocker, 39 °C, µg, “quotes” – and — dashes… ÂÃ alone',
      'Guillain et Barré, de la Tourette, von Recklinghausen, une fois, in situ, per os, il-6.',
      'The first patient improved. The case was closed. A duplicate gene; marked as abnormal.',
    ];
    const found = await audited(
      withDocument(...harmless.map((each, i) => ({ id: `h${i}`, text: `${each} ${LONG}` }))),
    );
    expect(
      found.filter((check) => check.found > 0).map(({ name, examples }) => [name, examples[0]?.text]),
    ).toEqual([]);
  });

  it('read the corpus once, once for its index, and once more for the texts of examples', async () => {
    const sound = auditedTask(SOUND) as ReturnType<typeof auditedTask> & { reads(): number };
    await auditTask(sound, testTools(), { parts: ['checks'] });
    expect(sound.reads()).toBe(2);
    const defective = auditedTask({ ...SOUND, ...withDocument(documents[3]!) }) as typeof sound;
    await auditTask(defective, testTools(), { parts: ['checks'] });
    expect(defective.reads()).toBe(3);
  });

  it('keep a bounded number of examples, and count all', async () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ id: `m${i}`, text: textOf(3) }));
    const found = (await audited(withDocument(...many))).find(({ name }) => name === 'repeated-texts')!;
    expect(found).toMatchObject({ found: 25, of: 55 });
    expect(found.examples).toHaveLength(10);
    expect(found.examples[0]).toMatchObject({
      documents: ['m0', 'd3'],
      text: expect.stringContaining('Record'),
    });
  });
});

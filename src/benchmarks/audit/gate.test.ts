import { describe, expect, it } from 'vitest';
import { auditedTask, SOUND } from '../../../test/support/audited-task.js';
import { testTools } from '../../../test/support/tools.js';
import type { AuditReport } from '../../experiment/record/index.js';
import { auditTask } from './audit-task.js';
import { gateFindings, gateRule } from './gate.js';

const reportOf = async (more: Partial<typeof SOUND>): Promise<AuditReport> =>
  auditTask(auditedTask({ ...SOUND, ...more }), testTools());

const DEFECTIVE = {
  // One error, one warning, one note.
  judgements: [...SOUND.judgements, ['q1', 'none', 1]] as typeof SOUND.judgements,
  documents: [
    ...SOUND.documents,
    SOUND.documents[3]!,
    {
      id: 'e',
      text: 'Soft hyphens cut hyper\u00adtension in two, in a passage as long as the others are here.',
    },
  ],
};

const failed = async (rules: readonly string[], accepted: readonly string[] = []) =>
  gateFindings(await reportOf(DEFECTIVE), rules.map(gateRule), accepted).map(({ name }) => name);

describe('the gate of an audit', () => {
  it('fails on a severity and on what is worse', async () => {
    expect(await failed([])).toEqual([]);
    expect(await failed(['error'])).toEqual(['missing-documents']);
    expect(await failed(['warning'])).toEqual(['missing-documents', 'repeated-ids']);
    expect(await failed(['note'])).toEqual(['missing-documents', 'repeated-ids', 'control-characters']);
  });

  it('fails on a check by name, from a number or a share of findings', async () => {
    expect(await failed(['repeated-ids'])).toEqual(['repeated-ids']);
    expect(await failed(['repeated-ids>1'])).toEqual([]);
    expect(await failed(['repeated-ids > 0.01'])).toEqual(['repeated-ids']);
    expect(await failed(['repeated-ids>5%'])).toEqual([]);
    expect(await failed(['warning', 'repeated-ids>1'])).toEqual(['missing-documents']);
  });

  it('passes what is accepted by name', async () => {
    expect(await failed(['note'], ['missing-documents', 'control-characters'])).toEqual(['repeated-ids']);
  });

  it('says what was found', async () => {
    expect(gateFindings(await reportOf(DEFECTIVE), [gateRule('error')])).toEqual([
      { name: 'missing-documents', reason: 'error: 1 of 6 judgements' },
    ]);
  });

  it('fails on a named check that could not be answered, and not on one of a severity', async () => {
    const report = await reportOf({ answers: {} });
    const findings = gateFindings(report, [gateRule('answer-in-query'), gateRule('note')]);
    expect(findings).toEqual([{ name: 'answer-in-query', reason: 'the queries have no reference answers' }]);
  });

  it('refuses a rule about a part that was not asked for: it would always hold', async () => {
    const only = async (part: 'checks' | 'leakage') =>
      auditTask(auditedTask(SOUND), testTools(), { parts: [part] });
    const report = await only('checks');
    const leaks = await only('leakage');
    expect(() => gateFindings(report, [gateRule('leakage')])).toThrow(/a gate on leakage .*of checks alone/);
    expect(() => gateFindings(leaks, [gateRule('error')])).toThrow(/a gate on every error/);
    expect(gateFindings(leaks, [gateRule('leakage')])).toEqual([]);
  });

  it('does not pass on leakage where nothing was compared', async () => {
    const report = await reportOf({ answers: {} });
    expect(report.leakage).toEqual([]);
    expect(gateFindings(report, [gateRule('leakage>5')])).toEqual([
      { name: 'leakage', reason: 'nothing was compared: name collections with --leak-with' },
    ]);
    const other = { with: 'train.jsonl', texts: 3, parts: [], notes: [] };
    expect(gateFindings({ ...report, leakage: [other] }, [gateRule('leakage')])).toEqual([
      { name: 'leakage', reason: 'train.jsonl: no text is long enough to compare' },
    ]);
    expect(gateFindings(report, [gateRule('error')])).toEqual([]);
  });

  it('refuses names and limits it does not know, and names the nearest', async () => {
    expect(() => gateRule('repeated-id')).toThrow(/one of error,.* more\n.*did you mean "repeated-ids"/);
    expect(() => gateRule('repeated-ids>many')).toThrow(/near-duplicates>20/);
    expect(() => gateRule('error>3')).toThrow(/expected a check/);
    expect(() => gateRule('repeated-ids>1>2')).toThrow(/expected a check/);
    const report = await reportOf({});
    expect(() => gateFindings(report, [], ['repeated-idz'])).toThrow(/did you mean "repeated-ids"/);
  });

  it('counts leakage', async () => {
    const part = { rule: 'exact', definition: '', of: 10, examples: [] } as const;
    const report: AuditReport = {
      ...(await reportOf({})),
      leakage: [
        {
          with: 'train.jsonl',
          texts: 3,
          parts: [
            { ...part, name: 'queries in documents', found: 2 },
            { ...part, name: 'answers in documents', found: 0 },
          ],
          notes: [],
        },
      ],
    };
    expect(gateFindings(report, [gateRule('leakage')])).toEqual([
      { name: 'leakage', reason: '2 of 10 queries in documents of train.jsonl (exact)' },
    ]);
    expect(gateFindings(report, [gateRule('leakage>2')])).toEqual([]);
    expect(gateFindings(report, [gateRule('leakage')], ['leakage'])).toEqual([]);
  });
});

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import type { AuditReport } from '../../experiment/record/index.js';
import { auditFile, auditsIn, readAudit, writeAudit } from './stored-audits.js';

const report = (name: string): AuditReport => ({
  version: 1,
  task: {
    name,
    suite: 'tests',
    revision: 'r',
    contentHash: 'h',
    queries: 1,
    documents: 2,
    judgements: 1,
    answers: 0,
  },
  settings: { seed: 1, analyzer: 'lucene-english', cosine: ['lsa'] },
  checks: [],
  leakage: [],
  tool: 'r2med 0.0.0',
  at: '2026-01-01T00:00:00.000Z',
});

describe('saved audits', () => {
  it('are read back as they were written, by name', async () => {
    const folder = temporaryFolder();
    await writeAudit(folder, report('b/../c'));
    await writeAudit(folder, report('a'));
    expect(readdirSync(join(folder, 'audits')).length).toBe(2);
    expect(await auditsIn(folder)).toEqual([report('a'), report('b/../c')]);
    expect(await readAudit(folder, 'a')).toEqual(report('a'));
    expect(await readAudit(folder, 'x')).toBeUndefined();
  });

  it('are none where nothing was audited', async () => {
    expect(await auditsIn(join(temporaryFolder(), 'none'))).toEqual([]);
  });

  it('are an error with the file and a fix where a file is no report', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'audits'));
    writeFileSync(auditFile(folder, 'a'), '{"version":1}');
    await expect(auditsIn(folder)).rejects.toThrow(/a\.json: .*cannot be read[\s\S]*Fix/);
  });

  it('are never read through a link', async () => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    await writeAudit(elsewhere, report('a'));
    mkdirSync(join(folder, 'audits'));
    symlinkSync(auditFile(elsewhere, 'a'), auditFile(folder, 'a'));
    expect(await auditsIn(folder)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { auditedTask, SOUND } from '../../../../test/support/audited-task.js';
import { testTools } from '../../../../test/support/tools.js';
import { auditTask } from '../audit-task.js';
import { comparisonSections } from './comparison-section.js';
import { reasoningSections } from './reasoning-section.js';
import { leakageSections } from './sections.js';

describe('a report of what could not be measured', () => {
  it('says so, and not that nothing is shared', () => {
    const nothing = { with: 'train.jsonl', texts: 3, parts: [], notes: [] };
    expect(JSON.stringify(leakageSections([nothing]))).toContain('Not compared: no text of the task');
  });

  it('does not deny relevant documents where all are relevant', async () => {
    const [document] = SOUND.documents;
    const task = auditedTask({
      ...SOUND,
      documents: [document!],
      judgements: [[SOUND.judgements[0]![0], document!.id, 1]],
    });
    const report = await auditTask(task, testTools(), { parts: ['reasoning'] });
    expect(report.reasoning!.headline).toBeNull();
    expect(JSON.stringify(reasoningSections(report.reasoning!, false))).toContain(
      'No figure: no query has terms, a relevant document in the corpus and one that is not relevant.',
    );
    expect(comparisonSections([report])[0]!.heading).toBe('1 task side by side');
  });
});

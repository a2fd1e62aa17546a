import { z } from 'zod';
import { malformed, parseJsonObject } from '../../../platform/formats/index.js';
import { readLines, sha256 } from '../../../platform/node/index.js';
import { firstIssue } from '../yaml-file.js';
import { REPAIRS, type Repair } from './repair-row.js';

/** A line of `audit --findings`, as far as a repair needs it. */
const Finding = z.looseObject({
  task: z.string().min(1),
  check: z.string().min(1),
  severity: z.enum(['error', 'warning', 'note']),
  query: z.string().optional(),
  documents: z.array(z.string()).optional(),
  detail: z.string().optional(),
  there: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

/** A finding with its line, and the id of what it is about. */
export type FindingLine = Finding & { readonly line: number; readonly id: string };

export const readFindings = async (file: string): Promise<readonly FindingLine[]> => {
  const findings: FindingLine[] = [];
  for await (const lines of readLines(file))
    for (const { text, line } of lines) {
      const at = { file, line };
      const { success, data, error } = Finding.safeParse(parseJsonObject(text, at));
      if (!success)
        throw malformed(at, {
          found: firstIssue(error),
          expected: 'a finding of r2med audit --findings',
          fix: 'write the file again with r2med audit --findings',
        });
      findings.push({ ...data, line, id: findingId(data) });
    }
  return findings;
};

interface About extends Pick<Repair, 'task' | 'check' | 'query'> {
  readonly documents?: readonly string[] | undefined;
}

/** Identifies what a finding is about: findings that are about the same are decided together. */
export const findingId = ({ task, check, query = '', documents = [] }: About): string =>
  sha256(JSON.stringify([task, check, query, documents])).slice(0, 20);

/** What can be done depends on what a finding is about. */
export const actionsFor = ({ query, documents = [] }: Finding): readonly Repair['action'][] => {
  const isText = documents.length > 0 || query !== undefined;
  const isPair = documents.length > 0 && query !== undefined;
  const possible = {
    merge: documents.length > 1 && query === undefined,
    drop: isText,
    mask: isText,
    relevant: isPair,
    'not-relevant': isPair,
    unjudged: isPair,
    keep: true,
  };
  return REPAIRS.filter((action) => possible[action]);
};

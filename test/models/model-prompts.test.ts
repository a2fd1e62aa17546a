import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/core/index.js';
import { modelEntries, promptFor, publishedEntry } from '../../src/models/embedders/index.js';

interface Golden {
  readonly retriever: string;
  readonly task: string;
  readonly role: Role;
  readonly prefix: string;
  readonly inputType?: string;
}

const { prompts } = JSON.parse(
  readFileSync(new URL('../golden/r2med-prompts/prompts.json', import.meta.url), 'utf8'),
) as { prompts: readonly Golden[] };

const rows = modelEntries();
const retrievers = [...new Set(prompts.map(({ retriever }) => retriever))];

describe('prompts of the reference', () => {
  it('are those of 15 retrievers, 8 tasks and 3 roles', () => {
    expect(retrievers).toHaveLength(15);
    expect(prompts).toHaveLength(15 * 8 * 3);
  });

  it('bm25 takes none, and is no model', () => {
    expect(prompts.filter(({ retriever, prefix }) => retriever === 'bm25' && prefix !== '')).toEqual([]);
    expect(rows).not.toHaveProperty('bm25');
  });

  it.each(retrievers.filter((name) => name !== 'bm25'))('%s puts the same before every text', (name) => {
    for (const entry of [rows[name]!, publishedEntry(rows[name]!)])
      for (const { task, role, prefix, inputType } of prompts.filter(({ retriever }) => retriever === name))
        expect({ task, role, ...promptFor(entry, role, task) }).toEqual({
          task,
          role,
          prefix,
          suffix: '',
          ...(inputType && { inputType }),
        });
  });
});

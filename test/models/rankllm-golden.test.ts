import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  importPrompts,
  openPrompts,
  rerankMessages,
  shownIn,
  writePrompts,
} from '../../src/models/prompts/index.js';
import { temporaryFolder } from '../support/command.js';
import { writtenFolder } from '../support/written-folder.js';

interface Golden {
  readonly templates: Readonly<Record<string, string>>;
  readonly documents: readonly { readonly text: string; readonly score: number }[];
  readonly cases: readonly {
    readonly template: string;
    readonly query: string;
    readonly count: number;
    readonly words: number;
    readonly messages: readonly unknown[];
  }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../golden/rankllm-prompts/cases.json', import.meta.url), 'utf8'),
) as Golden;

describe('an imported template of RankLLM', () => {
  it('becomes the conversation that RankLLM makes of it', async () => {
    const from = writtenFolder(
      Object.fromEntries(
        Object.entries(golden.templates).map(([name, text]) => [`templates/${name}_template.yaml`, text]),
      ),
    );
    const folder = join(temporaryFolder(), 'prompts');
    await writePrompts(folder, await importPrompts(from));
    const { imported } = openPrompts({ folder });
    expect(golden.cases.length).toBe(Object.keys(golden.templates).length * 8);
    for (const { template, query, count, words, messages } of golden.cases) {
      const prompt = imported!.get(`rankllm/${template}_template`)!;
      const documents = golden.documents
        .slice(0, count)
        .map(({ text, score }) => ({ text: shownIn(prompt, text, words).text, score }));
      expect(rerankMessages(prompt, 'Biology', query, documents)).toEqual(messages);
    }
  });
});

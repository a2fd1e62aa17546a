import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startChatServer } from './chat-server.js';
import { DUMPS, illustratedAnswer, SUBJECT_COUNT } from './illustrated-dumps.js';
import { r2med } from './in-process.js';
import { journey } from './journey.js';
import { writtenFolder } from './written-folder.js';

const ASSEMBLE = 'r2med build assemble --name Illustration --version 0.1.0';
const RELEASE = 'build/release/0.1.0';
const TASK = `${RELEASE}/r2med/Illustration-Evidence`;

/** The way from dumps of a forum and of articles to a release, in parts; who judges is left to the test. `call` runs a command. */
export const dumpJourney = async (call: typeof r2med = r2med) => {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  server.answer((messages) => illustratedAnswer(messages.at(-1)!.content));
  const folder = writtenFolder(DUMPS);
  const env = { HOME: folder, R2MED_HOME: join(folder, 'home') };
  const { type, tryTo } = journey(folder, env, call);
  const served = (name: string) => `served:${server.origin}/v1#${name}`;
  const llm = `--llm ${served('writer')}`;
  return {
    folder,
    type,
    tryTo,
    served,
    /** From the dumps to candidates for the judges. */
    toCandidates: async (poolFlags = ''): Promise<void> => {
      await type('r2med build collect --mapping posts.yaml,articles.yaml');
      await type(`r2med build classify --posts true ${llm}`);
      await type(`r2med build filter --posts true ${llm}`);
      await type(`r2med build reformulate ${llm}`);
      await type(`r2med build reason --posts true ${llm}`);
      await type('r2med build chunk --tokens 64');
      await type(
        `r2med build pool --retrievers bm25,lsa --views query,answer,reasoning,given ${poolFlags}`.trim(),
      );
    },
    /** From judged candidates to a release that is audited and loaded. */
    toRelease: async (): Promise<{ readonly release: string; readonly task: string }> => {
      // The article that was deposited twice keeps it from being released, until somebody says what is done about it.
      const blocked = await tryTo(ASSEMBLE);
      expect(blocked.code).toBe(1);
      expect(blocked.stderr).toContain('near-duplicates');
      expect(existsSync(join(folder, 'build/release'))).toBe(false);
      await type('r2med audit --data build/candidate/r2med/Illustration-Evidence --findings findings.jsonl');
      await type(
        `r2med build repair --findings findings.jsonl --rules '{"near-duplicates": "merge", "repeated-texts": "merge"}'`,
      );
      await type(ASSEMBLE);

      const audited = await type(`r2med audit --data ${TASK} --fail-on warning --json`);
      const report = JSON.parse(audited.printed);
      expect(report.task).toMatchObject({ queries: SUBJECT_COUNT });
      expect(report.checks.filter(({ found }: { found: number }) => found > 0)).toEqual([]);
      const { printed, said } = await type(`r2med submit --check --dataset ${RELEASE}`);
      expect(printed).toMatch(/parquet +Illustration-Evidence +6 +12 +12/);
      expect(`${printed}${said}`).toContain('hf upload ORGANISATION/');
      await type(`r2med run --data ${TASK} --system bm25 --quiet --out results`);
      return { release: join(folder, RELEASE), task: join(folder, TASK) };
    },
  };
};

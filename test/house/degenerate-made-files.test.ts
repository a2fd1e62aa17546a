import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { damage, damages, mustSayWhich } from '../support/damaged-files.js';
import { r2med } from '../support/in-process.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/build', import.meta.url));
const BUILD = ['build', 'all', '--plan', 'plan.yaml', '--quiet'];

/** A benchmark that was built, with the answers of its reviewers, and results of two systems on it. */
let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  cpSync(EXAMPLE, folder, { recursive: true });
  await r2med(BUILD, { cwd: folder });
  cpSync(join(EXAMPLE, 'review'), join(folder, 'build/review'), { recursive: true });
  expect((await r2med(BUILD, { cwd: folder })).code).toBe(0);
  const data = ['--data', 'build/release/1.0.0/r2med/Illustration-Evidence'];
  expect((await r2med(['run', ...data, '--retriever', 'bm25,lsa', '--quiet'], { cwd: folder })).code).toBe(0);
}, 240_000);

/** What reads files that r2med made, and changes none of them. */
const READ: readonly {
  readonly what: string;
  readonly files: RegExp;
  readonly commands: readonly string[];
  /** Folders that an error may name instead, since it shows only there. */
  readonly or?: string;
  readonly runs?: number;
}[] = [
  {
    what: 'records',
    files: /^results\/[^.].*\.(json|jsonl|trec)$/,
    commands: [
      'leaderboard',
      'leaderboard --json',
      'check',
      'compare bm25 lsa',
      'export csv --out tables',
      'export json --out tables',
    ],
  },
  {
    what: 'reviews',
    files: /^build\/review\/.*\.jsonl?$/,
    commands: [
      'review status build/review',
      'review agreement build/review',
      'review export build/review --out exported',
    ],
    // The last two draw samples for their intervals.
    runs: 30,
  },
  {
    what: 'build plans and what they name',
    files: /^(plan\.yaml|terms\.yaml|mapping\/.*|answers\/.*)$/,
    commands: ['build all --plan plan.yaml --dry-run'],
    // A plan may name files that are not there, or cannot be, and the mapping of another file is a mapping.
    or: 'material/mapping/answers/terms/no such file/the name is too long',
  },
  {
    what: 'files of a build',
    files: /^build\/[^/]+(\/[^/]+)?\.(json|jsonl)$/,
    commands: ['build status', 'build all --plan plan.yaml --dry-run'],
  },
];

it.each(READ)(
  '$what: whatever a file holds, there is a result or a short error that names it',
  async ({ files, commands, or, runs = 80 }) => {
    const all = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    const names = all.filter((name) => files.test(name)).sort();
    expect(names.length).toBeGreaterThan(3);
    const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
    const others = [...contents.values()];
    await fc.assert(
      fc.asyncProperty(damages(names), fc.constantFrom(...commands), async (damaged, command) => {
        const whole = contents.get(damaged.name)!;
        damage(folder, damaged, whole, others);
        try {
          await mustSayWhich(command.split(' '), folder, or ? `${or}/${damaged.name}` : damaged.name);
        } finally {
          rmSync(join(folder, damaged.name), { recursive: true });
          writeFileSync(join(folder, damaged.name), whole);
        }
      }),
      { numRuns: runs },
    );
  },
  240_000,
);

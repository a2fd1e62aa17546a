import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPrompts } from '../../src/models/prompts/index.js';
import { temporaryFolder } from '../support/command.js';
import { desk, record } from '../support/generating.js';
import { r2med } from '../support/in-process.js';
import { type Files, writtenFolder } from '../support/written-folder.js';

/** The reference's keys, in its order. */
const KEYS = {
  Biology: 'Stack-Biology',
  'Medical-Sciences': 'Stack-Medical',
  Bioinformatics: 'Stack-Bioinformatics',
  'MedXpertQA-Exam': 'MedXpertQA-Exam',
  'MedQA-Diag': 'MedQA-Diag',
  'PMC-Treatment': 'PMC-Treat',
  'PMC-Clinical': 'PMCPatients',
  'IIYi-Clinical': 'IIYiPatients-EN',
} as const;
const keys = Object.values(KEYS);
const table = (name: string, entry: (key: string) => string): string =>
  `${name} = {\n${keys.map((key) => `    "${key}": ${entry(key)},`).join('\n')}\n}\n`;

/** Tables laid out as the reference lays them out, with words of our own. */
const CLONE: Readonly<Record<string, string>> = {
  'example.py': table('Example', (key) => `'''Post: A question of ${key}?\nPassage: "Its" answer.'''`),
  'instrcution.py': [
    'from example import Example\n',
    'inst_q = {"Stack-Biology": "Represent: "}\nbmr_q = {k: v.removeprefix("R") for k, v in inst_q.items()}\n',
    table('hyde', (key) => `"Kindly write about ${key}.\\nPost: {TEXT}\\nPassage: "`),
    table(
      'query2doc',
      (key) =>
        `"Write it for ${key}.\\n\\n###Examples:###\\n{EXAMPLE}\\n\\n###Real Test:###\\nPost: {TEXT}\\nPassage: ".format(EXAMPLE=Example["${key}"], TEXT="{TEXT}")`,
    ),
    table('lamer', (key) => `"Give ${key}.\\n\\nPost: {TEXT}\\n\\nPassages: {PASSAGE}"`),
    'generate_hy_doc = {\n    "hyde": hyde,\n    "query2doc": query2doc,\n    "lamer": lamer,\n}\n',
    'Sky_unused = 1\nSkyAI_system_prompt = "Think \\\nlong. {thought}"\n',
    "Check_Answer_accuracy_prompt = '''Judge {{this}}.\n{QUESTION}\n{ANSWER}\n{RESPONSE}\n'''\n",
  ].join('\n'),
  'run.py': 'import sys\nprint(f"{sys.argv}")\nmodel_dict = {"gpt4": "gpt"}\n',
};

const imported = async (files: Files, ...more: readonly string[]) => {
  const from = writtenFolder(files);
  const out = join(temporaryFolder(), 'prompts');
  return { from, out, ...(await r2med(['prompts', 'import', '--from', from, '--out', out, ...more])) };
};

describe('r2med prompts import', () => {
  it('makes a folder of the tables of a clone, which --prompts takes', async () => {
    const { code, stdout, stderr, out } = await imported(CLONE);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Use them with --prompts ${out}`);
    const prompts = openPrompts({ folder: out });
    expect(prompts.origin).toBe("the R2MED reference's own (example.py, instrcution.py)");
    for (const [task, key] of Object.entries(KEYS)) {
      const text = (name: string): string => prompts.template(name, task).text;
      expect(text('hyde')).toBe(`Kindly write about ${key}.\nPost: {TEXT}\nPassage: `);
      expect(text('lamer')).toBe(`Give ${key}.\n\nPost: {TEXT}\n\nPassages: {PASSAGE}`);
      expect(text('query2doc')).toBe(
        `Write it for ${key}.\n\n###Examples:###\n{EXAMPLES}\n\n###Real Test:###\nPost: {TEXT}\nPassage: `,
      );
      expect(text('query2doc/examples')).toBe(`Post: A question of ${key}?\nPassage: "Its" answer.`);
    }
    expect(prompts.template('judge', 'Biology').text).toBe(
      'Judge {this}.\n{QUESTION}\n{REFERENCE}\n{RESPONSE}\n',
    );
    expect(prompts.template('system', 'Biology').text).toBe('You are a helpful assistant.');
  });

  it('gives the prompt that Python would have asked', async () => {
    const { out } = await imported(CLONE);
    const { code, stdout } = await r2med([
      ...['generate', '--method', 'query2doc', '--suite', 'sample', '--task', 'Biology', '--prompts', out],
      '--show-prompt',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('###Examples:###\nPost: A question of Stack-Biology?\nPassage: "Its" answer.\n');
  });

  it('leaves its origin in the records of what was written', async () => {
    const { out } = await imported(CLONE);
    const at = await desk();
    expect((await at.generate('--prompts', out)).code).toBe(0);
    const origin = "the R2MED reference's own (example.py, instrcution.py)";
    expect(record(at)).toMatchObject({ provenance: { prompts: origin } });
    const plain = await desk();
    await plain.generate();
    expect(record(plain).provenance).not.toHaveProperty('prompts');
  });

  it('takes a model’s own system message, public task names, and tables without the one over all', async () => {
    const sky = await imported(CLONE, '--llm', 'sky-32b');
    expect(readFileSync(join(sky.out, 'system', 'default.txt'), 'utf8')).toBe('Think long. {thought}\n');
    const tables = CLONE['instrcution.py']!.replace(/generate_hy_doc[\s\S]*?\n\}\n/, '');
    const renamed = {
      'a/tables.py': tables.replaceAll('Stack-Biology', 'Biology'),
      'a/e.py': CLONE['example.py']!.replaceAll('Stack-Biology', 'Biology'),
    };
    const { code, out } = await imported(renamed);
    expect(code).toBe(0);
    expect(readFileSync(join(out, 'hyde', 'Biology.txt'), 'utf8')).toContain('about Biology.');
  });

  it('a folder that is not there is refused as a clone, not as a folder of prompts', async () => {
    const { code, stderr } = await r2med(['prompts', 'import', '--from', 'nowhere', '--out', 'prompts']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^r2med: nowhere: it cannot be read .*Python/)]);
    expect(stderr).toContain('Fix: git clone');
  });

  it.each([
    ['no Python files', { 'README.md': '#' }, 'no Python files'],
    [
      'no tables',
      { 'a.py': 'x = 1' },
      /no table hyde in 1 Python files: a\.py; expected the reference's tables/,
    ],
    [
      'a task is missing',
      {
        ...CLONE,
        'instrcution.py': CLONE['instrcution.py']!.replaceAll('"PMC-Treat": "Kind', '"PMC": "Kind'),
      },
      /instrcution\.py:\d+: .*without "PMC-Treat": it has Stack-Biology/,
    ],
    [
      'no examples',
      { 'instrcution.py': CLONE['instrcution.py']! },
      'the name Example, which no file assigns',
    ],
    [
      'an unknown place',
      { ...CLONE, 'instrcution.py': CLONE['instrcution.py']!.replace('Post: {TEXT}', 'Post: {TXT}') },
      'the place {TXT}',
    ],
    [
      'a table that is made by code',
      { ...CLONE, 'instrcution.py': `${CLONE['instrcution.py']!}\nlamer = make()\n` },
      /instrcution\.py:\d+: the name make/,
    ],
    ['an open string', { ...CLONE, 'z.py': '\n\nx = "open\n' }, /z\.py:3: a string that is not closed/],
  ])('%s: refused, with what was looked for', async (_, files, message) => {
    const { code, stderr } = await imported(files);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('never runs the files, and leaves a folder with content alone', async () => {
    const marker = join(temporaryFolder(), 'ran');
    const { code } = await imported({ ...CLONE, 'evil.py': `open(${JSON.stringify(marker)}, "w")\n` });
    expect(code).toBe(0);
    expect(() => readFileSync(marker)).toThrow('ENOENT');
    const out = temporaryFolder();
    writeFileSync(join(out, 'mine.txt'), 'mine');
    const from = writtenFolder(CLONE);
    const second = await r2med(['prompts', 'import', '--from', from, '--out', out]);
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('not empty')]);
  });
});

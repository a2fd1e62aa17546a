import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/index.js';
import { importPrompts, openPrompts } from '../../src/models/prompts/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { CLONE_COMMIT, CLONES, importedClones } from '../support/prompt-clones.js';
import { type Files, writtenFolder } from '../support/written-folder.js';

const TEMPLATE = 'src/rank_llm/rerank/prompt_templates/plain_template.yaml';
const plain = CLONES.rankllm[TEMPLATE];

describe('r2med prompts import', () => {
  it('knows a clone by its files, and several share a folder', async () => {
    const out = join(temporaryFolder(), 'prompts');
    const imported = async (files: Files) =>
      r2med(['prompts', 'import', '--from', writtenFolder(files), '--out', out]);
    const { code, stdout } = await imported(CLONES.rankllm);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^castorini/rank_llm at ${CLONE_COMMIT}\nrankllm/… for listwise +2 files\nrankllm/… for no stage +1 file\n`,
      ),
    );
    expect((await imported(CLONES.diver)).stdout).toMatch(
      /^AQ-MedAI\/Diver at 0123.*\nfeedback +1 file\nfeedback\/refine +1 file\ndiver\/… for groupwise +1 file\n/,
    );
    expect((await imported(CLONES.agentic)).stdout).toMatch(
      /^VectorSpaceLab\/agentic-search at .*\nagentic-search\/… for pointwise +1 file\n/,
    );
    // The same words again change nothing; others are not replaced.
    expect((await imported(CLONES.agentic)).code).toBe(0);
    const file = join(out, 'agentic-search/retro-star.json');
    const words = readFileSync(file, 'utf8');
    writeFileSync(file, 'other words');
    const again = await imported(CLONES.agentic);
    writeFileSync(file, words);
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('has agentic-search/retro-star.json already'),
    ]);
    const listed = await r2med(['prompts', 'list', '--prompts', out]);
    expect(listed.stdout).toMatch(
      /rankllm\/plain_template +listwise +[0-9a-f]{12} +castorini\/rank_llm +0123456789ab/,
    );
    const { stdout: json } = await r2med(['prompts', 'list', '--prompts', out, '--json']);
    expect(JSON.parse(json)).toHaveLength(7);
  });

  it('takes f-strings as templates, and the words of generation with their origin', async () => {
    const { prompts } = await importedClones();
    expect(prompts.template('feedback', 'Biology').text).toBe('Write on {TEXT}\n{PASSAGE}');
    expect(prompts.template('feedback/refine', 'Biology').text).toBe(
      'Better {braces} {TEXT} {plain}{PASSAGE}{DRAFT}',
    );
    expect(prompts.origin).toMatch(/^AQ-MedAI\/Diver at 0123/);
  });

  it('says no commit where the folder is not in a clone of that repository', async () => {
    const other = { ...CLONES.rankllm, '.git/config': 'url = mine' };
    expect(await importPrompts(writtenFolder(other))).not.toHaveProperty('commit');
    const detached = { ...CLONES.rankllm, '.git/HEAD': `${CLONE_COMMIT}\n` };
    const from = join(writtenFolder(detached), 'src');
    expect(await importPrompts(from)).toMatchObject({ commit: CLONE_COMMIT });
  });

  it('gives another hash to other words, and the same to the same words from elsewhere', async () => {
    const hash = async (files: Files) => {
      const out = join(temporaryFolder(), 'prompts');
      await r2med(['prompts', 'import', '--from', writtenFolder(files), '--out', out]);
      return openPrompts({ folder: out }).imported!.get('rankllm/plain_template')!.hash;
    };
    const first = await hash(CLONES.rankllm);
    expect(await hash({ 'plain_template.yaml': plain })).toBe(first);
    expect(await hash({ 'plain_template.yaml': plain.replace('brief', 'short') })).not.toBe(first);
  });

  it.each([
    [{ [TEMPLATE]: plain.replace('{rank}', '{place}') }, /plain_template\.yaml:\d+: a body without \{rank\}/],
    [{ [TEMPLATE]: plain.replace('Order?', '{wish}') }, /the place \{wish\}, which nothing fills/],
    [
      { [TEMPLATE]: plain.replace('singleturn', 'threeturn') },
      /:1: method: threeturn_listwise; expected one of/,
    ],
    [{ [TEMPLATE]: plain.replace('"Be brief."', '[1]') }, /:2: system_message, which is not a text/],
    [{ [TEMPLATE]: 'method: "x' }, /plain_template\.yaml:1: /],
    [{ [TEMPLATE]: plain, 'b/plain_template.yaml': plain }, /a second rankllm\/plain_template/],
    [{ 'odd name_template.yaml': plain }, /a name that a system cannot say/],
    [
      { ...CLONES.diver, 'Reranker/rerank_listwise.py': 'rerank_prompt = "{QUERY}"' },
      /not one place \{DOC_STR\}/,
    ],
    [{ ...CLONES.diver, 'Retriever/prompts.py': 'a = "{} {} {}"' }, /the place \{further\}/],
    [{ ...CLONES.diver, 'QExpand/prompts.py': 'user_prompts = {}' }, /no text "thinkqe_revise_0"/],
    [{ 'reranker_sglang.py': 'x = 1' }, /no table relevance_definition/],
    [{ 'notes.md': '#' }, /no Python files and no templates of RankLLM; expected a clone/],
  ])('refuses what is not as it should be: %#', async (files, message) => {
    const refused = importPrompts(writtenFolder(files as Files));
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });

  it('is what --dry-run looks for', async () => {
    const { folder } = await importedClones();
    const planned = (prompt: string, ...more: readonly string[]) =>
      r2med([
        ...['run', '--suite', 'sample', '--task', 'Biology', '--dry-run', ...more],
        ...['--system', `bm25 > listwise(gpt4, 20, prompt=${prompt})`],
      ]);
    expect((await planned('plain_template', '--prompts', folder)).code).toBe(0);
    const wrong = await planned('plan_template', '--prompts', folder);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean "plain_template"?'),
    ]);
    expect((await planned('plain_template')).stderr).toContain('Fix: r2med prompts import');
  });

  it('refuses a stored prompt that was spoilt', async () => {
    const { folder } = await importedClones();
    const file = join(folder, 'rankllm', 'plain_template.json');
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    for (const spoilt of [
      ...['{', '[]', '{}'],
      ...[{ kind: 'all' }, { parts: {} }, { from: 1 }, { highest: 0 }, { values: { a: 1 } }].map((change) =>
        JSON.stringify({ ...stored, ...change }),
      ),
      JSON.stringify({ ...stored, parts: { body: '{nothing}' } }),
    ]) {
      writeFileSync(file, spoilt);
      expect(() => openPrompts({ folder })).toThrow(InputError);
    }
  });

  it('reads broken files, or refuses them as input', async () => {
    const all = Object.values(CLONES).map((files) => files as Files);
    const change = fc.record({
      clone: fc.constantFrom(...all),
      file: fc.nat(),
      at: fc.nat(),
      cut: fc.nat(30),
      put: fc.oneof(
        fc.constantFrom('{', '}', '"', '"""', '\n', ': ', '\t', '\\', 'f"', '{}', '[', '&a', '*a', '- '),
        fc.string(),
      ),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ clone, file, at, cut, put }) => {
        const names = Object.keys(clone).filter((name) => !name.startsWith('.git'));
        const name = names[file % names.length]!;
        const text = clone[name] as string;
        const place = at % text.length;
        const broken = `${text.slice(0, place)}${put}${text.slice(place + cut)}`;
        try {
          await importPrompts(writtenFolder({ ...clone, [name]: broken }));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 200 },
    );
  });
});

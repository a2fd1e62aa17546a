import { describe, expect, it } from 'vitest';
import { modelEntries } from '../../src/models/embedders/index.js';
import { temporaryFolder } from '../support/command.js';
import { printedBy } from '../support/in-process.js';
import { hubCacheWith, TINY_TOKENIZER } from '../support/model-cache.js';
import { writtenFolder } from '../support/written-folder.js';

/** What `r2med models …` prints. */
const printed = (args: readonly string[], hubCache: string = temporaryFolder()): Promise<string> =>
  printedBy(['models', ...args], { env: { HF_HUB_CACHE: hubCache, OPENAI_API_KEY: 'sk-secret' } });

const shown = async (args: readonly string[], hubCache?: string) =>
  JSON.parse(await printed(['show', ...args, '--json'], hubCache)) as {
    row: { similarity: string };
    asPublished: boolean;
    probes?: { stored: boolean; command: string };
    task: { suite: string; name: string };
    texts: {
      role: string;
      id: string;
      sent: string;
      inputType?: string;
      fit?: { tokens: number; limit: number; cut: string };
      estimated: boolean;
      needs?: string;
    }[];
  };

describe('r2med models', () => {
  it('lists every row with its size, limits, back ends and what is here', async () => {
    const lines = (await printed([])).split('\n');
    expect(lines.find((line) => line.startsWith('bge '))).toMatch(
      /dense +1024 +335M +512 \/ 512 +onnx, served/,
    );
    expect(lines.some((line) => /^bge .*not fetched$/.test(line))).toBe(true);
    expect(lines.some((line) => /^openai .*OPENAI_API_KEY set$/.test(line))).toBe(true);
    expect(lines.some((line) => /^voyage .*needs VOYAGE_API_KEY$/.test(line))).toBe(true);
  });

  it('never prints a key', async () => {
    expect(await printed(['--json'])).not.toContain('sk-secret');
  });

  it('lists one kind', async () => {
    const rows = JSON.parse(await printed(['--kind', 'late', '--json'])) as {
      name: string;
      readiness: object[];
    }[];
    expect(rows.map(({ name }) => name)).toEqual(['colbertv2', 'answerai-colbert-small-v1']);
    expect(rows[0]!.readiness).toHaveLength(1);
  });

  it.each([
    ['--licence', 'Apache-2.0', 'granite-embedding-english-r2', 'nv'],
    ['--license', 'mit', 'bge', 'medcpt'],
    ['--max-parameters', '100M', 'all-minilm-l6-v2', 'openai'],
    ['--not-trained-on', 'bright', 'inf-retriever-v1', 'diver-retriever-4b-1020'],
    ['--not-trained-on', 'BRIGHT', 'nv', 'text-embedding-3-large'],
  ])('with %s %s lists %s and not %s: what is not known is not listed', async (flag, value, has, lacks) => {
    const rows = JSON.parse(await printed([flag, value, '--json'])) as { name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([has]));
    expect(rows.map(({ name }) => name)).not.toContain(lacks);
  });

  it('shows licence, age, base and training data of a model', async () => {
    const page = await printed(['diver-retriever-4b-1020']);
    expect(page).toMatch(
      /licence +apache-2\.0\n +released +2025-10-20\n +made from +Qwen\/Qwen3-Embedding-4B\n/,
    );
    expect(page).toMatch(/trained on +BRIGHT\n/);
    expect(await printed(['lens-d8000'])).toContain('github.com/Yibin-Lei/LENS');
    expect(await printed(['--kind', 'reranker', '--licence', 'apache-2.0'])).toContain('ettin-reranker-150m');
  });

  it.each(['100', '0B', 'B'])('refuses --max-parameters %s', async (size) => {
    await expect(printed(['--max-parameters', size])).rejects.toThrow(/expected a size such as 500M or 7B/);
  });

  it('refuses a kind there is not', async () => {
    await expect(printed(['--kind', 'thick'])).rejects.toThrow(/one of dense, sparse, late/);
  });
});

describe('r2med models show', () => {
  it('calls a model in Python unconfirmed until vectors are stored, with the one command that stores them', async () => {
    const twelve = Object.values(modelEntries()).filter(
      ({ published, pooling }) => published?.['r2med-repo'] && pooling !== 'service',
    );
    expect(twelve).toHaveLength(12);
    for (const { name } of twelve)
      expect((await shown([name])).probes).toEqual({
        stored: false,
        command: `r2med models verify ${name} --python python3 --save`,
      });
    expect(await printed(['show', 'bge'])).toMatch(
      /unconfirmed +in Python: .*\n +\$ r2med models verify bge --python python3 --save\n/,
    );
    const stored = await printed(['show', 'all-minilm-l6-v2']);
    expect(stored).toMatch(/vectors +are stored .*\n +\$ r2med models verify all-minilm-l6-v2\n/);
    expect(stored).not.toContain('--save');
    expect(await shown(['openai'])).not.toHaveProperty('probes');
  });

  it('prints the exact text of the first query and document of sample Biology', async () => {
    const { task, texts } = await shown(['bge']);
    expect(task).toEqual({ suite: 'sample', name: 'Biology' });
    expect(texts.map(({ role, id }) => [role, id])).toEqual([
      ['query', 'bio-q01'],
      ['document', 'bio-d001'],
    ]);
    expect(texts[0]!.sent).toMatch(
      /^Represent this sentence for searching relevant passages: On holiday I leaned .* heads\?$/,
    );
    expect(texts[1]!.sent).toMatch(/^White hairs .* right\.$/);
  });

  it('takes the instruction of the requested task', async () => {
    const { texts } = await shown(['inst-xl', '--task', 'IIYi-Clinical']);
    expect(texts[0]!.sent).toMatch(/^Represent the Clinical Case for retrieving similar cases/);
    expect(texts[1]!.sent).toMatch(/^Represent the Clinical Case for retrieval: /);
  });

  it('without the tokenizer says how to get it', async () => {
    const { texts } = await shown(['e5']);
    for (const { fit, needs } of texts) {
      expect(fit).toBeUndefined();
      expect(needs).toBe('hf download intfloat/e5-mistral-7b-instruct tokenizer.json tokenizer_config.json');
    }
  });

  it('with the tokenizer counts, and shows what the model would read', async () => {
    const cache = hubCacheWith({ 'ncbi/MedCPT-Query-Encoder': TINY_TOKENIZER });
    const { texts } = await shown(['medcpt'], cache);
    const { fit, sent } = texts[0]!;
    expect(fit).toMatchObject({ limit: 64 });
    expect(fit!.tokens).toBeGreaterThan(100);
    expect(sent + fit!.cut).toMatch(/^On holiday I leaned .* heads\?$/);
    expect(texts[1]!.fit).toBeUndefined();
    const page = await printed(['show', 'medcpt'], cache);
    expect(page).toMatch(/\d+ of 64 tokens; the last \d+ characters are cut, from about "/);
  });

  it('with the tokenizer in --model-folder counts too', async () => {
    const { texts } = await shown(['e5', '--model-folder', writtenFolder(TINY_TOKENIZER)]);
    for (const { fit, needs } of texts) expect([fit!.limit, needs]).toEqual([expect.any(Number), undefined]);
  });

  it('as published differs where the reference had a bug', async () => {
    const [right, published] = [await shown(['openai']), await shown(['openai', '--as-published'])];
    expect([right.asPublished, published.asPublished]).toEqual([false, true]);
    expect(published.texts[0]!.sent).toBe(JSON.stringify(right.texts[0]!.sent));
    expect((await shown(['contriever'])).row.similarity).toBe('dot');
    expect((await shown(['contriever', '--as-published'])).row.similarity).toBe('cosine');
  });

  it('marks the count of a service as an estimate and names the input type', async () => {
    const { texts } = await shown(['cohere-embed-v4']);
    expect(texts.map(({ estimated, inputType }) => [estimated, inputType])).toEqual([
      [true, 'search_query'],
      [true, 'search_document'],
    ]);
    expect(await printed(['show', 'voyage'])).toMatch(
      /about \d+ of 16,000 tokens \(estimated: four characters a token\); nothing is cut/,
    );
  });

  it('reads well: facts, back ends, texts', async () => {
    const page = await printed(['show', 'medcpt']);
    expect(page).toContain(
      'medcpt: ncbi/MedCPT-Article-Encoder (dense)\n  queries by    ncbi/MedCPT-Query-Encoder',
    );
    expect(page).toContain('768 dimensions, not normalised, compared by dot');
    expect(page).toContain('Shown with --as-published.');
    expect(page).toContain('$ optimum-cli export onnx --model ncbi/MedCPT-Query-Encoder');
    expect(page).toContain('Query bio-q01 of Biology (sample), the exact text sent\n  │ On holiday');
  });

  it('separates the lines of a prompt', async () => {
    expect(await printed(['show', 'grit'])).toContain(
      '  │ <|user|>\n  │ Given a Biology post, retrieve relevant passages that help answer the post\n  │ <|embed|>\n  │ On holiday',
    );
  });

  it('an unknown row is an error that names the nearest', async () => {
    await expect(printed(['show', 'gritt'])).rejects.toThrow('did you mean "grit"');
  });

  it('an unknown task is an error that lists the tasks', async () => {
    await expect(printed(['show', 'bge', '--task', 'Bilogy'])).rejects.toThrow('did you mean "Biology"');
  });
});

describe('r2med models of language models', () => {
  it('lists every row with its reasoning, price, context and what is here', async () => {
    const lines = (await printed(['--kind', 'llm'])).split('\n');
    const line = (name: string) => lines.filter((each) => each.startsWith(`${name} `)).join('\n');
    expect(line('gpt4')).toMatch(/^gpt4 +none +2\.5 \/ 10 +128,000/);
    expect(line('gpt4')).toContain('OPENAI_API_KEY set, until 2027-01-14');
    expect(line('qwq-32b')).toMatch(/^qwq-32b +think-tag +– +40,960/);
    expect(line('qwq-32b')).toContain('needs a server');
    expect(line('qwq-32b')).toContain('Qwen/QwQ-32B');
    expect(line('claude-haiku-5-5')).toContain('needs ANTHROPIC_API_KEY');
    expect(line('sample-writer')).toContain('stored texts');
  });

  it('prints rows as JSON, and never a key', async () => {
    const text = await printed(['--kind', 'llm', '--json']);
    expect(text).not.toContain('sk-secret');
    const rows = JSON.parse(text) as { name: string; reasoner: boolean; readiness: { ready: boolean }[] }[];
    expect(rows.find(({ name }) => name === 'gpt4')).toMatchObject({
      reasoner: false,
      readiness: [{ ready: true }, { ready: false }],
    });
  });

  it.each([[['gpt4']], [['show', 'gpt4']]])('shows one of them (%s)', async (args) => {
    const page = await printed(args);
    expect(page).toContain('gpt4: gpt-4o-2024-11-20\n');
    expect(page).toContain('sampling      temperature 0.8, topP 0.8');
    expect(page).toContain('$2.5 per million tokens in, $10 out (2024-11-20; ');
    expect(page).toContain('openai        OPENAI_API_KEY set, until 2027-01-14');
    expect(page).toContain('openrouter    needs OPENROUTER_API_KEY as openai/gpt-4o-2024-11-20');
    expect(page).not.toContain('sk-secret');
  });

  it('shows how to start one that has to be served, and what goes into its requests', async () => {
    const page = await printed(['qwen3-32b']);
    expect(page).toContain('vllm          $ vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4');
    expect(page).toContain('ollama        $ ollama run qwen3:32b');
    expect(page).toContain('body          {"chat_template_kwargs":{"enable_thinking":true}}');
    expect(page).toContain('searched with its answer alone, whatever the method');
  });

  it('shows one as JSON', async () => {
    const { row, readiness } = JSON.parse(await printed(['o3-mini', '--json'])) as {
      row: { refuses: string[] };
      readiness: object[];
    };
    expect(row.refuses).toEqual(['temperature', 'topP']);
    expect(readiness).toHaveLength(2);
  });

  it('shows a model that embeds by its name alone, too', async () => {
    expect(await printed(['bge'])).toContain('bge: BAAI/bge-large-en-v1.5 (dense)');
  });

  it('an unknown name gets the nearest of both kinds as a suggestion', async () => {
    await expect(printed(['gpt-4'])).rejects.toThrow('did you mean "gpt4"');
    await expect(printed(['show', 'bgee'])).rejects.toThrow('did you mean "bge"');
  });
});

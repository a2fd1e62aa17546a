import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { readLayout } from './layout.js';

const json = (value: unknown): string => JSON.stringify(value);
const CONFIG = { 'config.json': json({ model_type: 'bert', max_position_embeddings: 512 }) };
const modules = (...names: string[]): string =>
  json(
    names.map((name, i) => ({
      idx: i,
      name: `${i}`,
      path: i === 0 ? '' : `${i}_${name}`,
      type: `sentence_transformers.models.${name}`,
    })),
  );

describe('readLayout', () => {
  it('needs nothing but config.json', () => {
    const folder = writtenFolder(CONFIG);
    expect(readLayout(folder)).toMatchObject({
      folder,
      base: folder,
      steps: undefined,
      sentence: {},
      prompts: {},
    });
  });

  it('says what a folder without config.json lacks', () => {
    expect(() => readLayout(writtenFolder())).toThrow(/no config\.json/);
  });

  const saved = (path: string): string =>
    fileURLToPath(new URL(`../../../test/golden/sentence-transformers/${path}`, import.meta.url));

  it('reads what sentence-transformers 6 saves', () => {
    expect(readLayout(saved('folder'))).toMatchObject({
      steps: [
        { kind: 'pooling', path: '1_Pooling/config.json', modes: ['mean'], includePrompt: true },
        { kind: 'dense', path: saved('folder/2_Dense') },
        { kind: 'normalise' },
      ],
      tokenizer: { model_max_length: 20 },
      prompts: { prompts: { query: 'query: ' } },
    });
  });

  const poolingStep = (config: string) =>
    readLayout(
      writtenFolder({
        ...CONFIG,
        'modules.json': modules('Transformer', 'Pooling'),
        '1_Pooling/config.json': config,
      }),
    ).steps![0];

  it.each([
    ['cls', ['cls'], false],
    ['lasttoken', ['lasttoken'], true],
    ['weightedmean', ['weightedmean'], true],
    ['cls+mean', ['cls', 'mean'], true],
  ])('reads the pooling %s as sentence-transformers 6 writes it', (name, modes, includePrompt) => {
    const config = readFileSync(saved(`poolings/${name}/config.json`), 'utf8');
    expect(poolingStep(config)).toMatchObject({ modes, includePrompt });
  });

  it('reads one true or false for each pooling, and the mean where none is said', () => {
    expect(poolingStep(json({ pooling_mode_lasttoken: true, pooling_mode_cls_token: true }))).toMatchObject({
      modes: ['cls', 'lasttoken'],
    });
    expect(poolingStep(json({ pooling_mode_cls_token: false }))).toMatchObject({ modes: ['mean'] });
  });

  it('reads the modules of the sentence-transformers layout in their order', () => {
    const folder = writtenFolder({
      ...CONFIG,
      'modules.json': modules('Transformer', 'Pooling', 'Dense', 'Normalize'),
      '1_Pooling/config.json': json({
        word_embedding_dimension: 16,
        pooling_mode_cls_token: false,
        pooling_mode_mean_tokens: true,
        include_prompt: false,
      }),
      'sentence_bert_config.json': json({ max_seq_length: 128, do_lower_case: true }),
      'config_sentence_transformers.json': json({
        prompts: { query: 'q: ' },
        default_prompt_name: null,
        similarity_fn_name: 'cosine',
      }),
    });
    const layout = readLayout(folder);
    expect(layout.steps).toEqual([
      { kind: 'pooling', path: '1_Pooling/config.json', modes: ['mean'], includePrompt: false },
      { kind: 'dense', path: join(folder, '2_Dense') },
      { kind: 'normalise' },
    ]);
    expect(layout.sentence).toMatchObject({ max_seq_length: 128, do_lower_case: true });
    expect(layout.prompts.prompts).toEqual({ query: 'q: ' });
  });

  it('follows modules.json to a transformer in a folder of its own', () => {
    const folder = writtenFolder({
      'modules.json': json([{ path: '0_Transformer', type: 'sentence_transformers.models.Transformer' }]),
      '0_Transformer/config.json': json({ model_type: 't5' }),
    });
    expect(readLayout(folder)).toMatchObject({
      base: join(folder, '0_Transformer'),
      config: { model_type: 't5' },
    });
  });

  it('takes special tokens in either spelling, the tokenizer config first', () => {
    const folder = writtenFolder({
      ...CONFIG,
      'tokenizer_config.json': json({ eos_token: { content: '</s>', lstrip: false }, pad_token: null }),
      'special_tokens_map.json': json({ eos_token: '<other>', pad_token: '<pad>', mask_token: '[MASK]' }),
    });
    expect(readLayout(folder).tokens).toMatchObject({
      eos_token: '</s>',
      pad_token: '<pad>',
      mask_token: '[MASK]',
    });
  });

  it('reads the length of a tokenizer without a limit', () => {
    const folder = writtenFolder({
      ...CONFIG,
      'tokenizer_config.json': '{"model_max_length": 1000000000000000019884624838656}',
    });
    expect(readLayout(folder).tokenizer.model_max_length).toBe(1e30);
  });

  it('refuses a module that it would have to leave out', () => {
    const folder = writtenFolder({ ...CONFIG, 'modules.json': modules('Transformer', 'LSTM') });
    expect(() => readLayout(folder)).toThrow(/a module of type sentence_transformers\.models\.LSTM/);
  });

  it.each([
    ['is not JSON', '{', /config\.json: .*expected JSON/s],
    [
      'has a wrong type',
      json({ max_position_embeddings: 'many' }),
      /config\.json: .*max_position_embeddings/s,
    ],
  ])('names a file that %s', (_, content, message) => {
    expect(() => readLayout(writtenFolder({ 'config.json': content }))).toThrow(message);
  });
});

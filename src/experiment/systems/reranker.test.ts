import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { madeTask } from '../../../test/support/made-task.js';
import { scriptedChat } from '../../../test/support/scripted-chat.js';
import { testTools } from '../../../test/support/tools.js';
import { parseStages } from '../../search/pipeline/index.js';
import { scorerPool } from './model-pools.js';
import { type RerankingContext, resolveReranker } from './reranker.js';

const MODEL = fileURLToPath(new URL('../../../test/golden/onnx/bert-pair', import.meta.url));
const pool = scorerPool();
afterAll(() => pool.close());

const context: RerankingContext = {
  task: madeTask({ documents: [], queries: [], judgements: [] }),
  tools: testTools(),
  scorerPool: pool,
  llmPool: { get: async () => scriptedChat(() => '[1]'), close: async () => {} },
};
const stage = async (text: string, more: Partial<RerankingContext> = {}) =>
  resolveReranker(parseStages(text)[0]!).build({ ...context, ...more });

describe('a stage after a retriever', () => {
  it.each([
    ['top(7)', 'top(7)'],
    [`onnx:${MODEL}`, 'onnx-bert-pair(10)'],
    [
      `onnx:${MODEL}(maxTokens=20, 100, truncation=only-second)`,
      'onnx-bert-pair(100, maxTokens=20, truncation=only-second)',
    ],
    [`onnx:${MODEL}(5, logit=0, activation=sigmoid)`, 'onnx-bert-pair(5, logit=0, activation=sigmoid)'],
    ['listwise(anyone)', 'listwise(scripted, 10)'],
    ['pointwise(anyone, 20, weight=0.5)', 'pointwise(scripted, 20, weight=0.5)'],
  ])('%s is called %s', async (text, name) => {
    const { name: said, close } = await stage(text);
    expect(said).toBe(name);
    expect(parseStages(said)).toHaveLength(1);
    await close?.();
  });

  it('drops the tail only as published', async () => {
    expect((await stage('setwise(anyone)')).spec).toMatchObject({ depth: 10, tail: 'kept' });
    expect((await stage('setwise(anyone)', { asPublished: true })).spec).toMatchObject({ tail: 'dropped' });
  });

  it('says what it lacks', async () => {
    const { tools: _, llmPool: __, ...poor } = context;
    await expect(resolveReranker(parseStages('monobert')[0]!).build(poor)).rejects.toThrow('nodeTools()');
    await expect(resolveReranker(parseStages('gpt(anyone)')[0]!).build(poor)).rejects.toThrow('llmPool');
    await expect(stage('bge-reranker')).rejects.toThrow('is not on this machine');
    await expect(stage(`onnx:${MODEL}(precision=int9)`)).rejects.toThrow('did you mean "int8"?');
  });
});

import { describe, expect, it } from 'vitest';
import { openLlm, openPlannedLlm } from './open-llm.js';

const nothing = { env: {}, note: () => {} };

describe('a language model that is only planned for', () => {
  it.each(['gpt4', 'qwq-32b'])('%s is opened without a key or a server', async (name) => {
    await expect(openLlm(name, {}, nothing)).rejects.toThrow();
    const model = await openPlannedLlm(name, {}, nothing);
    expect(model.name).toBe(name);
    await model.close();
  });

  it('is refused where its name is unknown, and where no way leads to it', async () => {
    await expect(openPlannedLlm('gpt44', {}, nothing)).rejects.toThrow('did you mean');
    await expect(openPlannedLlm('sample-writer', {}, nothing)).rejects.toThrow('sample-writer');
  });
});

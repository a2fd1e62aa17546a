import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { readLayout } from './layout.js';
import { specials } from './token-template.js';
import { openTokenizer, type TextTokenizer } from './tokenizer.js';

const golden = (path: string): string =>
  fileURLToPath(new URL(`../../../test/golden/onnx/${path}`, import.meta.url));
const open = (name: string): Promise<TextTokenizer> => openTokenizer(readLayout(golden(name)));

describe('openTokenizer', () => {
  it('knows the special tokens of a model', async () => {
    const { padId, eosId, maskId, idOf } = await open('bert');
    expect([padId, eosId, maskId]).toEqual([0, undefined, idOf('[MASK]')]);
    expect((await open('t5')).eosId).toBe(1);
  });

  it('pads with the end token where a model has no other', async () => {
    const { padId, eosId } = await open('gpt-neox');
    expect(padId).toBe(eosId);
  });

  it('gives ids without special tokens, which are the frame', async () => {
    const { ids, idOf, frame } = await open('bert');
    expect(ids('')).toEqual([]);
    expect(ids('fever')).not.toContain(idOf('[CLS]'));
    expect(specials(frame.single)).toBe(2);
  });

  it('works without a tokenizer_config.json', async () => {
    const folder = writtenFolder({
      'config.json': '{"eos_token_id": [7, 8], "pad_token_id": 5}',
      'tokenizer.json': readFileSync(golden('bert/tokenizer.json')),
    });
    expect(await openTokenizer(readLayout(folder))).toMatchObject({ padId: 5, eosId: 7, cutSide: 'right' });
  });

  it('says how to make a tokenizer.json that is missing', async () => {
    const folder = writtenFolder({ 'config.json': '{}' });
    await expect(openTokenizer(readLayout(folder))).rejects.toThrow(/save_pretrained/);
  });
});

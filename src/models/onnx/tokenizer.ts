import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';
import { brokenFile, type Layout, parseJson } from './layout.js';
import { makeExact } from './normalizers.js';
import { loadedFrame, type TokenTemplate, templateOf } from './token-template.js';

/** Text to token ids, without special tokens and without a limit; those are the frame's and the encoder's work. */
export interface TextTokenizer {
  ids(text: string): readonly number[];
  idOf(token: string): number | undefined;
  tokenOf(id: number): string | undefined;
  readonly frame: TokenTemplate;
  readonly padId: number;
  readonly eosId: number | undefined;
  readonly maskId: number | undefined;
  readonly cutSide: 'left' | 'right';
}

export const openTokenizer = async ({ base, config, tokenizer, tokens }: Layout): Promise<TextTokenizer> => {
  const file = join(base, 'tokenizer.json');
  if (!existsSync(file))
    throw new InputError({
      at: { file: base },
      found: 'no tokenizer.json',
      fix: "save the model's fast tokenizer there: AutoTokenizer.from_pretrained(…).save_pretrained(folder)",
    });
  const description = parseJson(file) as { post_processor?: unknown };
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const settings = existsSync(join(base, 'tokenizer_config.json'))
    ? parseJson(join(base, 'tokenizer_config.json'))
    : {};
  /** The library takes a file's word for its shape, and stumbles over what is not there. */
  const reading = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw brokenFile(file, `what no tokenizer can be made of (${(error as Error).message})`);
    }
  };
  const inner = reading(() => new Tokenizer(description, settings as object));
  reading(() => makeExact(inner.normalizer));
  const idOf = (token: string): number | undefined => inner.token_to_id(token);
  const known = (token: string | undefined): number | undefined =>
    token === undefined ? undefined : idOf(token);
  const configEos = Array.isArray(config.eos_token_id) ? config.eos_token_id[0] : config.eos_token_id;
  const eosId = known(tokens.eos_token) ?? configEos ?? undefined;
  return {
    ids: (text) => reading(() => inner.encode(text, { add_special_tokens: false }).ids),
    idOf,
    tokenOf: (id) => inner.id_to_token(id),
    frame: loadedFrame(templateOf(file, description.post_processor), tokenizer, tokens, idOf),
    // Without a separate pad token a model is padded with its end token, as the reference implementation pads BMRetriever.
    padId: known(tokens.pad_token) ?? config.pad_token_id ?? eosId ?? 0,
    eosId,
    maskId: known(tokens.mask_token),
    cutSide: tokenizer.truncation_side ?? 'right',
  };
};

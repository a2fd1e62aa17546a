import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './command.js';

const REVISION = 'fedcba9876543210fedcba9876543210fedcba98';

/** A hub cache in Python's layout with the files of some model repositories, each at one revision behind `main`. */
export const hubCacheWith = (
  repositories: Readonly<Record<string, Readonly<Record<string, string>>>>,
  revision: string = REVISION,
): string => {
  const cache = temporaryFolder();
  for (const [repository, files] of Object.entries(repositories)) {
    const folder = join(cache, `models--${repository.replaceAll('/', '--')}`);
    const write = (path: string, content: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    write('refs/main', revision);
    for (const [path, content] of Object.entries(files)) write(`snapshots/${revision}/${path}`, content);
  }
  return cache;
};

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '</s>'];
const WORDS = ['gout', 'joint', 'urate', 'a', 'in', ':', '##s'];

const piece = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
const sequence = (id: string) => ({ Sequence: { id, type_id: 0 } });

/** A word-piece tokenizer of a dozen words: [CLS] text [SEP], lower case, unknown words as one token. */
export const TINY_TOKENIZER: Readonly<Record<string, string>> = {
  'tokenizer_config.json': JSON.stringify({ tokenizer_class: 'BertTokenizer' }),
  'tokenizer.json': JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [piece('[CLS]'), sequence('A'), piece('[SEP]')],
      pair: [piece('[CLS]'), sequence('A'), piece('[SEP]'), sequence('B'), piece('[SEP]')],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [SPECIAL.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries([...SPECIAL, ...WORDS].map((token, id) => [token, id])),
    },
  }),
};

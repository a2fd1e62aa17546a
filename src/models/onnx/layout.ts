import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, staysInside } from '../../core/index.js';
import { mustBePlain } from '../../platform/node/index.js';

/** Of a model's small files. Made when one is read: a schema takes longer to make than most commands need to start. */
const schemas = () => {
  /** A special token as the tokenizer's files write it: bare, or with the flags of an added token. */
  const Token = z
    .union([z.string(), z.looseObject({ content: z.string() }).transform(({ content }) => content)])
    .nullish()
    .transform((token) => token ?? undefined);

  const Config = z.looseObject({
    model_type: z.string().optional(),
    max_position_embeddings: z.number().int().positive().nullish(),
    pad_token_id: z.number().int().nullish(),
    eos_token_id: z.union([z.number().int(), z.array(z.number().int())]).nullish(),
  });

  const SpecialTokens = z.looseObject({
    bos_token: Token,
    eos_token: Token,
    pad_token: Token,
    mask_token: Token,
  });

  const TokenizerConfig = SpecialTokens.extend({
    tokenizer_class: z.string().nullish(),
    /** Tokenizers without a limit carry a number of thirty digits. */
    model_max_length: z.number().positive().nullish(),
    padding_side: z.enum(['left', 'right']).optional(),
    truncation_side: z.enum(['left', 'right']).optional(),
    add_bos_token: z.boolean().nullish(),
    add_eos_token: z.boolean().nullish(),
  });

  /** Of a folder in the model's own: a file of others must not lead outside. */
  const Inside = z.string().refine(staysInside, 'a path inside the folder');
  const Modules = z.array(z.looseObject({ path: Inside, type: z.string() }));

  const SentenceConfig = z.looseObject({
    max_seq_length: z.number().int().positive().nullish(),
    do_lower_case: z.boolean().nullish(),
  });

  const PromptConfig = z.looseObject({
    prompts: z.record(z.string(), z.string()).optional(),
    default_prompt_name: z.string().nullish(),
    similarity_fn_name: z.string().nullish(),
  });

  const PoolingConfig = z.looseObject({
    include_prompt: z.boolean().optional(),
    /** Since sentence-transformers 6; before it, one true or false for each of `OLD_POOLING_MODES`. */
    pooling_mode: z.union([z.string(), z.array(z.string())]).optional(),
  });

  return { Config, Modules, PoolingConfig, PromptConfig, SentenceConfig, SpecialTokens, TokenizerConfig };
};

type Schemas = ReturnType<typeof schemas>;
export type SpecialTokens = z.infer<Schemas['SpecialTokens']>;
export type TokenizerConfig = z.infer<Schemas['TokenizerConfig']>;

/** What the poolings were called before sentence-transformers 6, in the order in which several are put together. */
const OLD_POOLING_MODES: Readonly<Record<string, string>> = {
  pooling_mode_cls_token: 'cls',
  pooling_mode_max_tokens: 'max',
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_mean_sqrt_len_tokens: 'mean_sqrt_len_tokens',
  pooling_mode_weightedmean_tokens: 'weightedmean',
  pooling_mode_lasttoken: 'lasttoken',
};

/** The poolings of a folder by their names in sentence-transformers 6, which takes the mean where none is named. */
const poolingModes = (pooling: z.infer<Schemas['PoolingConfig']>): readonly string[] => {
  if (pooling.pooling_mode !== undefined) return [pooling.pooling_mode].flat();
  const modes = Object.entries(OLD_POOLING_MODES).flatMap(([key, mode]) =>
    pooling[key] === true ? [mode] : [],
  );
  return modes.length > 0 ? modes : ['mean'];
};

/** A step after the transformer, in the order sentence-transformers applies them. */
export type Step =
  | {
      readonly kind: 'pooling';
      readonly path: string;
      readonly modes: readonly string[];
      readonly includePrompt: boolean;
    }
  | { readonly kind: 'dense'; readonly path: string }
  | { readonly kind: 'normalise' };

/** What a model's folder says about itself. */
export interface Layout {
  readonly folder: string;
  /** Where config.json and the tokenizer are: the folder itself, or its `0_Transformer`. */
  readonly base: string;
  readonly config: z.infer<Schemas['Config']>;
  readonly tokenizer: TokenizerConfig;
  readonly tokens: SpecialTokens;
  /** Undefined where the folder is not in the sentence-transformers layout. */
  readonly steps: readonly Step[] | undefined;
  readonly sentence: z.infer<Schemas['SentenceConfig']>;
  readonly prompts: z.infer<Schemas['PromptConfig']>;
}

/** The hub id that a folder's model was exported from, where config.json names one. */
export const exportedFrom = (folder: string): string | undefined => {
  const { config } = readLayout(folder, false);
  return typeof config._name_or_path === 'string' ? config._name_or_path : undefined;
};

/**
 * Reads the small files of a model's folder. Only tokenizer.json must be there, and config.json where nothing else says how many
 * tokens the model reads: a row of the registry does.
 */
export const readLayout = (folder: string, needsConfig = true): Layout => {
  const { Config, Modules, SentenceConfig, SpecialTokens, TokenizerConfig } = schemas();
  const modules = optional(join(folder, 'modules.json'), Modules);
  const transformer = modules?.find(({ type }) => moduleName(type) === 'Transformer');
  const base = join(folder, transformer?.path ?? '');
  const config = optional(join(base, 'config.json'), Config) ?? {};
  if (needsConfig && !existsSync(join(base, 'config.json')))
    throw new InputError({
      at: { file: base },
      found: 'no config.json',
      expected: "a model's folder with config.json, tokenizer.json and an ONNX file",
      fix: 'add it, or say how many tokens the model reads, as onnx:FOLDER(maxTokens=512) or by a row of the registry',
    });
  const tokenizer =
    optional(join(base, 'tokenizer_config.json'), TokenizerConfig) ?? TokenizerConfig.parse({});
  const tokens = optional(join(base, 'special_tokens_map.json'), SpecialTokens);
  return {
    folder,
    base,
    config,
    tokenizer,
    tokens: { ...tokens, ...withoutGaps(tokenizer) } as SpecialTokens,
    steps: modules?.flatMap(({ path, type }) => stepOf(folder, path, type)),
    sentence: optional(join(base, 'sentence_bert_config.json'), SentenceConfig) ?? {},
    prompts: readPromptFile(folder),
  };
};

/** Where sentence-transformers keeps the prompts of a model, and how its vectors are compared. */
export const PROMPT_FILE = 'config_sentence_transformers.json';

/** What that file of a folder says; nothing where there is none. */
export const readPromptFile = (folder: string): Layout['prompts'] =>
  optional(join(folder, PROMPT_FILE), schemas().PromptConfig) ?? {};

const stepOf = (folder: string, path: string, type: string): Step[] => {
  switch (moduleName(type)) {
    case 'Transformer':
      return [];
    case 'Normalize':
      return [{ kind: 'normalise' }];
    case 'Dense':
      return [{ kind: 'dense', path: join(folder, path) }];
    // What turns logits into a sparse vector is a setting here.
    case 'SpladePooling':
      return [];
    case 'Pooling': {
      const file = join(folder, path, 'config.json');
      const pooling = required(file, schemas().PoolingConfig);
      return [
        {
          kind: 'pooling',
          path: `${path}/config.json`,
          modes: poolingModes(pooling),
          includePrompt: pooling.include_prompt ?? true,
        },
      ];
    }
    default:
      throw new InputError({
        at: { file: join(folder, 'modules.json') },
        found: `a module of type ${type}`,
        expected: 'Transformer, Pooling, Dense, Normalize or SpladePooling',
        fix: 'export the whole model to ONNX with a sentence_embedding output, without modules.json',
      });
  }
};

/** `sentence_transformers.models.Pooling`, and the longer paths of later versions, by their last part. */
const moduleName = (type: string): string => type.split('.').at(-1)!;

const withoutGaps = (tokens: SpecialTokens): object =>
  Object.fromEntries(Object.entries(tokens).filter(([, token]) => token !== undefined));

const optional = <T extends z.ZodType>(file: string, schema: T): z.infer<T> | undefined =>
  existsSync(file) ? required(file, schema) : undefined;

/** A JSON file of the shape of a schema. */
export const required = <T extends z.ZodType>(file: string, schema: T): z.infer<T> => {
  const parsed = schema.safeParse(parseJson(file));
  if (parsed.success) return parsed.data;
  throw brokenFile(file, z.prettifyError(parsed.error));
};

/** A JSON file as a value. */
export const parseJson = (file: string): unknown => {
  try {
    mustBePlain(file);
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw brokenFile(file, (error as Error).message, 'JSON');
  }
};

/** The error of a file that is not what the programs that make models write. */
export const brokenFile = (file: string, found: string, expected?: string): InputError =>
  new InputError({
    at: { file },
    found,
    ...(expected && { expected }),
    fix: 'download the model again, or export it again',
  });

import { z } from 'zod';
import { POOLINGS } from '../onnx/index.js';
import { entryParts } from '../registry/index.js';
import { DIALECTS, type DialectName } from './api/dialects/index.js';

const schemas = () => {
  const { Count, Sentence, Name, Revision, OnnxFile, OnnxExport, OwnCode, KeyVariable, about, sources } =
    entryParts();

  /** The instructions of texts, task by task. */
  const InstructionSet = z.strictObject({
    source: Sentence,
    /** For tasks the set does not name. */
    generic: Sentence,
    /** By task name of `data/tasks.json`. */
    tasks: z.record(z.string(), Sentence),
  });

  /** `{text}` is the text, `{instruction}` the task's entry of the instruction set. */
  const RolePrompt = z
    .strictObject({
      template: z.string().includes('{text}'),
      /** Name of an instruction set. */
      instructions: z.string().optional(),
      /** The role of the text, as the service names it. */
      inputType: z.string().optional(),
    })
    .refine(({ template, instructions }) => template.includes('{instruction}') === Boolean(instructions), {
      error: 'a template has {instruction} exactly when it names an instruction set',
    });

  /** Tokens a text is cut to, instruction and special tokens included; a rewrite is cut as a query. */
  const Limits = z.strictObject({ query: Count, document: Count });

  const Similarity = z.enum(['cosine', 'dot', 'maxsim']);

  /** `json`: what R2MED's scripts sent to services, newlines as spaces and the whole as a JSON string. */
  const InputForm = z.enum(['text', 'json']);

  const Backend = z.union([
    OnnxFile,
    OnnxExport,
    OwnCode,
    /** Servers that speak the OpenAI embeddings API, each with the line that starts it. */
    z.strictObject({
      via: z.literal('served'),
      servers: z.partialRecord(z.enum(['vllm', 'tei', 'sglang', 'llama-cpp', 'ollama']), Sentence),
    }),
    z.strictObject({
      via: z.literal('service'),
      dialect: z.enum(Object.keys(DIALECTS) as DialectName[]),
      key: KeyVariable,
    }),
    /**
     * `python/worker.py` in a Python with these packages. `modules`: the model's own sentence-transformers modules;
     * `pooling`: its transformer with the entry's pooling; `encode`, `gritlm`: the model's own code.
     */
    z.strictObject({
      via: z.literal('python'),
      loader: z.enum(['modules', 'pooling', 'encode', 'gritlm']),
      packages: z.array(Sentence).min(1),
    }),
  ]);

  const RowInFile = z.strictObject({
    name: Name,
    kind: z.enum(['dense', 'sparse', 'late']),
    /** Id on the hub or at the service; where queries have an encoder of their own, the documents'. */
    model: z.string(),
    queryModel: z.string().optional(),
    revision: Revision.optional(),
    /** Hub repository with the tokenizer, where it is not the model's. */
    tokenizer: z.string().optional(),
    /** Size of a vector; of the vocabulary for sparse models, of a token's vector for late interaction. */
    dimensions: Count,
    /** Sizes a vector may be cut to. */
    matryoshka: z.array(Count).optional(),
    /** Null where it is not known. */
    parameters: Count.nullable(),
    ...about,
    tokens: Limits,
    /** Tokens the model can read, where the entry cuts earlier. */
    context: Count.optional(),
    /** Those of local models, and what only a model's own code or a service does. */
    pooling: z.enum([...POOLINGS, 'latent-attention', 'splade-max', 'service']),
    /** False: the instruction's tokens are read, but left out of the pooling. */
    poolInstruction: z.boolean().default(true),
    /** To unit length, by us or by the service. */
    normalized: z.union([z.boolean(), z.literal('service')]),
    similarity: Similarity,
    /** Of the weights in the published or the authors' own runs. */
    numberType: z.string(),
    attention: z.enum(['causal', 'bidirectional']).optional(),
    padding: z.enum(['left', 'right', 'tokenizer']).optional(),
    /**
     * The end-of-sequence token: `append` cuts to one token less and appends it, `tokenizer` leaves it to the
     * tokenizer's own post-processing, `model` to the model's code. `token` is the one that must be there, `startTokens` how
     * many the tokenizer puts before a text, which shows whether a server appends the token.
     */
    eos: z
      .strictObject({
        rule: z.enum(['append', 'tokenizer', 'none', 'model']),
        token: z.string().optional(),
        startTokens: z.int().nonnegative().optional(),
      })
      .refine(({ rule, token, startTokens }) => rule !== 'append' || (token && startTokens !== undefined), {
        error: 'an end token that is appended is named, and what comes before a text is counted',
      })
      .optional(),
    late: z
      .strictObject({
        queryMarker: z.string(),
        documentMarker: z.string(),
        /** Token that fills queries up to their limit. */
        queryExpansion: z.string(),
        skipPunctuation: z.boolean(),
      })
      .optional(),
    /** `empty-title-pair`: a document is the pair of an empty title and its text. */
    documentInput: z.enum(['text', 'empty-title-pair']).default('text'),
    /** What becomes of a text after it was cut and before it is sent. */
    input: InputForm.default('text'),
    prompts: z.strictObject({
      query: RolePrompt,
      document: RolePrompt,
      rewriteTakesQueryInstruction: z.boolean(),
    }),
    /** What reproduces the published row where the default does it right, and why they differ. */
    asPublished: z
      .strictObject({
        why: Sentence,
        queryModel: z.string(),
        tokens: Limits,
        similarity: Similarity,
        input: InputForm,
      })
      .partial()
      .required({ why: true })
      .optional(),
    /** Names of its rows in `data/published/`, by source. */
    published: z.partialRecord(z.enum(['r2med-repo', 'r2med-site', 'mteb']), z.string()).optional(),
    /** `asOf`: the day the price was announced. */
    price: z.strictObject({ usdPerMillionTokens: z.number().positive(), asOf: z.iso.date() }).optional(),
    backends: z.array(Backend).min(1),
    ...sources,
  });

  /** `data/models.json`. */
  const ModelsFile = z.strictObject({
    version: z.literal(1),
    instructions: z.record(z.string(), InstructionSet),
    models: z.array(RowInFile),
  });

  return { ModelsFile, RowInFile, InstructionSet, InputForm, Backend };
};

/** The schema of `data/models.json`. */
export const modelsFile = () => schemas().ModelsFile;

type Schemas = ReturnType<typeof schemas>;
export type RowInFile = z.infer<Schemas['RowInFile']>;
export type InstructionSet = Readonly<z.infer<Schemas['InstructionSet']>>;
export type InputForm = z.infer<Schemas['InputForm']>;
/** A way to run a model of `data/models.json`. */
export type ModelBackend = Readonly<z.infer<Schemas['Backend']>>;

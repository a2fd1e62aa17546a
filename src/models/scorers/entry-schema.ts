import { z } from 'zod';
import { TRUNCATIONS } from '../onnx/index.js';
import { entryParts } from '../registry/index.js';
import { SCORER_DIALECTS, type ScorerDialectName } from './api/index.js';

const schemas = () => {
  const { Count, Sentence, Name, Revision, OnnxFile, OnnxExport, KeyVariable, OwnCode, about, sources } =
    entryParts();
  const Template = z.string().includes('{text}');

  /**
   * The protocol that a server or service speaks. `vllm-score` is vLLM's `/score`; `completions` is the OpenAI API's, asked for the
   * probabilities of the two answers of a `yes-no` head.
   */
  const Dialect = z.enum(Object.keys(SCORER_DIALECTS) as ScorerDialectName[]);

  const Backend = z.union([
    OnnxFile,
    OnnxExport,
    OwnCode,
    /** A server, with the line that starts it. */
    z.strictObject({ via: z.literal('served'), dialect: Dialect, start: Sentence }),
    /** `python/worker.py` in a Python with these packages. */
    z.strictObject({ via: z.literal('python'), packages: z.array(Sentence).min(1) }),
    z.strictObject({
      via: z.literal('service'),
      dialect: Dialect,
      /** Its id there, where it is another one. */
      model: z.string().optional(),
      key: KeyVariable,
    }),
  ]);

  const RowInFile = z
    .strictObject({
      name: Name,
      /** Id on the hub or at the service. */
      model: Sentence,
      revision: Revision.optional(),
      /** Null where it is not known. */
      parameters: Count.nullable(),
      ...about,
      /**
       * What becomes the score: the only logit, the second of two without softmax, the first answer's probability against
       * the other's, or whatever the service says.
       */
      head: z.enum(['one-logit', 'two-logits', 'yes-no', 'service']),
      /** The two answers of a `yes-no` head, as the model writes them. */
      answers: z.strictObject({ yes: Sentence, no: Sentence }).optional(),
      /** Whether documents of one request are read together, so that a score depends on what else was sent. */
      listwise: z.boolean().default(false),
      /** Tokens a pair is cut to, special ones and the form included. */
      tokens: Count,
      /** Tokens the model can read, where the entry cuts earlier. */
      context: Count.optional(),
      truncation: z.enum([...TRUNCATIONS, 'service']),
      /**
       * What is put around the texts: `{text}` is the text, `{instruction}` the instruction of the entry. A model that
       * reads one prompt gets both, in sequence.
       */
      form: z
        .strictObject({ query: Template, document: Template })
        .default({ query: '{text}', document: '{text}' }),
      instruction: Sentence.optional(),
      /** Of the weights in the published or the authors' own runs. */
      numberType: z.string(),
      /** What reproduces the published row where the default does it right, and why they differ. */
      asPublished: z.strictObject({ why: Sentence, tokens: Count }).optional(),
      /** Its systems in `data/published/`, by source. */
      published: z.partialRecord(z.enum(['r2med-repo']), z.array(z.string()).min(1)).optional(),
      /** By tokens or by searches; `asOf`: the date of the source. */
      price: z
        .union([
          z.strictObject({ usdPerMillionTokens: z.number().positive(), asOf: z.iso.date() }),
          z.strictObject({ usdPerThousandSearches: z.number().positive(), asOf: z.iso.date() }),
        ])
        .optional(),
      /** In the order they are tried. */
      backends: z.array(Backend).min(1),
      ...sources,
    })
    .refine(({ head, answers }) => (head === 'yes-no') === Boolean(answers), {
      error: 'an entry has answers exactly when its head is yes-no',
    })
    .refine(
      ({ form, instruction }) =>
        Object.values(form).some((template) => template.includes('{instruction}')) === Boolean(instruction),
      { error: 'a form has {instruction} exactly when the entry has one' },
    );

  /** `data/rerankers.json`. */
  const RerankersFile = z.strictObject({ version: z.literal(1), rerankers: z.array(RowInFile) });

  return { RerankersFile, RowInFile, Backend };
};

/** The schema of `data/rerankers.json`. */
export const rerankersFile = () => schemas().RerankersFile;

type Schemas = ReturnType<typeof schemas>;
/** A model that scores pairs of a query and a document, with everything that decides its scores. */
export type RerankerEntry = Readonly<z.infer<Schemas['RowInFile']>>;
/** A way to run a model of `data/rerankers.json`. */
export type RerankerBackend = Readonly<z.infer<Schemas['Backend']>>;

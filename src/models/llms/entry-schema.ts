import { z } from 'zod';
import { type Json, own } from '../../core/index.js';
import { type Service, services } from '../../platform/api-client/index.js';
import { entryParts } from '../registry/index.js';
import { CHAT_DIALECTS, type ChatDialectName } from './chat/dialects/index.js';
import { REASONING, type ReasoningStyle } from './reasoning.js';

const schemas = () => {
  const { Count, Sentence, Name, Revision, about, sources } = entryParts();
  const STYLES = Object.keys(REASONING) as [ReasoningStyle, ...ReasoningStyle[]];

  const Refusable = z.enum(['temperature', 'topP', 'topK', 'repetitionPenalty', 'seed', 'stop']);
  /** What the OpenAI API calls the limit of new tokens. */
  const LimitParameter = z.enum(['max_tokens', 'max_completion_tokens']);

  /** How a service of `data/services.json` is asked by language models. */
  const Chat = z.strictObject({
    dialect: z.enum(Object.keys(CHAT_DIALECTS) as ChatDialectName[]),
    /** Parameters that it takes for none of its models. */
    refuses: z.array(Refusable).default([]),
    limitParameter: LimitParameter.optional(),
    /** Fields of the body that have another name there. */
    parameters: z.record(z.string(), z.string()).optional(),
    /** Whether it can be asked to count the tokens of a stream; yes. */
    streamUsage: z.boolean().optional(),
  });

  /** How the next words are drawn; what is absent is left to the model. */
  const Sampling = z.strictObject({
    temperature: z.number().nonnegative().optional(),
    topP: z.number().positive().max(1).optional(),
    topK: Count.optional(),
    repetitionPenalty: z.number().positive().optional(),
    seed: z.int().optional(),
    maxTokens: Count.optional(),
  });

  /** `prefill`: goes on with its own last message. `turns`: needs another turn. */
  const Continuation = z.enum(['prefill', 'turns']);
  /** Fields of the request's body besides those every model takes. */
  const Extra = z.record(z.string(), z.json());

  /** What is otherwise when the model is reached this way. */
  const differences = {
    /** Its id there, where it is another one. */
    model: z.string().optional(),
    refuses: z.array(Refusable).optional(),
    extra: Extra.optional(),
    continuation: Continuation.optional(),
  };

  const SERVERS = ['vllm', 'sglang', 'llama-cpp', 'ollama'] as const;

  const Way = z.discriminatedUnion('via', [
    z.strictObject({
      via: z.literal('service'),
      service: z.string(),
      /** The day the service announced to switch the model off. */
      until: z.iso.date().optional(),
      ...differences,
    }),
    /** Any server that speaks the OpenAI API, with lines that start one. */
    z.strictObject({
      via: z.literal('server'),
      start: z.partialRecord(z.enum(SERVERS), Sentence),
      ...differences,
    }),
  ]);

  const RowInFile = z.strictObject({
    name: Name,
    /** Id on the hub or at its service. */
    model: Sentence,
    /** Commit of its weights on the hub that this entry was written for. */
    revision: Revision.optional(),
    ...about,
    /** In the order they are tried; none for texts written by hand. */
    ways: z.array(Way),
    /** Where the answer begins in its output. */
    reasoning: z.enum(STYLES),
    /**
     * Whether it counts as one of R2MED's reasoning models, whose answer is used alone as the query whatever the method. For models that
     * R2MED does not know: whether it shows its reasoning, as all of R2MED's do.
     */
    reasoner: z.boolean(),
    sampling: Sampling,
    /** Parameters that a request to it must not have. */
    refuses: z.array(Refusable).default([]),
    limitParameter: LimitParameter.optional(),
    extra: Extra.default({}),
    continuation: Continuation,
    /** Tokens it reads and writes in one call. */
    context: Count.optional(),
    /** Tokens it writes at most. */
    maxOutput: Count.optional(),
    /** At its first service. `at`: the date of the source. */
    price: z
      .strictObject({
        usdPerMillionIn: z.number().positive(),
        usdPerMillionOut: z.number().positive(),
        at: z.iso.date(),
        source: Sentence,
      })
      .optional(),
    ...sources,
  });

  /** `data/llms.json`. */
  const LlmsFile = z
    .strictObject({ version: z.literal(1), llms: z.array(RowInFile) })
    .refine(
      ({ llms }) =>
        llms.every(({ ways }) =>
          ways.every((way) => way.via === 'server' || own(services(), way.service)?.chat),
        ),
      { error: 'a way names a service that is not in the table' },
    );

  return { LlmsFile, RowInFile, Chat, Way };
};

/** The schema of `data/llms.json`. */
export const llmsFile = () => schemas().LlmsFile;

type Schemas = ReturnType<typeof schemas>;
/** The schema of how a service is asked by language models. */
export const chatSchema = () => schemas().Chat;

/** A hosted service of language models. */
export interface LlmService extends Service, Readonly<z.infer<Schemas['Chat']>> {
  readonly name: string;
}
export type LlmWay = Readonly<z.infer<Schemas['Way']>>;
/** A language model in `data/llms.json`. */
export type LlmEntry = Readonly<Omit<z.infer<Schemas['RowInFile']>, 'extra'>> & {
  readonly extra: Readonly<Record<string, Json>>;
};

import type { z } from 'zod';
import type { JsonObject, Role } from '../../../../core/index.js';
import {
  type BatchLimits,
  type Home,
  InvalidResponse,
  readAs,
} from '../../../../platform/api-client/index.js';

/** What one request asks for. */
export interface RequestInput {
  readonly model: string;
  readonly texts: readonly string[];
  readonly role: Role;
  readonly dimensions?: number | undefined;
  /** Say what the texts are to the search. */
  readonly tellRole: boolean;
  /** Let the service cut what is too long. */
  readonly serverCuts: boolean;
}

/** What one response has: a vector per text, in the order of the texts. */
export interface ParsedResponse<Vector = Float32Array> {
  readonly vectors: readonly Vector[];
  /** As the service counts, where it says. */
  readonly tokens?: number | undefined;
}

/** How one family of services is asked and how it answers. */
export interface Dialect<Vector = Float32Array> extends Home {
  readonly limits: BatchLimits;
  /** After an endpoint's address. */
  path(model: string): string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(ask: RequestInput): JsonObject;
  /** Throws `InvalidResponse` when there is not one proper vector per text. */
  read(answer: unknown, texts: number): ParsedResponse<Vector>;
}

/** A rewrite searches, so r2med tells every service that it is a query (R2MED tells Voyage so). */
export const isDocument = (role: Role): boolean => role === 'document';

/** The list in an answer, which has an item per text. */
export const itemsIn = <Item>(
  answer: unknown,
  texts: number,
  schema: z.ZodType<readonly Item[]>,
): readonly Item[] => {
  const data = readAs(schema, answer, 'an answer without embeddings');
  if (data.length !== texts) throw new InvalidResponse(`${data.length} vectors for ${texts} texts`);
  return data;
};

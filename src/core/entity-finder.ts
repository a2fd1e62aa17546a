import type { JsonObject } from './json.js';

/** A part of a text that a model names: `text.slice(start, end)`. */
export interface Entity {
  readonly start: number;
  readonly end: number;
  /** As the model calls it, without the marks of a tagging scheme: PER, DATE. */
  readonly label: string;
}

/** A model that finds named entities in texts. */
export interface EntityFinder {
  readonly name: string;
  /** What is known of what it is: files, version, address. Never a key or secret. */
  readonly spec: JsonObject;
  /** The entities of each text, in order. A text that fails is an error, since no entities would mean that nothing is there. */
  find(
    texts: readonly string[],
    options: { note(line: string): void; readonly signal: AbortSignal },
  ): Promise<readonly (readonly Entity[])[]>;
  close(): Promise<void>;
}

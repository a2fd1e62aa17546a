/** Turns a text into the terms it is found by. */
export interface NamedAnalyzer<Name extends string> {
  readonly name: Name;
  /** Raised when the terms of any text change, so that indexes made before are not used again. */
  readonly version: number;
  analyze(text: string): string[];
}
